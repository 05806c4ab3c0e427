/** The number of payments of a day and a currency with one outcome, and the money that they moved. */
export interface TransactionCount {
  /** The day, counted from 1970-01-01 in UTC. */
  readonly day: number
  readonly status: string
  readonly processingCode: string | null
  readonly methodType: string
  readonly currency: string
  readonly count: number
  /** The captured amount without failed captures, in minor units. */
  readonly volumeMinor: number
  /** The captured amount after all later refunds, returns and disputes, in minor units. */
  readonly netMinor: number
}

export interface TransactionCounts {
  readonly counts: readonly TransactionCount[]
  /** The time of the oldest counted payment, epoch milliseconds; null if all payments of the period were counted. */
  readonly countedSinceMs: number | null
}

/** Counts a merchant's customer payments since a moment; beyond a limit, only the newest. */
export type CountTransactions = (merchantId: string, sinceMs: number) => Promise<TransactionCounts>

export const DAY_MS = 86_400_000
