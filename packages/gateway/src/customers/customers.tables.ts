import type { Fixed, Late } from '@sluice/platform/database/columns'
import { happened, ownedByMerchant, type OwnedTables } from '@sluice/platform/database/owned-tables'

/** Rows of customers. Times are epoch milliseconds, JSON is text, booleans are 0 or 1. */
export interface CustomerTables {
  customers: CustomerTable
}

export interface CustomerTable {
  merchant_id: Fixed<string>
  id: Fixed<string>
  email: string
  first_name: string | null
  last_name: string | null
  phone: string | null
  description: string | null
  /** INDIVIDUAL | COMPANY */
  type: string
  address: string | null
  city: string | null
  country: string | null
  postal_code: string | null
  region: string | null
  /** Counts the savings of cards; each locks the row, so that two of one card do not pass each other. */
  saved_cards: number
  /** Null while the customer is known; then nothing but the id is left. */
  erased_at: Late<number>
  /** When it is looked again for what was under way while the customer was erased; null when nothing can be left. */
  erasure_due_at: Late<number>
  created_at: Fixed<number>
}

/** What erasing a customer writes into each column that says something about the person. */
export const ERASED_CUSTOMER = {
  email: '',
  first_name: null,
  last_name: null,
  phone: null,
  description: null,
  address: null,
  city: null,
  country: null,
  postal_code: null,
  region: null,
} as const satisfies Partial<Record<keyof CustomerTable, '' | null>>

export const CUSTOMER_TABLES: OwnedTables<keyof CustomerTables> = {
  tenants: ownedByMerchant('customers'),
  service: [],
  deadlines: [{ table: 'customers', column: 'erasure_due_at' }],
  realTimes: [...happened('created_at', 'customers'), ...happened('erased_at', 'customers')],
  erasure: {
    // Nothing but the id is left, and when the person was erased.
    customers: {
      emptied: Object.keys(ERASED_CUSTOMER).join(' '),
      kept: 'merchant_id id type saved_cards erased_at erasure_due_at created_at',
    },
  },
}
