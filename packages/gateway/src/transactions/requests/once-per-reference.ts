import { followOrder } from '../execution/current-answer.ts'
import type { ReferenceHolds } from '../../references/index.ts'
import type { MerchantRecords, PaymentOrder } from '../admission/payment-order.ts'
import type { FollowPorts } from '../execution/current-answer.ts'
import type { TransactionStore } from '../execution/execution-records.ts'
import type { Authorized } from '../execution/started.ts'
import type { OrderDetails, RedirectPorts } from '../redirect/redirect-flow.ts'
import { startElsewhere } from '../redirect/start-order.ts'

/** The dependencies for making an order once. */
export interface CreatePorts
  extends RedirectPorts, FollowPorts, Pick<MerchantRecords, 'findMerchant' | 'findTerminal'> {
  readonly store: TransactionStore
  readonly references: Pick<ReferenceHolds, 'find'>
}

/** `other_order`: the reference belongs to an order over another amount or currency. */
export type Created = Authorized | { readonly kind: 'other_order' }

/**
 * The number of attempts for a reference that became free while its holder was being read. More attempts would compete
 * with other requests indefinitely.
 */
const MAX_TRIES = 3

/** Creates a payment or payout once per reference. A repeated order returns the current state of the first. */
export async function createOrder(
  ports: CreatePorts,
  order: PaymentOrder,
  details: OrderDetails,
): Promise<Created> {
  for (let tries = 1; ; tries += 1) {
    const made = await startElsewhere(ports, { order, details })
    const isTaken = made.kind === 'refused' && made.refusal.kind === 'reference_taken'
    if (!isTaken || tries === MAX_TRIES) return made

    const earlier = await findEarlierOrder(ports, order)
    if (earlier === 'none') continue
    return earlier === 'of_another_endpoint' ? made : earlier
  }
}

/** Returns the current state of the first order with this reference, or the reason why there is none. */
export async function findEarlierOrder(
  ports: FollowPorts & { readonly references: Pick<ReferenceHolds, 'find'> },
  order: PaymentOrder,
): Promise<Created | 'none' | 'of_another_endpoint'> {
  const { merchantId, transactionType, amountMinor, currency } = order
  const hold = await ports.references.find(order)
  if (hold === null) return 'none'
  // The stored answer belongs to the endpoint that sent it.
  if (hold.kind !== transactionType) return 'of_another_endpoint'
  if (hold.amountMinor !== amountMinor || hold.currency !== currency) return { kind: 'other_order' }
  const envelope = await followOrder(ports, merchantId, hold.holderId)
  return envelope === null ? 'none' : { kind: 'envelope', envelope }
}
