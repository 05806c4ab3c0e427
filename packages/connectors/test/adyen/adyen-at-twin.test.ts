import { Secret } from '@sluice/shared/secret'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { METHODS } from '../../src/adyen/methods.ts'
import type { SecretAuthorization } from '../../src/kit/index.ts'
import { API_KEY, type ConnectedTwin, connectTwin, HMAC_KEY, outcomeOf } from './at-twin.ts'
import {
  authorization,
  AUTHENTICATED_BY_ADYEN,
  continuation,
  newKey,
  operation,
  order,
  undoOf,
} from './messages.ts'

let connected: ConnectedTwin

beforeAll(async () => {
  connected = await connectTwin()
})

afterAll(async () => {
  const { twin, seen } = connected
  const { checked, breaches, source } = twin.contract()
  process.stdout.write(`adyen at its twin, ${source}: checked ${JSON.stringify(checked)}\n`)
  expect(breaches).toEqual([])
  expect([twin.crashes(), twin.misuses()]).toEqual([[], []])
  // No card, security code, API key or HMAC key is in what a log sees.
  for (const secret of ['4111111111111111', '"737"', API_KEY, HMAC_KEY])
    expect(seen().join('')).not.toContain(secret)
  await twin.close()
})

const authorize = async (message: SecretAuthorization) => connected.call({ name: 'authorize', message })

async function hold(change: Parameters<typeof authorization>[0] = {}) {
  const payment = authorization({ transaction_type: 'AUTHORIZE', ...change })
  const outcome = outcomeOf(await authorize(payment))
  expect(outcome.processing_code).toBe('0000')
  const names = { psp: outcome.refs?.[0] ?? '', state: outcome.state ?? null }
  connected.readNewEvents()
  return { payment, names }
}

const booksOf = (psp: string) => connected.twin.books().find((one) => one.psp === psp)

