import type { AddToOutbox } from '@sluice/platform/database/outbox-event'
import { createFailedRequests } from '@sluice/portal-api/failed-requests'
import {
  createPortalLinks,
  createPortalSessions,
  createSafeguardRuns,
  createDeviceRequests,
} from '@sluice/portal-api'

import { countSavedCard, createCustomerStore } from '../customers/index.ts'
import {
  createMerchantOverviews,
  createMerchantStore,
  listMerchantIds,
  createSandboxFaults,
  createSandboxSnapshots,
  createSandboxStore,
  eraseCardInSnapshots,
} from '../merchants/index.ts'
import {
  createLinkWrites,
  createPaymentLinkStore,
  fromPaymentLinkRow,
  type LinkTokens,
  toLinkEndedEvent,
} from '../payment-links/index.ts'
import {
  type CardKeeping,
  createCardKeeping,
  createOneTimeUses,
  hasUnreadableCard,
} from '../payment-methods/index.ts'
import { createHealthStore, createPauses, createProceedLimit } from '../provider-health/index.ts'
import { createReferenceHolds } from '../references/index.ts'
import { createRiskWrites, purgeCounted } from '../risk/index.ts'
import { createSessionStore, sessionWrites } from '../sessions/index.ts'
import {
  createCountPayments,
  createCountTransactions,
  createFindOldestUnknown,
  createFindPast,
  createFindTransactions,
  createListEndings,
  createListPendingReasons,
  createOpenExecutions,
  createFindNewestEvent,
  createOverseenEvents,
  createOperationStore,
  createChallengeResults,
  createProviderMemory,
  createInbox,
  createPaymentCounts,
  createProviderReports,
  createRemindOfEvidence,
  createTransactionRecords,
  createTransactionStore,
  type DeadlinesOf,
  findUnderWay,
} from '../transactions/index.ts'
import {
  createAddToOutbox,
  createDeliveryLog,
  createFindDeliveriesOf,
  createFaultInjectionStore,
  createSigningRecords,
  createSubscriptionRecords,
  createSubscriptionStore,
  makeMessageId,
} from '../webhooks/index.ts'
import type { Infrastructure } from './infrastructure.ts'
import { createSandboxFollowers } from './plug-in-simulators.ts'
import { GATEWAY_TABLES } from './tables.ts'

export type Stores = ReturnType<typeof openStores>

/**
 * The store of every slice.
 *
 * @param onDue - called after a commit with a delivery for a merchant's webhooks.
 * @param onEvent - called after a commit with an event of a merchant.
 * @param deadlinesOf - returns the deadlines that a provider declares for approved payments.
 * @param links - creates the addresses of payment links.
 */
