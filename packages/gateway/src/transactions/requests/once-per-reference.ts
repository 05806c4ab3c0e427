import type { Authorized, MerchantRecords } from '../card/authorize-card.ts'
import type { FlowPorts } from '../card/flow.ts'
import type { AuthorizationOrder } from '../card/start-authorization.ts'
import { followOrder } from '../execution/current-answer.ts'
import { authorizeElsewhere } from '../redirect/open-redirect.ts'
import type { OrderDetails } from '../redirect/start-order.ts'

/** `other_order`: the reference belongs to an order over another amount or currency. */
export type Created = Authorized | { readonly kind: 'other_order' }

/** A reference that comes free while we look who holds it is asked for again; more often would be a quarrel. */
const MAX_TRIES = 3

/**
 * Makes a payment or payout, once per reference: who sends the same order again gets the answer of the first, as it
 * stands now.
 */
export async function createOrder(
  ports: FlowPorts & MerchantRecords,
  order: AuthorizationOrder,
  details: OrderDetails,
): Promise<Created> {
  const { merchantId, transactionType, amountMinor, currency } = order
  for (let tries = 1; ; tries += 1) {
    const made = await authorizeElsewhere(ports, order, details)
    const isTaken = made.kind === 'refused' && made.refusal.kind === 'reference_taken'
    if (!isTaken || tries === MAX_TRIES) return made

    const hold = await ports.references.find(order)
    if (hold === null) continue
    // The stored answer belongs to the endpoint that gave it.
    if (hold.kind !== transactionType) return made
    if (hold.amountMinor !== amountMinor || hold.currency !== currency) return { kind: 'other_order' }
    const envelope = await followOrder(ports, merchantId, hold.holderId)
    if (envelope !== null) return { kind: 'envelope', envelope }
  }
}
