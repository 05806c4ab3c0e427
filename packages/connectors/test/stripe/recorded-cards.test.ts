/** Recorded answers to card payments, and the outcomes that they mean. */
import { authorizationAnswer, continuationAnswer, preparationAnswer } from '@sluice/provider-protocol'
import { describe, expect, it } from 'vitest'

import { CHALLENGED, chargeWith, declineWith, HELD, intentWith, UNTOUCHED } from './recorded.ts'
import { API_KEY, authorization, NAMED, type Recorded, runRecorded } from './run-recorded.ts'

const CARD_TAKEN: Recorded = [200, { id: 'pm_1QxNordlys00001', object: 'payment_method', type: 'card' }]

const said = (end: Awaited<ReturnType<typeof runRecorded>>['end']) =>
  end.kind === 'answer' ? authorizationAnswer.parse(end.answer) : end

const CARD_ERROR = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Declined',
}
const NOTHING_TAKEN = { amount_received: 0, latest_charge: null, status: 'requires_payment_method' }

describe('a card payment', () => {
  it('is approved with what the charge says', async () => {
    const { end, sent } = await runRecorded(authorization(), [CARD_TAKEN, [200, intentWith()]])
    expect(said(end)).toMatchObject({
      idempotency_key: 'call1',
      account_id: 'main',
      approved_amount: 129_900,
      currency: 'EUR',
      processing_code: '0000',
      approval_code: '482913',
      reference_number: 'ch_3QxNordlys00001',
      network_transaction_id: '104102978678771',
      avs_result: 'line1:pass postal_code:fail',
      cvv_result: 'pass',
      refs: ['pi_3QxNordlys00001', 'ch_3QxNordlys00001'],
    })
    expect(sent.map(({ path }) => path)).toEqual([
      '/v1/payment_methods',
      '/v1/payment_intents/pi_3QxNordlys00001/confirm',
    ])
    expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['pm-call1', 'conf-call1'])
    expect(new Set(sent.map(({ headers }) => headers['stripe-version']))).toEqual(
      new Set(['2026-10-28.endive']),
    )
  })

  it('reports an authorization’s expiry and whether it allows several captures', async () => {
    const { end } = await runRecorded(authorization({ transaction_type: 'AUTHORIZE' }), [
      CARD_TAKEN,
      [200, HELD],
    ])
    expect(said(end)).toMatchObject({
      processing_code: '0000',
      approved_amount: 129_900,
      may: { capture_several: true },
      capture_before: '2026-11-25T11:06:40.000Z',
    })
  })

  it('reports the approved amount, also where that is more than was requested', async () => {
    const intent = intentWith({ latest_charge: chargeWith({}, { amount_authorized: 130_000 }) })
    const { end } = await runRecorded(authorization(), [CARD_TAKEN, [200, intent]])
    expect(said(end)).toMatchObject({ processing_code: '0000', approved_amount: 130_000 })
  })

  it('is partially approved if the issuer approved less', async () => {
    const intent = intentWith({ latest_charge: chargeWith({}, { amount_authorized: 60_000 }) })
    const { end } = await runRecorded(authorization(), [CARD_TAKEN, [200, intent]])
    expect(said(end)).toMatchObject({ processing_code: '0000', approved_amount: 60_000 })
  })

  it.each([
    [{ code: 'card_declined', decline_code: 'insufficient_funds' }, '1004', false],
    [{ code: 'card_declined', decline_code: 'generic_decline' }, '1000', true],
    [{ code: 'card_declined', decline_code: 'fraudulent' }, '4101', false],
    [{ code: 'card_declined', decline_code: 'lost_card' }, '2005', false],
    [{ code: 'expired_card', decline_code: 'expired_card' }, '2001', false],
    [{ code: 'incorrect_cvc', decline_code: 'incorrect_cvc' }, '2020', false],
    [{ code: 'processing_error', decline_code: 'processing_error' }, '1001', true],
    [{ code: 'payment_intent_authentication_failure' }, '3001', false],
  ])('is declined for %j as %s', async (error, code, retryable) => {
    const { end } = await runRecorded(authorization(), [CARD_TAKEN, [402, declineWith(error)]])
    expect(said(end)).toMatchObject({ processing_code: code, retryable, approved_amount: 0 })
  })

  it('passes on the network’s own code and advice', async () => {
    const error = {
      code: 'card_declined',
      decline_code: 'do_not_honor',
      network_decline_code: '05',
      network_advice_code: '24',
      advice_code: 'try_again_later',
    }
    const { end } = await runRecorded(authorization(), [CARD_TAKEN, [402, declineWith(error)]])
    expect(said(end)).toMatchObject({
      response_code: '05',
      code_namespace: 'iso8583',
      network_advice: { kind: 'RETRY_AFTER', code: '24', seconds: 3_600 },
    })
  })

  it('is reported as a soft decline if the issuer wants a challenge', async () => {
    const error = { code: 'authentication_required', decline_code: 'authentication_required' }
    const { end } = await runRecorded(authorization(), [CARD_TAKEN, [402, declineWith(error)]])
    expect(said(end)).toMatchObject({ soft_decline: true, approved_amount: 0 })
  })

  it.each([
    [
      'a decline code that no table has',
      [402, declineWith({ code: 'card_declined', decline_code: 'new_reason' })],
    ],
    ['a status that no table has', [200, intentWith({ status: 'requires_reflection' })]],
    ['an error of the server', [500, { error: { type: 'api_error', message: 'Sorry' } }]],
    [
      'a replayed error of the server',
      [500, { error: { type: 'api_error' } }, { 'idempotent-replayed': 'true' }],
    ],
    ['a page of a proxy', [502, '<html><body>Bad Gateway</body></html>']],
    ['a page of a proxy with status 200', [200, '<html></html>']],
    ['silence', 'TIMEOUT'],
    ['a connection that broke', 'CONNECTION_LOST'],
    ['an object without our key', [200, intentWith({ metadata: {} })]],
  ] satisfies readonly (readonly [string, Recorded])[])('is unknown after %s', async (_, answer) => {
    const { end } = await runRecorded(authorization(), [CARD_TAKEN, answer])
    expect(end.kind).toBe('unknown')
  })

  it.each([
    [
      'a key that may not send card numbers',
      [403, { error: { type: 'invalid_request_error', message: 'raw' } }],
    ],
    ['a connection that never came about', 'NEVER_SENT'],
    ['silence before the confirmation', 'TIMEOUT'],
  ] satisfies readonly (readonly [string, Recorded])[])('was not executed after %s', async (_, answer) => {
    const { end, sent } = await runRecorded(authorization(), [answer, [200, UNTOUCHED]])
    expect(end.kind).toBe('refuse')
    expect(sent.some(({ path }) => path.endsWith('/confirm'))).toBe(false)
  })

  it('retries a confirmation once if it collided with another request', async () => {
    const busy = [429, { error: { type: 'invalid_request_error', code: 'lock_timeout' } }] as const
    const { end, sent } = await runRecorded(authorization(), [CARD_TAKEN, busy, [200, intentWith()]])
    expect(said(end)).toMatchObject({ processing_code: '0000' })
    expect(sent[1]).toEqual(sent[2])
  })

  const EXECUTING: Recorded = [409, { error: { type: 'idempotency_error', message: 'in progress' } }]
  it.each([
    ['too many requests', [429, { error: { type: 'invalid_request_error', code: 'rate_limit' } }]],
    ['no connection', 'NEVER_SENT'],
    ['a key that was revoked', [401, { error: { type: 'invalid_request_error' } }]],
    ['a key that may do less', [403, { error: { type: 'invalid_request_error' } }]],
  ] satisfies readonly (readonly [string, Recorded])[])(
    'is unknown if it is being executed and its repetition ends in %s',
    async (_, turnedAway) => {
      const { end, sent } = await runRecorded(authorization(), [CARD_TAKEN, EXECUTING, turnedAway])
      expect([end.kind, sent.length]).toEqual(['unknown', 3])
    },
  )

  it.each([
    ['approved', intentWith(), '0000'],
    ['declined', intentWith({ ...NOTHING_TAKEN, last_payment_error: CARD_ERROR }), '1000'],
  ])('is read again after a decline that does not contain it: %s', async (_, intent, code) => {
    const { end } = await runRecorded(authorization(), [
      CARD_TAKEN,
      [402, { error: CARD_ERROR }],
      [200, intent],
    ])
    expect(said(end)).toMatchObject({ processing_code: code })
  })

  it('is unknown after a decline that neither contains it nor shows in it', async () => {
    const { end } = await runRecorded(authorization(), [
      CARD_TAKEN,
      [402, { error: CARD_ERROR }],
      [200, intentWith(NOTHING_TAKEN)],
    ])
    expect(end.kind).toBe('unknown')
  })

  it('was fenced if its payment intent was given up', async () => {
    const gone = intentWith({
      amount_received: 0,
      cancellation_reason: 'abandoned',
      latest_charge: null,
      status: 'canceled',
    })
    const error = {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      payment_intent: gone,
    }
    const { end } = await runRecorded(authorization(), [CARD_TAKEN, [400, { error }], [200, gone]])
    expect(end).toEqual({ kind: 'refuse', reason: 'FENCED' })
  })

  it('passes on the result of a 3-D Secure server, and requests no authentication from Stripe', async () => {
    const authentication = {
      trans_status: 'Y',
      eci: '05',
      authentication_value: 'AAECAwQFBgcICQoLDA0ODxAREhM=',
      ds_trans_id: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
      message_version: '2.2.0',
    }
    const { sent } = await runRecorded(authorization({ authentication }), [CARD_TAKEN, [200, intentWith()]])
    const { params } = sent[1] ?? expect.fail('no confirmation')
    const proof = 'payment_method_options[card][three_d_secure]'
    expect(Object.fromEntries(params)).toMatchObject({
      [`${proof}[version]`]: '2.2.0',
      [`${proof}[cryptogram]`]: 'AAECAwQFBgcICQoLDA0ODxAREhM=',
      [`${proof}[transaction_id]`]: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
      [`${proof}[ares_trans_status]`]: 'Y',
      [`${proof}[electronic_commerce_indicator]`]: '05',
      error_on_requires_action: 'true',
    })
  })

  it.each(['N', 'R', 'C'])('is not sent for a cardholder with status %s', async (status) => {
    const authentication = {
      trans_status: status,
      eci: '07',
      authentication_value: null,
      ds_trans_id: null,
      message_version: '2.2.0',
    }
    const { end, sent } = await runRecorded(authorization({ authentication }), [])
    expect([end.kind, sent.length]).toEqual(['refuse', 0])
  })

  it.each([
    ['Y', { ds_trans_id: null }],
    ['A', { ds_trans_id: null }],
    ['Y', { authentication_value: null }],
    ['A', { authentication_value: null }],
  ])('is not sent with status %s and an incomplete proof: %j', async (status, lacking) => {
    const authentication = {
      trans_status: status,
      eci: '05',
      authentication_value: 'AAECAwQFBgcICQoLDA0ODxAREhM=',
      ds_trans_id: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
      message_version: '2.2.0',
      ...lacking,
    }
    const { end, sent } = await runRecorded(authorization({ authentication }), [])
    expect([end.kind, sent.length]).toEqual(['refuse', 0])
  })

  it('writes card and key only to the socket', async () => {
    const { sent } = await runRecorded(authorization(), [CARD_TAKEN, [200, intentWith()]])
    expect(sent[0]?.params.get('card[number]')).toBe('4242424242424242')
    expect(sent[0]?.headers['authorization']).toBe(`Bearer ${API_KEY}`)
  })

  it('is refused before anything is sent if Stripe cannot express the amount', async () => {
    const call = authorization({ prepared: null, currency: 'KWD', amount: 1_005 })
    const { end, sent } = await runRecorded(call, [])
    expect([end.kind, sent.length]).toEqual(['refuse', 0])
  })
})

