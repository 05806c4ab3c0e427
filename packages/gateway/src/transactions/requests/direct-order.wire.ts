import type { PaymentRequest, PayoutRequest } from '@sluice/types'

import type { FindExisting } from '../../references/index.ts'
import type { PaymentOrder } from '../admission/payment-order.ts'
import { type KnownRecords, requireCustomer } from '../admission/require-known.wire.ts'
import { type OriginRecords, requireOrigins } from '../admission/require-origins.wire.ts'
import { envelopeForMerchant, referenceOfOtherOrder } from '../answer/refusals.wire.ts'
import { toWireEnvelope } from '../answer/transaction.wire.ts'
import type { OrderDetails } from '../redirect/redirect-flow.ts'
import { type Created, createOrder, type CreatePorts, findEarlierOrder } from './once-per-reference.ts'

export type DirectOrderPorts = CreatePorts &
  KnownRecords &
  OriginRecords & { readonly findExisting: FindExisting }

/** Returns the members that payments and payouts have in common. */
export function describeDirectOrder(body: PaymentRequest | PayoutRequest, merchantId: string) {
  return {
    merchantId,
    terminalId: body.terminal_id,
    integration: 'DIRECT_API',
    session: null,
    reference: body.reference,
    description: body.description,
    currency: body.currency,
    amountMinor: body.amount,
    customer: body.customer ?? null,
    metadata: body.metadata ?? null,
    browserInfo: null,
    returnUrl: body.return_url ?? null,
    notificationUrl: null,
  } as const
}

/**
 * Creates a payment or payout of the direct API, once per reference.
 *
 * @param urls - addresses to which browsers are redirected, by member.
 */
export async function answerDirectOrder(
  ports: DirectOrderPorts,
  order: PaymentOrder,
  details: OrderDetails,
  urls: Readonly<Record<string, string | undefined>>,
) {
  // A rule that forbids an order today does not affect the same order sent yesterday: its sender still gets the
  // outcome.
  const earlier = await findEarlierOrder(ports, order)
  const created = typeof earlier === 'string' ? await createNew(ports, order, details, urls) : earlier
  if (created.kind === 'other_order') throw referenceOfOtherOrder(await ports.findExisting(order))
  return { status: 200 as const, body: toWireEnvelope(await envelopeForMerchant(ports, order, created)) }
}

async function createNew(
  ports: DirectOrderPorts,
  order: PaymentOrder,
  details: OrderDetails,
  urls: Readonly<Record<string, string | undefined>>,
): Promise<Created> {
  await requireOrigins(ports, order.merchantId, order.terminalId, urls)
  const customerRecord = await requireCustomer(ports, order.merchantId, order.customer?.id)
  return createOrder(ports, { ...order, customerRecord }, details)
}
