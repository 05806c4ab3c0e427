import { createTestClock } from '../../simulators/test/test-clock.ts'
import { openSimulatorsInProcess } from './simulators-in-process.ts'
import { startSimulators } from './start-simulators.ts'
import { describeThreeDsServer } from './three-ds-server-suite.ts'

describeThreeDsServer('the simulators in this process', () => openSimulatorsInProcess(createTestClock()))

describeThreeDsServer('the simulators over HTTP', () => startSimulators())
