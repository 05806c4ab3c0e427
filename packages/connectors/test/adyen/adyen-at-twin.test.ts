import { Secret } from '@sluice/shared/secret'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { DECLARATIONS } from '../../src/adyen/declare.ts'
import { METHODS } from '../../src/adyen/methods.ts'
import { objectOf, type SecretAuthorization, type SecretCard } from '../../src/kit/index.ts'
import { type ConnectedTwin, connectTwin, outcomeOf } from './at-twin.ts'
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
  const { twin } = connected
  const { checked, breaches, source } = twin.contract()
  process.stdout.write(`adyen at its twin, ${source}: checked ${JSON.stringify(checked)}\n`)
  expect(breaches).toEqual([])
  expect([twin.crashes(), twin.misuses()]).toEqual([[], []])
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
    const [sent = expect.fail('nothing was sent')] = connected.twin.requests().slice(-1)
    // A merchant account may be set to capture later: this payment is not.
    expect(JSON.parse(sent.body)).toMatchObject({ captureDelayHours: 0 })
  })

  it.each([
    ['EUR', 1_050, 1_050],
    ['JPY', 1_050, 1_050],
    ['KWD', 1_050, 1_050],
    ['ISK', 1_050, 105_000],
    ['CLP', 1_050, 105_000],
    ['IDR', 105_000, 1_050],
    ['CVE', 105_000, 1_050],
  ])('writes and reads amounts of %s in Adyen’s units', async (currency, ours, theirs) => {
    const [part, theirPart] = [ours / 5, theirs / 5]
    const { payment, names } = await hold({ amount: ours, currency })
    const operate = async (name: 'CAPTURE' | 'REFUND', amount: number) =>
      connected.call({ name: 'operate', message: operation(name, payment, names, amount) })
    const said = () =>
      connected.readNewEvents().map((event) => (event.kind === 'OUTCOME' ? event.amount : event.kind))
    await operate('CAPTURE', ours - part)
    expect(said()).toEqual([ours - part])
    await operate('REFUND', part)
    expect(said()).toEqual([part])
    expect(connected.twin.world.payments.get(names.psp)).toMatchObject({
      amount: theirs,
      captured: theirs - theirPart,
      refunded: theirPart,
    })
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

  const HALF = { threeDs: 'none', refusal: null, approvedShare: 0.5 } as const

  it('reports the approved amount of a partial approval', async () => {
    const payment = authorization({ partial_approval: true })
    connected.twin.world.planned.push({ reference: new RegExp(payment.idempotency_key), behaviour: HALF })
    expect(outcomeOf(await authorize(payment))).toMatchObject({
      processing_code: '0000',
      approved_amount: 525,
    })
  })

  it('takes no partial approval that the merchant does not allow', async () => {
    const payment = authorization()
    connected.twin.world.planned.push({ reference: new RegExp(payment.idempotency_key), behaviour: HALF })
    expect(outcomeOf(await authorize(payment))).toMatchObject({
      processing_code: '1004',
      approved_amount: 0,
    })
    connected.readNewEvents()
  })

  it.each([
    ['4111111111111112', '2002'],
    ['9999999999999995', '2004'],
  ])('declines the number %s, which Adyen answers as an error, as %s', async (number, code) => {
    expect(outcomeOf(await authorize(authorization({ number })))).toMatchObject({ processing_code: code })
  })

  const CRYPTOGRAM = 'AAECAwQFBgcICQoLDA0ODxAREhM='
  const sentFor = async (
    change: Partial<Omit<SecretAuthorization, 'card'>>,
    card: Partial<SecretCard> = {},
  ) => {
    const base = authorization(change)
    const message = { ...base, card: { ...base.card, ...card } }
    expect(outcomeOf(await authorize(message))).toMatchObject({ processing_code: '0000' })
    connected.readNewEvents()
    const { body } = connected.twin.requests().at(-1) ?? expect.fail('nothing was sent')
    return JSON.parse(body) as Record<string, unknown>
  }

  it.each([
    ['awallet-pay', 'applepay'],
    ['gwallet-pay', 'googlepay'],
    [null, null],
  ] as const)('sends network tokens of %s as Adyen’s schema has them', async (token_source, theirName) => {
    const proof = { cryptogram: new Secret(CRYPTOGRAM), eci: '07' }
    const token = { kind: 'NETWORK_TOKEN', cvv: null, token_source } as const
    const sent = await sentFor({}, { ...token, network_token: proof })
    expect(sent).toMatchObject({
      paymentMethod: { type: 'networkToken' },
      mpiData: { eci: '07', tokenAuthenticationVerificationValue: CRYPTOGRAM },
    })
    expect(objectOf(sent, 'additionalData')?.['paymentdatasource.type'] ?? null).toBe(theirName)
    expect(await sentFor({}, { ...token, network_token: null })).not.toHaveProperty('mpiData')
  })

  it.each([
    ['CUSTOMER', 'FIRST', 'Ecommerce', 'CardOnFile'],
    ['CUSTOMER', 'SUBSEQUENT', 'ContAuth', 'CardOnFile'],
    ['MERCHANT', 'FIRST', 'ContAuth', 'UnscheduledCardOnFile'],
    ['MERCHANT', 'SUBSEQUENT', 'ContAuth', 'UnscheduledCardOnFile'],
  ] as const)(
    'sends saved cards of %s, %s, as %s and %s',
    async (initiator, sequence, shopperInteraction, recurringProcessingModel) => {
      const network_transaction_id = sequence === 'FIRST' ? null : 'MCC012345678'
      const sent = await sentFor({ stored_credential: { initiator, sequence, network_transaction_id } })
      expect(sent).toMatchObject({
        shopperInteraction,
        recurringProcessingModel,
        shopperReference: 'customer-1',
      })
      const named = objectOf(sent, 'paymentMethod')?.['networkPaymentReference'] ?? null
      expect(named).toBe(network_transaction_id)
    },
  )

  it.each([
    ['Y', '05'],
    ['A', '06'],
    ['U', '07'],
  ] as const)('sends external authentications unchanged: %s, %s', async (trans_status, eci) => {
    const dsTransId = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
    const sent = await sentFor({
      ...AUTHENTICATED_BY_ADYEN,
      authentication_required: false,
      authentication: {
        trans_status,
        eci,
        authentication_value: CRYPTOGRAM,
        ds_trans_id: dsTransId,
        message_version: '2.2.0',
      },
    })
    expect(sent).toMatchObject({ authenticationData: { attemptAuthentication: 'never' } })
    expect(sent['mpiData']).toEqual({
      directoryResponse: trans_status,
      eci,
      threeDSVersion: '2.2.0',
      cavv: CRYPTOGRAM,
      dsTransID: dsTransId,
    })
  })

  it.each([
    ['LOW_VALUE', 'lowValue'],
    ['TRANSACTION_RISK_ANALYSIS', 'transactionRiskAnalysis'],
    ['TRUSTED_BENEFICIARY', 'trustedBeneficiary'],
    ['SECURE_CORPORATE', 'secureCorporate'],
    [undefined, undefined],
  ] as const)('requests the exemption %s as %s', async (exemption, theirName) => {
    const sent = await sentFor(exemption ? { exemption } : {})
    expect(objectOf(sent, 'additionalData')?.['scaExemption']).toBe(theirName)
  })
})

