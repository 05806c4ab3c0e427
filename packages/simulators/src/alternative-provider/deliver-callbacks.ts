import type { Clock } from '@sluice/shared/clock'
import { CALLBACK_RETRY_WAITS_MS } from './callback.ts'
import type { DueCallback, OrderKey, OrderLedger } from './order-ledger.ts'

export interface CallbackDesk {
  readonly ledger: OrderLedger
  readonly clock: Clock
  /** For signatures: it stays true while tests move the other one. */
  readonly realTime: Clock
  /** Sends a signed body; gives the status of the answer, and throws when there is none. */
  readonly post: (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<number>
  readonly sign: (
    body: string,
    options: { readonly id: string; readonly nowMs: number; readonly secrets: readonly string[] },
  ) => Readonly<Record<string, string>>
  /** The secrets of the account that a provider signs with. */
  readonly callbackSecretsOf: (providerId: string) => readonly string[]
}

const OK = 200

/**
 * Posts the reports whose time has come; of one order only when a key is given. Those of an order go one after the other,
 * those of different orders together.
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
  // An unreachable receiver counts as a refusal: the next try is set already.
  const status = await desk
    .post(callback.url, { ...headers, 'content-type': 'application/json; charset=utf-8' }, callback.body)
    .catch(() => null)
  if (status === OK) await desk.ledger.markDelivered(callback, desk.clock.now())
}
