/** How many payments of a day and a currency ended in one way, and the money that they moved. */
export interface TransactionCount {
  /** Days since 1970 in UTC. */
  readonly day: number
  readonly status: string
  readonly processingCode: string | null
  readonly methodType: string
  readonly currency: string
  readonly count: number
  /** What was taken, without captures that failed. Minor units. */
  readonly volumeMinor: number
  /** What is left of it after refunds, returns and disputes, whenever they came. Minor units. */
  readonly netMinor: number
}

export interface TransactionCounts {
  readonly counts: readonly TransactionCount[]
  /** When the oldest payment that was counted was made, epoch milliseconds; null when all of the time were counted. */
  readonly countedSinceMs: number | null
}

/** Counts the payments of customers that a merchant was asked for since then; of very many, the newest. */
export type CountTransactions = (merchantId: string, sinceMs: number) => Promise<TransactionCounts>

export const DAY_MS = 86_400_000
