import { type Kysely, sql } from 'kysely'

import type { TransactionTables } from '../transactions.tables.ts'
import type { TransactionStore } from './execution-records.ts'
import { findOpen } from './find-open.store.ts'
import { fromResumeTokenRow } from './execution-rows.store.ts'
import { fromTransactionRow } from './transaction-rows.store.ts'

/** Far below the number of parameters that either database allows. */
const IDS_PER_QUERY = 500

/** Finds transactions with their attempts, by the ids and references that callers have. */
export function createExecutionLookup(
  db: Kysely<TransactionTables>,
): Pick<
  TransactionStore,
  'find' | 'findOpen' | 'findResumeToken' | 'findAuthentication' | 'findServerTransId' | 'listWithCard'
> {
  return {
    async find(merchantId, transactionId) {
      const row = await db
        .selectFrom('transactions')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('id', '=', transactionId)
        .executeTakeFirst()
      return row ? fromTransactionRow(row) : null
    },

    findOpen: (merchantId, transactionId) => findOpen(db, merchantId, transactionId),

    async findResumeToken(lookup) {
      const row = await db
        .selectFrom('continuation_handles')
        .selectAll()
        .where('lookup', '=', lookup)
        .executeTakeFirst()
      return row ? fromResumeTokenRow(row) : null
    },

    async findAuthentication(merchantId, transactionId, threeDsServerTransId) {
      const row = await db
        .selectFrom('attempt_authentications')
        .select('attempt_id')
        .where('merchant_id', '=', merchantId)
        .where('transaction_id', '=', transactionId)
        .where('three_ds_server_trans_id', '=', threeDsServerTransId)
        .executeTakeFirst()
      return row?.attempt_id ?? null
    },

    async findServerTransId(merchantId, transactionId, attemptId) {
      const row = await db
        .selectFrom('attempt_authentications')
        .select('three_ds_server_trans_id')
        .where('merchant_id', '=', merchantId)
        .where('transaction_id', '=', transactionId)
        .where('attempt_id', '=', attemptId)
        .executeTakeFirst()
      return row?.three_ds_server_trans_id ?? null
    },

    async listWithCard(transactionIds) {
      const found: { transactionId: string; attemptId: string }[] = []
      for (let at = 0; at < transactionIds.length; at += IDS_PER_QUERY) {
        const rows = await db
          .selectFrom('continuations')
          .select(['transaction_id', 'attempt_id'])
          // This repeats the condition of the index.
          .where('step', '<>', sql.lit('DONE'))
          .where('transaction_id', 'in', transactionIds.slice(at, at + IDS_PER_QUERY))
          .where('sealed_card', 'is not', null)
          .execute()
        for (const row of rows) found.push({ transactionId: row.transaction_id, attemptId: row.attempt_id })
      }
      return found
    },
  }
}
