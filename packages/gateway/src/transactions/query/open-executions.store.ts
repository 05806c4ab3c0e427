import type { Kysely } from 'kysely'

import type { TransactionTables } from '../transactions.tables.ts'
import type { OpenExecutions } from './unresolved.ts'

/** More than people resolve in a day. The rest appears as those are resolved. */
const UNDECIDED_MAX = 100

export function createOpenExecutions(db: Kysely<TransactionTables>): OpenExecutions {
  return {
    async listUnresolved() {
      const rows = await db
        .selectFrom('attempts')
        .innerJoin('transactions', (join) =>
          join
            .onRef('transactions.merchant_id', '=', 'attempts.merchant_id')
            .onRef('transactions.id', '=', 'attempts.transaction_id'),
        )
        .select([
          'attempts.id as attempt_id',
          'attempts.merchant_id',
          'attempts.transaction_id',
          'attempts.provider_id',
          'attempts.provider_account_id',
          'attempts.provider_response_message',
          'attempts.created_at',
          'attempts.updated_at',
          'transactions.transaction_type',
          'transactions.amount',
          'transactions.currency',
          'transactions.reference',
          'transactions.parent_id',
        ])
        .where('attempts.status', '=', 'NEEDS_DECISION')
        .orderBy('attempts.updated_at')
        .limit(UNDECIDED_MAX)
        .execute()
      return rows.map((row) => ({
        merchantId: row.merchant_id,
        transactionId: row.transaction_id,
        transactionType: row.transaction_type,
        amountMinor: row.amount,
        currency: row.currency,
        reference: row.reference,
        parentId: row.parent_id,
        providerId: row.provider_id,
        providerAccountId: row.provider_account_id,
        attemptId: row.attempt_id,
        lastAnswer: row.provider_response_message,
        calledAtMs: row.created_at,
        undecidedSinceMs: row.updated_at,
      }))
    },

    async countOpen() {
      const count = () =>
        db
          .selectFrom('attempts')
          .select(({ fn }) => [
            'provider_id',
            'provider_account_id',
            'status',
            fn.countAll().as('count'),
            fn.min('due_at').as('next_at'),
          ])
          .groupBy(['provider_id', 'provider_account_id', 'status'])
      // Each query has its own small index: executions whose provider is queried, and those that wait for people.
      const rows = [
        ...(await count().where('due_at', 'is not', null).execute()),
        ...(await count().where('status', '=', 'NEEDS_DECISION').where('due_at', 'is', null).execute()),
      ]
      return rows.map((row) => ({
        providerId: row.provider_id,
        providerAccountId: row.provider_account_id,
        status: row.status,
        count: Number(row.count),
        nextAtMs: row.next_at === null ? null : Number(row.next_at),
      }))
    },
  }
}
