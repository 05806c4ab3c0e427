import type { CallbackDesk } from './deliver-callbacks.ts'
import { deliverCallbacks } from './deliver-callbacks.ts'

/**
 * Settles the orders whose time has come and posts the reports that are due.
 *
 * @returns how much was done.
 */
export async function settleOrders(desk: CallbackDesk): Promise<number> {
  const nowMs = desk.clock.now()
  const due = await desk.ledger.listDue(nowMs)
  for (const order of due) await desk.ledger.settle(order, order.plannedCode ?? '0000', nowMs)
  return due.length + (await deliverCallbacks(desk))
}
