import type { SessionStatus } from '@sluice/types/vocabulary'

import { endWaiting, type RecoverPorts } from '../transactions/index.ts'
import { isBeingCorrected, isSessionFinal, type Session, sessionStatusNow } from './session.ts'
import type { SessionStore } from './session.store.ts'

export type CancelSessionPorts = Pick<RecoverPorts, 'store' | 'clock' | 'providers'> &
  Parameters<typeof endWaiting>[0] & { readonly sessions: SessionStore }

/**
 * Cancels a session without a payment, or one that waits for its shopper. An attempt at a provider is never
 * interrupted.
 *
 * @param endUnpaid - ends a session without an open transaction. Returns false if it has one, or has ended.
 * @returns null if this call canceled it, or else the status that prevented it.
 */
export async function cancelSession(
  ports: CancelSessionPorts,
  session: Session,
  endUnpaid: (session: Session, nowMs: number) => Promise<boolean>,
): Promise<SessionStatus | null> {
  const nowMs = ports.clock.now()
  const status = sessionStatusNow(session, nowMs)
  if (isSessionFinal(status)) return status
  if (status === 'CREATED' && !isBeingCorrected(session)) {
    if (await endUnpaid(session, nowMs)) return null
  } else if (session.transactionId !== null) {
    const open = await ports.store.findOpen(session.merchantId, session.transactionId)
    // A session that was paid at the last moment stays paid, and the response reports that instead.
    const ended = open && (await endWaiting(ports, open, '1003', 'cancel'))
    if (ended?.status === 'CANCELED') return null
  }
  const current = await ports.sessions.find(session.merchantId, session.idHash)
  return current?.status ?? 'PENDING'
}
