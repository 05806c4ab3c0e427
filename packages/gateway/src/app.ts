import { loadAssets } from '@sluice/embedded-fields/assets'
import type { ErrorItem, SandboxCredentials } from '@sluice/types'
import { isLoopbackUrl } from '@sluice/types'
import type { Kysely } from 'kysely'
import { pino } from 'pino'

import type { Config } from './config.ts'
import { createIdentity, openIdentityRecords } from './identity/index.ts'
import type { Clock } from './kernel/clock.ts'
import type { Random } from './kernel/random.ts'
import type { Secret } from './kernel/secret.ts'
import type { Timers } from './kernel/timers.ts'
import {
  chooseKeysToPublish,
  createMerchantStore,
  type MerchantStore,
  provisionSandbox,
  registerEncryptionKeys,
  SANDBOX_ROLES,
  toKeySet,
  toSandboxCredentials,
} from './merchants/index.ts'
import { type BrowserAssets, registerBrowserAssets, registerPages } from './pages/index.ts'
import { sha256Base64Url } from './platform/crypto/aead.ts'
import { gatewayMigrations } from './platform/database/gateway-migrations.ts'
import { isDatabaseOutage } from './platform/database/database-errors.ts'
import { openDatabase } from './platform/database/open-database.ts'
import type { Database } from './platform/database/tables.ts'
import { createTransact } from './platform/database/transact.ts'
import { baseUrlOf, createHttpServer, type HttpServer } from './platform/http/http-server.ts'
import { startDueWork } from './platform/jobs/due-work.ts'
import { createLogger } from './platform/logging/logger.ts'
import { loadOrCreateMasterKey } from './platform/secrets/master-key.ts'
import { createSealer } from './platform/secrets/sealer.ts'
import { createSystemRandom, systemClock, systemTimers } from './platform/system.ts'
import {
  createSessionStore,
  expireSessions,
  registerClientSessions,
  registerSessions,
} from './sessions/index.ts'
import {
  createChallengeRecordsStore,
  createProviderLedgerStore,
  createSimulatedCardProviders,
  createSimulatedThreeDsServer,
  registerSimulatedAcs,
  simulatorMigrations,
  type SimulatorTables,
} from './simulators/index.ts'
import {
  createTransactionStore,
  type EnvironmentRules,
  expireOverdue,
  type PaymentProvider,
  readSimulation,
  recoverAbandoned,
  registerAuthorize,
  registerStatus,
  registerThreeDs,
  registerThreeDsNotifications,
  rulesOf,
  settleUnsettled,
  toTransactionEvent,
  type Transaction,
} from './transactions/index.ts'
import { makeMessageId } from './webhooks/message-id.ts'

/** What a gateway is built around; tests put their own in place of some. */
export interface Adapters {
  readonly clock: Clock
  readonly random: Random
  readonly timers: Timers
  /** Where log lines go. */
  readonly logDestination: { write(line: string): void }
  /** Checks every JSON answer against the endpoint table. */
  readonly verifyAnswers: boolean
  /** What merchants' pages load. */
  readonly assets: BrowserAssets
}

export interface App {
  readonly server: HttpServer
  /** The credentials of the `demo` sandbox; null in production. */
  readonly ready: SandboxCredentials | null
  listen(): Promise<{ readonly baseUrl: string; readonly authUrl: string }>
  /** Does at once whatever is due. */
  runDueWork(): Promise<void>
  close(): Promise<void>
}

/** File descriptor: the ready line alone goes to standard output. */
const STANDARD_ERROR = 2

/** The sandbox that the first start makes. */
const DEMO_SANDBOX = 'demo'

/**
 * Puts the gateway together: the one place that knows every slice and every adapter.
 *
 * @throws When the database or a secret cannot be used; the message says what to do.
 */
