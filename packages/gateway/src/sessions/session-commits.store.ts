import { LIMITS, type SessionStatus } from '@sluice/types/vocabulary'

import { withTables } from '../platform/database/connection.ts'
import type { SessionCommits } from '../transactions/index.ts'
import { SESSION_STATUS } from './session-status.ts'
import type { SessionTables } from './sessions.tables.ts'

/** Writes sessions within the commits of the transactions that pay them. */
export const sessionCommits: SessionCommits = {
  /**
   * A session takes one transaction at a time, and so many in all: the compare-and-set on CREATED and on the count
   * decides between two tabs.
   */
  async occupy(trx, opened, sessionHash, nowMs) {
    const db = withTables<SessionTables>(trx)
    const updated = await db
      .updateTable('sessions')
      .set((eb) => ({
        status: SESSION_STATUS[opened.status],
        processing_code: opened.processingCode,
        transaction_id: opened.id,
        submissions: eb('submissions', '+', 1),
        updated_at: nowMs,
      }))
      .where('merchant_id', '=', opened.merchantId)
      .where('id_hash', '=', sessionHash)
      .where('status', '=', 'CREATED')
      .where('expires_at', '>', nowMs)
      .where('submissions', '<', LIMITS.PAYMENT_SUBMISSIONS_MAX_PER_SESSION)
      .executeTakeFirst()
    if (updated.numUpdatedRows > 0n) return null
    const session = await db
      .selectFrom('sessions')
      .select(['status', 'expires_at'])
      .where('merchant_id', '=', opened.merchantId)
      .where('id_hash', '=', sessionHash)
      .executeTakeFirst()
    if (session?.status === 'CREATED' && session.expires_at > nowMs) return { kind: 'session_exhausted' }
    // Still CREATED: its time ran out and the sweep has not come by yet.
    const status = session === undefined || session.status === 'CREATED' ? 'SESSION_EXPIRED' : session.status
    return { kind: 'session_busy', status: status as SessionStatus }
  },

  async follow(trx, moved, sessionHash, nowMs) {
    await withTables<SessionTables>(trx)
      .updateTable('sessions')
      .set({ status: SESSION_STATUS[moved.status], processing_code: moved.processingCode, updated_at: nowMs })
      .where('merchant_id', '=', moved.merchantId)
      .where('id_hash', '=', sessionHash)
      .where('transaction_id', '=', moved.id)
      .execute()
  },
}
