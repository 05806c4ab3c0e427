import type { Fixed } from '../platform/database/columns.ts'
import { happened, ownedByMerchant, type OwnedTables } from '../platform/database/owned-tables.ts'

/** Rows of customers. Times are epoch milliseconds, JSON is text, booleans are 0 or 1. */
export interface CustomerTables {
  customers: CustomerTable
}

export interface CustomerTable {
  merchant_id: Fixed<string>
  id: Fixed<string>
  email: Fixed<string>
  first_name: Fixed<string | null>
  last_name: Fixed<string | null>
  phone: Fixed<string | null>
  description: Fixed<string | null>
  /** INDIVIDUAL | COMPANY */
  type: Fixed<string>
  address: Fixed<string | null>
  city: Fixed<string | null>
  country: Fixed<string | null>
  postal_code: Fixed<string | null>
  region: Fixed<string | null>
  /** Counts the savings of cards; each locks the row, so that two of one card do not pass each other. */
  saved_cards: number
  created_at: Fixed<number>
}

export const CUSTOMER_TABLES: OwnedTables<keyof CustomerTables> = {
  tenants: ownedByMerchant('customers'),
  service: [],
  deadlines: [],
  realTimes: happened('created_at', 'customers'),
}
