/** The actions of a soak's customers, each from its first request to its last answer. */
import type { Envelope } from '@sluice/types'

import type { SeededRandom } from '../packages/gateway/test/seeded-random.ts'
import { idOf, paymentRequest, press } from '../packages/gateway/test/elsewhere.ts'
import type { MerchantAtGateway, PaymentInput } from '../packages/gateway/test/merchant-at-gateway.ts'
import { shop } from '../packages/gateway/test/shopper.ts'
import type { ReportedEnd } from './inspect-books.ts'

/** The shares of the actions, in percent. */
const SHARES = {
  frictionless: 40,
  challenge: 30,
  'saved card': 10,
  alternative: 10,
  manage: 5,
  invalid: 5,
} as const

export type ActionKind = keyof typeof SHARES

const KINDS = (Object.keys(SHARES) as ActionKind[]).flatMap((kind) =>
  Array<ActionKind>(SHARES[kind]).fill(kind),
)

/** The number of recent payments that may be refunded. */
const REFUNDABLE_MAX = 100
const REFUND_MINOR = 10
const PASSWORD = '1234'
/** A shopper who has already chosen a bank. */
const AT_A_BANK = '?bank=kopernik'

export interface SoakActions {
  /** Draws an action and executes it; returns null if it led to nothing that a client may rely on. */
  act(): Promise<{ readonly kind: ActionKind; readonly told: ReportedEnd | null }>
}

/** @throws When a card cannot be saved to begin with. */
export async function createSoakActions(
  merchant: MerchantAtGateway,
  random: SeededRandom,
): Promise<SoakActions> {
  const refundable: { readonly id: string; readonly reference: string }[] = []
  const approve = (envelope: Envelope): ReportedEnd => {
    const { result } = envelope
    if (result?.status !== 'APPROVED') throw new Error(`not approved: ${JSON.stringify(envelope)}`)
    refundable.push({ id: result.id, reference: result.reference })
    if (refundable.length > REFUNDABLE_MAX) refundable.shift()
    return { transactionId: result.id, status: result.status }
  }
  const buy = async (input: PaymentInput, atTheBank: readonly string[] = []): Promise<ReportedEnd> =>
    approve((await shop(await merchant.authorize(input), merchant, atTheBank)).envelope)

  const saving = { tokenization: { save_card_for_future_payments: true } }
  const saved = await merchant.authorize({ flow: 'NO_3DS', body: saving })
  const savedCard = { type: 'saved_card', data: { payment_method_id: saved.result?.payment_method.token } }
  approve(saved)

  const actions: Readonly<Record<ActionKind, () => Promise<ReportedEnd | null>>> = {
    frictionless: () => buy({ flow: 'FRICTIONLESS_SUCCESS' }),
    challenge: () => buy({ flow: 'CHALLENGE' }, [PASSWORD]),
    'saved card': () => buy({ flow: 'NO_3DS', body: { payment_method: savedCard } }),
    async alternative() {
      const envelope = await merchant.post<Envelope>('/api/transactions/payment', paymentRequest(merchant))
      const { location } = await press(`${envelope.redirect?.url}${AT_A_BANK}`, 'approve')
      if (location === null) throw new Error('the page of a provider leads nowhere')
      return { transactionId: idOf(envelope), status: 'APPROVED' }
    },
    async manage() {
      const { id, reference } = random.pick(refundable)
      const input = { transaction_type: 'REFUND', parent_transaction_id: id, reference }
      const { terminal_id } = merchant.ready
      const money = { terminal_id, amount: REFUND_MINOR, currency: 'EUR' }
      const operation = await merchant.post<{ readonly id: string; readonly status: string }>(
        '/api/transactions/manage',
        { ...input, ...money },
      )
      return { transactionId: operation.id, status: operation.status }
    },
    async invalid() {
      const { status, text } = await merchant.send(
        'POST',
        '/api/transactions/authorize',
        await merchant.cardRequest({ body: random.pick(MISTAKES) }),
      )
      if (status !== 422) throw new Error(`a mistake was answered ${status}: ${text}`)
      return null
    },
  }
  return {
    async act() {
      const kind = random.pick(KINDS)
      return { kind, told: await actions[kind]() }
    },
  }
}

/** Members that no purchase may have. */
const MISTAKES = [
  { amount: -1 },
  { currency: 'XXX' },
  { reference: '' },
  { payment_method: { type: 'card', data: {} } },
] as const
