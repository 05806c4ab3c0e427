import { loadAssets } from '@sluice/embedded-fields/assets'
import type { ErrorItem, SandboxCredentials } from '@sluice/types'
import { isLoopbackUrl } from '@sluice/types'
import type { Kysely } from 'kysely'
import { pino } from 'pino'

import type { Config } from './config.ts'
import type { ConfigurationFile, Plan } from './configuration-file/index.ts'
import { createCustomerStore, registerCustomers } from './customers/index.ts'
import { createIdentity, openIdentityRecords } from './identity/index.ts'
import type { Clock } from './kernel/clock.ts'
import type { Random } from './kernel/random.ts'
import { Secret } from './kernel/secret.ts'
import type { Timers } from './kernel/timers.ts'
import {
  chooseKeysToPublish,
  findBrandingAsset,
  registerBrandingAssets,
  createMerchantStore,
  createSandboxStore,
  DEMO_SANDBOX,
  describeSandbox,
  type MerchantStore,
  provisionSandbox,
  registerClock,
  registerEncryptionKeys,
  registerSandboxes,
  SANDBOX_ROLES,
  toKeySet,
  toSandboxCredentials,
} from './merchants/index.ts'
import { type BrowserAssets, registerBrowserAssets, registerPages } from './pages/index.ts'
import {
  createCardKeeping,
  registerPaymentMethods,
  tendVault,
  type VaultRotationPorts,
} from './payment-methods/index.ts'
import { deriveKey, sha256Base64Url } from './platform/crypto/aead.ts'
import { encodeWebhookSecret, signMessage } from './platform/crypto/standard-webhook.ts'
import { gatewayMigrations } from './platform/database/gateway-migrations.ts'
import { isDatabaseOutage } from './platform/database/database-errors.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { createAnswerRecordsStore } from './platform/idempotency/answer-records.store.ts'
import { createIdempotency } from './platform/idempotency/idempotency.ts'
import { createLimitRate } from './platform/rate-limits/limit-rate.ts'
import { createRateCounter } from './platform/rate-limits/rate-counter.ts'
import type { Database } from './platform/database/tables.ts'
import { DEADLINES, TENANT_TABLES } from './platform/database/tenant-tables.ts'
import { createTransact } from './platform/database/transact.ts'
import { baseUrlOf, createHttpServer, type HttpServer } from './platform/http/http-server.ts'
import { fetchPublic } from './platform/http/fetch-public.ts'
import { startDueWork } from './platform/jobs/due-work.ts'
import { createLogger } from './platform/logging/logger.ts'
import { loadOrCreateMasterKey } from './platform/secrets/master-key.ts'
import { createSealer } from './platform/secrets/sealer.ts'
import { loadOrCreateSecret } from './platform/secrets/secret-file.ts'
import { createSystemRandom, systemClock, systemTimers } from './platform/system.ts'
import { createProviders, createThreeDsServer } from './providers/index.ts'
import {
  createSessionStore,
  expireSessions,
  registerClientSessions,
  registerSessions,
} from './sessions/index.ts'
import {
  createChallengeRecordsStore,
  createOrderLedgerStore,
  createProviderLedgerStore,
  createSimulatedAlternativeProviders,
  createSimulatedCardProviders,
  createSimulatedThreeDsServer,
  postCallback,
  registerProviderPages,
  registerSimulatedAcs,
  settleOrders,
  SIMULATOR_DEADLINES,
  SIMULATOR_TENANT_TABLES,
  simulatorMigrations,
  type SimulatorTables,
} from './simulators/index.ts'
import type { ThreeDsServer } from './three-ds/index.ts'
import {
  type AlternativeProvider,
  createOperationStore,
  createProviderReports,
  createTransactionStore,
  type EnvironmentRules,
  expireOverdue,
  type PaymentProvider,
  type ReconciliationAlert,
  readAlternativeSimulation,
  readSimulation,
  lookAfterGivenUp,
  recoverAbandoned,
  reverseLateMoney,
  registerAuthorize,
  releaseExpired,
  registerManage,
  registerPayment,
  registerPayout,
  registerProviderCallback,
  registerStatus,
  registerThreeDs,
  registerThreeDsNotifications,
  rulesOf,
  settleUnsettled,
  toTransactionEvent,
  type Transaction,
} from './transactions/index.ts'
import { createSubscriptionStore, DEFAULT_FILTERS, makeMessageId } from './webhooks/index.ts'

