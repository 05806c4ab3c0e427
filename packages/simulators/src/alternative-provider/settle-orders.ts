import type { CallbackDesk } from './deliver-callbacks.ts'
import { deliverCallbacks } from './deliver-callbacks.ts'

/**
 * Settles due orders and posts due reports.
 *
 * @returns how much was done.
 */
export async function settleOrders(desk: CallbackDesk): Promise<number> {
  const nowMs = desk.clock.now()
  const due = await desk.ledger.listDue(nowMs)
  for (const order of due) await desk.ledger.settle(order, order.plannedCode ?? '0000', nowMs)
  return due.length + (await deliverCallbacks(desk))
}