describe('cards', () => {
  it('approves a purchase, and confirms it by an event with the same key, amount and account', async () => {
    const payment = authorization()
    const outcome = outcomeOf(await authorize(payment))
    expect(outcome).toMatchObject({
      idempotency_key: payment.idempotency_key,
      processing_code: '0000',
      approved_amount: 1_050,
      currency: 'EUR',
      approval_code: '073212',
      cvv_result: 'MATCHES',
      network_transaction_id: expect.stringMatching(/^MCC/),
    })
    expect(connected.readNewEvents()).toMatchObject([
      {
        kind: 'OUTCOME',
        call: 'authorization',
        amount: 1_050,
        live: false,
        outcome: {
          idempotency_key: payment.idempotency_key,
          processing_code: '0000',
          approved_amount: 1_050,
        },
      },
    ])
    expect(booksOf(outcome.refs?.[0] ?? '')).toMatchObject({ captured: 1_050, held: 0 })
  })

  it('writes and reads amounts in Adyen’s units', async () => {
    const payment = authorization({ amount: 1_050, currency: 'ISK' })
    const outcome = outcomeOf(await authorize(payment))
    expect(outcome).toMatchObject({ approved_amount: 1_050, currency: 'ISK' })
    expect(connected.readNewEvents()).toMatchObject([{ amount: 1_050 }])
    expect([...connected.twin.world.payments.values()].at(-1)).toMatchObject({ amount: 105_000 })
  })

  it.each([
    ['2', '1000', false],
    ['4', '1001', true],
    ['6', '2001', false],
    ['12', '1004', false],
    ['20', '4101', false],
    ['24', '2020', false],
    ['38', '3000', false],
    ['999', '1000', false],
  ])('declines refusal reason %s as %s', async (refusal, code, retryable) => {
    const payment = authorization()
    const reference = new RegExp(payment.idempotency_key)
    connected.twin.world.planned.push({ reference, behaviour: { threeDs: 'none', refusal } })
    const outcome = outcomeOf(await authorize(payment))
    expect(outcome).toMatchObject({
      processing_code: code,
      response_code: refusal,
      code_namespace: 'adyen',
      approved_amount: 0,
      retryable,
    })
    expect(outcome.soft_decline ?? false).toBe(refusal === '38')
    const [event] = connected.readNewEvents()
    expect(event).toMatchObject({
      call: 'authorization',
      outcome: { processing_code: code, approved_amount: 0 },
    })
  })

  it('passes on the advice of a network', async () => {
    const payment = authorization()
    const behaviour = { threeDs: 'none', refusal: '2', advice: '03 : Do not try again' } as const
    connected.twin.world.planned.push({ reference: new RegExp(payment.idempotency_key), behaviour })
    expect(outcomeOf(await authorize(payment))).toMatchObject({
      network_advice: { kind: 'NEVER_RETRY', code: '03' },
      retryable: false,
    })
  })

  it('reports the approved amount of a partial approval', async () => {
    const payment = authorization({ partial_approval: true })
    const behaviour = { threeDs: 'none', refusal: null, approvedShare: 0.5 } as const
    connected.twin.world.planned.push({ reference: new RegExp(payment.idempotency_key), behaviour })
    expect(outcomeOf(await authorize(payment))).toMatchObject({
      processing_code: '0000',
      approved_amount: 525,
    })
  })

  it.each([
    ['4111111111111112', '2002'],
    ['9999999999999995', '2004'],
  ])('declines the number %s, which Adyen answers as an error, as %s', async (number, code) => {
    expect(outcomeOf(await authorize(authorization({ number })))).toMatchObject({ processing_code: code })
  })

  it('sends network tokens, saved cards and authentications from outside as Adyen’s schema has them', async () => {
    const base = authorization()
    const token = { ...base.card, kind: 'NETWORK_TOKEN', cvv: null } as const
    const cryptogram = new Secret('AAECAwQFBgcICQoLDA0ODxAREhM=')
    const messages: readonly SecretAuthorization[] = [
      {
        ...base,
        idempotency_key: newKey(),
        card: { ...token, token_source: 'awallet-pay', network_token: { cryptogram, eci: '05' } },
      },
      {
        ...base,
        idempotency_key: newKey(),
        card: { ...token, token_source: 'gwallet-pay', network_token: null },
      },
      ...(['CUSTOMER', 'MERCHANT'] as const).map((initiator) => ({
        ...base,
        idempotency_key: newKey(),
        card: { ...base.card, cvv: null },
        stored_credential: {
          initiator,
          sequence: 'SUBSEQUENT',
          network_transaction_id: 'MCC012345678',
        } as const,
      })),
      {
        ...base,
        idempotency_key: newKey(),
        stored_credential: { initiator: 'CUSTOMER', sequence: 'FIRST', network_transaction_id: null },
        authentication: {
          trans_status: 'Y',
          eci: '05',
          authentication_value: 'AAECAwQFBgcICQoLDA0ODxAREhM=',
          ds_trans_id: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
          message_version: '2.2.0',
        },
      },
    ]
    for (const message of messages)
      expect(outcomeOf(await authorize(message))).toMatchObject({ processing_code: '0000' })
    const sent = connected.twin.requests().slice(-messages.length)
    expect(sent.map(({ body }) => pick(JSON.parse(body) as Record<string, unknown>))).toMatchObject([
      {
        paymentMethod: { type: 'networkToken' },
        mpiData: { eci: '05', tokenAuthenticationVerificationValue: cryptogram.reveal() },
        additionalData: { 'paymentdatasource.type': 'applepay' },
      },
      { paymentMethod: { type: 'networkToken' }, additionalData: { 'paymentdatasource.type': 'googlepay' } },
      {
        shopperInteraction: 'ContAuth',
        recurringProcessingModel: 'CardOnFile',
        paymentMethod: { networkPaymentReference: 'MCC012345678' },
      },
      { shopperInteraction: 'ContAuth', recurringProcessingModel: 'UnscheduledCardOnFile' },
      {
        shopperInteraction: 'Ecommerce',
        recurringProcessingModel: 'CardOnFile',
        mpiData: { directoryResponse: 'Y', eci: '05', threeDSVersion: '2.2.0' },
        authenticationData: { attemptAuthentication: 'never' },
      },
    ])
    connected.readNewEvents()
  })
})

const pick = ({ amount: _, ...members }: Record<string, unknown>) => members

