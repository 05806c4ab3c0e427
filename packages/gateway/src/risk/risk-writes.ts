import type { ProcessingCode } from '@sluice/types/vocabulary'
import type { Connection } from '@sluice/platform/database/connection'

import type { RiskVerdict } from './find-match.ts'
import type { CountedPayment, WatchedPayment } from './watch-payment.ts'

/** An attempt that was refused, of a payment that is counted. */
export interface RefusedAttempt {
  readonly id: string
  readonly processingCode: ProcessingCode
}

/** How a counted payment went on. */
export interface CountedMove {
  readonly merchantId: string
  readonly transactionId: string
  readonly terminalId: string
  readonly amountMinor: number
  readonly currency: string
  readonly counted: CountedPayment
  /** Fingerprint of the card that the attempts were made with. */
  readonly card: string | null
  readonly refused: readonly RefusedAttempt[]
  /** How it ended; null while it is under way. */
  readonly ended: 'APPROVED' | 'ENDED' | null
}

/** Counts payments within the commits of their transactions. */
export interface RiskWrites {
  /**
   * Judges a payment, and counts it when it is let through; one that its shopper has corrected is judged anew and counted
   * once. Of payments that begin at once in several processes each sees
   * those before it.
   */
  checkAndCount(trx: Connection, watched: WatchedPayment, nowMs: number): Promise<RiskVerdict>
  /** Notes refused attempts, and how the payment ended. The same attempt is counted once. */
  follow(trx: Connection, move: CountedMove, nowMs: number): Promise<void>
}
