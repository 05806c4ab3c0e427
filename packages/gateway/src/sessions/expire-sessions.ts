import { endWaiting, type RecoverPorts } from '../transactions/index.ts'
import type { SessionStore } from './session.store.ts'

/** The number of sessions in one round; the next ends the rest. */
const BATCH = 50

/**
 * Ends sessions after their hour. One whose shopper is at the bank continues until the challenge ends, and an attempt
 * at a provider is awaited. Returns the number of ended sessions.
 */
export async function expireSessions(
  ports: RecoverPorts & { readonly sessions: SessionStore },
): Promise<number> {
  const nowMs = ports.clock.now()
  const expired = await ports.sessions.listExpired(nowMs, BATCH)
  const ended = await Promise.all(
    expired.map(async (session) => {
      if (session.status === 'CREATED') return ports.sessions.end(session, 'SESSION_EXPIRED', '1005', nowMs)
      if (session.transactionId === null) return false
      const open = await ports.store.findOpen(session.merchantId, session.transactionId)
      if (open?.pendingAuthentication.step !== 'FINGERPRINT') return false
      return (await endWaiting(ports, open, '1005', 'expiry')) !== null
    }),
  )
  return ended.filter(Boolean).length
}
