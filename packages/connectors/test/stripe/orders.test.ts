import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { StripeTwin } from '../../twins/stripe/stripe-twin.ts'
import { pressAtPage } from '../../twins/stripe/test-support/start-with-client.ts'
import { startStripeTwin } from '../../twins/stripe/twin.ts'
import { earlierOf, newKey, orderOf, PAYER, preparationOf } from './messages.ts'
import { followUp } from './pay.ts'
import { API_KEY, type Ask, createSmallGateway } from './small-gateway.ts'

/** Every way to pay of the connector, with what the shopper is shown, from the order to the money and back. */
const ORDERS = [
  ['partner-blik', 'PLN', 'OUTCOME', 'refundable'],
  ['payment_open_banking', 'GBP', 'REDIRECT', 'refundable'],
  ['payment_bank_transfer', 'EUR', 'BANK_TRANSFER', 'refundable'],
  ['payment_bank_transfer', 'GBP', 'BANK_TRANSFER', 'refundable'],
  ['payment_bank_transfer', 'USD', 'BANK_TRANSFER', 'refundable'],
  ['payment_bank_transfer', 'JPY', 'BANK_TRANSFER', 'refundable'],
  ['payment_bank_transfer', 'MXN', 'BANK_TRANSFER', 'refundable'],
  ['payment_upi', 'INR', 'REDIRECT', 'refundable'],
  ['payment_qr_code', 'THB', 'DISPLAY', 'refundable'],
  ['payment_qr_code', 'SGD', 'DISPLAY', 'refundable'],
  ['payment_qr_code', 'BRL', 'DISPLAY', 'refundable'],
  ['payment_qr_code', 'SEK', 'DISPLAY', 'refundable'],
  ['provider-redirect-ali', 'EUR', 'REDIRECT', 'refundable'],
  ['provider-redirect-blt', 'BRL', 'REDIRECT', 'final'],
  ['provider-redirect-npy', 'EUR', 'REDIRECT', 'refundable'],
  ['provider-redirect-pwy', 'PLN', 'REDIRECT', 'refundable'],
  ['provider-redirect-grp', 'SGD', 'REDIRECT', 'refundable'],
  ['provider-redirect-idl', 'EUR', 'REDIRECT', 'refundable'],
] as const

let twin: StripeTwin
let ask: Ask

beforeAll(async () => {
  twin = await startStripeTwin({ apiKeys: [API_KEY] })
  ask = createSmallGateway(twin)
})
afterAll(async () => {
  expect(twin.contract().breaches).toEqual([])
  expect(twin.crashes()).toEqual([])
  await twin.close()
})

type Payer = Partial<Pick<ReturnType<typeof preparationOf>, 'customer'>>

async function begin(type: string, currency: string, payer: Payer = {}) {
  const terms = { amount: 20_000, currency }
  const key = newKey()
  const prepared = await ask(
    'prepare',
    preparationOf(terms, key, { ...payer, call: 'ORDER', transaction_type: null, type }),
  )
  if (prepared.kind !== 'answer') throw new Error(prepared.reason)
  const before = earlierOf(key, prepared.answer)
  const end = await ask(
    'order',
    orderOf(terms, key, type, {
      ...payer,
      prepared: { state: before.state, provider_reference: before.provider_reference },
    }),
    before.state,
  )
  if (end.kind !== 'answer') throw new Error(end.reason)
  const names = end.answer.result === 'OUTCOME' ? end.answer.outcome : end.answer
  return { terms, said: end.answer, earlier: earlierOf(key, names, before) }
}

const idOf = () => twin.books().at(-1)?.paymentIntent ?? ''

describe.each(ORDERS)('%s in %s', (type, currency, shown, refunds) => {
  it('is shown, paid and refunded in two parts', async () => {
    const { terms, said, earlier } = await begin(type, currency)
    expect(said.result).toBe(shown)
    const waiting = await ask('find', earlier, earlier.state)
    expect(waiting).not.toMatchObject({ answer: { outcome: { processing_code: '0000' } } })
    await pressAtPage(`${twin.url}/pages/${idOf()}`, 'approve')
    twin.advance(2 * 86_400_000)
    const found = await ask('find', earlier, earlier.state)
    expect(found).toMatchObject({
      answer: { outcome: { processing_code: '0000', approved_amount: 20_000, currency } },
    })
    if (refunds === 'final') return
    for (const amount of [5_000, 15_000]) {
      const known = await followUp(ask, { ...terms, amount }, 'REFUND', earlier)
      expect(known.kind === 'not executed', JSON.stringify(known)).toBe(false)
    }
    const { capturedAmount, refundedAmount } = twin.books().at(-1) ?? {}
    expect(refundedAmount).toBe(capturedAmount)
  })

  it('is declined when the shopper declines', async () => {
    const { earlier } = await begin(type, currency)
    await pressAtPage(`${twin.url}/pages/${idOf()}`, 'decline')
    const found = await ask('find', earlier, earlier.state)
    const code = found.kind === 'answer' && found.answer.found ? found.answer.outcome.processing_code : null
    expect([null, '0000', '1002']).not.toContain(code)
    expect(twin.books().at(-1)?.capturedAmount).toBe(0)
  })

  it('is canceled while it waits, and pays nothing later', async () => {
    const { earlier } = await begin(type, currency)
    const end = await ask('cancel', { ...earlier, idempotency_key: newKey() }, earlier.state)
    expect(end.kind).toBe('answer')
    expect(twin.books().at(-1)?.status).toBe('canceled')
  })
})

it('shows each form of account that a transfer has', async () => {
  const kinds: Record<string, string> = {}
  for (const currency of ['EUR', 'GBP', 'USD', 'JPY', 'MXN']) {
    const { said } = await begin('payment_bank_transfer', currency)
    if (said.result === 'BANK_TRANSFER') kinds[currency] = said.account.kind
  }
  expect(kinds).toEqual({ EUR: 'IBAN', GBP: 'SORT_CODE', USD: 'ABA', JPY: 'ZENGIN', MXN: 'CLABE' })
})

it('cuts the name of a payer that is longer than Stripe accepts', async () => {
  const customer = { ...PAYER, first_name: 'a'.repeat(255), last_name: 'b'.repeat(255) }
  const { said } = await begin('payment_bank_transfer', 'EUR', { customer })
  expect(said.result).toBe('BANK_TRANSFER')
})

it('shows what a phone pays with', async () => {
  const { said } = await begin('payment_qr_code', 'THB')
  expect(said).toMatchObject({ qr_text: 'promptpay-qr-text' })
})
