import type { Kysely } from 'kysely'

import type { TransactionTables } from '../transactions.tables.ts'

/** The number of newest transactions that are read; a rehearsal has a few dozen. */
const ROWS_READ_MAX = 2_000

/** Returns the distinct outcomes of a merchant's newest transactions. */
export type ListEndings = (merchantId: string) => Promise<
  readonly {
    readonly transactionType: string
    readonly status: string
    /** The final 3DS letter; null without 3DS. */
    readonly authentication: string | null
  }[]
>

export function createListEndings(db: Kysely<TransactionTables>): ListEndings {
  return async (merchantId) => {
    const read = db
      .selectFrom('transactions')
      .select(['transaction_type', 'status', 'authentication_status'])
      .where('merchant_id', '=', merchantId)
      .orderBy('id', 'desc')
      .limit(ROWS_READ_MAX)
    const rows = await db.selectFrom(read.as('read')).selectAll().distinct().execute()
    return rows.map((row) => ({
      transactionType: row.transaction_type,
      status: row.status,
      authentication: row.authentication_status,
    }))
  }
}
