import { loadAssets } from '@sluice/embedded-fields/assets'
import { loadHostedPage } from '@sluice/hpp-ui/assets'
import type { SandboxCredentials } from '@sluice/types'
import { pino } from 'pino'

import { openAccountability } from './composition/accountability.ts'
import type { Adapters } from './composition/adapters.ts'
import {
  applyMerchants,
  judgeLooks,
  judgeTerminals,
  readConfigurationFile,
} from './composition/configuration.ts'
import { countRates } from './composition/count-rates.ts'
import { environmentRules } from './composition/environment-rules.ts'
import { layFoundation } from './composition/foundation.ts'
import { ERASURE_INTERVAL_MS, listDueWork, listErasureWork } from './composition/list-due-work.ts'
import { countEvents, measureCommits } from './composition/measured.ts'
import { chooseOutside, NOTHING_SIMULATED } from './composition/outside.ts'
import { plugInSimulators } from './composition/plug-in-simulators.ts'
import { createFindCallbackSecrets } from './composition/provider-callback-secrets.ts'
import { makeSandboxPorts, prepareDemo } from './composition/sandbox-ports.ts'
import {
  createReloadKeys,
  createResealOutdated,
  KEY_RELOAD_INTERVAL_MS,
} from './composition/tend-master-key.ts'
import { openStores } from './composition/stores.ts'
import { chooseWallet } from './composition/gwallet-pay.ts'
import { makeTransactionPorts } from './composition/transaction-ports.ts'
import { openVolatilePlace } from './composition/volatile-secrets.ts'
import { openWatch } from './composition/watch.ts'
import { makeWebhookDelivery } from './composition/webhook-delivery.ts'
import type { Config } from './config.ts'
import { registerCustomers } from './customers/index.ts'
import {
  createFindPage,
  pageAddress,
  registerHostedPaymentPages,
  registerPage,
} from './hosted-payment-page/index.ts'
import { createIdentity, openIdentityRecords, rotateDueSigningKey } from './identity/index.ts'
import {
  findBrandingAsset,
  registerBrandingAssets,
  registerClock,
  registerEncryptionKeys,
  registerSandboxes,
} from './merchants/index.ts'
import { registerBrowserAssets, registerCspReports, registerPages } from './pages/index.ts'
import { registerPaymentMethods } from './payment-methods/index.ts'
import { isDatabaseOutage } from './platform/database/database-errors.ts'
import {
  baseUrlOf,
  createHttpServer,
  type HttpServer,
  originUrlOf,
  type ResolveClientKey,
} from './platform/http/http-server.ts'
import { listenEverywhere } from './platform/http/listen-everywhere.ts'
import { createAnswerRecordsStore } from './platform/idempotency/answer-records.store.ts'
import { openServiceKey } from './platform/secrets/service-keys.store.ts'
import { createIdempotency } from './platform/idempotency/idempotency.ts'
import { startDueWork } from './platform/jobs/due-work.ts'
import { createReadiness } from './platform/http/readiness.ts'
import { createLogger } from './platform/logging/logger.ts'
import { createLimitRate } from './platform/rate-limits/limit-rate.ts'
import { systemClock } from './platform/system.ts'
import { registerSimulatedWallets, registerWalletPages } from './simulators/index.ts'
import { registerClientSessions, registerSessionChallenge, registerSessions } from './sessions/index.ts'
import {
  BROWSER_PAGE_SCRIPTS,
  eraseKeysWithCards,
  recoverAbandoned,
  registerAuthorize,
  registerDecisions,
  registerManage,
  registerPayment,
  registerOrderReturn,
  registerPayout,
  registerProviderCallback,
  registerStatus,
  registerThreeDs,
  registerThreeDsNotifications,
  sweepVolatileKeys,
} from './transactions/index.ts'
import {
  registerExplainSignature,
  registerWebhookDeliveries,
  registerWebhookLaboratory,
  registerWebhookSubscriptions,
} from './webhooks/index.ts'

export type { Adapters } from './composition/adapters.ts'

