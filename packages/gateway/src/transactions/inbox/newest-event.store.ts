import type { Kysely } from 'kysely'

import type { ProviderAccount } from '../../merchants/index.ts'
import type { TransactionTables } from '../transactions.tables.ts'

/** Finds when the newest event of a provider account was received, in epoch milliseconds; null if none is stored. */
export type FindNewestEvent = (account: ProviderAccount) => Promise<number | null>

export function createFindNewestEvent<DB extends TransactionTables>(database: Kysely<DB>): FindNewestEvent {
  const db = database as unknown as Kysely<TransactionTables>
  return async ({ providerId, accountId }) => {
    const row = await db
      .selectFrom('provider_events')
      .select('received_at')
      .where('provider_id', '=', providerId)
      .where('provider_account_id', '=', accountId)
      .orderBy('received_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.received_at ?? null
  }
}
