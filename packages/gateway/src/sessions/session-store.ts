import type { ProcessingCode } from '@sluice/types/vocabulary'

import type { Session } from './session.ts'

export interface SessionStore {
  /**
   * Stores a new session and takes its reference; false when the reference belongs to another.
   *
   * @param requestKey - of the request, when it came with an `Idempotency-Key`. A session that the same request made
   * before, and that is untouched, gives its place to the new one: its id was lost with the answer.
   */
  create(session: Session, requestKey?: string | null): Promise<boolean>
  find(merchantId: string, idHash: string): Promise<Session | null>
  /** Counts a payment that was refused before it became a transaction; false when the session takes none any more. */
  countSubmission(session: Session, nowMs: number): Promise<boolean>
  /** Ends a session without an open transaction; false when it is not CREATED any more, or has one to be corrected. */
  end(
    session: Session,
    status: 'CANCELED' | 'SESSION_EXPIRED',
    code: ProcessingCode,
    nowMs: number,
  ): Promise<boolean>
  /**
   * Sessions whose time is over and that wait for the shopper alone, the longest overdue first; without those that
   * are being corrected, which end with their transaction.
   */
  listExpired(nowMs: number, limit: number): Promise<readonly Session[]>
}
