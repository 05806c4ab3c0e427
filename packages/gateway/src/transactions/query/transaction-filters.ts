import type { QueryOf } from '@sluice/types'

import type { TransactionTable } from '../transactions.tables.ts'

interface TransactionFilter {
  readonly column: keyof TransactionTable
  /** Set if the value is a provider reference, which is in another table. */
  readonly isReference?: boolean
  /** Whether an index of the column finds the rows with this value. */
  readonly isIndexed?: (value: FilterValue) => boolean
}

type FilterValue = string | number

/** The parameters that are compared with one column. The others set a time, a page, or match either of two columns. */
type ColumnParameter = Exclude<
  keyof QueryOf<'listTransactions'>,
  'from' | 'to' | 'limit' | 'cursor' | 'reference_or_last4'
>

const always = () => true

/**
 * The filters of the list of transactions, by their query parameters. Those with an index come first, the most selective
 * of them at the top. `email` is compared in lower case, `session_id` by its hash.
 */
export const TRANSACTION_FILTERS = {
  // This filter always leads, because the conditions on rows apply to columns of the transaction.
  provider_reference: { column: 'id', isReference: true, isIndexed: always },
  parent_id: { column: 'parent_id', isIndexed: always },
  payment_link_id: { column: 'payment_link_id', isIndexed: always },
  session_id: { column: 'session_hash', isIndexed: always },
  reference: { column: 'reference', isIndexed: always },
  customer_id: { column: 'customer_id', isIndexed: always },
  email: { column: 'customer_email', isIndexed: always },
  last4: { column: 'payment_method_last4', isIndexed: always },
  amount: { column: 'amount', isIndexed: always },
  // Most transactions are approved, so the index omits them.
  status: { column: 'status', isIndexed: (status) => status !== 'APPROVED' },
  transaction_type: { column: 'transaction_type' },
  payment_method_type: { column: 'payment_method_type' },
  terminal_id: { column: 'terminal_id' },
  currency: { column: 'currency' },
} as const satisfies Record<ColumnParameter, TransactionFilter>

export type FilterName = keyof typeof TRANSACTION_FILTERS

const FILTER_NAMES = Object.keys(TRANSACTION_FILTERS) as readonly FilterName[]

/** Returns the values that transactions must have in the columns of these filters. */
export type TransactionFilters = Readonly<Partial<Record<FilterName, FilterValue | undefined>>>

export interface Condition {
  readonly column: keyof TransactionTable
  readonly value: FilterValue
  readonly isReference: boolean
}

/** Picks the condition whose index finds the fewest rows; the others are checked on each row found. */
export function arrangeConditions(filters: TransactionFilters): {
  /** The condition whose index is used; null if no filter has an index. */
  readonly leading: Condition | null
  readonly others: readonly Condition[]
} {
  const given = FILTER_NAMES.flatMap((name) => {
    const value = filters[name]
    if (value === undefined) return []
    const { column, isIndexed, isReference = false }: TransactionFilter = TRANSACTION_FILTERS[name]
    return [{ condition: { column, value, isReference }, hasIndex: isIndexed?.(value) ?? false }]
  })
  const leading = given.find(({ hasIndex }) => hasIndex)
  return {
    leading: leading?.condition ?? null,
    others: given.filter((one) => one !== leading).map(({ condition }) => condition),
  }
}
