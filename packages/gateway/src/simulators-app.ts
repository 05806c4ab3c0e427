import { join } from 'node:path'
import { pino } from 'pino'

import {
  createHandleControl,
  createSimulators,
  postCallback,
  SIMULATED_REGISTRATION,
  simulatorMigrations,
  type SimulatorTables,
} from '@sluice/simulators'
import { isLoopbackUrl, parseUrl } from '@sluice/types'
import type { ManageType } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'
import { encodeBase64Url } from '@sluice/platform/kernel/random'
import { Secret } from '@sluice/platform/kernel/secret'
import type { Timers } from '@sluice/platform/kernel/timers'
import { encodeWebhookSecret, signMessage } from '@sluice/platform/crypto/standard-webhook'
import { openDatabase } from '@sluice/platform/database/open-database'
import { createTransact } from '@sluice/platform/database/transact'
import { baseUrlOf, createHttpServer, originUrlOf } from '@sluice/platform/http/http-server'
import { listenEverywhere } from '@sluice/platform/http/listen-everywhere'
import { startJobs } from '@sluice/platform/jobs/scheduled-jobs'
import { createLogger } from '@sluice/platform/logging/logger'
import { loadOrCreateSecret } from '@sluice/platform/secrets/secret-file'
import { createSystemRandom, systemClock, systemTimers } from '@sluice/platform/system'

import { registerControl } from './test-tools/control.routes.ts'
import { registerParty } from './test-tools/party.routes.ts'
import type { Config } from './config.ts'
import { makeMessageId } from './webhooks/index.ts'

/** The adapters that the simulators use; tests replace some of them. */
export interface SimulatorsAdapters {
  readonly clock: Clock
  readonly random: Random
  readonly timers: Timers
  readonly logDestination: { write(line: string): void }
}

/** The addresses of the simulators and the keys that sign requests to them, as in the gateway's configuration. */
export interface SimulatorAddresses {
  readonly providers: readonly SimulatorAddress[]
  readonly three_ds_servers: readonly [
    {
      readonly id: string
      readonly url: string
      readonly secret_file: string
      readonly hosted_challenge_origins: readonly string[]
      readonly three_ri: boolean
    },
  ]
}

export interface SimulatorAddress {
  readonly id: string
  readonly url: string
  readonly secret_file: string
  readonly callback_secret_files: readonly string[]
  readonly accounts: readonly ({
    readonly id: string
    readonly authentication?: 'PROVIDER'
  } & typeof SIMULATED_REGISTRATION)[]
  readonly methods: readonly string[]
  readonly operations: readonly ManageType[]
  readonly fences: boolean
  readonly declarations?: { readonly operations: { readonly verify: true; readonly installments: true } }
}

export interface SimulatorsApp {
  listen(): Promise<SimulatorAddresses>
  close(): Promise<void>
}

/** The file descriptor of the log, because only the ready line goes to standard output. */
const STANDARD_ERROR = 2

/** The length of the HMAC-SHA-256 output. */
const SECRET_BYTES = 32

const THREE_DS_SERVER_PREFIX = '/three-ds-server'

/** The token of the operator's tools, like `/simulators/` at a gateway. */
const CONTROL_PREFIX = '/control'

const prefixOf = (providerId: string): string => `/providers/${providerId}`

/** Returns the key that signs a party's reports. */
const callbacksOf = (party: string): string => `${party}-callbacks`

/**
 * Assembles the simulators as a separate service: providers, 3DS server and bank, called like real ones. They share
 * only their secrets with a gateway.
 */
