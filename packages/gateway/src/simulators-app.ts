import { join } from 'node:path'

import { isLoopbackUrl } from '@sluice/types'
import { pino } from 'pino'

import type { Config } from './config.ts'
import type { Clock } from './kernel/clock.ts'
import type { Random } from './kernel/random.ts'
import { encodeBase64Url } from './kernel/random.ts'
import { Secret } from './kernel/secret.ts'
import type { Timers } from './kernel/timers.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { baseUrlOf, createHttpServer, originUrlOf } from './platform/http/http-server.ts'
import { listenEverywhere } from './platform/http/listen-everywhere.ts'
import { createLogger } from './platform/logging/logger.ts'
import { loadOrCreateSecret } from './platform/secrets/secret-file.ts'
import { createSystemRandom, systemClock, systemTimers } from './platform/system.ts'
import {
  createChallengeRecordsStore,
  createProviderLedgerStore,
  createSimulatedCardProviders,
  createSimulatedThreeDsServer,
  providerPrefix,
  registerCardProvider,
  registerSimulatedAcs,
  registerThreeDsServer,
  simulatorMigrations,
  type SimulatorTables,
  THREE_DS_SERVER_PREFIX,
} from './simulators/index.ts'

/** What the simulators are built around; tests put their own in place of some. */
export interface SimulatorsAdapters {
  readonly clock: Clock
  readonly random: Random
  readonly timers: Timers
  readonly logDestination: { write(line: string): void }
}

/** Where the simulators answer and what signs requests to them, as the gateway's configuration names both. */
export interface SimulatorAddresses {
  readonly providers: readonly { readonly id: string; readonly url: string; readonly secret_file: string }[]
  readonly three_ds_server: { readonly url: string; readonly secret_file: string }
}

export interface SimulatorsApp {
  listen(): Promise<SimulatorAddresses>
  close(): Promise<void>
}

/** File descriptor: the ready line alone goes to standard output. */
const STANDARD_ERROR = 2

/** As long as the HMAC-SHA-256 that it keys. */
const SECRET_BYTES = 32

/** The 3DS server's name among the parties. */
const THREE_DS_SERVER = 'three-ds-server'

/**
 * Puts the simulators together as a service of their own: card providers, 3DS server and bank, spoken to as real ones
 * are. They share nothing with a gateway but a secret for each of them.
 */
export async function buildSimulators(
  config: Config,
  adapters: Partial<SimulatorsAdapters> = {},
): Promise<SimulatorsApp> {
  const clock = adapters.clock ?? systemClock
  const random = adapters.random ?? createSystemRandom(clock)
  const timers = adapters.timers ?? systemTimers
  // One for each party, as it is with real ones.
  const secretOf = (party: string) =>
    new Secret(loadOrCreateSecret(config.dataDir, party, () => encodeBase64Url(random.bytes(SECRET_BYTES))))
  const secretFileOf = (party: string) => join(config.dataDir, 'secrets', party)
  const database = await openDatabase<SimulatorTables>({ dataDir: config.dataDir }, simulatorMigrations)
  const server = createHttpServer({
    config: config.http,
    clock,
    random,
    logger: createLogger({
      level: config.logLevel,
      destination: adapters.logDestination ?? pino.destination({ dest: STANDARD_ERROR, sync: false }),
    }),
    authenticate: () => Promise.resolve(null),
    resolveClientKey: () => Promise.resolve(null),
    isRegisteredOrigin: () => Promise.resolve(false),
  })
  const baseUrl = (): string => baseUrlOf(server)
  const challenges = createChallengeRecordsStore(database.db)
  const parts = { clock, random, timers, pagesUrl: () => originUrlOf(server, 'bank') }
  // Signatures are made by another process, whose clock nobody moves.
  const signingOf = (party: string) => ({ secret: secretOf(party), clock: systemClock })

  registerSimulatedAcs(server, { ...parts, store: challenges, mayNotify: isWebPage })
  const threeDsServer = createSimulatedThreeDsServer({ ...parts, store: challenges })
  registerThreeDsServer(server, threeDsServer, signingOf(THREE_DS_SERVER))
  const providers = createSimulatedCardProviders({ ...parts, store: createProviderLedgerStore(database.db) })
  for (const provider of providers) registerCardProvider(server, provider, signingOf(provider.id))

  // Answers that a fault keeps back are never sent: they must not keep the process from ending.
  server.addHook('preClose', async () => server.server.closeAllConnections())

  return {
    async listen() {
      await listenEverywhere(server)
      return {
        providers: providers.map(({ id }) => ({
          id,
          url: baseUrl() + providerPrefix(id),
          secret_file: secretFileOf(id),
        })),
        three_ds_server: {
          url: baseUrl() + THREE_DS_SERVER_PREFIX,
          secret_file: secretFileOf(THREE_DS_SERVER),
        },
      }
    },
    async close() {
      await server.close()
      await database.close()
    },
  }
}

/** Any gateway may be notified; which one it is the bank learns from the browser only. */
function isWebPage(url: string): boolean {
  return URL.canParse(url) && (/^https:/i.test(url) || isLoopbackUrl(url))
}