export async function buildApp(config: Config, adapters: Partial<Adapters> = {}): Promise<App> {
  const clock = adapters.clock ?? systemClock
  const random = adapters.random ?? createSystemRandom(clock)
  const timers = adapters.timers ?? systemTimers
  const logger = createLogger({
    level: config.logLevel,
    destination: adapters.logDestination ?? pino.destination({ dest: STANDARD_ERROR, sync: false }),
  })

  const masterKey = config.masterKey?.reveal() ?? loadOrCreateMasterKey(config.dataDir, random)
  const sealer = createSealer(masterKey, random)
  const database = await openDatabase<Database & SimulatorTables>(
    config.databaseUrl === null ? { dataDir: config.dataDir } : { databaseUrl: config.databaseUrl.reveal() },
    (dialect) => ({
      ...gatewayMigrations(dialect),
      ...(config.simulators ? simulatorMigrations(dialect) : {}),
    }),
  )
  const { db } = database
  // The gateway's own stores see their own tables only.
  const gatewayDb: Kysely<Database> = db.$extendTables()
  const transact = createTransact<Database>({ db: gatewayDb, random, timers })
  const merchants = createMerchantStore({ db: gatewayDb, sealer, clock, random })
  const identity = createIdentity({
    records: await openIdentityRecords({ db: gatewayDb, transact, sealer, clock }),
    clock,
    random,
    realm: config.http.realm,
    authUrl: () => config.http.authUrl ?? baseUrl(),
    logger,
  })
  const server = createHttpServer({
    config: config.http,
    clock,
    random,
    logger,
    authenticate: identity.authenticate,
    resolveClientKey: (clientKey) => merchants.findClientKey(clientKey),
    isRegisteredOrigin: (origin) => merchants.isRegisteredOrigin(origin),
    isOutage: isDatabaseOutage,
    verifyAnswers: adapters.verifyAnswers ?? false,
  })
  const baseUrl = (): string => baseUrlOf(server)

  const store = createTransactionStore({ db: gatewayDb, transact, clock })
  const sessions = createSessionStore({ db: gatewayDb, transact })
  const outside = config.simulators
    ? plugInSimulators(server, { db, clock, random, timers, baseUrl })
    : NOTHING_OUTSIDE
  const ports = {
    ...outside,
    store,
    sessions,
    clock,
    random,
    timers,
    baseUrl,
    hashSessionId,
    providerTimeoutMs: config.providerTimeoutMs,
    readSimulation: ({ metadata }: Transaction) => (config.simulators ? readSimulation(metadata) : null),
    describeEvent: (transaction: Transaction) => ({
      id: makeMessageId(random),
      ...toTransactionEvent(transaction),
    }),
    ...describeRecords(merchants, clock),
  }
  const rules: EnvironmentRules = {
    simulators: config.simulators,
    judgeUrl: (property, url) => judgeUrl(property, url, config.environment),
  }

  identity.register(server)
  registerEncryptionKeys(server, { merchants, clock })
  registerSessions(server, ports, rules)
  registerClientSessions(server, ports)
  registerAuthorize(server, ports, rules)
  registerThreeDs(server, ports)
  registerThreeDsNotifications(server, ports)
  registerStatus(server, ports)
  registerBrowserAssets(server, {
    assets: adapters.assets ?? loadAssets(),
    resolveClientKey: (clientKey) => merchants.findClientKey(clientKey),
  })
  registerPages(server, { isReady: () => isReachable(gatewayDb) })

  // The embedded database has one process at a time: whoever worked when it opened is gone, whatever the leases say.
  if (database.dialect === 'sqlite') {
    while ((await recoverAbandoned(ports, Number.MAX_SAFE_INTEGER)) > 0);
  }
  const dueWork = startDueWork(
    [
      { name: 'expire overdue authorizations', run: () => expireOverdue(ports) },
      { name: 'recover abandoned authorizations', run: () => recoverAbandoned(ports) },
      { name: 'settle unsettled authorizations', run: () => settleUnsettled(ports) },
      { name: 'expire sessions', run: () => expireSessions(ports) },
      { name: 'forget expired refresh tokens', run: () => identity.deleteExpiredTokens() },
      { name: 'forget what is no longer needed', run: () => store.forgetOld(clock.now()) },
    ],
    { timers, onError: (task, error) => logger.error({ task, err: error }, 'due work failed') },
  )

  const app = {
    server,
    ready: null as SandboxCredentials | null,
    async listen() {
      await server.listen({ host: config.http.host, port: config.http.port })
      if (config.environment === 'test') app.ready = await prepareDemo()
      return { baseUrl: baseUrl(), authUrl: config.http.authUrl ?? baseUrl() }
    },
    runDueWork: () => dueWork.runOnce(),
    async close() {
      await server.close()
      await dueWork.stop()
      await database.close()
    },
  }
  return app

  async function prepareDemo(): Promise<SandboxCredentials> {
    const merchantId = await provisionSandbox(merchants, {
      sandboxId: DEMO_SANDBOX,
      name: 'Demo shop',
      maxRetries: config.maxRetries,
      random,
    })
    const client = await identity.provideClient({
      merchantId,
      name: DEMO_SANDBOX,
      roles: SANDBOX_ROLES,
      dataDir: config.dataDir,
    })
    const [terminals, keys, clientKey] = await Promise.all([
      merchants.listTerminals(merchantId),
      merchants.listEncryptionKeys(merchantId),
      merchants.findClientKeyOf(merchantId),
    ])
    return toSandboxCredentials({
      sandboxId: DEMO_SANDBOX,
      merchantId,
      client,
      clientKey: clientKey?.clientKey ?? '',
      terminals,
      keys: chooseKeysToPublish(keys, clock.now()),
      addresses: { baseUrl: baseUrl(), authUrl: config.http.authUrl ?? baseUrl(), realm: config.http.realm },
    })
  }
}