describe('3-D Secure by Adyen', () => {
  async function begin(number: string) {
    const payment = authorization({ number, ...AUTHENTICATED_BY_ADYEN })
    const end = await authorize(payment)
    const psp = [...connected.twin.world.payments.keys()].at(-1) ?? ''
    return { payment, psp, asked: askedOf(end) }
  }

  function askedOf(end: Awaited<ReturnType<typeof authorize>>) {
    if (end.kind !== 'answer' || !('result' in end.answer) || end.answer.result !== 'AUTHENTICATE')
      throw new Error(`Nobody is asked for anything: ${JSON.stringify(end)}`)
    return { step: end.answer.step, state: end.answer.state ?? '' }
  }

  const goOn = async (
    payment: SecretAuthorization,
    state: string,
    brought: Parameters<typeof continuation>[2],
  ) => connected.call({ name: 'continue', message: continuation(payment, state, brought) }, state)

  const cresOf = (step: object, transStatus: string) =>
    Buffer.from(
      JSON.stringify({
        threeDSServerTransID: (step as { three_ds_server_trans_id: string }).three_ds_server_trans_id,
        transStatus,
      }),
    ).toString('base64url')

  it('passes fingerprint and challenge as EMV members, and reports the authentication', async () => {
    const { payment, psp, asked } = await begin('4917610000000000')
    expect(asked.step).toMatchObject({
      kind: 'FINGERPRINT',
      three_ds_method_url: expect.stringMatching('/acs/method'),
    })
    const challenge = askedOf(
      await goOn(payment, asked.state, { kind: 'FINGERPRINT', three_ds_comp_ind: 'Y' }),
    )
    expect(challenge.step).toMatchObject({ kind: 'CHALLENGE', message_version: '2.2.0' })
    connected.twin.shopper.authenticate(psp, 'Y')
    const brought = { kind: 'CHALLENGE', cres: cresOf(challenge.step, 'Y'), trans_status: null } as const
    expect(outcomeOf(await goOn(payment, challenge.state, brought))).toMatchObject({
      idempotency_key: payment.idempotency_key,
      processing_code: '0000',
      authentication: { trans_status: 'Y', eci: '05', message_version: '2.2.0' },
    })
  })

  it('believes the bank, not the browser', async () => {
    const { payment, psp, asked } = await begin('4917610000000000')
    const challenge = askedOf(
      await goOn(payment, asked.state, { kind: 'FINGERPRINT', three_ds_comp_ind: 'N' }),
    )
    connected.twin.shopper.authenticate(psp, 'N')
    const brought = { kind: 'CHALLENGE', cres: null, trans_status: 'Y' } as const
    expect(outcomeOf(await goOn(payment, challenge.state, brought))).toMatchObject({
      processing_code: '3001',
    })
  })

  it('rejects the result of another payment', async () => {
    const { payment, asked } = await begin('4917610000000000')
    const challenge = askedOf(
      await goOn(payment, asked.state, { kind: 'FINGERPRINT', three_ds_comp_ind: 'Y' }),
    )
    const foreign = { three_ds_server_trans_id: '11111111-1111-4111-8111-111111111111' }
    const brought = { kind: 'CHALLENGE', cres: cresOf(foreign, 'Y'), trans_status: null } as const
    const requests = connected.twin.requests().length
    expect(await goOn(payment, challenge.state, brought)).toMatchObject({
      answer: { result: 'NOT_VALID', idempotency_key: payment.idempotency_key },
    })
    expect(connected.twin.requests()).toHaveLength(requests)
  })

  it('names the payment that a redirect result belongs to, also if a shopper has swapped two', async () => {
    const dear = await begin('4212345678901237')
    const cheap = await begin('4212345678901237')
    expect(dear.asked.step).toMatchObject({ kind: 'REDIRECT' })
    const response = await fetch((cheap.asked.step as { url: string }).url, {
      method: 'POST',
      body: new URLSearchParams({ choice: 'yes' }),
      redirect: 'manual',
    })
    const query = new URL(response.headers.get('location') ?? '').search.slice(1)
    const outcome = outcomeOf(await goOn(dear.payment, dear.asked.state, { kind: 'RETURN', query, body: '' }))
    expect(outcome.idempotency_key).toBe(cheap.payment.idempotency_key)
  })

  it('gives up a waiting payment without a request: nobody else can continue it', async () => {
    const { payment, asked } = await begin('4917610000000000')
    const requests = connected.twin.requests().length
    const message = {
      idempotency_key: newKey(),
      key: payment.idempotency_key,
      state: asked.state,
      provider_reference: null,
    }
    const outcome = outcomeOf(await connected.call({ name: 'cancel', message }, asked.state))
    expect(outcome).toMatchObject({ processing_code: '1003', idempotency_key: payment.idempotency_key })
    expect(connected.twin.requests()).toHaveLength(requests)
  })
})

