import { createTransact } from '../src/platform/database/transact.ts'
import { originUrlOf } from '../src/platform/http/http-server.ts'
import { registerSimulatedAcs } from '../src/simulators/acs/acs.routes.ts'
import { createChallengeRecordsStore } from '../src/simulators/acs/challenge-records.store.ts'
import { createSimulatedCardProviders } from '../src/simulators/card-provider/card-provider.ts'
import { createProviderLedgerStore } from '../src/simulators/card-provider/provider-ledger.store.ts'
import { createSimulatedThreeDsServer } from '../src/simulators/three-ds-server/three-ds-server.ts'
import { describeCardProvider } from './provider-suite.ts'
import { createSimulatorServer } from './simulators/create-simulator-server.ts'
import { openSimulatorDatabase } from './simulators/open-simulator-database.ts'
import { createTestClock } from './simulators/test-clock.ts'
import { createTestRandom } from './simulators/test-random.ts'
import { startSimulators } from './start-simulators.ts'
import { describeThreeDsServer } from './three-ds-server-suite.ts'

const timers = { sleep: () => Promise.resolve() }

describeCardProvider('the simulators in this process', async (clock) => {
  const db = await openSimulatorDatabase()
  const random = createTestRandom()
  const store = createProviderLedgerStore({ db, transact: createTransact({ db, random, timers }) })
  const providers = createSimulatedCardProviders({ store, clock, random, timers })
  return { providers: new Map(providers.map((each) => [each.id, each])), close: () => db.destroy() }
})

// A second is enough for what answers, and not long for what never does.
describeCardProvider('the simulators over HTTP', (clock) => startSimulators({ clock, timeoutMs: 1_000 }))

describeThreeDsServer('the simulators in this process', async () => {
  const db = await openSimulatorDatabase()
  const clock = createTestClock()
  const random = createTestRandom()
  const server = createSimulatorServer({ clock, random })
  const options = {
    store: createChallengeRecordsStore(db),
    clock,
    random,
    pagesUrl: () => originUrlOf(server, 'bank'),
    mayNotify: () => true,
  }
  registerSimulatedAcs(server, options)
  await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    threeDsServer: createSimulatedThreeDsServer(options),
    async close() {
      await server.close()
      await db.destroy()
    },
  }
})

describeThreeDsServer('the simulators over HTTP', () => startSimulators())