export function openStores(
  infrastructure: Infrastructure,
  onDue: (merchantId: string) => void,
  onEvent: (merchantId: string) => void,
  deadlinesOf: DeadlinesOf,
  links: { readonly tokens: LinkTokens; readonly baseUrl: () => string },
) {
  const addToOutbox = createAddToOutbox(onDue, onEvent)
  const cards = openCardKeeping(infrastructure, addToOutbox)
  const references = createReferenceHolds(infrastructure.db)
  const oneTimeUses = createOneTimeUses(infrastructure)
  const merchants = createMerchantStore(infrastructure)
  const recording = {
    ...infrastructure,
    addToOutbox,
    makeEventId: () => makeMessageId(infrastructure.random),
  }
  const endingLinks = {
    addToOutbox,
    toEndedEvent: (row: Parameters<typeof fromPaymentLinkRow>[0]) => ({
      id: recording.makeEventId(),
      ...toLinkEndedEvent(fromPaymentLinkRow(row, links.tokens), links.baseUrl()),
    }),
  }
  return {
    merchants,
    sandboxFaults: createSandboxFaults({ ...infrastructure, onChange: merchants.forgetMerchant }),
    sandboxes: createSandboxStore({
      ...infrastructure,
      tables: GATEWAY_TABLES,
      followers: createSandboxFollowers(infrastructure),
    }),
    sandboxSnapshots: createSandboxSnapshots({
      ...infrastructure,
      tables: copiedTables(infrastructure),
      transactionTable: 'transactions',
      onChange: merchants.forgetMerchant,
      findUnderWay,
      hasUnreadableCard,
    }),
    subscriptions: createSubscriptionStore(infrastructure),
    subscriptionRecords: createSubscriptionRecords(infrastructure),
    signingRecords: createSigningRecords(infrastructure),
    deliveryLog: createDeliveryLog({ ...infrastructure, onDue }),
    laboratory: createFaultInjectionStore({ ...infrastructure, onDue }),
    customers: createCustomerStore(infrastructure.db),
    cards,
    transactions: createTransactionStore({
      ...infrastructure,
      references,
      sessionWrites,
      linkWrites: createLinkWrites(endingLinks),
      oneTimeUses,
      saving: cards.saving,
      risk: createRiskWrites(infrastructure),
      deadlinesOf,
      addToOutbox,
    }),
    findTransactions: createFindTransactions(infrastructure.db),
    countTransactions: createCountTransactions(infrastructure.db),
    countPayments: createCountPayments({
      paymentCounts: createPaymentCounts(infrastructure),
      listMerchantIds: () => listMerchantIds(infrastructure.db),
      now: () => infrastructure.clock.now(),
    }),
    findPast: createFindPast(infrastructure.db),
    findDeliveriesOf: createFindDeliveriesOf(infrastructure.db),
    risk: { purgeCounted: (nowMs: number) => purgeCounted(infrastructure.db, nowMs) },
    providerMemory: createProviderMemory(infrastructure),
    challengeResults: createChallengeResults(infrastructure),
    operations: createOperationStore({ ...infrastructure, addToOutbox }),
    reports: createProviderReports(infrastructure),
    inbox: createInbox(infrastructure),
    records: createTransactionRecords(recording),
    remindOfEvidence: createRemindOfEvidence(recording),
    sessions: createSessionStore({ ...infrastructure, references }),
    paymentLinks: createPaymentLinkStore({ ...infrastructure, ...endingLinks, tokens: links.tokens }),
    portalSessions: createPortalSessions(infrastructure.db),
    portalLinks: createPortalLinks(infrastructure.db),
    devices: createDeviceRequests(infrastructure.db),
    safeguardRuns: createSafeguardRuns(infrastructure.db),
    merchantOverviews: createMerchantOverviews(infrastructure.db),
    openExecutions: createOpenExecutions(infrastructure.db),
    listEndings: createListEndings(infrastructure.db),
    listPendingReasons: createListPendingReasons(infrastructure.db),
    findOldestUnknown: createFindOldestUnknown(infrastructure.db),
    health: createHealthStore(infrastructure),
    pauses: createPauses(infrastructure),
    overseenEvents: createOverseenEvents(infrastructure),
    findNewestEvent: createFindNewestEvent(infrastructure.db),
    mayProceed: createProceedLimit(infrastructure),
    failedRequests: createFailedRequests(infrastructure.db),
    references,
    oneTimeUses,
  }
}

/** The simulators of this process store their books in its database, and only they know their tables. */
function copiedTables({ simulators }: Infrastructure) {
  const books = simulators?.SIMULATOR_TABLES ?? { tenants: [], deadlines: [] }
  return {
    tenants: [...books.tenants, ...GATEWAY_TABLES.tenants],
    deadlines: [...books.deadlines, ...GATEWAY_TABLES.deadlines],
  }
}

/** Saved cards, and the vault of their numbers. */
export function openCardKeeping(infrastructure: Infrastructure, addToOutbox: AddToOutbox): CardKeeping {
  return createCardKeeping({
    ...infrastructure,
    addToOutbox,
    countSavedCard,
    eraseInSnapshots: eraseCardInSnapshots,
    makeEventId: () => makeMessageId(infrastructure.random),
  })
}