describe('operations', () => {
  const operate = async (message: ReturnType<typeof operation>) =>
    connected.call({ name: 'operate', message })

  it.each(['CAPTURE', 'REFUND', 'VOID'] as const)('answers a %s as pending until its event', async (name) => {
    const { payment, names } = await hold(name === 'REFUND' ? { transaction_type: 'PURCHASE' } : {})
    const message = operation(name, payment, names, name === 'REFUND' ? 300 : 1_050)
    expect(outcomeOf(await operate(message))).toMatchObject({
      idempotency_key: message.idempotency_key,
      processing_code: '1002',
    })
    expect(connected.readNewEvents()).toMatchObject([
      {
        kind: 'OUTCOME',
        call: name.toLowerCase(),
        amount: message.amount,
        parent_refs: [names.psp],
        outcome: {
          idempotency_key: message.idempotency_key,
          processing_code: '0000',
          approved_amount: message.amount,
        },
      },
    ])
  })

  it('declines a received operation when the event reports its failure', async () => {
    const { payment, names } = await hold()
    const message = operation('CAPTURE', payment, names, 2_000)
    expect(outcomeOf(await operate(message))).toMatchObject({ processing_code: '1002' })
    expect(connected.readNewEvents()).toMatchObject([
      { call: 'capture', outcome: { processing_code: '1000', approved_amount: 0 } },
    ])
    expect(booksOf(names.psp)).toMatchObject({ captured: 0, held: 1_050 })
  })

  it('raises and extends an authorization, and says of each what was asked for', async () => {
    const { payment, names } = await hold({ options: { authorisation_type: 'PreAuth' } })
    const change = async (name: 'INCREMENT' | 'EXTEND', amount: number, authorized_amount: number) => {
      const message = { ...operation(name, payment, names, amount), authorized_amount }
      expect(outcomeOf(await operate(message))).toMatchObject({
        idempotency_key: message.idempotency_key,
        processing_code: '1002',
      })
      expect(connected.readNewEvents()).toMatchObject([
        {
          kind: 'OUTCOME',
          call: name.toLowerCase(),
          amount,
          parent_refs: [names.psp],
          outcome: {
            idempotency_key: message.idempotency_key,
            processing_code: '0000',
            approved_amount: amount,
          },
        },
      ])
    }
    await change('INCREMENT', 500, 1_550)
    expect(booksOf(names.psp)).toMatchObject({ held: 1_550 })
    await change('EXTEND', 1_550, 1_550)
    const message = operation('CAPTURE', payment, names, 1_550)
    expect(outcomeOf(await operate(message))).toMatchObject({ processing_code: '1002' })
    connected.readNewEvents()
    expect(booksOf(names.psp)).toMatchObject({ captured: 1_550 })
  })

  it.each(['INCREMENT', 'EXTEND'] as const)('declines an %s of what is not pre-authorized', async (name) => {
    const { payment, names } = await hold()
    const message = { ...operation(name, payment, names, 1_050), authorized_amount: 2_100 }
    expect(outcomeOf(await operate(message))).toMatchObject({ processing_code: '1002' })
    expect(connected.readNewEvents()).toMatchObject([
      { call: name.toLowerCase(), amount: 1_050, outcome: { processing_code: '1000', approved_amount: 0 } },
    ])
    expect(booksOf(names.psp)).toMatchObject({ held: 1_050 })
  })

  it('refuses an operation without an Adyen reference', async () => {
    const { payment, names } = await hold()
    const message = operation('CAPTURE', payment, { ...names, psp: 'QQQQQQQQQQQQQQQQ' }, 100)
    expect(await operate(message)).toMatchObject({ kind: 'refuse' })
  })
})

