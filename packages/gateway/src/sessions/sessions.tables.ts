import type { ColumnType } from 'kysely'

import type { Fixed } from '@sluice/platform/database/columns'
import { happened, ownedByMerchant, type OwnedTables } from '@sluice/platform/database/owned-tables'

/** Rows of sessions. Times are epoch milliseconds, JSON is text, booleans are 0 or 1. */
export interface SessionTables {
  sessions: SessionTable
}

export interface SessionTable {
  merchant_id: Fixed<string>
  /** SHA-256 of the session id. The id itself opens a payment page, so it is not stored. */
  id_hash: Fixed<string>
  /** EMBEDDED | HOSTED */
  kind: Fixed<string>
  terminal_id: Fixed<string>
  reference: Fixed<string>
  /** The description; empty for a page without one. */
  description: string
  currency: Fixed<string>
  amount: number
  transaction_type: Fixed<string>
  /** The return URL; empty for a session of a payment link without one. */
  return_url: Fixed<string>
  payment_link_id: Fixed<string | null>
  /** JSON or null. */
  customer: string | null
  /** The id of the customer; null if there is none. */
  customer_id: Fixed<string | null>
  country: Fixed<string | null>
  /** JSON or null. */
  metadata: Fixed<string | null>
  /** NONE | IMPLICIT | OPT_IN */
  tokenization: Fixed<string>
  /** JSON, with member names as in the code; null for sessions of earlier versions. */
  options: ColumnType<string | null, string | null | undefined, never>
  status: string
  /** 1 when it is created; each change by the merchant adds 1. */
  revision: number
  processing_code: string | null
  /** The session's latest transaction. */
  transaction_id: string | null
  submissions: number
  created_at: Fixed<number>
  updated_at: number
  expires_at: number
}

/** The column is older than pages without a description, and does not allow null. */
export const NO_DESCRIPTION = ''

/** The column is older than payment links, which need none, and does not allow null. */
export const NO_RETURN_URL = ''

export const SESSION_TABLES: OwnedTables<keyof SessionTables> = {
  tenants: ownedByMerchant('sessions'),
  service: [],
  deadlines: [{ table: 'sessions', column: 'expires_at' }],
  realTimes: [...happened('created_at', 'sessions'), ...happened('updated_at', 'sessions')],
  erasure: {
    sessions: {
      emptied: 'customer',
      kept: `merchant_id id_hash kind terminal_id reference description currency amount transaction_type
      return_url payment_link_id customer_id country metadata tokenization options status revision processing_code
      transaction_id
      submissions created_at updated_at expires_at`,
    },
  },
}