/** Origins, no trailing slash. @see docs/protocol.md#origins */
export interface AppAddresses {
  readonly baseUrl: string
  readonly authUrl: string
  readonly methodsUrl: string
  readonly portalUrl: string
  /** Of simulated banks, wallets and providers. */
  readonly bankUrl: string
}

export interface App {
  readonly server: HttpServer
  /** The credentials of the `demo` sandbox; null in production. */
  readonly ready: SandboxCredentials | null
  /** Says "not ready" from now on and serves on, until {@link App.close}: balancers go elsewhere meanwhile. */
  drain(): void
  /** Where the service answers; before {@link App.listen} as it is configured. */
  addresses(): AppAddresses
  listen(): Promise<
    AppAddresses & {
      /** Null where nobody reads metrics. */
      readonly metricsUrl: string | null
    }
  >
  /** Does at once whatever is due, and what becomes due by that; gives how much was done. */
  runDueWork(): Promise<number>
  close(): Promise<void>
}

/** File descriptor: the ready line alone goes to standard output. */
const STANDARD_ERROR = 2

/**
 * Puts the gateway together: here and in `composition/` every slice and every adapter is known, and nowhere else.
 *
 * @throws When the database or a secret cannot be used; the message says what to do.
 */
export async function buildApp(config: Config, adapters: Partial<Adapters> = {}): Promise<App> {
  const logger = createLogger({
    level: config.logLevel,
    destination: adapters.logDestination ?? pino.destination({ dest: STANDARD_ERROR, sync: false }),
  })
  const realTime = adapters.realTime ?? systemClock
  const file = await readConfigurationFile(config)
  const watch = await openWatch(config)
  const { telemetry } = watch
  const foundation = measureCommits(await layFoundation(config, adapters), telemetry)
  const { clock, random, timers, db } = foundation
  if (file) {
    await applyMerchants(config, foundation, file.merchants, { isDryRun: false }).catch(
      async (error: unknown) => {
        await foundation.closeDatabase()
        throw error
      },
    )
  }
  for (const reason of await judgeLooks(file?.merchants ?? []))
    logger.warn({ reason }, 'a colour of a merchant is hard to read')
  for (const reason of judgeTerminals(file?.merchants ?? [], config.environment))
    logger.warn({ reason }, 'a terminal may accept other payments than its merchant expects')
  const webhooks = makeWebhookDelivery(config, foundation, {
    adapters,
    realTime,
    logger,
    telemetry,
  })
  const { volatileSecrets, onDisk } = await openVolatilePlace(config, foundation, { ...foundation, realTime })
  if (onDisk !== null && config.environment === 'production') {
    logger.warn(
      { reason: onDisk },
      'the runtime directory is on a disk, where erased secrets may be recovered: give SLUICE_RUNTIME_DIR a directory in memory (tmpfs)',
    )
  }
  const opened = openStores(config, foundation, webhooks.onDue)
  const transactions = eraseKeysWithCards(opened.transactions, {
    volatileSecrets,
    onError: (error) =>
      logger.error({ err: error }, 'the volatile key of an ended payment was not erased yet'),
  })
  const stores = { ...opened, ...countEvents({ ...opened, transactions }, telemetry) }
  const { merchants, sandboxes } = stores
  for (const { merchantId, id } of await merchants.listProceedingTerminals()) {
    logger.warn(
      { merchant_id: merchantId, terminal_id: id },
      'the terminal charges cards that could not be authenticated (three_ds.on_unavailable: PROCEED): the merchant is liable for fraud on these payments',
    )
  }

  const rates = countRates(config, foundation, { realTime, logger, telemetry })
  const accountability = openAccountability(config, foundation, { realTime, logger, telemetry })
  const { noteSecurityEvent } = accountability
  const idempotency = createIdempotency({
    records: createAnswerRecordsStore(db),
    lookupKey: await openServiceKey(foundation, 'LOOKUP'),
    sealer: foundation.sealer,
    realTime,
    random,
    timers,
    onError: (error) => logger.error({ err: error }, 'a stored answer could not be written'),
  })
  const foreignIssuer = config.foreignIssuer ?? file?.trustedIssuer
  const identity = createIdentity({
    records: await openIdentityRecords(foundation),
    clock,
    random,
    realm: config.http.realm,
    authUrl: () => authUrl(),
    logger,
    realTime,
    ...(foreignIssuer && { foreignIssuer }),
    hasMerchant: async (merchantId) => (await merchants.findMerchant(merchantId)) !== null,
    rates: rates.counter,
    noteSecurityEvent,
  })
  const readiness = createReadiness({ isReachable: () => foundation.isReachable(), clock: realTime, timers })
  const resolveClientKey: ResolveClientKey = (clientKey) => merchants.findClientKey(clientKey)
  const server = createHttpServer({
    config: config.http,
    telemetry,
    isDraining: () => readiness.isDraining(),
    servesOnlyHealth: !config.roles.has('api'),
    clock,
    random,
    logger,
    authenticate: identity.authenticate,
    resolveClientKey,
    isRegisteredOrigin: (origin) => merchants.isRegisteredOrigin(origin),
    isOutage: isDatabaseOutage,
    noteSecurityEvent,
    idempotency,
    ...(rates.counter && { limitRate: createLimitRate(rates.counter) }),
    operatorToken: config.operatorToken,
    verifyAnswers: adapters.verifyAnswers ?? false,
  })
  const baseUrl = (): string => baseUrlOf(server)
  const authUrl = (): string => config.http.authUrl ?? baseUrl()

  const callbackSecretsOf = createFindCallbackSecrets(config, foundation.masterKey, file)
  const simulated = config.simulators
    ? plugInSimulators(server, foundation, {
        realTime,
        callbackSecretsOf,
        timeoutMs: config.providerTimeoutMs,
      })
    : NOTHING_SIMULATED
  const outside = chooseOutside({ adapters, file, simulated, clock, realTime, logger, telemetry })
  const { gwalletPay, simulatedWallets } = chooseWallet(config, foundation, {
    adapters,
    file,
    logger,
    telemetry,
    pagesUrl: () => originUrlOf(server, 'bank'),
  })
  const rules = environmentRules(config)
  const ports = makeTransactionPorts(config, foundation, {
    stores,
    volatileSecrets,
    outside,
    gwalletPay,
    callbackSecretsOf,
    realTime,
    telemetry,
    logger,
    baseUrl,
    methodsUrl: () => originUrlOf(server, 'methods'),
  })
  const sandboxPorts = makeSandboxPorts(config, foundation, { stores, identity, rules, baseUrl })

  const assets = adapters.assets ?? loadAssets({ globalName: config.browserGlobal })
  const hostedPage = adapters.hostedPage ?? loadHostedPage()
  identity.register(server)
  registerEncryptionKeys(server, { merchants, clock })
  registerSessions(server, ports, rules)
  registerClientSessions(server, ports)
  registerSessionChallenge(server, { ...ports, resolveClientKey })
  registerHostedPaymentPages(
    server,
    { ...ports, findClientKeyOf: (merchantId) => merchants.findClientKeyOf(merchantId) },
    rules,
  )
  registerPage(server, {
    ...ports,
    findPage: createFindPage(ports),
    resolveClientKey,
    renderDocument: hostedPage.renderDocument,
  })
  registerAuthorize(server, ports, rules)
  registerThreeDs(server, ports)
  registerThreeDsNotifications(server, {
    ...ports,
    async paymentPageOf(merchantId, sessionId) {
      const key = await merchants.findClientKeyOf(merchantId)
      return key && ports.baseUrl() + pageAddress(key.clientKey, sessionId)
    },
  })
  registerManage(server, ports, rules)
  registerPayment(server, ports, rules)
  registerPayout(server, ports, rules)
  registerProviderCallback(server, ports)
  registerDecisions(server, ports)
  registerOrderReturn(server, ports)
  registerStatus(server, ports)
  registerCustomers(server, ports)
  registerPaymentMethods(server, ports)
  registerWebhookSubscriptions(server, stores)
  registerWebhookDeliveries(server, stores)
  registerExplainSignature(server, { ...stores, clock })
  if (simulatedWallets) {
    registerSimulatedWallets(server, {
      ...simulatedWallets,
      findSandboxMerchant: sandboxPorts.findSandboxMerchant,
    })
    registerWalletPages(server, simulatedWallets, assets.simulatedWallets)
  }
  if (config.simulators) {
    registerSandboxes(server, sandboxPorts)
    registerWebhookLaboratory(server, {
      ...stores,
      ...sandboxPorts,
      judgeUrl: sandboxPorts.judgeWebhookUrl,
    })
    registerClock(server, {
      sandboxes,
      clock,
      workOff: (change) => dueWork.runAfter(change),
      deliverDue: webhooks.runDue,
    })
  }
  registerBrowserAssets(server, {
    assets,
    resolveClientKey: (clientKey) => merchants.findClientKey(clientKey),
    walletScripts: () => (gwalletPay === null ? [] : [gwalletPay.describe().scriptUrl]),
    furtherScripts: [...hostedPage.scripts, ...BROWSER_PAGE_SCRIPTS],
  })
  registerBrandingAssets(server, { findBrandingAsset: (digest) => findBrandingAsset(db, digest) })
  registerCspReports(server, { realTime })
  registerPages(server, { isReady: () => readiness.isReady() })

  // The embedded database has one process at a time: whoever worked when it opened is gone, whatever the leases say.
  if (foundation.dialect === 'sqlite') {
    while ((await recoverAbandoned(ports, Number.MAX_SAFE_INTEGER)) > 0);
    await idempotency.endLeases()
    await sweepVolatileKeys(ports, 0)
  }
  const dueWork = startDueWork(
    listDueWork(ports, {
      stores,
      identity,
      idempotency,
      rates,
      tendAuditTrail: () => accountability.tendAuditTrail(),
      resealOutdated: createResealOutdated(foundation),
      rotateDueSigningKey: () => rotateDueSigningKey(foundation),
    }),
    {
      timers,
      random,
      onlyAfterChanges: !config.roles.has('janitor'),
      aroundRun: (task, run) => telemetry.measure('due work', { task }, run),
      onError: (task, error) => logger.error({ task, err: error }, 'due work failed'),
    },
  )
  // In every process: each restores what it holds when a server has lost its memory.
  const erasure = startDueWork(listErasureWork(ports, foundation), {
    timers,
    random,
    intervalMs: ERASURE_INTERVAL_MS,
    onError: (task, error) => logger.error({ task, err: error }, 'due work failed'),
  })
  const keyReload = startDueWork([createReloadKeys(foundation)], {
    timers,
    random,
    intervalMs: KEY_RELOAD_INTERVAL_MS,
    onError: (task, error) => logger.error({ task, err: error }, 'due work failed'),
  })
  await webhooks.start()

  const addresses = (): AppAddresses => ({
    baseUrl: baseUrl(),
    authUrl: authUrl(),
    methodsUrl: originUrlOf(server, 'methods'),
    portalUrl: originUrlOf(server, 'portal'),
    bankUrl: originUrlOf(server, 'bank'),
  })

  const app = {
    addresses,
    server,
    ready: null as SandboxCredentials | null,
    async listen() {
      const metricsUrl = await watch.serve(foundation, readiness, clock)
      if (metricsUrl !== null) logger.info({ base_url: metricsUrl }, 'metrics are served')
      await accountability.noteProcess('gateway.start')
      await listenEverywhere(server)
      if (config.environment === 'test' && config.roles.has('api'))
        app.ready = await prepareDemo(config, sandboxPorts, identity)
      return { ...addresses(), metricsUrl }
    },
    async runDueWork() {
      await keyReload.runAfter(() => Promise.resolve())
      const done = (await dueWork.runAfter(() => Promise.resolve())) + (await webhooks.runDue())
      await erasure.runAfter(() => Promise.resolve())
      return done
    },
    drain: () => readiness.drain(),
    async close() {
      readiness.drain()
      // Beside each other, for each may wait as long as a provider takes.
      await Promise.all([server.close(), dueWork.stop(), erasure.stop(), keyReload.stop()])
      // Last, for what the others ended meanwhile is told too.
      await webhooks.stop()
      await watch.stop()
      await accountability.noteProcess('gateway.stop')
      accountability.close()
      await foundation.closeDatabase()
    },
  }
  return app
}
