import type { Config } from '../config.ts'
import { countSavedCard, createCustomerStore } from '../customers/index.ts'
import { createMerchantStore, createSandboxStore } from '../merchants/index.ts'
import { type CardKeeping, createCardKeeping, createOneTimeUses } from '../payment-methods/index.ts'
import type { AddToOutbox } from '../platform/database/outbox-event.ts'
import { createReferenceHolds } from '../references/index.ts'
import { createSessionStore, sessionCommits } from '../sessions/index.ts'
import { createOperationStore, createProviderReports, createTransactionStore } from '../transactions/index.ts'
import {
  createAddToOutbox,
  createDeliveryLog,
  createLaboratoryStore,
  createSigningRecords,
  createSubscriptionRecords,
  createSubscriptionStore,
  makeMessageId,
} from '../webhooks/index.ts'
import type { Foundation } from './foundation.ts'
import { GATEWAY_TABLES, TABLES_WITH_SIMULATORS } from './tables.ts'

export type Stores = ReturnType<typeof openStores>

/**
 * The store of every slice.
 *
 * @param onDue - called after a commit that has something for a merchant's webhooks.
 */
export function openStores(
  { simulators }: Config,
  foundation: Foundation,
  onDue: (merchantId: string) => void,
) {
  const addToOutbox = createAddToOutbox(onDue)
  const cards = openCardKeeping(foundation, addToOutbox)
  const references = createReferenceHolds(foundation.db)
  const oneTimeUses = createOneTimeUses(foundation)
  return {
    merchants: createMerchantStore(foundation),
    sandboxes: createSandboxStore({
      ...foundation,
      tables: simulators ? TABLES_WITH_SIMULATORS : GATEWAY_TABLES,
    }),
    subscriptions: createSubscriptionStore(foundation),
    subscriptionRecords: createSubscriptionRecords(foundation),
    signingRecords: createSigningRecords(foundation),
    deliveryLog: createDeliveryLog({ ...foundation, onDue }),
    laboratory: createLaboratoryStore({ ...foundation, onDue }),
    customers: createCustomerStore(foundation.db),
    cards,
    transactions: createTransactionStore({
      ...foundation,
      references,
      sessionCommits,
      oneTimeUses,
      saving: cards.saving,
      addToOutbox,
    }),
    operations: createOperationStore({ ...foundation, addToOutbox }),
    reports: createProviderReports(foundation),
    sessions: createSessionStore({ ...foundation, references }),
    references,
    oneTimeUses,
  }
}

/** Saved cards, and the vault of their numbers. */
export function openCardKeeping(foundation: Foundation, addToOutbox: AddToOutbox): CardKeeping {
  return createCardKeeping({
    ...foundation,
    addToOutbox,
    countSavedCard,
    makeEventId: () => makeMessageId(foundation.random),
  })
}
