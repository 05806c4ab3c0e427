import { randomUUID } from 'node:crypto'

import type { SeededRandom } from '../packages/gateway/test/seeded-random.ts'
import { paymentRequest } from '../packages/gateway/test/elsewhere.ts'
import type { MerchantAtGateway } from '../packages/gateway/test/merchant-at-gateway.ts'

/** An action that a merchant wants to happen once: the same bytes with the same key, until an answer arrives. */
export interface Intent {
  readonly path: string
  readonly reference: string
  readonly key: string
  readonly body: string
}

const CODES = ['0000', '0000', '0000', '0000', '0000', '1000', '1004'] as const

/** Long enough that calls overlap, short enough that hundreds of them finish. */
const PROVIDER_DELAYS_MS = [0, 0, 0, 5, 20, 60] as const

const AMOUNT_MAX_MINOR = 1_000_000

/** Creates a card payment without 3-D Secure, at a slow provider that sometimes declines. */
export async function purchaseIntent(merchant: MerchantAtGateway, random: SeededRandom): Promise<Intent> {
  const body = await merchant.cardRequest({
    flow: 'NO_3DS',
    metadata: { response_code: random.pick(CODES), simulated_delay_ms: random.pick(PROVIDER_DELAYS_MS) },
    body: { amount: 1 + random.whole(AMOUNT_MAX_MINOR) },
  })
  return makeIntent('/api/transactions/authorize', body)
}

/** Returns a payment that its provider decides at once. */
export function paymentIntent(merchant: MerchantAtGateway): Intent {
  const body = paymentRequest(merchant, { metadata: { simulated_flow: 'APPROVED' } })
  return makeIntent('/api/transactions/payment', body)
}

/** Creates a card payment whose request is cut off before it reaches its provider. */
export async function lostRequestIntent(merchant: MerchantAtGateway): Promise<Intent> {
  const body = await merchant.cardRequest({
    flow: 'NO_3DS',
    metadata: { simulated_fault: 'RESET_BEFORE_EXECUTION' },
  })
  return makeIntent('/api/transactions/authorize', body)
}

/** Returns a payment on a provider's page that no customer confirms. */
export function unconfirmedOrderIntent(merchant: MerchantAtGateway): Promise<Intent> {
  return Promise.resolve(makeIntent('/api/transactions/payment', paymentRequest(merchant)))
}

/** Creates a full refund of an approved purchase. */
export function refundIntent({ body }: Intent, transactionId: string): Intent {
  const { terminal_id, reference, amount, currency } = JSON.parse(body) as Record<string, unknown>
  return makeIntent('/api/transactions/manage', {
    transaction_type: 'REFUND',
    parent_transaction_id: transactionId,
    terminal_id,
    reference,
    amount,
    currency,
  })
}

function makeIntent(path: string, body: Readonly<Record<string, unknown>>): Intent {
  return { path, reference: String(body['reference']), key: randomUUID(), body: JSON.stringify(body) }
}
