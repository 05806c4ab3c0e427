import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { CallAnswers } from '../../src/kit/index.ts'
import { DECLARATIONS } from '../../src/stripe/declare.ts'
import type { StripeTwin } from '../../twins/stripe/stripe-twin.ts'
import { pressAtPage } from '../../twins/stripe/test-support/start-with-client.ts'
import { startStripeTwin } from '../../twins/stripe/twin.ts'
import { authorizationOf, earlierOf, newKey, operationOf, preparationOf } from './messages.ts'
import { followUp, payByCard, settle } from './pay.ts'
import { API_KEY, type Ask, createSmallGateway } from './small-gateway.ts'

const EUR = { amount: 12_345, currency: 'EUR' }
const PROOF = {
  trans_status: 'Y',
  eci: '05',
  authentication_value: 'AAABBEg0VhI0VniQEjRWAAAAAAA=',
  ds_trans_id: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
  message_version: '2.2.0',
}
const RETURN_URL = 'https://pay.example/three-ds/handle/return'

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

function lastCard() {
  return [...twin.world.charges.values()].at(-1)?.payment_method_details?.card
}

describe('an external authentication', () => {
  it('reaches Stripe as the bank gave it', async () => {
    const known = await payByCard(ask, EUR, '4000002760003184', { authentication: PROOF })
    expect(known).toMatchObject({ kind: 'outcome', outcome: { processing_code: '0000' } })
    expect(lastCard()?.three_d_secure).toMatchObject({
      electronic_commerce_indicator: '05',
      transaction_id: PROOF.ds_trans_id,
      version: '2.2.0',
    })
    const intent = [...twin.world.intents.keys()].at(-1) ?? ''
    expect(twin.world.intentSecrets.get(intent)?.external?.cryptogram).toBe(PROOF.authentication_value)
  })

  it('is marked as an attempt', async () => {
    const known = await payByCard(ask, EUR, '4000002760003184', {
      authentication: { ...PROOF, trans_status: 'A', eci: '06' },
    })
    expect(known).toMatchObject({ kind: 'outcome', outcome: { processing_code: '0000' } })
    expect(lastCard()?.three_d_secure).toMatchObject({
      result: 'attempt_acknowledged',
      electronic_commerce_indicator: '06',
    })
  })
})

it.each(DECLARATIONS.declarations.operations.installments?.MXN ?? [])(
  'a card in Mexico is charged in %d installments',
  async (count) => {
    const pesos = { amount: 120_000, currency: 'MXN' }
    const known = await payByCard(ask, pesos, '4242424242424242', { installments: { count } })
    expect(known).toMatchObject({ kind: 'outcome', outcome: { processing_code: '0000' } })
    expect(lastCard()?.installments).toEqual({ plan: { type: 'fixed_count', interval: 'month', count } })
  },
)

describe('authentication by Stripe', () => {
  const begin = async (card: string) => {
    const key = newKey()
    const prepared = await ask('prepare', preparationOf(EUR, key))
    if (prepared.kind !== 'answer') throw new Error('not prepared')
    const before = earlierOf(key, prepared.answer)
    const message = authorizationOf(EUR, key, card, {
      prepared: { state: before.state, provider_reference: before.provider_reference },
      authentication_required: true,
      return_url: RETURN_URL,
    })
    const end = await ask('authorize', message, before.state)
    if (end.kind !== 'answer') throw new Error(end.reason)
    return { said: end.answer, earlier: earlierOf(key, end.answer, before) }
  }
  const carryOn = async (earlier: { key: string; state: string | null; provider_reference: string | null }) =>
    ask(
      'continue',
      {
        ...earlier,
        ...EUR,
        idempotency_key: newKey(),
        account_id: 'acct-eur',
        brought: {
          kind: 'RETURN',
          query: 'payment_intent=pi_of_somebody_else&redirect_status=succeeded',
          body: '',
        },
      },
      earlier.state,
    )

  it('redirects the shopper to the bank, and takes the money only with its own continuation', async () => {
    const { said, earlier } = await begin('4000000000003220')
    expect(said).toMatchObject({ result: 'AUTHENTICATE', step: { kind: 'REDIRECT' } })
    const url = 'step' in said && said.step.kind === 'REDIRECT' ? said.step.url : ''
    expect(await pressAtPage(url, 'approve')).toContain(RETURN_URL)
    expect(twin.books().at(-1)?.capturedAmount).toBe(0)
    const end = await carryOn(earlier)
    expect(end).toMatchObject({
      answer: { processing_code: '0000', authentication: { trans_status: 'Y', eci: '05' } },
    })
    expect(twin.books().at(-1)?.capturedAmount).toBe(12_345)
  })

  it('takes no money if authentication failed', async () => {
    const { said, earlier } = await begin('4000000000003220')
    await pressAtPage('step' in said && said.step.kind === 'REDIRECT' ? said.step.url : '', 'decline')
    const end = await carryOn(earlier)
    const code = end.kind === 'answer' && 'processing_code' in end.answer ? end.answer.processing_code : null
    expect(code).not.toBe('0000')
    expect(code).not.toBe('1002')
    expect(twin.books().at(-1)?.capturedAmount).toBe(0)
  })

  it('does not trust a browser that returns without an answer from the bank', async () => {
    const { earlier } = await begin('4000000000003220')
    expect(await carryOn(earlier)).toMatchObject({ answer: { result: 'NOT_VALID' } })
    expect(twin.books().at(-1)?.capturedAmount).toBe(0)
  })

  it('is withdrawn before a decline is reported', async () => {
    const { earlier } = await begin('4000000000003220')
    const end = await ask('cancel', { ...earlier, idempotency_key: newKey() }, earlier.state)
    expect(end.kind).toBe('answer')
    expect(twin.books().at(-1)?.status).toBe('canceled')
  })

  it('confirms once although the answer is lost', async () => {
    const { said, earlier } = await begin('4000000000003220')
    await pressAtPage('step' in said && said.step.kind === 'REDIRECT' ? said.step.url : '', 'approve')
    twin.faults.plan({ kind: 'answer-lost', method: 'POST', path: '/confirm$', times: 4 })
    const end = await carryOn(earlier)
    twin.faults.clear()
    const known = await settle(ask, earlier, end, true)
    expect(known).toMatchObject({ kind: 'outcome', outcome: { processing_code: '0000' } })
    expect(twin.books().at(-1)?.successfulCharges).toBe(1)
  })
})

