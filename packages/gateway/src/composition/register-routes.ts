import { loadAssets } from '@sluice/embedded-fields/assets'
import { loadHostedPage } from '@sluice/hpp-ui/assets'
import { loadPortal, type PortalProgram } from '@sluice/portal/assets'
import { createSearchAudit } from '@sluice/platform/audit/audit-search.store'
import type { TaskLog } from '@sluice/platform/jobs/task-log'
import { sha256Base64Url } from '@sluice/platform/crypto/aead'
import { addressBlock } from '@sluice/platform/http/address-block'
import { registerFailedRequests } from '@sluice/portal-api/failed-requests'
import {
  registerPortalClients,
  registerPortalLinks,
  registerPortalLogin,
  registerPortalSession,
  registerPortalSessionList,
  registerPortalSettings,
  registerPortalSubscriptions,
  registerPortalUsers,
  registerUserNotices,
  registerDevices,
} from '@sluice/portal-api'

import type { Config } from '../config.ts'
import { DOCUMENTATION_FOLDER } from '../documentation-folder.ts'
import { registerCustomers } from '../customers/index.ts'
import {
  createFindPage,
  createLookDrafts,
  pageAddress,
  registerHostedPaymentPages,
  registerLookPreview,
  registerPage,
} from '../hosted-payment-page/index.ts'
import {
  findBrandingAsset,
  prepareDemo,
  registerBrandingAssets,
  registerClock,
  registerEncryptionKeys,
  registerSandboxes,
  registerSandboxFaults,
  registerSandboxSnapshots,
} from '../merchants/index.ts'
import {
  createFirstSteps,
  registerBrowserAssets,
  registerCspReports,
  registerPages,
  registerPortalPages,
} from '../pages/index.ts'
import { registerPaymentMethods } from '../payment-methods/index.ts'
import type { MerchantStore } from '../merchants/index.ts'
import { registerClientSessions, registerSessionChallenge, registerSessions } from '../sessions/index.ts'
import {
  BROWSER_PAGE_SCRIPTS,
  registerAuthorize,
  registerDecisions,
  registerManage,
  registerOrderReturn,
  registerPayment,
  registerPayout,
  registerProviderCallback,
  registerStatus,
  registerTimeline,
  registerTransactionCounts,
  registerTransactionExport,
  registerTransactionList,
  registerThreeDs,
  registerThreeDsNotifications,
} from '../transactions/index.ts'
import { registerSimulatedWallets } from '../test-tools/wallets.routes.ts'
import {
  eraseEventsOf,
  registerEvents,
  registerExplainSignature,
  registerWebhookDeliveries,
  registerWebhookLaboratory,
  registerWebhookSubscriptions,
} from '../webhooks/index.ts'
import type { Adapters } from './adapters.ts'
import type { BackgroundWork } from './background-work.ts'
import type { ExternalParties } from './connect-parties.ts'
import type { Edge } from './edge.ts'
import { createEraseCustomer } from '../erasure/index.ts'
import { environmentRules } from './environment-rules.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { Infrastructure } from './infrastructure.ts'
import { registerOperator } from './oversee.ts'
import type { Portal } from './portal.ts'
import { createPortalSettings } from './portal-settings.ts'
import type { SandboxPorts } from './sandbox-ports.ts'
import type { Storage } from './storage.ts'

export interface RouteParts {
  readonly edge: Edge
  readonly storage: Storage
  readonly flows: FlowPorts
  readonly parties: Pick<ExternalParties, 'callbackSecretsOf' | 'simulatedWallets'>
  readonly sandboxPorts: SandboxPorts
  /** Makes a change while no background task runs, and does what is due after it; gives how much. */
  readonly workOff: BackgroundWork['runAfter']
  /** The demo merchant's variables as lines of an `.env` file; `null` before the gateway listens, and in production. */
  readonly readDemoEnvironment: () => string | null
  readonly taskLog: TaskLog
  readonly adapters: Partial<Pick<Adapters, 'assets' | 'hostedPage' | 'portalProgram' | 'eventStreamLimits'>>
}

