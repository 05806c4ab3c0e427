import type { Transaction } from '../execution/transaction.ts'

/** What transactions of a merchant must be to be found; what is null may be anything. */
export interface TransactionFilters {
  readonly reference: string | null
  readonly email: string | null
  /** The last four digits of what is masked. */
  readonly last4: string | null
  readonly status: string | null
  readonly transactionType: string | null
  readonly methodType: string | null
  readonly terminalId: string | null
  readonly customerId: string | null
  readonly parentId: string | null
  readonly sessionHash: string | null
  readonly amountMinor: number | null
  readonly currency: string | null
  /** Created then or later, epoch milliseconds. */
  readonly fromMs: number | null
  /** Created before, epoch milliseconds. */
  readonly toMs: number | null
}

export interface TransactionSearch extends TransactionFilters {
  readonly merchantId: string
  /** Where the last page ended; null for the first page. */
  readonly afterId: string | null
  readonly limit: number
}

export interface TransactionPage {
  /** The newest first, at most as many as asked for. */
  readonly found: readonly Transaction[]
  /** Where the next page goes on; null after the last one. */
  readonly nextAfterId: string | null
}

export type FindTransactions = (search: TransactionSearch) => Promise<TransactionPage>