describe('lost answers', () => {
  it('cancels a payment whose answer was lost by its own reference; the event names the undo', async () => {
    const payment = authorization({ transaction_type: 'AUTHORIZE' })
    connected.twin.faults.plan({ kind: 'answer-lost', path: '/payments$' })
    expect(await authorize(payment)).toMatchObject({ kind: 'unknown' })
    connected.readNewEvents()
    const message = undoOf(payment, null)
    expect(outcomeOf(await connected.call({ name: 'undo', message }))).toMatchObject({
      processing_code: '1002',
    })
    expect(connected.readNewEvents()).toMatchObject([
      { call: 'undo', outcome: { idempotency_key: message.idempotency_key, processing_code: '0000' } },
    ])
    const [entry] = connected.twin.books().filter(({ reference }) => reference === payment.idempotency_key)
    expect(entry).toMatchObject({ status: 'cancelled', held: 0, captured: 0 })
  })

  it('reports that a technical cancel found nothing, and cancels a payment that arrives later', async () => {
    const payment = authorization({ transaction_type: 'AUTHORIZE' })
    connected.twin.faults.plan({ kind: 'arrives-late', path: '/payments$' })
    expect(await authorize(payment)).toMatchObject({ kind: 'unknown' })
    await connected.call({ name: 'undo', message: undoOf(payment, null) })
    expect(connected.readNewEvents()).toMatchObject([{ call: 'undo', outcome: { processing_code: '1000' } }])
    connected.twin.release()
    expect(connected.readNewEvents()).toMatchObject([{ call: 'authorization' }])
    await connected.call({ name: 'undo', message: undoOf(payment, null) })
    expect(connected.readNewEvents()).toMatchObject([{ call: 'undo', outcome: { processing_code: '0000' } }])
  })

  it.each([
    'request-lost',
    'answer-lost',
    'html-502',
    'html-502-after',
    'error-500',
    'error-500-after',
  ] as const)('takes %s for nothing else than unknown', async (kind) => {
    connected.twin.faults.plan({ kind, path: '/payments$' })
    expect(await authorize(authorization())).toMatchObject({ kind: 'unknown' })
    connected.readNewEvents()
  })

  it('treats a rate limit as a refusal', async () => {
    connected.twin.faults.plan({ kind: 'rate-limit', path: '/payments$' })
    expect(await authorize(authorization())).toMatchObject({ kind: 'refuse' })
  })

  it('captures once, however often the call is sent', async () => {
    const { payment, names } = await hold()
    const message = operation('CAPTURE', payment, names, 1_050)
    connected.twin.faults.plan({ kind: 'answer-lost', path: '/captures$' })
    expect(await connected.call({ name: 'operate', message })).toMatchObject({ kind: 'unknown' })
    expect(outcomeOf(await connected.call({ name: 'operate', message }))).toMatchObject({
      processing_code: '1002',
    })
    expect(connected.readNewEvents().filter(({ kind }) => kind === 'OUTCOME')).toHaveLength(1)
    expect(booksOf(names.psp)).toMatchObject({ captured: 1_050 })
  })
})

describe('payments that are confirmed elsewhere', () => {
  const orders = METHODS.flatMap(({ type, currencies }) =>
    currencies === 'all' ? [] : currencies.map((currency) => [type, currency] as const),
  )

  it.each(orders)('takes %s in %s to money and back', async (type, currency) => {
    const message = order(type, currency, type === 'partner-blik' ? { blik_code: '777123' } : {})
    const end = await connected.call({ name: 'order', message })
    expect(end).toMatchObject({ kind: 'answer' })
    const psp = [...connected.twin.world.payments.keys()].at(-1) ?? ''
    connected.twin.shopper.endOrder(psp, true)
    expect(connected.readNewEvents()).toMatchObject([
      {
        call: 'order',
        amount: message.amount,
        outcome: { idempotency_key: message.idempotency_key, processing_code: '0000', refs: [psp] },
      },
    ])
    const refund = operation('REFUND', message, { psp, state: null }, 5_000)
    await connected.call({ name: 'operate', message: refund })
    expect(connected.readNewEvents()).toMatchObject([{ call: 'refund', amount: 5_000 }])
  })

  it.each([
    ['partner-blik', 'PLN', { blik_code: '777123' }, 'OUTCOME'],
    ['provider-redirect-idl', 'EUR', {}, 'REDIRECT'],
    ['payment_qr_code', 'SGD', {}, 'DISPLAY'],
    ['payment_bank_transfer', 'EUR', {}, 'BANK_TRANSFER'],
  ])('shows %s as the protocol has it', async (type, currency, data, result) => {
    const end = await connected.call({ name: 'order', message: order(type, currency, data) })
    expect(end).toMatchObject({ answer: { result } })
  })

  it('ends orders that the shopper refused or that expired', async () => {
    const refused = order('provider-redirect-idl', 'EUR')
    await connected.call({ name: 'order', message: refused })
    connected.twin.shopper.endOrder([...connected.twin.world.payments.keys()].at(-1) ?? '', false)
    expect(connected.readNewEvents()).toMatchObject([{ call: 'order', outcome: { processing_code: '1003' } }])
    const late = order('provider-redirect-idl', 'EUR')
    await connected.call({ name: 'order', message: late })
    connected.twin.advance(901_000)
    const closed = connected.readNewEvents().filter((event) => event.kind === 'OUTCOME')
    expect(closed.find(({ outcome }) => outcome.idempotency_key === late.idempotency_key)).toMatchObject({
      call: 'order',
      outcome: { processing_code: '1005' },
    })
  })

  it.each([
    ['provider-redirect-pwy', 'PLN'],
    ['provider-redirect-idl', 'USD'],
  ])('refuses %s in %s before anything is sent', async (type, currency) => {
    const requests = connected.twin.requests().length
    expect(await connected.call({ name: 'order', message: order(type, currency) })).toMatchObject({
      kind: 'refuse',
    })
    expect(connected.twin.requests()).toHaveLength(requests)
  })
})
