import { createSimulators } from '@sluice/simulators'
import type { Clock } from '@sluice/platform/kernel/clock'
import { Secret } from '@sluice/platform/kernel/secret'
import { createTransact } from '@sluice/platform/database/transact'
import { originUrlOf } from '@sluice/platform/http/http-server'
import { systemClock } from '@sluice/platform/system'

import { declareSimulated, sendInProcess } from '../src/composition/plug-in-simulators.ts'
import { createProviders, createThreeDsServer } from '../src/providers/index.ts'
import { createSimulatorServer } from '../../simulators/test/create-simulator-server.ts'
import { openSimulatorDatabase } from '../../simulators/test/open-simulator-database.ts'
import { createTestRandom } from '../../simulators/test/test-random.ts'
import type { RemoteParties } from './start-simulators.ts'

const NOT_EXPECTED = () => {
  throw new Error('nothing is reported here')
}

/** Adapters that call simulators without a socket, as in a gateway in the test environment. */
export async function openSimulatorsInProcess(
  clock: Clock,
): Promise<RemoteParties & { close(): Promise<void> }> {
  const db = await openSimulatorDatabase()
  const random = createTestRandom()
  const timers = { sleep: () => Promise.resolve() }
  const server = createSimulatorServer({ clock, random })
  const secret = new Secret('shared by both ends')
  const simulators = createSimulators({
    db,
    transact: createTransact({ db, random, timers }),
    clock,
    realTime: systemClock,
    random,
    timers,
    pagesUrl: () => originUrlOf(server, 'bank'),
    mayNotify: () => true,
    secretOf: () => secret,
    makeMessageId: () => random.uuid(),
    callbackUrlOf: () => null,
    post: NOT_EXPECTED,
    sign: NOT_EXPECTED,
    callbackSecretsOf: NOT_EXPECTED,
  })
  simulators.registerPages(server)
  await server.listen({ host: '127.0.0.1', port: 0 })
  const options = { clock, realTime: systemClock }
  return {
    providers: createProviders(
      simulators.providers.map(({ id, capabilities, accounts, handle }) => {
        return {
          id,
          type: 'http',
          capabilities: declareSimulated(capabilities, accounts),
          secret,
          timeoutMs: 1_000,
          at: sendInProcess(id, handle),
        }
      }),
      options,
    ),
    threeDsServer: createThreeDsServer(
      {
        secret,
        at: sendInProcess('3DS server', simulators.threeDsServer.handle),
        hostedOrigins: () => [originUrlOf(server, 'bank')],
        threeRi: true,
      },
      options,
    ),
    async close() {
      await server.close()
      await db.destroy()
    },
  }
}
