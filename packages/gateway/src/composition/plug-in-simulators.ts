import type { HandleMessage, IsAway, SimulatorTables } from '@sluice/simulators'
import { parseUrl } from '@sluice/types'
import { encodeBase64Url } from '@sluice/platform/kernel/random'
import { Secret } from '@sluice/platform/kernel/secret'
import { deriveKey } from '@sluice/platform/crypto/aead'
import { signMessage } from '@sluice/platform/crypto/standard-webhook'
import { prepareWrite } from '@sluice/platform/database/prepare-write'
import { relax } from '@sluice/platform/database/relaxed-writes'
import { createTransact } from '@sluice/platform/database/transact'
import { type HttpServer, originUrlOf } from '@sluice/platform/http/http-server'

import type { SandboxFollowers } from '../merchants/index.ts'
import { ExchangeError, type ProviderSettings, type Send } from '../providers/index.ts'
import { declareUsual, type ProviderCapabilities } from '../transactions/index.ts'
import { makeMessageId } from '../webhooks/index.ts'
import { toRegistration } from '../configuration-file/account-registration.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { DescribedProviders, FindCallbackSecrets } from './select-providers.ts'
import type { SimulatorsModule } from './load-simulators.ts'

type SimulatedCapabilities = ReturnType<
  SimulatorsModule['createSimulators']
>['providers'][number]['capabilities']

/**
 * Simulated providers support every operation, with the default declarations, and accept UPI addresses, so that both
 * can be tested.
 */
export function declareSimulated(
  { methods, operations, fences, reports, authenticates = false, verifies = false }: SimulatedCapabilities,
  accounts: readonly string[],
): ProviderCapabilities {
  const usual = declareUsual(operations, fences ? 'native' : 'none')
  return {
    methods,
    reports,
    ...usual,
    operations: { ...usual.operations, verify: verifies, installments: verifies },
    takesUpiAddress: true,
    ...(authenticates && { authenticatesAt: new Set(accounts) }),
  }
}

/** Serves the pages of simulated banks and providers, and describes all simulated parties as a configuration would. */
export function plugInSimulators(
  { createSimulators, SIMULATED_REGISTRATION }: SimulatorsModule,
  server: HttpServer,
  { clock, realTime, random, timers, masterKey, dbWithSimulators }: Infrastructure,
  more: {
    readonly callbackSecretsOf: FindCallbackSecrets
    readonly timeoutMs: number
    readonly isAway: IsAway
  },
): DescribedProviders {
  const { timeoutMs } = more
  const db = dbWithSimulators
  const secretOf = (party: string) =>
    new Secret(encodeBase64Url(deriveKey(masterKey.reveal(), `simulated party ${party}`)))
  const simulators = createSimulators({
    ...more,
    realTime,
    db: db.$extendTables(),
    transact: createTransact<SimulatorTables>({ db: db.$extendTables(), random, timers }),
    prepareRecord: (build) => {
      const prepared = prepareWrite(build)
      return (on, row) => relax(prepared(on, row).compile())
    },
    clock,
    random,
    timers,
    pagesUrl: () => originUrlOf(server, 'bank'),
    mayNotify: (url) => parseUrl(url)?.origin === originUrlOf(server, 'base'),
    secretOf,
    makeMessageId: () => makeMessageId(random),
    callbackUrlOf: (providerId) => `${originUrlOf(server, 'base')}/api/providers/${providerId}/callback`,
    post: (url, headers, body) => postInProcess(server, url, headers, body),
    sign: (body, options) => ({ ...signMessage(body, options) }),
  })
  simulators.registerPages(server)

  const { threeDsServer } = simulators
  return {
    providers: simulators.providers.map(({ id, capabilities, accounts, handle }): ProviderSettings => {
      const at = sendInProcess(`provider ${id}`, handle)
      return {
        id,
        type: 'http',
        capabilities: declareSimulated(capabilities, accounts),
        secret: secretOf(id),
        timeoutMs,
        at,
      }
    }),
    threeDsServer: {
      id: threeDsServer.id,
      secret: secretOf(threeDsServer.id),
      at: sendInProcess('3DS server', threeDsServer.handle),
      hostedOrigins: () => [originUrlOf(server, 'bank')],
      threeRi: true,
    },
    registration: toRegistration(SIMULATED_REGISTRATION),
    runSimulatedOrders: () => simulators.control.runDue(),
    report: simulators.control.report,
  }
}

/** Delivers reports to this server without a socket, so that it need not listen. */
async function postInProcess(
  server: HttpServer,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<number> {
  const { pathname, host } = new URL(url)
  const { statusCode } = await server.inject({
    method: 'POST',
    url: pathname,
    headers: { ...headers, host, 'user-agent': 'sluice-simulated-provider' },
    payload: body,
  })
  return statusCode
}

const FAILURES = { silence: 'TIMEOUT', reset: 'CONNECTION_LOST', unreachable: 'NEVER_SENT' } as const

/** Passes messages to a party in this process. A lost message fails immediately, because there is no socket to wait for. */
export function sendInProcess(party: string, handle: HandleMessage): Send {
  return async (message) => {
    const answer = await handle(message)
    if (!('lost' in answer)) return answer
    throw new ExchangeError(party, FAILURES[answer.lost])
  }
}

const NO_FOLLOWERS: SandboxFollowers = {
  moveClock: () => Promise.resolve(),
  removeMerchant: () => Promise.resolve(),
}

/** Applies changes of sandboxes to the simulators of this process, which store their own records in their own commits. */
export function createSandboxFollowers({
  simulators,
  dbWithSimulators,
  random,
  timers,
}: Pick<Infrastructure, 'simulators' | 'dbWithSimulators' | 'random' | 'timers'>): SandboxFollowers {
  if (simulators === null) return NO_FOLLOWERS
  const records = simulators.createMerchantRecords({
    transact: createTransact<SimulatorTables>({ db: dbWithSimulators.$extendTables(), random, timers }),
  })
  return {
    async moveClock(merchantId, offsetMs) {
      await records.moveClock(merchantId, offsetMs)
    },
    removeMerchant: (merchantId) => records.removeMerchant(merchantId),
  }
}
