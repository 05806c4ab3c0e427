import type { ProcessingCode } from '@sluice/types/vocabulary'
import type { Connection } from '@sluice/platform/database/connection'

import type { RiskVerdict } from './find-match.ts'
import type { CountedPayment, WatchedPayment } from './watch-payment.ts'

/** A refused attempt of a counted payment. */
export interface RefusedAttempt {
  readonly id: string
  readonly processingCode: ProcessingCode
}

/** The progress of a counted payment. */
export interface CountedMove {
  readonly merchantId: string
  readonly transactionId: string
  readonly terminalId: string
  readonly amountMinor: number
  readonly currency: string
  readonly counted: CountedPayment
  /** The fingerprint of the card of the attempts. */
  readonly card: string | null
  readonly refused: readonly RefusedAttempt[]
  /** The outcome; null while it is pending. */
  readonly ended: 'APPROVED' | 'ENDED' | null
}

/** Counts payments within the commits of their transactions. */
export interface RiskWrites {
  /**
   * Evaluates a payment, and counts it if it is allowed. A corrected payment is evaluated again and counted once. Of
   * payments that begin at once in several processes, each sees those before it.
   */
  checkAndCount(trx: Connection, watched: WatchedPayment, nowMs: number): Promise<RiskVerdict>
  /** Records refused attempts, and the outcome of the payment. The same attempt is counted once. */
  follow(trx: Connection, move: CountedMove, nowMs: number): Promise<void>
}
