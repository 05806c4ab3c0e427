import type { Kysely } from 'kysely'

import type { ProviderAccount } from '../../merchants/index.ts'
import type { TransactionTables } from '../transactions.tables.ts'
import type { QueriedAttempt } from './bound-provider.ts'

/** Finds the attempt at an account whose outcome has been unknown for longest; null if there is none. */
export type FindOldestUnknown = (account: ProviderAccount) => Promise<QueriedAttempt | null>

export function createFindOldestUnknown(db: Kysely<TransactionTables>): FindOldestUnknown {
  return async ({ providerId, accountId }) => {
    const row = await db
      .selectFrom('attempts')
      .select(['merchant_id', 'id', 'transaction_id'])
      // Uses the index of attempts with pending status queries.
      .where('due_at', 'is not', null)
      .where('status', '=', 'UNKNOWN')
      .where('provider_id', '=', providerId)
      .where('provider_account_id', '=', accountId)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst()
    return row ? { merchantId: row.merchant_id, id: row.id, transactionId: row.transaction_id } : null
  }
}
