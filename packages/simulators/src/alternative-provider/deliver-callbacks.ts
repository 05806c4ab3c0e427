import type { Clock } from '@sluice/shared/clock'
import { CALLBACK_RETRY_WAITS_MS } from './callback.ts'
import type { DueCallback, OrderKey, OrderLedger } from './order-ledger.ts'

export interface CallbackDesk {
  readonly ledger: OrderLedger
  readonly clock: Clock
  /** The clock for signatures. It keeps real time while tests move the other one. */
  readonly realTime: Clock
  /** Sends a signed body. Returns the HTTP status, and throws if there was no response. */
  readonly post: (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<number>
  readonly sign: (
    body: string,
    options: { readonly id: string; readonly nowMs: number; readonly secrets: readonly string[] },
  ) => Readonly<Record<string, string>>
  /** Returns the secrets of the account that a provider signs with. */
  readonly callbackSecretsOf: (providerId: string) => readonly string[]
}

const OK = 200

/**
 * Posts the reports that are due; only those of one order if a key is given. Reports of one order are sent in
 * sequence, those of different orders concurrently.
 *
 * @returns how many were taken up.
 */
export async function deliverCallbacks(desk: CallbackDesk, key?: OrderKey): Promise<number> {
  const due = await desk.ledger.listDueCallbacks(desk.clock.now(), key)
  const byOrder = new Map<string, DueCallback[]>()
  for (const callback of due) {
    const order = `${callback.providerId} ${callback.idempotencyKey}`
    byOrder.set(order, [...(byOrder.get(order) ?? []), callback])
  }
  await Promise.all(
    [...byOrder.values()].map(async (callbacks) => {
      for (const callback of callbacks) await deliver(callback, desk)
    }),
  )
  return due.length
}

async function deliver(callback: DueCallback, desk: CallbackDesk): Promise<void> {
  const waitMs = CALLBACK_RETRY_WAITS_MS[callback.tries]
  const nowMs = desk.clock.now()
  const isOurs = await desk.ledger.claimCallback(callback, waitMs === undefined ? null : nowMs + waitMs)
  if (!isOurs) return
  const headers = desk.sign(callback.body, {
    id: callback.messageId,
    nowMs: desk.realTime.now(),
    secrets: desk.callbackSecretsOf(callback.providerId),
  })
  // An unreachable receiver counts as a rejection. The next attempt is already scheduled.
  const status = await desk
    .post(callback.url, { ...headers, 'content-type': 'application/json; charset=utf-8' }, callback.body)
    .catch(() => null)
  if (status === OK) await desk.ledger.markDelivered(callback, desk.clock.now())
}