export async function buildSimulators(
  config: Config,
  adapters: Partial<SimulatorsAdapters> = {},
): Promise<SimulatorsApp> {
  const clock = adapters.clock ?? systemClock
  const random = adapters.random ?? createSystemRandom(clock)
  const timers = adapters.timers ?? systemTimers
  // Each party has its own secret, as with real ones.
  const secretOf = (party: string) =>
    new Secret(loadOrCreateSecret(config.dataDir, party, () => encodeBase64Url(random.bytes(SECRET_BYTES))))
  const callbackSecretOf = (party: string) =>
    loadOrCreateSecret(config.dataDir, callbacksOf(party), () =>
      encodeWebhookSecret(random.bytes(SECRET_BYTES)),
    )
  const secretFileOf = (party: string) => join(config.dataDir, 'secrets', party)
  const database = await openDatabase<SimulatorTables>({ dataDir: config.dataDir }, simulatorMigrations)
  const logger = createLogger({
    level: config.logLevel,
    destination: adapters.logDestination ?? pino.destination({ dest: STANDARD_ERROR, sync: false }),
  })
  const server = createHttpServer({
    config: config.http,
    clock,
    random,
    logger,
    authenticate: () => Promise.resolve(null),
    resolveClientKey: () => Promise.resolve(null),
    isRegisteredOrigin: () => Promise.resolve(false),
  })
  const baseUrl = (): string => baseUrlOf(server)
  const simulators = createSimulators({
    db: database.db,
    transact: createTransact<SimulatorTables>({ db: database.db, random, timers }),
    clock,
    // Other processes sign and check signatures, and no test moves their clocks.
    realTime: systemClock,
    random,
    timers,
    pagesUrl: () => originUrlOf(server, 'bank'),
    mayNotify: isWebPage,
    secretOf,
    makeMessageId: () => makeMessageId(random),
    // Any gateway may use these providers, so each report contains the address of its gateway.
    callbackUrlOf: () => null,
    post: postCallback,
    sign: (body, options) => ({ ...signMessage(body, options) }),
    callbackSecretsOf: (party) => [callbackSecretOf(party)],
  })
  simulators.registerPages(server)
  const { providers, threeDsServer } = simulators
  for (const { id, handle } of providers) registerParty(server, prefixOf(id), handle)
  registerParty(server, THREE_DS_SERVER_PREFIX, threeDsServer.handle)
  registerControl(server, CONTROL_PREFIX, {
    handle: createHandleControl(simulators.control),
    token: config.operatorToken,
  })
  const dueWork = startJobs([{ name: 'settle simulated orders', run: () => simulators.control.runDue() }], {
    timers,
    random,
    onlyAfterChanges: false,
    onError: (task, error) => logger.error({ task, err: error }, 'a scheduled job failed'),
  })

  // Answers that an injected fault delays are never sent, and must not keep the process running.
  server.addHook('preClose', async () => server.server.closeAllConnections())

  return {
    async listen() {
      await listenEverywhere(server)
      return {
        providers: providers.map(({ id, capabilities, accounts }) => {
          callbackSecretOf(id)
          return {
            id,
            url: baseUrl() + prefixOf(id),
            secret_file: secretFileOf(id),
            callback_secret_files: capabilities.reports === 'NONE' ? [] : [secretFileOf(callbacksOf(id))],
            accounts: accounts.map((id) => ({
              id,
              ...SIMULATED_REGISTRATION,
              ...(capabilities.authenticates && { authentication: 'PROVIDER' as const }),
            })),
            methods: [...capabilities.methods],
            operations: [...capabilities.operations],
            fences: capabilities.fences,
            ...(capabilities.verifies && {
              declarations: { operations: { verify: true as const, installments: true as const } },
            }),
          }
        }),
        three_ds_servers: [
          {
            id: threeDsServer.id,
            url: baseUrl() + THREE_DS_SERVER_PREFIX,
            secret_file: secretFileOf(threeDsServer.id),
            hosted_challenge_origins: [originUrlOf(server, 'bank')],
            three_ri: true,
          },
        ],
      }
    },
    async close() {
      await Promise.all([server.close(), dueWork.stop()])
      await database.close()
    },
  }
}

/** The bank can notify any gateway; only the browser's request determines which one. */
function isWebPage(url: string): boolean {
  return parseUrl(url) !== null && (/^https:/i.test(url) || isLoopbackUrl(url))
}