describe('declines', () => {
  it.each([
    ['4000000000000002', '05', '1000'],
    ['4000000000009995', '51', '1004'],
    ['4000000000009987', '41', '2005'],
    ['4000000000009979', '43', '2005'],
    ['4000000000000069', '54', '2001'],
    ['4000000000000127', 'N7', '2020'],
    ['4000000000000119', '96', '1001'],
    ['4100000000000019', '59', '4101'],
  ])('%s is %s in the word of the network, and %s in ours', async (card, word, code) => {
    const known = await payByCard(ask, EUR, card)
    expect(known).toMatchObject({
      kind: 'outcome',
      outcome: {
        response_code: word,
        code_namespace: 'iso8583',
        processing_code: code,
        approved_amount: 0,
        currency: 'EUR',
      },
    })
  })

  it('are soft if the bank requires authentication', async () => {
    const known = await payByCard(ask, EUR, '4000002760003184', {
      stored_credential: {
        initiator: 'MERCHANT',
        sequence: 'SUBSEQUENT',
        network_transaction_id: '1012345678901',
      },
    })
    expect(known).toMatchObject({ kind: 'outcome', outcome: { approved_amount: 0 } })
    expect(known.kind === 'outcome' && known.outcome.processing_code).not.toBe('0000')
  })

  it('advise never to try a stolen card again', async () => {
    const known = await payByCard(ask, EUR, '4000000000009979')
    expect(known).toMatchObject({ outcome: { network_advice: { kind: 'NEVER_RETRY' } } })
  })
})

describe('saved cards', () => {
  it('are marked as saved first, and as off-session later', async () => {
    const bodies = () => twin.requests().map(({ body }) => decodeURIComponent(body))
    const first = await payByCard(ask, EUR, '4242424242424242', {
      authentication: PROOF,
      stored_credential: { initiator: 'CUSTOMER', sequence: 'FIRST', network_transaction_id: null },
    })
    expect(first).toMatchObject({ outcome: { processing_code: '0000' } })
    expect(first.kind === 'outcome' && first.outcome.network_transaction_id).toMatch(/^\d+$/)
    expect(bodies().join('\n')).toMatch(/setup_future_usage/)
    const later = await payByCard(ask, EUR, '4242424242424242', {
      stored_credential: {
        initiator: 'MERCHANT',
        sequence: 'SUBSEQUENT',
        network_transaction_id: '1012345678901',
      },
    })
    expect(later).toMatchObject({ outcome: { processing_code: '0000' } })
    const intent = [...twin.world.intents.values()].at(-1)
    expect(twin.world.intentSecrets.get(intent?.id ?? '')?.isOffSession).toBe(true)
    expect(intent?.payment_method_options?.card?.stored_credential_usage).toBe('unscheduled')
  })
})

describe('several captures', () => {
  it('take parts of one hold, and the last releases the rest', async () => {
    const known = await payByCard(ask, EUR, '4242424242424242', { transaction_type: 'AUTHORIZE' })
    if (known.kind !== 'outcome') throw new Error('not held')
    expect(known.outcome.may?.capture_several).toBe(true)
    await followUp(ask, { ...EUR, amount: 1_000 }, 'CAPTURE', known.earlier, { final_capture: false })
    const again = { idempotency_key: newKey(), final_capture: false }
    await followUp(ask, { ...EUR, amount: 1_000 }, 'CAPTURE', known.earlier, again)
    await followUp(ask, { ...EUR, amount: 1_000 }, 'CAPTURE', known.earlier, again)
    expect(twin.books().at(-1)).toMatchObject({ capturedAmount: 2_000, heldAmount: 10_345 })
    await followUp(ask, { ...EUR, amount: 345 }, 'CAPTURE', known.earlier, { final_capture: true })
    expect(twin.books().at(-1)).toMatchObject({ capturedAmount: 2_345, heldAmount: 0 })
  })
})