/** Registers every route of the gateway. */
export function registerRoutes(config: Config, infrastructure: Infrastructure, parts: RouteParts): void {
  const { adapters } = parts
  const pages = {
    assets: adapters.assets ?? loadAssets({ globalName: config.browserGlobal }),
    hostedPage: adapters.hostedPage ?? loadHostedPage(),
  }
  const { portal } = parts.edge
  if (portal) {
    const { storage, flows, taskLog } = parts
    registerOperator(parts.edge.server, config, infrastructure, portal, { ...storage, flows, taskLog })
    registerPortal(config, infrastructure, parts, portal, adapters.portalProgram ?? loadPortal())
    registerLookPreview(parts.edge.server, {
      ...infrastructure,
      ...parts.edge.addressOf,
      drafts: createLookDrafts(infrastructure),
      renderDocument: pages.hostedPage.renderDocument,
    })
  }
  parts.edge.identity.register(parts.edge.server)
  registerTransactions(config, infrastructure, parts)
  registerShopperPages(config, infrastructure, parts, pages)
  registerRecords(infrastructure, parts)
  if (config.simulators) registerTestTools(infrastructure, parts, pages)
}

type Pages = Required<Pick<RouteParts['adapters'], 'assets' | 'hostedPage'>>

/** What the pages of a merchant speak besides the languages of every merchant. */
const languagesOf =
  ({ findMerchant }: Pick<MerchantStore, 'findMerchant'>) =>
  async (merchantId: string) =>
    (await findMerchant(merchantId))?.languages ?? []

function registerTransactions(
  config: Config,
  { realTime }: Infrastructure,
  { edge, storage, flows, parties: { callbackSecretsOf } }: RouteParts,
): void {
  const { server } = edge
  const { stores } = storage
  const { movements, merchants, cards, orders } = flows
  const rules = environmentRules(config)
  const { customers } = stores
  const ordering = { ...movements, ...merchants, ...orders, customers }
  const methods = { ...ordering, ...cards }
  registerAuthorize(server, methods, rules)
  registerThreeDs(server, methods)
  const { counter } = edge.rates
  const mayAsk = async (address: string) =>
    counter === null || (await counter.count('question', [addressBlock(address)])).waitSeconds === null
  registerThreeDsNotifications(server, {
    ...methods,
    mayAsk,
    async paymentPageOf(merchantId, sessionId) {
      const key = await stores.merchants.findClientKeyOf(merchantId)
      return key && cards.baseUrl() + pageAddress(key.clientKey, sessionId)
    },
    listLanguages: languagesOf(stores.merchants),
  })
  registerManage(server, { ...movements, ...merchants, operations: stores.operations }, rules)
  registerPayment(server, ordering, rules)
  registerPayout(server, ordering, rules)
  registerProviderCallback(server, { ...movements, reports: stores.reports, callbackSecretsOf, realTime })
  registerDecisions(server, { ...movements, ...flows.decisions, reports: stores.reports })
  registerOrderReturn(server, { ...movements, ...flows.returns, mayAsk })
  registerTransactionList(server, { findTransactions: stores.findTransactions, hashSessionId })
  const { findPast, findDeliveriesOf, sessions } = stores
  registerTimeline(server, {
    findPast,
    findDeliveriesOf,
    findSession: (merchantId, sessionHash) => sessions.find(merchantId, sessionHash),
  })
  registerStatus(server, {
    store: stores.transactions,
    async findBySession(merchantId, sessionId) {
      const session = await stores.sessions.find(merchantId, hashSessionId(sessionId))
      const transactionId = session?.transactionId ?? null
      return transactionId === null ? null : stores.transactions.find(merchantId, transactionId)
    },
  })
}