/** What a gateway is built around; tests put their own in place of some. */
export interface Adapters {
  readonly clock: Clock
  /** Of access tokens, rates and leases between processes: the machine's, whatever the other clock says. */
  readonly realTime: Clock
  readonly random: Random
  readonly timers: Timers
  /** Where log lines go. */
  readonly logDestination: { write(line: string): void }
  /** Checks every JSON answer against the endpoint table. */
  readonly verifyAnswers: boolean
  /** What merchants' pages load. */
  readonly assets: BrowserAssets
  /** Besides the simulated ones, and instead of those with the same id. */
  readonly alternativeProviders: readonly AlternativeProvider[]
  /** In place of the configured or simulated ones. */
  readonly providers: ReadonlyMap<string, PaymentProvider>
  readonly threeDsServer: ThreeDsServer
}

export interface App {
  readonly server: HttpServer
  /** The credentials of the `demo` sandbox; null in production. */
  readonly ready: SandboxCredentials | null
  listen(): Promise<{ readonly baseUrl: string; readonly authUrl: string }>
  /** Does at once whatever is due, and what becomes due by that; gives how much was done. */
  runDueWork(): Promise<number>
  close(): Promise<void>
}

/** As long as the HMAC-SHA-256 that it keys. */
const WEBHOOK_SECRET_BYTES = 32

/** File descriptor: the ready line alone goes to standard output. */
const STANDARD_ERROR = 2

/** The gateway's tables and, where there are simulators, theirs. */
function openGatewayDatabase(config: Config) {
  return openDatabase<Database & SimulatorTables>(
    config.databaseUrl === null ? { dataDir: config.dataDir } : { databaseUrl: config.databaseUrl.reveal() },
    (dialect) => ({
      ...gatewayMigrations(dialect),
      ...(config.simulators ? simulatorMigrations(dialect) : {}),
    }),
  )
}

/** Null when there is none. Its reader is loaded only where there is one. */
async function readConfigurationFile(config: Config) {
  if (config.configFile === null) return null
  const { loadConfigurationFile } = await import('./configuration-file/index.ts')
  const { applyConfiguration } = await import('./configuration-file/apply-configuration.store.ts')
  return { applyConfiguration, ...loadConfigurationFile(config.configFile, config) }
}

/** How long a merchant's logo may take: whoever starts a gateway is waiting. */
const BRANDING_DEADLINE_MS = 15_000

function fetchBrandingFrom({ environment }: Config) {
  return (url: string, maxBytes: number) =>
    fetchPublic(url, { maxBytes, deadlineMs: BRANDING_DEADLINE_MS, mayBeLocal: environment === 'test' })
}

/** Gives the secret of a webhook whose owner gives none, from a file of the data directory. */
function keepWebhookSecrets(dataDir: string, random: Random) {
  return (merchantId: string, subscriptionId: string) =>
    new Secret(
      loadOrCreateSecret(dataDir, `webhook-${merchantId}-${subscriptionId}`, () =>
        encodeWebhookSecret(random.bytes(WEBHOOK_SECRET_BYTES)),
      ),
    )
}

/**
 * Applies a configuration file and serves nothing.
 *
 * @throws When the database cannot be used, or the file wants what it cannot have; the message says what to do.
 */