describe('a card payment that Stripe authenticates', () => {
  const SHOPPER = {
    authentication_required: true,
    challenge_preference: 'NO_PREFERENCE',
    return_url: 'https://pay.example/three-ds/handle/return',
  }
  const BACK = {
    idempotency_key: 'step1',
    ...NAMED,
    account_id: 'main',
    amount: 129_900,
    currency: 'EUR',
    brought: { kind: 'RETURN', query: 'redirect_status=succeeded', body: '' },
  } as const

  it('sends the shopper to the issuer', async () => {
    const { end, sent } = await runRecorded(authorization(SHOPPER), [CARD_TAKEN, [200, CHALLENGED]])
    expect(said(end)).toMatchObject({
      result: 'AUTHENTICATE',
      idempotency_key: 'call1',
      step: { kind: 'REDIRECT', url: expect.stringContaining('hooks.stripe.example') as string },
    })
    const { params } = sent[1] ?? expect.fail('no confirmation')
    expect(params.get('payment_method_options[card][request_three_d_secure]')).toBe('any')
    expect(params.has('error_on_requires_action')).toBe(false)
  })

  it.each([
    ['NO_PREFERENCE', 'any'],
    ['NO_CHALLENGE', 'any'],
    ['CHALLENGE', 'challenge'],
    ['MANDATE', 'challenge'],
  ] as const)('requests the challenge preference %s as %s', async (challenge_preference, asked) => {
    const call = authorization({ ...SHOPPER, challenge_preference })
    const { sent } = await runRecorded(call, [CARD_TAKEN, [200, CHALLENGED]])
    expect(sent[1]?.params.get('payment_method_options[card][request_three_d_secure]')).toBe(asked)
  })

  it('requests a plan with one month per installment, and no plan without installments', async () => {
    const plan = (name: string) => `payment_method_options[card][installments][plan][${name}]`
    const call = authorization({ ...SHOPPER, installments: { count: 6 } })
    const { params } =
      (await runRecorded(call, [CARD_TAKEN, [200, CHALLENGED]])).sent[1] ?? expect.fail('none')
    expect(params.get('payment_method_options[card][installments][enabled]')).toBe('true')
    expect(['type', 'interval', 'count'].map((name) => params.get(plan(name)))).toEqual([
      'fixed_count',
      'month',
      '6',
    ])
    const inFull = await runRecorded(authorization(SHOPPER), [CARD_TAKEN, [200, CHALLENGED]])
    expect([...(inFull.sent[1]?.params.keys() ?? [])].join()).not.toContain('installments')
  })

  it('leaves an exemption to Stripe, which has no parameter for one, and asks for the authentication', async () => {
    const call = authorization({ ...SHOPPER, exemption: 'LOW_VALUE' })
    const { sent } = await runRecorded(call, [CARD_TAKEN, [200, CHALLENGED]])
    expect(sent[1]?.params.get('payment_method_options[card][request_three_d_secure]')).toBe('any')
    expect([...(sent[1]?.params.keys() ?? [])].join()).not.toMatch(/exempt/)
  })

  it('moves money by our own confirmation after the shopper is back', async () => {
    const waiting = intentWith({ amount_received: 0, latest_charge: null, status: 'requires_confirmation' })
    const { end, sent } = await runRecorded({ name: 'continue', message: BACK }, [
      [200, waiting],
      [200, intentWith()],
    ])
    expect(end.kind === 'answer' && continuationAnswer.parse(end.answer)).toMatchObject({
      processing_code: '0000',
      idempotency_key: 'call1',
    })
    expect(sent[1]?.headers['idempotency-key']).toBe('conf-step1')
  })

  it('trusts nothing that the browser sends', async () => {
    const { end, sent } = await runRecorded({ name: 'continue', message: BACK }, [[200, CHALLENGED]])
    expect(end).toMatchObject({ kind: 'answer', answer: { result: 'NOT_VALID', idempotency_key: 'call1' } })
    expect(sent).toHaveLength(1)
  })

  it('reports how the cardholder was authenticated', async () => {
    const proof = {
      result: 'authenticated',
      electronic_commerce_indicator: '05',
      transaction_id: '8A880DC0-d2d2-4067-bcb1-b08d1690b26e',
      version: '2.2.0',
      exemption_indicator: null,
    }
    const intent = intentWith({ latest_charge: chargeWith({}, { three_d_secure: proof }) })
    const { end } = await runRecorded(authorization(SHOPPER), [CARD_TAKEN, [200, intent]])
    expect(said(end)).toMatchObject({
      authentication: {
        trans_status: 'Y',
        eci: '05',
        ds_trans_id: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
        message_version: '2.2.0',
        exemption_applied: null,
      },
    })
  })
})

it('prepares a payment intent that only a request of ours can confirm', async () => {
  const { card: _, prepared: __, idempotency_key: callKey, ...shared } = authorization().message
  const message = {
    ...shared,
    idempotency_key: 'call1_p',
    call_key: callKey,
    call: 'AUTHORIZATION',
    transaction_type: 'AUTHORIZE',
    type: null,
  } as const
  const { end, sent } = await runRecorded({ name: 'prepare', message }, [[200, UNTOUCHED]])
  expect(end.kind === 'answer' && preparationAnswer.parse(end.answer)).toMatchObject({
    result: 'PREPARED',
    idempotency_key: 'call1_p',
    refs: ['pi_3QxNordlys00001'],
  })
  expect(Object.fromEntries(sent[0]?.params ?? [])).toMatchObject({
    amount: '129900',
    currency: 'eur',
    capture_method: 'manual',
    confirmation_method: 'manual',
    'metadata[sluice_key]': 'call1',
  })
  expect(JSON.stringify(end)).not.toContain('secret_never_leaves')
})