describe('values that Stripe may add', () => {
  const replace = (from: RegExp, to: string) =>
    createSmallGateway(twin, { rewrite: (body) => body.replaceAll(from, to) })

  it('are no outcome: a status of a payment', async () => {
    const odd = replace(/"status": "succeeded"/g, '"status": "half_done"')
    expect((await payByCard(odd, EUR, '4242424242424242')).kind).toBe('unresolved')
  })

  it('are no outcome: a status of a refund', async () => {
    const known = await payByCard(ask, EUR, '4242424242424242')
    if (known.kind !== 'outcome') throw new Error('not approved')
    const odd = replace(/"status": "succeeded"(?=,\s+"transfer_reversal)/g, '"status": "half_done"')
    expect((await followUp(odd, { ...EUR, amount: 100 }, 'REFUND', known.earlier)).kind).toBe('unresolved')
  })

  it('are no outcome: a reason of a decline', async () => {
    const odd = replace(/"decline_code": "generic_decline"/g, '"decline_code": "new_reason"')
    expect((await payByCard(odd, EUR, '4000000000000002')).kind).toBe('unresolved')
  })
})

describe('refunds', () => {
  it('stay pending until Stripe executes them', async () => {
    const known = await payByCard(ask, EUR, '4000000000007726')
    if (known.kind !== 'outcome') throw new Error('not approved')
    const key = newKey()
    const message = operationOf({ ...EUR, amount: 500 }, key, 'REFUND', known.earlier)
    const end = await ask('operate', message, known.earlier.state)
    expect(end).toMatchObject({ answer: { processing_code: '1002', approved_amount: 0 } })
    const refund = earlierOf(key, end.kind === 'answer' ? end.answer : null)
    twin.advance(3_600_000)
    const found = await ask('find', refund, refund.state)
    expect(found).toMatchObject({ answer: { outcome: { processing_code: '0000', approved_amount: 500 } } })
  })

  it('are not reported as approved from a replayed answer if they have failed since', async () => {
    const known = await payByCard(ask, EUR, '4000000000005126')
    if (known.kind !== 'outcome') throw new Error('not approved')
    const again = { idempotency_key: newKey() }
    await followUp(ask, { ...EUR, amount: 500 }, 'REFUND', known.earlier, again)
    twin.advance(3_600_000)
    const later = await followUp(ask, { ...EUR, amount: 500 }, 'REFUND', known.earlier, again)
    expect(later).toMatchObject({ kind: 'outcome', outcome: { approved_amount: 0 } })
  })

  it('are refused in a currency other than the payment’s', async () => {
    const known = await payByCard(ask, EUR, '4242424242424242')
    if (known.kind !== 'outcome') throw new Error('not approved')
    const odd = await followUp(ask, { amount: 500, currency: 'SEK' }, 'REFUND', known.earlier)
    expect(odd.kind).toBe('not executed')
    expect(twin.books().at(-1)?.refundedAmount).toBe(0)
  })
})

describe('giving back', () => {
  it('an approval that must be undone, authorized or captured', async () => {
    for (const transaction_type of ['AUTHORIZE', 'PURCHASE'] as const) {
      const known = await payByCard(ask, EUR, '4242424242424242', { transaction_type })
      if (known.kind !== 'outcome') throw new Error('not approved')
      const end = await ask(
        'undo',
        {
          ...EUR,
          idempotency_key: newKey(),
          merchant_id: 'm',
          transaction_id: newKey(),
          account_id: 'acct-eur',
          original: known.earlier,
        },
        known.earlier.state,
      )
      const answer = end.kind === 'answer' ? (end.answer satisfies CallAnswers['undo']) : null
      expect(answer?.processing_code, JSON.stringify(end)).toBe('0000')
      const { capturedAmount = 0, refundedAmount = 0, heldAmount = 0 } = twin.books().at(-1) ?? {}
      expect([capturedAmount - refundedAmount, heldAmount]).toEqual([0, 0])
    }
  })

  it('is done once for one key', async () => {
    const known = await payByCard(ask, EUR, '4242424242424242')
    if (known.kind !== 'outcome') throw new Error('not approved')
    const again = { idempotency_key: newKey() }
    await followUp(ask, { ...EUR, amount: 100 }, 'REFUND', known.earlier, again)
    await followUp(ask, { ...EUR, amount: 100 }, 'REFUND', known.earlier, again)
    expect(twin.books().at(-1)?.refundedAmount).toBe(100)
  })
})