/** The portal's pages, and what only they ask for. */
function registerPortal(
  config: Config,
  infrastructure: Infrastructure,
  { edge, storage, sandboxPorts }: RouteParts,
  { door, login, users, clients }: Portal,
  program: PortalProgram,
): void {
  const { random, clock, realTime } = infrastructure
  const { server, addressOf } = edge
  const {
    merchants,
    subscriptions,
    portalLinks: links,
    portalSessions,
    findTransactions,
    countTransactions,
    failedRequests,
    devices,
  } = storage.stores
  registerPortalPages(server, program, addressOf.baseUrl)
  registerPortalSession(server, {
    door,
    realTime,
    nameOfMerchant: async (merchantId) => (await merchants.findMerchant(merchantId))?.name ?? null,
    async readTestState(merchantId) {
      const sandbox = config.simulators ? await storage.stores.sandboxes.findOf(merchantId) : null
      if (sandbox === null) return null
      const [subscriptions, faults] = await Promise.all([
        storage.stores.subscriptionRecords.list(merchantId),
        storage.stores.sandboxFaults.list(merchantId),
      ])
      return {
        clockOffsetMs: sandbox.clockOffsetMs,
        hasWebhookFaults: subscriptions.some(({ laboratory }) => laboratory !== null),
        faultsUntilMs: faults.reduce<number | null>(
          (latest, { untilMs }) => Math.max(latest ?? 0, untilMs),
          null,
        ),
      }
    },
    async findNewestEvent(merchantId) {
      await storage.eventFeed.prepare(merchantId)
      return (await storage.eventFeed.findNewest(merchantId))?.id ?? null
    },
    findUser: (userId) => users.find(userId),
  })
  registerTransactionExport(server, {
    findTransactions,
    hashSessionId,
    admit: (request) => door.admit('exportTransactions', request),
  })
  registerTransactionCounts(server, {
    countTransactions,
    clock,
    admit: (request) => door.admit('countTransactions', request),
  })
  registerFailedRequests(server, {
    failures: failedRequests,
    realTime,
    admit: (request) => door.admit('listFailedRequests', request),
  })
  registerPortalLogin(server, { login, door, random, ...addressOf })
  registerDevices(server, { devices, door, random, realTime, ...addressOf })
  registerPortalUsers(server, { users, door })
  registerPortalSessionList(server, { door, sessions: portalSessions, devices, realTime })
  registerUserNotices(server, { users, door, searchAudit: createSearchAudit(infrastructure.db) })
  registerPortalSettings(server, {
    settings: createPortalSettings(config, infrastructure, addressOf.baseUrl),
    door,
    async exportMerchant(merchantId) {
      const { exportMerchant } = await import('../configuration-file/export-merchant.store.ts')
      return exportMerchant(infrastructure.db, { clients, subscriptions }, merchantId)
    },
  })
  const findManager = (merchantId: string) => merchants.findManager(merchantId)
  registerPortalClients(server, { clients, door, findManager })
  const { validateWebhookUrl: validateUrl } = sandboxPorts
  registerPortalSubscriptions(server, { subscriptions, door, findManager, validateUrl })
  if (config.environment === 'production' || !config.simulators) return
  const { findSandboxMerchant } = sandboxPorts
  registerPortalLinks(server, { door, links, random, realTime, findSandboxMerchant, ...addressOf })
}