describe('installments', () => {
  const declared = Object.entries(DECLARATIONS.declarations.operations.installments ?? {})
  const lastBody = () => connected.twin.requests().at(-1)?.body ?? ''

  it('are declared', () => expect(declared.length).toBeGreaterThan(0))

  it.each(declared)('are sent in %s, in every number that is declared', async (currency, counts) => {
    for (const count of counts) {
      const outcome = outcomeOf(await authorize(authorization({ currency, installments: { count } })))
      expect(outcome.processing_code).toBe('0000')
      expect(JSON.parse(lastBody())).toMatchObject({ installments: { value: count } })
    }
  })

  it('are sent only where a call has them', async () => {
    await authorize(authorization())
    expect(lastBody()).not.toContain('installments')
  })
})

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

  const proceed = async (
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
      await proceed(payment, asked.state, { kind: 'FINGERPRINT', three_ds_comp_ind: 'Y' }),
    )
    expect(challenge.step).toMatchObject({ kind: 'CHALLENGE', message_version: '2.2.0' })
    connected.twin.shopper.authenticate(psp, 'Y')
    const brought = { kind: 'CHALLENGE', cres: cresOf(challenge.step, 'Y'), trans_status: null } as const
    expect(outcomeOf(await proceed(payment, challenge.state, brought))).toMatchObject({
      idempotency_key: payment.idempotency_key,
      processing_code: '0000',
      authentication: { trans_status: 'Y', eci: '05', message_version: '2.2.0' },
    })
  })

  it.each([
    ['NO_PREFERENCE', '01'],
    ['NO_CHALLENGE', '02'],
    ['CHALLENGE', '03'],
    ['MANDATE', '04'],
  ] as const)('sends the preference %s as %s', async (challenge_preference, indicator) => {
    await authorize(authorization({ ...AUTHENTICATED_BY_ADYEN, challenge_preference }))
    const { body } = connected.twin.requests().at(-1) ?? expect.fail('nothing was sent')
    expect(JSON.parse(body)).toMatchObject({
      authenticationData: { attemptAuthentication: 'always' },
      threeDS2RequestData: { threeDSRequestorChallengeInd: indicator },
    })
    connected.readNewEvents()
  })

  it('trusts the bank, not the browser', async () => {
    const { payment, psp, asked } = await begin('4917610000000000')
    const challenge = askedOf(
      await proceed(payment, asked.state, { kind: 'FINGERPRINT', three_ds_comp_ind: 'N' }),
    )
    connected.twin.shopper.authenticate(psp, 'N')
    const brought = { kind: 'CHALLENGE', cres: null, trans_status: 'Y' } as const
    expect(outcomeOf(await proceed(payment, challenge.state, brought))).toMatchObject({
      processing_code: '3001',
    })
  })

  it('rejects the result of another payment', async () => {
    const { payment, asked } = await begin('4917610000000000')
    const challenge = askedOf(
      await proceed(payment, asked.state, { kind: 'FINGERPRINT', three_ds_comp_ind: 'Y' }),
    )
    const foreign = { three_ds_server_trans_id: '11111111-1111-4111-8111-111111111111' }
    const brought = { kind: 'CHALLENGE', cres: cresOf(foreign, 'Y'), trans_status: null } as const
    const requests = connected.twin.requests().length
    expect(await proceed(payment, challenge.state, brought)).toMatchObject({
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
      body: new URLSearchParams({ choice: 'approve' }),
      redirect: 'manual',
    })
    const query = new URL(response.headers.get('location') ?? '').search.slice(1)
    const outcome = outcomeOf(
      await proceed(dear.payment, dear.asked.state, { kind: 'RETURN', query, body: '' }),
    )
    expect(outcome.idempotency_key).toBe(cheap.payment.idempotency_key)
  })

  it('abandons a waiting payment without a request, because it can no longer be continued', async () => {
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

  it('raises and extends an authorization, and reports what was requested', async () => {
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

  it('raises once what is repeated under another key, as by a gateway of another version', async () => {
    const { payment, names } = await hold({ options: { authorisation_type: 'PreAuth' } })
    // Each message has a key of its own, and names the total.
    for (let times = 0; times < 2; times += 1)
      await operate({ ...operation('INCREMENT', payment, names, 500), authorized_amount: 1_550 })
    connected.readNewEvents()
    expect(booksOf(names.psp)).toMatchObject({ held: 1_550 })
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

  it('refuses an operation about a payment that Adyen does not know', async () => {
    const { payment, names } = await hold()
    const message = operation('CAPTURE', payment, { ...names, psp: 'QQQQQQQQQQQQQQQQ' }, 100)
    expect(await operate(message)).toMatchObject({ kind: 'refuse' })
  })

  it('refuses an operation without an Adyen reference, and sends nothing', async () => {
    const { payment, names } = await hold()
    const message = operation('CAPTURE', payment, { ...names, psp: null }, 100)
    const requests = connected.twin.requests().length
    expect(await operate(message)).toMatchObject({ kind: 'refuse' })
    expect(connected.twin.requests()).toHaveLength(requests)
  })

  it('makes two equal refunds of one payment', async () => {
    const { payment, names } = await hold({ transaction_type: 'PURCHASE' })
    const refunds = [operation('REFUND', payment, names, 300), operation('REFUND', payment, names, 300)]
    for (const message of refunds)
      expect(outcomeOf(await operate(message))).toMatchObject({
        idempotency_key: message.idempotency_key,
        processing_code: '1002',
      })
    const keys = connected
      .readNewEvents()
      .map((event) => event.kind === 'OUTCOME' && event.outcome.idempotency_key)
    expect(keys).toEqual(refunds.map(({ idempotency_key: key }) => key))
    expect(booksOf(names.psp)).toMatchObject({ refunded: 600 })
  })

  it('reverses a capture by its void', async () => {
    const { payment, names } = await hold()
    const captured = operation('CAPTURE', payment, names, 600)
    await operate(captured)
    connected.readNewEvents()
    const parent = { key: captured.idempotency_key, state: null, provider_reference: names.psp }
    const message = { ...operation('VOID', payment, names, 600), parent }
    expect(outcomeOf(await operate(message))).toMatchObject({ processing_code: '1002' })
    expect(connected.readNewEvents()).toMatchObject([
      { call: 'void', amount: 600, outcome: { processing_code: '0000', approved_amount: 600 } },
    ])
    expect(booksOf(names.psp)).toMatchObject({ captured: 600, refunded: 600 })
  })

  it('abandons a payment that was declined without a request', async () => {
    const payment = authorization({ number: '4000000000000002' })
    const { state = null } = outcomeOf(await authorize(payment))
    const requests = connected.twin.requests().length
    const message = {
      idempotency_key: newKey(),
      key: payment.idempotency_key,
      state,
      provider_reference: null,
    }
    expect(outcomeOf(await connected.call({ name: 'cancel', message }, state))).toMatchObject({
      idempotency_key: payment.idempotency_key,
      processing_code: '1003',
    })
    expect(connected.twin.requests()).toHaveLength(requests)
    connected.readNewEvents()
  })
})

describe('lost answers', () => {
  it('reverses a payment that was named meanwhile, although its cancellation by our reference was answered', async () => {
    const payment = authorization()
    const message = undoOf(payment, null)
    await connected.call({ name: 'undo', message })
    const psp = outcomeOf(await authorize(payment)).refs?.[0] ?? ''
    connected.readNewEvents()
    const named = { ...message, original: { ...message.original, provider_reference: psp } }
    await connected.call({ name: 'undo', message: named })
    expect(booksOf(psp)).toMatchObject({ captured: 1_050, refunded: 1_050 })
    expect(connected.readNewEvents()).toMatchObject([
      {
        call: 'undo',
        outcome: { idempotency_key: message.idempotency_key, processing_code: '0000' },
      },
    ])
  })

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
  ] as const)('treats %s as unknown', async (kind) => {
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

  it.each(orders)('pays and refunds %s in %s', async (type, currency) => {
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
