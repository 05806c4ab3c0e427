import type { Clock } from '@sluice/platform/kernel/clock'
import type { Timers } from '@sluice/platform/kernel/timers'

import type { Envelope } from './envelope.ts'
import type { TransactionStore } from './execution-records.ts'
import { uuidOf } from './key-for.ts'
import type { Transaction } from './transaction.ts'

/** The dependencies of following another request's execution. */
export interface FollowPorts {
  readonly store: Pick<TransactionStore, 'find' | 'findOpen'>
  readonly clock: Clock
  readonly timers: Timers
  readonly providerTimeoutMs: number
}

/** The interval at which a second request checks whether the first has its answer. */
const FOLLOW_INTERVAL_MS = 100

/**
 * Returns the current answer for an order's transaction: where to send the customer while the provider waits for one, otherwise
 * the result. A bank transfer is a result with instructions. A form goes to merchants; browsers of a session go to the page that posts it.
 *
 * @param sessionId - the session's id, or the attempt's for the direct API.
 */
export function currentAnswer(transaction: Transaction, sessionId: string): Envelope {
  const { id: transactionId, status, redirectUrl, bankTransfer, orderPage, sessionHash } = transaction
  const isTransfer = bankTransfer !== null && orderPage?.kind !== 'DISPLAY'
  if (status !== 'PENDING' || redirectUrl === null || isTransfer) return { kind: 'result', transaction }
  if (orderPage?.kind === 'FORM' && sessionHash === null) {
    const { url, data } = orderPage
    return { kind: 'form_submit', transactionId, sessionId, url, data }
  }
  return { kind: 'redirect', transactionId, sessionId, url: redirectUrl }
}

/**
 * The answer of an order that another request has begun. Waits while that request still calls the provider, in this
 * process or another, for as long as a provider may take.
 */
export async function followOrder(
  ports: FollowPorts,
  merchantId: string,
  transactionId: string,
): Promise<Envelope | null> {
  const giveUpAtMs = ports.clock.now() + ports.providerTimeoutMs
  for (;;) {
    const open = await ports.store.findOpen(merchantId, transactionId)
    if (open === null) break
    const { transaction, attempt, pendingAuthentication } = open
    if (pendingAuthentication.step !== 'WORKING' || ports.clock.now() >= giveUpAtMs) {
      return currentAnswer(transaction, uuidOf(attempt.id))
    }
    await ports.timers.sleep(FOLLOW_INTERVAL_MS)
  }
  const transaction = await ports.store.find(merchantId, transactionId)
  return transaction && { kind: 'result', transaction }
}
