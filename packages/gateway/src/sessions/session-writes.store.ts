import { LIMITS, type SessionStatus } from '@sluice/types/vocabulary'
import { addToCommit } from '@sluice/platform/database/add-to-commit'
import { type Connection, withTables } from '@sluice/platform/database/connection'

import type { SessionWrites, SessionRefusal, Transaction } from '../transactions/index.ts'
import { SESSION_STATUS } from './session-status.ts'
import { NO_DESCRIPTION, type SessionTables } from './sessions.tables.ts'

/** Writes sessions within the commits of the transactions that pay them. */
export const sessionWrites: SessionWrites = {
  /**
   * The maximum number of transactions in a session, one at a time. The compare-and-set on CREATED and on the count
   * decides between two tabs.
   */
  async occupy(trx, opened, sessionHash, nowMs) {
    // A request that the gateway refuses is counted, but leaves the session unchanged, even during a correction.
    const isRefused = opened.status === 'INVALID'
    const updated = await submit(trx, opened, sessionHash, nowMs)
      .$if(isRefused, (query) =>
        query.set((eb) => ({
          transaction_id: eb
            .case()
            .when('processing_code', 'is', null)
            .then(opened.id)
            .else(eb.ref('transaction_id'))
            .end(),
        })),
      )
      .$if(!isRefused, (query) =>
        query.set({ ...describe(opened), transaction_id: opened.id }).where('processing_code', 'is', null),
      )
      .executeTakeFirst()
    return updated.numUpdatedRows > 0n ? null : findRefusal(trx, opened, sessionHash, nowMs)
  },

  async occupyAgain(trx, corrected, sessionHash, nowMs) {
    const updated = await submit(trx, corrected, sessionHash, nowMs)
      .set(describe(corrected))
      .where('processing_code', 'is not', null)
      .where('transaction_id', '=', corrected.id)
      .executeTakeFirst()
    return updated.numUpdatedRows > 0n ? null : findRefusal(trx, corrected, sessionHash, nowMs)
  },

  async reopen(trx, declined, sessionHash, code, nowMs) {
    const reopened = withTables<SessionTables>(trx)
      .updateTable('sessions')
      .set({ status: 'CREATED', processing_code: code, updated_at: nowMs })
      .where('merchant_id', '=', declined.merchantId)
      .where('id_hash', '=', sessionHash)
      .where('transaction_id', '=', declined.id)
    await addToCommit(trx, reopened)
  },

  async takesMoreUntil(trx, { merchantId }, sessionHash) {
    const session = await withTables<SessionTables>(trx)
      .selectFrom('sessions')
      .select(['submissions', 'expires_at'])
      .where('merchant_id', '=', merchantId)
      .where('id_hash', '=', sessionHash)
      .executeTakeFirst()
    return session !== undefined && session.submissions < LIMITS.PAYMENT_SUBMISSIONS_MAX_PER_SESSION
      ? session.expires_at
      : null
  },

  async follow(trx, moved, sessionHash, nowMs) {
    const followed = withTables<SessionTables>(trx)
      .updateTable('sessions')
      .set({ ...describe(moved), updated_at: nowMs })
      .where('merchant_id', '=', moved.merchantId)
      .where('id_hash', '=', sessionHash)
      .where('transaction_id', '=', moved.id)
    await addToCommit(trx, followed)
  },
}

/**
 * Returns the state of a session with its transaction. An open session has a code only while a decline can be
 * corrected.
 */
function describe({ status, processingCode }: Transaction) {
  const follows = SESSION_STATUS[status]
  return { status: follows, processing_code: follows === 'CREATED' ? null : processingCode }
}

/**
 * A submission must charge the current amount of the session, so one that was prepared before a change finds no row.
 */
function submit(
  trx: Connection,
  { merchantId, amountMinor, description }: Transaction,
  sessionHash: string,
  nowMs: number,
) {
  return withTables<SessionTables>(trx)
    .updateTable('sessions')
    .set((eb) => ({ submissions: eb('submissions', '+', 1), updated_at: nowMs }))
    .where('merchant_id', '=', merchantId)
    .where('id_hash', '=', sessionHash)
    .where('status', '=', 'CREATED')
    .where('amount', '=', amountMinor)
    .where('description', '=', description ?? NO_DESCRIPTION)
    .where('expires_at', '>', nowMs)
    .where('submissions', '<', LIMITS.PAYMENT_SUBMISSIONS_MAX_PER_SESSION)
}

async function findRefusal(
  trx: Connection,
  { merchantId, amountMinor, description }: Transaction,
  sessionHash: string,
  nowMs: number,
): Promise<SessionRefusal> {
  const session = await withTables<SessionTables>(trx)
    .selectFrom('sessions')
    .select(['status', 'processing_code', 'expires_at', 'submissions', 'amount', 'description', 'revision'])
    .where('merchant_id', '=', merchantId)
    .where('id_hash', '=', sessionHash)
    .executeTakeFirst()
  if (session === undefined) return { kind: 'session_busy', status: 'SESSION_EXPIRED' }
  if (session.status !== 'CREATED') return { kind: 'session_busy', status: session.status as SessionStatus }
  // The session has expired, but maintenance has not ended it yet.
  if (session.expires_at <= nowMs) {
    return { kind: 'session_busy', status: session.processing_code === null ? 'SESSION_EXPIRED' : 'DECLINED' }
  }
  if (session.submissions >= LIMITS.PAYMENT_SUBMISSIONS_MAX_PER_SESSION) return { kind: 'session_exhausted' }
  if (session.amount !== amountMinor || session.description !== (description ?? NO_DESCRIPTION))
    return { kind: 'session_changed', revision: session.revision }
  // Another tab was faster, and its attempt was already declined.
  return { kind: 'session_busy', status: 'PENDING' }
}
