import { createTestClock } from '../../simulators/test/test-clock.ts'
import { describeCardProvider } from './provider-suite.ts'
import { openSimulatorsInProcess } from './simulators-in-process.ts'
import { startSimulators } from './start-simulators.ts'
import { describeThreeDsServer } from './three-ds-server-suite.ts'

describeCardProvider('the simulators in this process', openSimulatorsInProcess)

// A second is enough for what answers, and not long for what never does.
describeCardProvider('the simulators over HTTP', (clock) => startSimulators({ clock, timeoutMs: 3_000 }))

describeThreeDsServer('the simulators in this process', () => openSimulatorsInProcess(createTestClock()))

describeThreeDsServer('the simulators over HTTP', () => startSimulators())
