import type { Fixed } from '@sluice/platform/database/columns'
import { happened, ownedByMerchant, type OwnedTables } from '@sluice/platform/database/owned-tables'

/** Requests that failed. Times are epoch milliseconds. */
export interface FailedRequestTables {
  failed_requests: FailedRequestTable
}

export interface FailedRequestTable {
  merchant_id: Fixed<string>
  id: Fixed<string>
  endpoint: Fixed<string>
  status: Fixed<number>
  property: Fixed<string | null>
  message: Fixed<string | null>
  request_id: Fixed<string>
  transaction_id: Fixed<string | null>
  /** merchant | browser */
  caller: Fixed<string>
  created_at: Fixed<number>
}

export const FAILED_REQUEST_TABLES: OwnedTables<keyof FailedRequestTables> = {
  tenants: ownedByMerchant('failed_requests'),
  service: [],
  deadlines: [],
  realTimes: happened('created_at', 'failed_requests'),
  erasure: {
    failed_requests: {
      kept: `merchant_id id endpoint status property message request_id transaction_id caller created_at`,
    },
  },
}
