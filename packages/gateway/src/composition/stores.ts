import type { Config } from '../config.ts'
import { createCustomerStore } from '../customers/index.ts'
import { createMerchantStore, createSandboxStore } from '../merchants/index.ts'
import { type CardKeeping, createCardKeeping } from '../payment-methods/index.ts'
import type { AddToOutbox } from '../platform/database/outbox-event.ts'
import { DEADLINES, TENANT_TABLES } from '../platform/database/tenant-tables.ts'
import { createSessionStore } from '../sessions/index.ts'
import { SIMULATOR_DEADLINES, SIMULATOR_TENANT_TABLES } from '../simulators/index.ts'
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
  return {
    merchants: createMerchantStore(foundation),
    sandboxes: createSandboxStore({
      ...foundation,
      // The simulators' tables exist only where simulators do, and hang on the gateway's.
      tenantTables: [...(simulators ? SIMULATOR_TENANT_TABLES : []), ...TENANT_TABLES],
      deadlines: [...DEADLINES, ...(simulators ? SIMULATOR_DEADLINES : [])],
    }),
    subscriptions: createSubscriptionStore(foundation),
    subscriptionRecords: createSubscriptionRecords(foundation),
    signingRecords: createSigningRecords(foundation),
    deliveryLog: createDeliveryLog({ ...foundation, onDue }),
    laboratory: createLaboratoryStore({ ...foundation, onDue }),
    customers: createCustomerStore(foundation.db),
    cards,
    transactions: createTransactionStore({ ...foundation, addToOutbox, saving: cards.saving }),
    operations: createOperationStore({ ...foundation, addToOutbox }),
    reports: createProviderReports(foundation),
    sessions: createSessionStore(foundation),
  }
}

/** Saved cards, and the vault of their numbers. */
export function openCardKeeping(foundation: Foundation, addToOutbox: AddToOutbox): CardKeeping {
  return createCardKeeping({
    ...foundation,
    addToOutbox,
    makeEventId: () => makeMessageId(foundation.random),
  })
}
