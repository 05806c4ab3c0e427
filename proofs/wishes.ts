import { randomUUID } from 'node:crypto'

import type { Dice } from '../packages/gateway/test/dice.ts'
import { paymentRequest } from '../packages/gateway/test/elsewhere.ts'
import type { MerchantAtGateway } from '../packages/gateway/test/merchant-at-gateway.ts'

/** What a merchant wants to happen once: the same bytes under the same key, until an answer comes. */
export interface Wish {
  readonly path: string
  readonly reference: string
  readonly key: string
  readonly body: string
}

const CODES = ['0000', '0000', '0000', '0000', '0000', '1000', '1004'] as const

/** So long that calls overlap, so short that hundreds of them can be waited for. */
const PROVIDER_DELAYS_MS = [0, 0, 0, 5, 20, 60] as const

const AMOUNT_MAX_MINOR = 1_000_000

/** A card payment without 3-D Secure, by a provider that takes its time and sometimes declines. */
export async function wishForPurchase(merchant: MerchantAtGateway, dice: Dice): Promise<Wish> {
  const body = await merchant.cardRequest({
    flow: 'NO_3DS',
    metadata: { response_code: dice.pick(CODES), simulated_delay_ms: dice.pick(PROVIDER_DELAYS_MS) },
    body: { amount: 1 + dice.whole(AMOUNT_MAX_MINOR) },
  })
  return makeWish('/api/transactions/authorize', body)
}

/** A payment that its provider decides at once. */
export function wishForPayment(merchant: MerchantAtGateway): Wish {
  const body = paymentRequest(merchant, { metadata: { simulated_flow: 'APPROVED' } })
  return makeWish('/api/transactions/payment', body)
}

/** A card payment whose request breaks off before its provider has it. */
export async function wishForLostRequest(merchant: MerchantAtGateway): Promise<Wish> {
  const body = await merchant.cardRequest({
    flow: 'NO_3DS',
    metadata: { simulated_fault: 'RESET_BEFORE_EXECUTION' },
  })
  return makeWish('/api/transactions/authorize', body)
}

/** A payment on a provider's page that no customer confirms. */
export function wishForUnconfirmedOrder(merchant: MerchantAtGateway): Promise<Wish> {
  return Promise.resolve(makeWish('/api/transactions/payment', paymentRequest(merchant)))
}

/** The whole of an approved purchase back. */
export function wishForRefund({ body }: Wish, transactionId: string): Wish {
  const { terminal_id, reference, amount, currency } = JSON.parse(body) as Record<string, unknown>
  return makeWish('/api/transactions/manage', {
    transaction_type: 'REFUND',
    parent_transaction_id: transactionId,
    terminal_id,
    reference,
    amount,
    currency,
  })
}

function makeWish(path: string, body: Readonly<Record<string, unknown>>): Wish {
  return { path, reference: String(body['reference']), key: randomUUID(), body: JSON.stringify(body) }
}