/** Sessions, and what browsers of shoppers load. */
function registerShopperPages(
  config: Config,
  infrastructure: Infrastructure,
  { edge, storage, flows, sandboxPorts, readDemoEnvironment }: RouteParts,
  { assets, hostedPage }: Pages,
): void {
  const { db, realTime } = infrastructure
  const { server, readiness } = edge
  const { merchants, customers, sessions } = storage.stores
  const { movements, cards, orders } = flows
  const rules = environmentRules(config)
  const resolveClientKey = (clientKey: string) => merchants.findClientKey(clientKey)
  const ports = {
    ...movements,
    ...flows.merchants,
    ...orders,
    ...cards,
    customers,
    sessions,
    hashSessionId,
    resolveClientKey,
  }
  registerSessions(server, ports, rules)
  registerClientSessions(server, ports)
  const listLanguages = languagesOf(merchants)
  registerSessionChallenge(server, { ...ports, listLanguages })
  const findClientKeyOf = (merchantId: string) => merchants.findClientKeyOf(merchantId)
  registerHostedPaymentPages(server, { ...ports, findClientKeyOf }, rules)
  registerPage(server, {
    ...ports,
    findPage: createFindPage(ports),
    renderDocument: hostedPage.renderDocument,
  })
  registerBrowserAssets(server, {
    assets,
    resolveClientKey,
    listLanguages,
    walletScripts: () => (cards.gwalletPay === null ? [] : [cards.gwalletPay.describe().scriptUrl]),
    furtherScripts: [...hostedPage.scripts, ...BROWSER_PAGE_SCRIPTS],
  })
  registerBrandingAssets(server, { findBrandingAsset: (digest) => findBrandingAsset(db, digest) })
  registerCspReports(server, { realTime })
  registerPages(server, {
    environment: config.environment,
    isReady: () => readiness.isReady(),
    documentationFolder: DOCUMENTATION_FOLDER,
    readDemoEnvironment,
    // Without simulators there is nothing to pay with.
    firstSteps: config.simulators
      ? createFirstSteps({
          ...infrastructure,
          prepareDemo: () => prepareDemo(sandboxPorts),
          issueTokenTo: edge.identity.issueTokenTo,
        })
      : () => Promise.resolve(null),
  })
}

/** What merchants keep: customers, saved cards, keys, webhooks. */
function registerRecords(infrastructure: Infrastructure, { edge, storage, adapters }: RouteParts): void {
  const { clock, realTime, random } = infrastructure
  const { server } = edge
  const { merchants, customers, cards, ...stores } = storage.stores
  registerEncryptionKeys(server, { merchants, clock })
  const eraseCustomer = createEraseCustomer({
    ...infrastructure,
    eraseEventsOf,
    savedCards: cards.savedCards,
  })
  registerCustomers(server, { customers, clock, random, eraseCustomer })
  registerPaymentMethods(server, { customers, savedCards: cards.savedCards, clock })
  registerWebhookSubscriptions(server, {
    ...stores,
    isManagedByFile: async (merchantId) => (await merchants.findManager(merchantId)) === 'FILE',
  })
  registerWebhookDeliveries(server, stores)
  registerExplainSignature(server, { ...stores, clock })
  registerEvents(server, { ...storage, ...adapters.eventStreamLimits, realTime })
}

/** Sandboxes, their clock, faults of webhooks and simulated wallets: test environment only. */
function registerTestTools(
  { clock, simulators }: Infrastructure,
  { edge, storage, sandboxPorts, parties: { simulatedWallets }, workOff }: RouteParts,
  { assets }: Pages,
): void {
  const { server } = edge
  const { stores, webhooks } = storage
  if (simulators && simulatedWallets) {
    const { findSandboxMerchant } = sandboxPorts
    registerSimulatedWallets(server, { ...simulatedWallets, findSandboxMerchant })
    simulators.registerWalletPages(server, simulatedWallets, assets.simulatedWallets)
  }
  registerSandboxes(server, sandboxPorts)
  registerSandboxSnapshots(server, sandboxPorts)
  registerSandboxFaults(server, sandboxPorts)
  registerWebhookLaboratory(server, {
    ...stores,
    ...sandboxPorts,
    validateUrl: sandboxPorts.validateWebhookUrl,
  })
  registerClock(server, {
    sandboxes: stores.sandboxes,
    clock,
    workOff,
    deliverDue: (merchantId) => webhooks.runDue(merchantId),
  })
}

/** What the database knows a session by: its id opens a payment form, so it is not stored. */
function hashSessionId(sessionId: string): string {
  return sha256Base64Url('session', sessionId)
}
