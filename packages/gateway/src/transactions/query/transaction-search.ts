import type { Transaction } from '../execution/transaction.ts'
import type { TransactionFilters } from './transaction-filters.ts'

/** The maximum difference between the time in a row's id and its `created_at`. One request sets both. */
export const ID_TO_ROW_MAX_MS = 60_000

/** A search for transactions of a merchant; every condition must hold. */
export interface TransactionSearch {
  readonly merchantId: string
  readonly filters: TransactionFilters
  /** Either the reference, or the last four digits of the card or masked account. */
  readonly referenceOrLast4: string | null
  /** Created at or after this time, epoch milliseconds. */
  readonly fromMs: number | null
  /** Created before this time, epoch milliseconds. */
  readonly toMs: number | null
  /** The last id of the previous page; null for the first page. */
  readonly afterId: string | null
  readonly limit: number
}

export interface TransactionPage {
  /** Newest first, at most `limit`. */
  readonly found: readonly Transaction[]
  /** The `afterId` of the next page; null after the last one. */
  readonly nextAfterId: string | null
}

export type FindTransactions = (search: TransactionSearch) => Promise<TransactionPage>

/** Joins the same page of several searches. Each page is complete down to its `nextAfterId`, or to the oldest row. */
export function joinPages(pages: readonly TransactionPage[], limit: number): TransactionPage {
  const ends = pages.flatMap(({ nextAfterId }) => (nextAfterId === null ? [] : [nextAfterId]))
  // The first of the ids in descending order: only down to there are all pages complete.
  const [end = null] = ends.toSorted().toReversed()
  const all = new Map(pages.flatMap(({ found }) => found.map((transaction) => [transaction.id, transaction])))
  const complete = [...all.values()]
    .filter(({ id }) => end === null || id >= end)
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
  const found = complete.slice(0, limit)
  return { found, nextAfterId: complete.length > limit ? (found.at(-1)?.id ?? null) : end }
}
