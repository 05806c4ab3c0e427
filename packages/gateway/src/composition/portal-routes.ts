import type { PortalProgram } from '@sluice/portal/assets'
import { createSearchAudit } from '@sluice/platform/audit/audit-search.store'
import { registerFailedRequests } from '@sluice/portal-api/failed-requests'
import {
  createDescribeSession,
  registerDevices,
  registerFirstSteps,
  registerPortalClients,
  registerPortalLinks,
  registerPortalLogin,
  registerPortalSession,
  registerPortalSessionList,
  registerPortalSettings,
  registerPortalSubscriptions,
  registerPortalUsers,
  registerUserNotices,
} from '@sluice/portal-api'

import type { Config } from '../config.ts'
import { registerPortalPages } from '../pages/index.ts'
import { hashSessionId } from '../sessions/index.ts'
import { createFindRehearsal } from '../operator-overview/index.ts'
import {
  registerPendingReasons,
  registerTransactionCounts,
  registerTransactionExport,
} from '../transactions/index.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Portal } from './portal.ts'
import { createPortalSettings } from './portal-settings.ts'
import type { RouteParts } from './route-parts.ts'

/** Registers the portal's pages, and the endpoints that only they use. */
export function registerPortal(
  config: Config,
  infrastructure: Infrastructure,
  { edge, storage, flows, sandboxPorts }: RouteParts,
  { auth, login, users, clients }: Portal,
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
  registerPortalPages(server, { program, baseUrl: addressOf.baseUrl, environment: config.environment })
  const describeSession = createDescribeSession({
    environment: config.environment,
    realTime,
    nameOfMerchant: async (merchantId) => (await merchants.findMerchant(merchantId))?.name ?? null,
    nameMethods: (merchantId) => flows.merchants.nameMethods(merchantId),
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
    listNotices: (userId) => users.listNotices(userId),
    findUser: (userId) => users.find(userId),
  })
  registerPortalSession(server, { auth, describeSession })
  registerTransactionExport(server, {
    findTransactions,
    hashSessionId,
    requirePermission: (request) => auth.requirePermission('exportTransactions', request),
  })
  registerTransactionCounts(server, {
    countTransactions,
    clock,
    requirePermission: (request) => auth.requirePermission('countTransactions', request),
  })
  registerPendingReasons(server, {
    listPendingReasons: storage.stores.listPendingReasons,
    requirePermission: (request) => auth.requirePermission('listTransactions', request),
  })
  registerFirstSteps(server, { auth, findRehearsal: createFindRehearsal({ ...storage.stores, users }) })
  registerFailedRequests(server, {
    failures: failedRequests,
    realTime,
    requirePermission: (request) => auth.requirePermission('listFailedRequests', request),
  })
  registerPortalLogin(server, { login, auth, random, ...addressOf })
  registerDevices(server, { devices, auth, random, realTime, ...addressOf })
  registerPortalUsers(server, { users, auth })
  registerPortalSessionList(server, { auth, sessions: portalSessions, devices, realTime })
  registerUserNotices(server, { users, auth, searchAudit: createSearchAudit(infrastructure.db) })
  registerPortalSettings(server, {
    settings: createPortalSettings(
      config,
      infrastructure,
      { ...flows.cards, ...flows.executions },
      addressOf.baseUrl,
    ),
    auth,
    users,
    async exportMerchant(merchantId) {
      const { exportMerchant } = await import('../configuration-file/export-merchant.store.ts')
      return exportMerchant(infrastructure.db, { clients, subscriptions }, merchantId)
    },
  })
  const findManager = (merchantId: string) => merchants.findManager(merchantId)
  registerPortalClients(server, { clients, auth, findManager })
  const { validateWebhookUrl: validateUrl } = sandboxPorts
  registerPortalSubscriptions(server, { subscriptions, auth, findManager, validateUrl })
  if (config.environment === 'production' || !config.simulators) return
  const { findSandboxMerchant } = sandboxPorts
  registerPortalLinks(server, {
    auth,
    describeSession,
    links,
    random,
    realTime,
    findSandboxMerchant,
    ...addressOf,
  })
}
