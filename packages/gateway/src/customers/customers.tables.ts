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
  /** Counts the saved cards. Each save locks the row, so that two saves of the same card run one after the other. */
  saved_cards: number
  /** The time of the erasure, which leaves only the id; null before. */
  erased_at: Late<number>
  /** The time at which to check for data of requests that ran during the erasure; null if nothing can be left. */
  erasure_due_at: Late<number>
  created_at: Fixed<number>
}

/** The value that erasure writes into each column with personal data. */
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
    // Only the id and the time of the erasure remain.
    customers: {
      emptied: Object.keys(ERASED_CUSTOMER).join(' '),
      kept: 'merchant_id id type saved_cards erased_at erasure_due_at created_at',
    },
  },
}