export async function applyConfigurationFile(
  config: Config,
  file: ConfigurationFile,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<Plan> {
  const { applyConfiguration } = await import('./configuration-file/apply-configuration.store.ts')
  const random = createSystemRandom(systemClock)
  const masterKey = config.masterKey?.reveal() ?? loadOrCreateMasterKey(config.dataDir, random)
  const database = await openGatewayDatabase(config)
  try {
    const db: Kysely<Database> = database.db.$extendTables()
    const ports = {
      db,
      transact: createTransact<Database>({ db, random, timers: systemTimers }),
      fetchAsset: fetchBrandingFrom(config),
      dialect: database.dialect,
      sealer: createSealer(masterKey, random),
      clock: systemClock,
      random,
      // Looking leaves nothing behind.
      makeWebhookSecret: isDryRun
        ? () => new Secret(encodeWebhookSecret(random.bytes(WEBHOOK_SECRET_BYTES)))
        : keepWebhookSecrets(config.dataDir, random),
    }
    return await applyConfiguration(ports, file.merchants, { isDryRun })
  } finally {
    await database.close()
  }
}

/**
 * Changes keys of the vault, beside running gateways or without any.
 *
 * @throws When the database cannot be used; the message says what to do.
 */
export async function rotateVaultOf<T>(
  config: Config,
  rotate: (ports: VaultRotationPorts) => Promise<T>,
): Promise<T> {
  const random = createSystemRandom(systemClock)
  const masterKey = config.masterKey?.reveal() ?? loadOrCreateMasterKey(config.dataDir, random)
  const database = await openGatewayDatabase(config)
  try {
    const db: Kysely<Database> = database.db.$extendTables()
    return await rotate(
      createCardKeeping({
        db,
        transact: createTransact<Database>({ db, random, timers: systemTimers }),
        sealer: createSealer(masterKey, random),
        clock: systemClock,
        random,
        makeEventId: () => makeMessageId(random),
      }),
    )
  } finally {
    await database.close()
  }
}

/**
 * Puts the gateway together: the one place that knows every slice and every adapter.
 *
 * @throws When the database or a secret cannot be used; the message says what to do.
 */
export async function buildApp(config: Config, adapters: Partial<Adapters> = {}): Promise<App> {
  const clock = adapters.clock ?? systemClock
  const realTime = adapters.realTime ?? systemClock
  const random = adapters.random ?? createSystemRandom(clock)
  const timers = adapters.timers ?? systemTimers
  const logger = createLogger({
    level: config.logLevel,
    destination: adapters.logDestination ?? pino.destination({ dest: STANDARD_ERROR, sync: false }),
  })

  const masterKey = config.masterKey?.reveal() ?? loadOrCreateMasterKey(config.dataDir, random)
  const sealer = createSealer(masterKey, random)
  const file = await readConfigurationFile(config)
  const callbackSecretsOf = (providerId: string): readonly string[] => {
    const configured = file?.providers.find(({ id }) => id === providerId)
    if (configured) return configured.callbackSecrets.map((secret) => secret.reveal())
    // The account at a simulated provider needs no configuration: both sides derive its secret.
    return config.simulators
      ? [encodeWebhookSecret(deriveKey(masterKey, `provider callback ${providerId}`))]
      : []
  }
  const database = await openGatewayDatabase(config)
  const { db } = database
  // The gateway's own stores see their own tables only.
  const gatewayDb: Kysely<Database> = db.$extendTables()
  const transact = createTransact<Database>({ db: gatewayDb, random, timers })
  if (file) {
    const applyPorts = {
      db: gatewayDb,
      transact,
      dialect: database.dialect,
      sealer,
      clock,
      random,
      makeWebhookSecret: keepWebhookSecrets(config.dataDir, random),
      fetchAsset: fetchBrandingFrom(config),
    }
    await file
      .applyConfiguration(applyPorts, file.merchants, { isDryRun: false })
      .catch(async (error: unknown) => {
        await database.close()
        throw error
      })
  }
  const merchants = createMerchantStore({ db: gatewayDb, sealer, clock, random })
  const rates = config.rateLimits ? createRateCounter(realTime) : null
  const idempotency = createIdempotency({
    records: createAnswerRecordsStore(gatewayDb),
    realTime,
    random,
    timers,
    onError: (error) => logger.error({ err: error }, 'a stored answer could not be written'),
  })
  const foreignIssuer = config.foreignIssuer ?? file?.trustedIssuer
  const identity = createIdentity({
    records: await openIdentityRecords({ db: gatewayDb, transact, sealer, clock }),
    clock,
    random,
    realm: config.http.realm,
    authUrl: () => config.http.authUrl ?? baseUrl(),
    logger,
    realTime,
    ...(foreignIssuer && { foreignIssuer }),
    hasMerchant: async (merchantId) => (await merchants.findMerchant(merchantId)) !== null,
    ...(rates && {
      limitClient: ({ clientId, ip }) => rates.count('token', [clientId, ip]).waitSeconds,
    }),
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
    idempotency,
    ...(rates && { limitRate: createLimitRate(rates) }),
    operatorToken: config.operatorToken,
    verifyAnswers: adapters.verifyAnswers ?? false,
  })
  const baseUrl = (): string => baseUrlOf(server)

  const sandboxes = createSandboxStore({
    db: gatewayDb,
    transact,
    clock,
    // The simulators' tables exist only where simulators do, and hang on the gateway's.
    tenantTables: [...(config.simulators ? SIMULATOR_TENANT_TABLES : []), ...TENANT_TABLES],
    deadlines: [...DEADLINES, ...(config.simulators ? SIMULATOR_DEADLINES : [])],
  })
  const subscriptions = createSubscriptionStore({ db: gatewayDb, sealer, clock, random })
  const customers = createCustomerStore(gatewayDb)
  const cards = createCardKeeping({
    db: gatewayDb,
    transact,
    sealer,
    clock,
    random,
    makeEventId: () => makeMessageId(random),
  })
  const store = createTransactionStore({ db: gatewayDb, transact, clock, saving: cards.saving })
  const reports = createProviderReports({ db: gatewayDb, transact, clock })
  const operations = createOperationStore({ db: gatewayDb, transact, clock })
  const sessions = createSessionStore({ db: gatewayDb, transact })
  const plugged = config.simulators
    ? plugInSimulators(server, { db, clock, realTime, random, timers, baseUrl, callbackSecretsOf })
    : NOTHING_OUTSIDE
  const configured = plugInConfigured(file, config)
  const outside = {
    ...plugged,
    providers: adapters.providers ?? new Map([...plugged.providers, ...configured.providers]),
    threeDsServer: adapters.threeDsServer ?? configured.threeDsServer ?? plugged.threeDsServer,
  }
  if (outside.providers.size === 0 || outside.threeDsServer === NOTHING_OUTSIDE.threeDsServer) {
    // Cards would be charged without knowing whose they are, or not at all: better to say so before.
    outside.providers = NOTHING_OUTSIDE.providers
    logger.warn('no payment provider or no 3-D Secure server is configured: card payments end INVALID 2024')
  }
  // Simulators may also run as a service of their own: the test environment decides who reads the metadata.
  const isTest = config.environment === 'test'
  const ports = {
    ...outside,
    alternativeProviders: new Map([
      ...outside.alternativeProviders,
      ...(adapters.alternativeProviders ?? []).map((provider) => [provider.id, provider] as const),
    ]),
    store,
    reports,
    callbackSecretsOf,
    realTime,
    operations,
    sessions,
    clock,
    random,
    timers,
    baseUrl,
    hashSessionId,
    providerTimeoutMs: config.providerTimeoutMs,
    readSimulation: ({ metadata }: Transaction) => (isTest ? readSimulation(metadata) : null),
    readAlternativeSimulation: ({ metadata }: Transaction) =>
      isTest ? readAlternativeSimulation(metadata) : null,
    describeEvent: (transaction: Transaction) => ({
      id: makeMessageId(random),
      ...toTransactionEvent(transaction),
    }),
    onProviderFailure: (provider: string, error: unknown) =>
      logger.warn({ provider, err: error }, 'a provider gave no outcome'),
    onAlert: ({ kind, merchantId, transactionId, providerId, attemptId }: ReconciliationAlert) =>
      logger.error(
        {
          reason: kind,
          merchant_id: merchantId,
          transaction_id: transactionId,
          provider: providerId,
          attempt_id: attemptId,
        },
        'a transaction needs a person',
      ),
    customers,
    savedCards: cards.savedCards,
    ...describeRecords(merchants, clock),
  }
  const rules: EnvironmentRules = {
    simulators: isTest,
    judgeUrl: (property, url) => judgeUrl(property, url, config.environment),
  }

  identity.register(server)
  registerEncryptionKeys(server, { merchants, clock })
  registerSessions(server, ports, rules)
  registerClientSessions(server, ports)
  registerAuthorize(server, ports, rules)
  registerThreeDs(server, ports)
  registerThreeDsNotifications(server, ports)
  registerManage(server, ports, rules)
  registerPayment(server, ports, rules)
  registerPayout(server, ports, rules)
  registerProviderCallback(server, ports)
  registerStatus(server, ports)
  registerCustomers(server, ports)
  registerPaymentMethods(server, ports)
  const sandboxPorts = {
    merchants,
    sandboxes,
    clock,
    random,
    maxRetries: config.maxRetries,
    addresses: () => ({
      baseUrl: baseUrl(),
      authUrl: config.http.authUrl ?? baseUrl(),
      realm: config.http.realm,
    }),
    addClient: identity.addClient,
    findClientOf: identity.findClientOf,
    subscribe: (merchantId: string, url: string, filters = DEFAULT_FILTERS) =>
      subscriptions.add({ merchantId, url, filters }),
    findWebhookUrl: async (merchantId: string) => (await subscriptions.list(merchantId))[0]?.url ?? null,
    judgeUrl: rules.judgeUrl,
  }
  if (config.simulators) {
    registerSandboxes(server, sandboxPorts)
    registerClock(server, { sandboxes, clock, workOff: (change) => dueWork.runAfter(change) })
  }
  registerBrowserAssets(server, {
    assets: adapters.assets ?? loadAssets(),
    resolveClientKey: (clientKey) => merchants.findClientKey(clientKey),
  })
  registerBrandingAssets(server, { findBrandingAsset: (digest) => findBrandingAsset(gatewayDb, digest) })
  registerPages(server, { isReady: () => isReachable(gatewayDb) })

  // The embedded database has one process at a time: whoever worked when it opened is gone, whatever the leases say.
  if (database.dialect === 'sqlite') {
    while ((await recoverAbandoned(ports, Number.MAX_SAFE_INTEGER)) > 0);
    await idempotency.endLeases()
  }
  const dueWork = startDueWork(
    [
      { name: 'settle simulated orders', run: () => plugged.settleOrders() },
      { name: 'expire overdue authorizations', run: () => expireOverdue(ports) },
      { name: 'recover abandoned authorizations', run: () => recoverAbandoned(ports) },
      { name: 'settle unsettled authorizations', run: () => settleUnsettled(ports) },
      { name: 'look after orders that were given up', run: () => lookAfterGivenUp(ports) },
      { name: 'give back money that came too late', run: () => reverseLateMoney(ports) },
      { name: 'release expired authorizations', run: () => releaseExpired(ports) },
      { name: 'expire sessions', run: () => expireSessions(ports) },
      { name: 'forget expired refresh tokens', isUpkeep: true, run: () => identity.deleteExpiredTokens() },
      { name: 'forget stored answers', isUpkeep: true, run: () => idempotency.forgetOld() },
      { name: 'finish a change of vault keys', isUpkeep: true, run: () => tendVault(cards) },
      { name: 'forget what is no longer needed', isUpkeep: true, run: () => store.forgetOld(clock.now()) },
      { name: 'forget old provider reports', isUpkeep: true, run: () => reports.forgetOld(clock.now()) },
      { name: 'sweep up after removed sandboxes', isUpkeep: true, run: () => sandboxes.sweep() },
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
    runDueWork: () => dueWork.runAfter(() => Promise.resolve()),
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
      origins: '*',
      maxRetries: config.maxRetries,
      random,
    })
    const client = await identity.provideClient({
      merchantId,
      name: DEMO_SANDBOX,
      roles: SANDBOX_ROLES,
      dataDir: config.dataDir,
    })
    const { clientId, clientSecret } = client
    const demo = await describeSandbox(sandboxPorts, { sandboxId: DEMO_SANDBOX, merchantId, clientId })
    return toSandboxCredentials({ ...demo, webhookUrl: null }, { clientSecret, webhookSecret: null })
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
  alternativeProviders: new Map<string, AlternativeProvider>(),
  settleOrders: () => Promise.resolve(0),
}

/** The parties that the configuration file names; they go before simulated ones. */
function plugInConfigured(
  file: Pick<ConfigurationFile, 'providers' | 'threeDsServer'> | null,
  { environment }: Config,
): { providers: ReadonlyMap<string, PaymentProvider>; threeDsServer: ThreeDsServer | null } {
  // Their own clocks judge our signatures, so the machine's is the one that counts.
  const options = { clock: systemClock, passesSimulation: environment === 'test' }
  return {
    providers: createProviders(file?.providers ?? [], options),
    threeDsServer: file?.threeDsServer ? createThreeDsServer(file.threeDsServer, options) : null,
  }
}

function plugInSimulators(
  server: HttpServer,
  options: {
    readonly db: Kysely<Database & SimulatorTables>
    readonly clock: Clock
    readonly random: Random
    readonly timers: Timers
    readonly baseUrl: () => string
    readonly realTime: Clock
    readonly callbackSecretsOf: (providerId: string) => readonly string[]
  },
) {
  const challenges = createChallengeRecordsStore(options.db)
  registerSimulatedAcs(server, { ...options, store: challenges })
  const ledger = createOrderLedgerStore({
    db: options.db,
    transact: createTransact<SimulatorTables>({ ...options, db: options.db.$extendTables() }),
    makeMessageId: () => makeMessageId(options.random),
  })
  const desk = { ...options, ledger, post: postCallback, sign: signMessage }
  registerProviderPages(server, desk)
  const alternativeProviders = createSimulatedAlternativeProviders(desk)
  const providers = createSimulatedCardProviders({ ...options, store: createProviderLedgerStore(options.db) })
  return {
    threeDsServer: createSimulatedThreeDsServer({ ...options, store: challenges }),
    providers: new Map(providers.map((provider) => [provider.id, provider])),
    alternativeProviders: new Map(alternativeProviders.map((provider) => [provider.id, provider])),
    settleOrders: () => settleOrders(desk),
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
