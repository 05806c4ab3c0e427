import { loadAssets } from '@sluice/embedded-fields/assets'
import { loadHostedPage } from '@sluice/hpp-ui/assets'
import { loadPortal } from '@sluice/portal/assets'

import type { Config } from '../config.ts'
import { registerCustomers } from '../customers/index.ts'
import { createLookDrafts, registerLookPreview } from '../hosted-payment-page/index.ts'
import {
  registerClock,
  registerEncryptionKeys,
  registerSandboxes,
  registerSandboxFaults,
  registerSandboxSnapshots,
} from '../merchants/index.ts'
import { registerPaymentMethods } from '../payment-methods/index.ts'
import { registerSimulatedRecords } from '../test-tools/simulated-records.routes.ts'
import { registerSimulatedWallets } from '../test-tools/wallets.routes.ts'
import {
  eraseEventsOf,
  registerEvents,
  registerExplainSignature,
  registerWebhookDeliveries,
  registerFaultInjection,
  registerWebhookSubscriptions,
  registerWriteSubscriptions,
} from '../webhooks/index.ts'
import { createEraseCustomer } from '../erasure/index.ts'
import type { Infrastructure } from './infrastructure.ts'
import { registerOperator } from './oversee.ts'
import { registerPortal } from './portal-routes.ts'
import type { Pages, RouteParts } from './route-parts.ts'
import { registerShopperPages } from './shopper-routes.ts'
import { registerTransactions } from './transaction-routes.ts'

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
  registerTransactions(parts)
  registerShopperPages(config, infrastructure, parts, pages)
  registerRecords(infrastructure, parts)
  if (config.simulators) registerTestTools(infrastructure, parts, pages)
}

/** Registers the endpoints of merchants' data: customers, saved cards, keys, webhooks. */
function registerRecords(
  infrastructure: Infrastructure,
  { edge, storage, sandboxPorts, adapters }: RouteParts,
): void {
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
  const isManagedByFile = async (merchantId: string) => (await merchants.findManager(merchantId)) === 'FILE'
  registerWebhookSubscriptions(server, { ...stores, isManagedByFile })
  registerWriteSubscriptions(server, {
    ...stores,
    environment: server.edge.options.config.environment,
    isManagedByFile,
    webhookHostsOf: async (merchantId) => (await merchants.findMerchant(merchantId))?.webhookHosts ?? [],
    validateUrl: sandboxPorts.validateWebhookUrl,
    // Without a portal no owner signs in. The change is already made, and its secret, which is shown once, must not
    // be lost if the notification fails.
    notifyOwners: async (merchantId, about) =>
      edge.portal?.users
        .notifyOfWebhooks({ merchantId, kind: 'WEBHOOK_CHANGED', about }, null)
        .catch((error: unknown) =>
          server.edge.options.logger.error({ err: error }, 'owners were not notified of a changed webhook'),
        ),
  })
  registerWebhookDeliveries(server, stores)
  registerExplainSignature(server, { ...stores, clock })
  registerEvents(server, { ...storage, ...adapters.eventStreamLimits, realTime })
}

/**
 * Registers sandboxes, their clock, fault injection for webhooks and simulated wallets, only in the test environment.
 */
function registerTestTools(
  { clock, simulators }: Infrastructure,
  { edge, storage, sandboxPorts, parties: { simulatedWallets, reportIncident }, runJobs }: RouteParts,
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
  registerFaultInjection(server, {
    ...stores,
    ...sandboxPorts,
    validateUrl: sandboxPorts.validateWebhookUrl,
  })
  if (reportIncident) registerSimulatedRecords(server, { ...sandboxPorts, report: reportIncident, runJobs })
  registerClock(server, {
    sandboxes: stores.sandboxes,
    clock,
    runJobs,
    deliverDue: (merchantId) => webhooks.runDue(merchantId),
  })
}
