import { type Kysely, type RawBuilder, sql } from 'kysely'

import { uuidFloor } from '@sluice/platform/kernel/random'

import { ID_TO_ROW_MAX_MS } from '../query/transaction-search.ts'
import type { TransactionTable, TransactionTables } from '../transactions.tables.ts'

/** The types of customer payments. Captures, refunds and payouts are not approved or declined by the customer's bank. */
export const PAYMENTS = ['PURCHASE', 'AUTHORIZE', 'PAYMENT'] as const

type MoneyColumn = Extract<keyof TransactionTable, `${string}_amount`>

type Signs = Readonly<Partial<Record<MoneyColumn, 1 | -1>>>

/**
 * The columns that add to the captured amount of a payment, and those that subtract from it. A payment without money has nulls there.
 */
const VOLUME = { captured_amount: 1, capture_failed_amount: -1 } as const satisfies Signs
const NET = {
  ...VOLUME,
  refunded_amount: -1,
  refund_failed_amount: 1,
  returned_amount: -1,
  disputed_amount: -1,
} as const satisfies Signs

/** The columns of payments that counts are made of. */
export const COUNTED_COLUMNS = ['status', 'payment_method_type', 'currency'] as const

/** A payment has no code before its bank or a rule decided; in counts that is the empty text. */
export const codeOfCount: RawBuilder<string> = sql<string>`coalesce(processing_code, '')`

export const volumeOfPayment: RawBuilder<number> = addUp(VOLUME)

export const netOfPayment: RawBuilder<number> = addUp(NET)

/** Returns the transactions of a merchant that were made in a time. Ids find the range of the key; the row's own time decides. */
export function transactionsBetween(
  db: Kysely<TransactionTables>,
  merchantId: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number | null },
) {
  const since = db
    .selectFrom('transactions')
    .where('merchant_id', '=', merchantId)
    .where('id', '>=', uuidFloor(fromMs - ID_TO_ROW_MAX_MS))
    .where('created_at', '>=', fromMs)
  if (toMs === null) return since
  return since.where('id', '<', uuidFloor(toMs + ID_TO_ROW_MAX_MS)).where('created_at', '<', toMs)
}

/** Builds the SQL for a sum of columns. */
function addUp(signs: Signs): RawBuilder<number> {
  const terms = Object.entries(signs).map(
    ([column, sign]) => sql`${sql.lit(sign)} * coalesce(${sql.ref(column)}, 0)`,
  )
  return sql<number>`${sql.join(terms, sql` + `)}`
}