/** Without simulators and before real adapters are configured nobody authenticates or authorizes. */
const NOTHING_OUTSIDE = {
  threeDsServer: {
    enrol: () => Promise.resolve({ kind: 'unavailable' as const }),
    authenticate: () => Promise.resolve({ kind: 'unavailable' as const }),
    readChallengeResult: () => Promise.resolve(null),
  },
  providers: new Map<string, PaymentProvider>(),
}

function plugInSimulators(
  server: HttpServer,
  options: {
    readonly db: Kysely<Database & SimulatorTables>
    readonly clock: Clock
    readonly random: Random
    readonly timers: Timers
    readonly baseUrl: () => string
  },
) {
  const challenges = createChallengeRecordsStore(options.db)
  registerSimulatedAcs(server, { ...options, store: challenges })
  const providers = createSimulatedCardProviders({ ...options, store: createProviderLedgerStore(options.db) })
  return {
    threeDsServer: createSimulatedThreeDsServer({ ...options, store: challenges }),
    providers: new Map(providers.map((provider) => [provider.id, provider])),
  }
}

/** What authorizations and sessions ask of a merchant's records. */
function describeRecords(merchants: MerchantStore, clock: Clock) {
  return {
    findMerchant: (merchantId: string) => merchants.findMerchant(merchantId),
    findTerminal: (merchantId: string, terminalId: string) => merchants.findTerminal(merchantId, terminalId),
    loadPrivateKeys: (merchantId: string) => merchants.loadPrivateKeys(merchantId),
    fingerprintCard: (merchantId: string, pan: Secret<string>) =>
      merchants.fingerprintCard(merchantId, pan.reveal()),
    async findTerminalRules(merchantId: string, terminalId: string) {
      const terminal = await merchants.findTerminal(merchantId, terminalId)
      if (terminal === null) throw new Error(`Terminal ${terminalId} is gone`)
      return rulesOf(terminal)
    },
    async findMessageOrigin(merchantId: string, terminalId: string) {
      return (await merchants.findTerminal(merchantId, terminalId))?.registeredOrigin ?? null
    },
    async findMerchantName(merchantId: string) {
      return (await merchants.findMerchant(merchantId))?.name ?? null
    },
    async describeMerchant(merchantId: string) {
      const merchant = await merchants.findMerchant(merchantId)
      if (merchant === null) throw new Error(`Merchant ${merchantId} is gone`)
      return { branding: merchant.branding, locale: merchant.locale }
    },
    async publishKeys(merchantId: string) {
      return toKeySet(chooseKeysToPublish(await merchants.listEncryptionKeys(merchantId), clock.now()))
    },
  }
}

/** Browsers are sent to https addresses; in the test environment also to plain ones of this machine. */
function judgeUrl(
  property: string,
  url: string | undefined,
  environment: Config['environment'],
): ErrorItem[] {
  if (url === undefined || /^https:/i.test(url)) return []
  if (environment === 'test' && isLoopbackUrl(url)) return []
  return [{ property, message: 'has an invalid format', params: [property] }]
}

/** Whether the database answers. */
async function isReachable(db: Kysely<Database>): Promise<boolean> {
  await db.selectFrom('signing_keys').select('kid').limit(1).execute()
  return true
}

/** What the database knows a session by: its id opens a payment form, so it is not stored. */
function hashSessionId(sessionId: string): string {
  return sha256Base64Url('session', sessionId)
}
