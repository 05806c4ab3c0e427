/** Recorded answers to captures, refunds, voids, undos, fences and status queries, and the outcomes that they mean. */
import { fenceAnswer, finding, outcome } from '@sluice/provider-protocol'
import { describe, expect, it } from 'vitest'

import { chargeWith, HELD, intentWith, refundWith, UNTOUCHED } from './recorded.ts'
import { NAMED, operation, type Recorded, runRecorded } from './run-recorded.ts'

const said = (end: Awaited<ReturnType<typeof runRecorded>>['end']) =>
  end.kind === 'answer' ? outcome.parse(end.answer) : end

const INVALID = (code: string): Recorded => [
  400,
  { error: { type: 'invalid_request_error', code, message: 'No.' } },
]
const OTHER_PARAMETERS: Recorded = [
  400,
  { error: { type: 'idempotency_error', message: 'other parameters' } },
]

describe('a refund', () => {
  it('has the amount of the refund itself, not the payment’s', async () => {
    const { end, sent } = await runRecorded(operation(), [
      [200, intentWith()],
      [200, refundWith()],
    ])
    expect(said(end)).toMatchObject({
      idempotency_key: 'refund1',
      account_id: 'main',
      approved_amount: 5_000,
      currency: 'EUR',
      processing_code: '0000',
      refs: ['re_3QxNordlys00001'],
    })
    expect(Object.fromEntries(sent[1]?.params ?? [])).toMatchObject({
      payment_intent: 'pi_3QxNordlys00001',
      amount: '5000',
      'metadata[sluice_key]': 'refund1',
    })
  })

  it.each([
    ['pending', '1002'],
    ['requires_action', '1002'],
    ['failed', '1001'],
    ['canceled', '1003'],
  ])('with status %s is %s', async (status, code) => {
    const { end } = await runRecorded(operation(), [
      [200, intentWith()],
      [200, refundWith({ status })],
    ])
    expect(said(end)).toMatchObject({ processing_code: code, approved_amount: 0 })
  })

  it.each([
    ['the answer was lost', 'TIMEOUT'],
    ['the answer is an error of the server', [500, { error: { type: 'api_error' } }]],
    ['the key was used before', OTHER_PARAMETERS],
    [
      'the answer repeats how things were',
      [200, refundWith({ status: 'pending' }), { 'idempotent-replayed': 'true' }],
    ],
  ] satisfies readonly (readonly [string, Recorded])[])('is read again where %s', async (_, answer) => {
    const other = refundWith({ id: 're_other', metadata: { sluice_key: 'other', sluice_account: 'main' } })
    const { end, sent } = await runRecorded(operation(), [
      [200, intentWith()],
      answer,
      [200, { object: 'list', data: [other, refundWith()] }],
    ])
    expect(said(end)).toMatchObject({ processing_code: '0000', reference_number: 're_3QxNordlys00001' })
    expect(sent[2]?.path).toBe('/v1/refunds?payment_intent=pi_3QxNordlys00001&limit=100')
  })

  it('stays unknown until something shows its outcome', async () => {
    const { end } = await runRecorded(operation(), [
      [200, intentWith()],
      'TIMEOUT',
      [200, { object: 'list', data: [] }],
    ])
    expect(end.kind).toBe('unknown')
  })

  it('is refused above the remaining amount or in another currency', async () => {
    const tooMuch = await runRecorded(operation(), [[200, intentWith()], INVALID('charge_already_refunded')])
    expect(tooMuch.end.kind).toBe('refuse')
    const elsewhere = await runRecorded(operation({ currency: 'SEK' }), [[200, intentWith()]])
    expect([elsewhere.end.kind, elsewhere.sent.length]).toEqual(['refuse', 1])
  })
})

describe('an increment', () => {
  const INCREMENT = operation({
    idempotency_key: 'increment1',
    operation: 'INCREMENT',
    amount: 30_000,
    authorized_amount: 159_900,
  })
  const raised = intentWith({
    ...HELD,
    amount: 159_900,
    amount_capturable: 159_900,
    metadata: { sluice_key: 'call1', sluice_account: 'main', increment1: 'sluice increment 30000' },
  })

  it('sends the total, and reports what was added', async () => {
    const { end, sent } = await runRecorded(INCREMENT, [
      [200, HELD],
      [200, raised],
    ])
    expect(said(end)).toMatchObject({
      idempotency_key: 'increment1',
      approved_amount: 30_000,
      processing_code: '0000',
    })
    expect(sent[1]?.path).toBe('/v1/payment_intents/pi_3QxNordlys00001/increment_authorization')
    expect(Object.fromEntries(sent[1]?.params ?? [])).toMatchObject({
      amount: '159900',
      'metadata[increment1]': 'sluice increment 30000',
    })
  })

  it('an increment that the issuer declines changes nothing', async () => {
    const declined: Recorded = [
      402,
      {
        error: {
          type: 'card_error',
          code: 'card_declined',
          decline_code: 'insufficient_funds',
          message: 'No.',
        },
      },
    ]
    const { end } = await runRecorded(INCREMENT, [[200, HELD], declined])
    expect(said(end)).toMatchObject({
      idempotency_key: 'increment1',
      approved_amount: 0,
      processing_code: '1004',
    })
  })

  it('an increment of a payment that Stripe does not raise is not executed', async () => {
    const { end } = await runRecorded(INCREMENT, [[200, HELD], INVALID('payment_intent_unexpected_state')])
    expect(end.kind).toBe('refuse')
  })

  it('an increment whose answer was lost is read from the payment, and is unknown where the payment does not name it', async () => {
    expect(said((await runRecorded(INCREMENT, [[200, HELD], 'TIMEOUT', [200, raised]])).end)).toMatchObject({
      processing_code: '0000',
    })
    expect((await runRecorded(INCREMENT, [[200, HELD], 'TIMEOUT', [200, HELD]])).end.kind).toBe('unknown')
  })
})

describe('a capture', () => {
  const CAPTURE = operation({ idempotency_key: 'capture1', operation: 'CAPTURE', amount: 30_000 })
  const metadata = {
    sluice_key: 'call1',
    sluice_account: 'main',
    capture1: 'sluice capture 30000',
  }
  const captured = (changes: object = {}) =>
    intentWith({ capture_method: 'manual', amount_received: 30_000, metadata, ...changes })

  it('captures a part, and keeps the rest where the payment can be captured again', async () => {
    const { end, sent } = await runRecorded(CAPTURE, [
      [200, HELD],
      [200, captured({ status: 'requires_capture', amount_capturable: 99_900 })],
    ])
    expect(said(end)).toMatchObject({
      idempotency_key: 'capture1',
      approved_amount: 30_000,
      processing_code: '0000',
    })
    expect(Object.fromEntries(sent[1]?.params ?? [])).toMatchObject({
      amount_to_capture: '30000',
      final_capture: 'false',
    })
  })

  it('does not send a parameter that Stripe takes only for several captures', async () => {
    const once = intentWith({
      ...HELD,
      latest_charge: chargeWith({ captured: false }, { multicapture: { status: 'unavailable' } }),
    })
    const { sent } = await runRecorded(CAPTURE, [
      [200, once],
      [200, captured()],
    ])
    expect(sent[1]?.params.has('final_capture')).toBe(false)
  })

  it.each([
    ['was lost', 'CONNECTION_LOST'],
    ['is an error of the server', [503, '<html>']],
  ] satisfies readonly (readonly [string, Recorded])[])(
    'is found in the payment where its answer %s',
    async (_, lost) => {
      const found = await runRecorded(CAPTURE, [[200, HELD], lost, [200, captured()]])
      expect(said(found.end)).toMatchObject({ idempotency_key: 'capture1', approved_amount: 30_000 })
      const not = await runRecorded(CAPTURE, [[200, HELD], lost, [200, HELD]])
      expect(not.end.kind).toBe('unknown')
    },
  )

  it('is not sent for a payment that holds nothing', async () => {
    const { end, sent } = await runRecorded(CAPTURE, [[200, intentWith()]])
    expect([end.kind, sent.length]).toEqual(['refuse', 1])
  })
})

describe('a void', () => {
  const VOID = operation({ idempotency_key: 'void1', operation: 'VOID', amount: 129_900 })
  const metadata = { sluice_key: 'call1', sluice_account: 'main', void1: 'sluice void 129900' }

  it('marks the payment, so that its cancellation has a name, and cancels it', async () => {
    const released = intentWith({
      amount_received: 0,
      cancellation_reason: 'requested_by_customer',
      capture_method: 'manual',
      latest_charge: chargeWith({ amount_refunded: 129_900, captured: false, refunded: true }),
      metadata,
      status: 'canceled',
    })
    const { end, sent } = await runRecorded(VOID, [
      [200, HELD],
      [200, { ...HELD, metadata }],
      [200, released],
    ])
    expect(said(end)).toMatchObject({
      idempotency_key: 'void1',
      approved_amount: 129_900,
      processing_code: '0000',
    })
    expect(sent.map(({ method, path }) => `${method} ${path.split('?')[0] ?? ''}`)).toEqual([
      'GET /v1/payment_intents/pi_3QxNordlys00001',
      'POST /v1/payment_intents/pi_3QxNordlys00001',
      'POST /v1/payment_intents/pi_3QxNordlys00001/cancel',
    ])
  })

  it('a void that released more than requested, because the answer to an increment was lost, reports the requested amount', async () => {
    const released = intentWith({
      amount: 159_900,
      amount_received: 0,
      cancellation_reason: 'requested_by_customer',
      capture_method: 'manual',
      metadata,
      status: 'canceled',
    })
    const { end } = await runRecorded(VOID, [[200, released]])
    expect(said(end)).toMatchObject({ approved_amount: 129_900, processing_code: '0000' })
  })

  it('a void of money that an earlier void has released is approved without a request, also if a capture was declined since', async () => {
    const released = intentWith({
      amount_received: 0,
      cancellation_reason: 'requested_by_customer',
      capture_method: 'manual',
      metadata: { sluice_key: 'call1', sluice_account: 'main', earlier: 'sluice void 69900' },
      status: 'canceled',
    })
    const { end, sent } = await runRecorded(operation({ ...VOID.message, amount: 60_000 }), [[200, released]])
    expect(said(end)).toMatchObject({
      idempotency_key: 'void1',
      approved_amount: 60_000,
      processing_code: '0000',
    })
    expect(sent).toHaveLength(1)
  })

  it('a void of a payment that was canceled without a void is refused', async () => {
    const canceled = intentWith({ amount_received: 0, metadata: {}, status: 'canceled' })
    expect((await runRecorded(VOID, [[200, canceled]])).end.kind).toBe('refuse')
  })

  it('needs no cancellation of a rest that the last capture released', async () => {
    const rest = intentWith({ amount_received: 30_000, capture_method: 'manual' })
    const { end } = await runRecorded(VOID, [
      [200, rest],
      [200, { ...rest, metadata }],
    ])
    expect(said(end)).toMatchObject({ approved_amount: 99_900, processing_code: '0000' })
  })

  it('does not reverse captured money', async () => {
    const { end } = await runRecorded(VOID, [[200, intentWith()]])
    expect(end.kind).toBe('refuse')
  })
})

describe('an undo', () => {
  const {
    operation: _,
    parent: __,
    final_capture: ___,
    ...message
  } = operation({
    idempotency_key: 'undo1',
    amount: 129_900,
  }).message

  it('refunds everything that was captured', async () => {
    const refund = refundWith({ amount: 129_900, metadata: { sluice_key: 'undo1', sluice_account: 'main' } })
    const { end, sent } = await runRecorded({ name: 'undo', message }, [
      [200, intentWith()],
      [200, refund],
    ])
    expect(said(end)).toMatchObject({
      idempotency_key: 'undo1',
      approved_amount: 129_900,
      processing_code: '0000',
    })
    expect(sent[1]?.params.get('amount')).toBe('129900')
  })

  it('keeps a payment that was never confirmed from being executed', async () => {
    const gone = { ...UNTOUCHED, status: 'canceled', cancellation_reason: 'abandoned' }
    const { end } = await runRecorded({ name: 'undo', message }, [
      [200, UNTOUCHED],
      [200, gone],
    ])
    expect(said(end)).toMatchObject({ idempotency_key: 'undo1', processing_code: '0000' })
  })

  it('cancels under its own key, and reads the payment where the answer is an error', async () => {
    const gone = { ...UNTOUCHED, status: 'canceled', cancellation_reason: 'abandoned' }
    const error: Recorded = [500, { error: { type: 'api_error' } }]
    const done = await runRecorded({ name: 'undo', message }, [[200, UNTOUCHED], error, [200, gone]])
    expect(said(done.end)).toMatchObject({ idempotency_key: 'undo1', processing_code: '0000' })
    expect(done.sent[1]?.headers['idempotency-key']).toBe('fen-undo1')
    const open = await runRecorded({ name: 'undo', message }, [[200, UNTOUCHED], error, [200, UNTOUCHED]])
    expect(open.end.kind).toBe('unknown')
  })
})

describe('a cancellation', () => {
  it('is read in the payment where its answer is an error', async () => {
    const message = { ...NAMED, idempotency_key: 'cancel1' }
    const gone = { ...UNTOUCHED, status: 'canceled', cancellation_reason: 'requested_by_customer' }
    const { end } = await runRecorded({ name: 'cancel', message }, [
      [200, UNTOUCHED],
      [500, { error: { type: 'api_error' } }],
      [200, gone],
    ])
    expect(said(end)).toMatchObject({ idempotency_key: 'call1', processing_code: '1003' })
  })
})

describe('a fence', () => {
  const fence = { name: 'fence', message: NAMED } as const
  const read = (end: Awaited<ReturnType<typeof runRecorded>>['end']) =>
    end.kind === 'answer' ? fenceAnswer.parse(end.answer) : end

  it('holds once the unconfirmed payment is canceled', async () => {
    const gone = { ...UNTOUCHED, status: 'canceled', cancellation_reason: 'abandoned' }
    const { end } = await runRecorded(fence, [
      [200, UNTOUCHED],
      [200, gone],
    ])
    expect(read(end)).toEqual({ result: 'FENCED', key: 'call1' })
  })

  it('holds after a cancellation whose error Stripe repeats under its key', async () => {
    const error: Recorded = [500, { error: { type: 'api_error' } }, { 'idempotent-replayed': 'true' }]
    const cancel = { name: 'cancel', message: { ...NAMED, idempotency_key: 'cancel1' } } as const
    const given = await runRecorded(cancel, [[200, UNTOUCHED], error, [200, UNTOUCHED]])
    expect(given.end.kind).toBe('unknown')
    const gone = { ...UNTOUCHED, status: 'canceled', cancellation_reason: 'abandoned' }
    const fenced = await runRecorded(fence, [
      [200, UNTOUCHED],
      [200, gone],
    ])
    expect(read(fenced.end)).toEqual({ result: 'FENCED', key: 'call1' })
    expect([given, fenced].map(({ sent }) => sent[1]?.headers['idempotency-key'])).toEqual([
      'can-cancel1',
      'fen-call1',
    ])
  })

  it('holds if the payment is canceled where the answer is an error', async () => {
    const gone = { ...UNTOUCHED, status: 'canceled', cancellation_reason: 'abandoned' }
    const { end } = await runRecorded(fence, [[200, UNTOUCHED], 'TIMEOUT', [200, gone]])
    expect(read(end)).toEqual({ result: 'FENCED', key: 'call1' })
    const open = await runRecorded(fence, [[200, UNTOUCHED], 'TIMEOUT', [200, UNTOUCHED]])
    expect(open.end.kind).toBe('unknown')
  })

  it('does not hold for what was executed meanwhile', async () => {
    const error = {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      payment_intent: intentWith(),
    }
    const { end } = await runRecorded(fence, [
      [200, UNTOUCHED],
      [400, { error }],
    ])
    expect(read(end)).toMatchObject({ result: 'OUTCOME', outcome: { processing_code: '0000' } })
  })

  it('does not cancel an approved authorization', async () => {
    const { end, sent } = await runRecorded(fence, [[200, HELD]])
    expect([read(end), sent.length]).toMatchObject([{ result: 'OUTCOME' }, 1])
  })

  it('waits for a request that Stripe is executing', async () => {
    const { end } = await runRecorded(fence, [
      [200, intentWith({ status: 'processing', latest_charge: null })],
    ])
    expect(read(end)).toEqual({ result: 'IN_PROGRESS', key: 'call1' })
  })

  it('uses up the key of a payment that does not exist', async () => {
    const used = { ...UNTOUCHED, id: 'pi_fence', metadata: { sluice_fence: 'call1' } }
    const unnamed = { key: 'call1', state: null, provider_reference: null }
    const { end, sent } = await runRecorded({ name: 'fence', message: unnamed }, [
      [200, { object: 'search_result', data: [] }],
      [200, used],
      [200, { ...used, status: 'canceled', cancellation_reason: 'abandoned' }],
    ])
    expect(read(end)).toEqual({ result: 'FENCED', key: 'call1' })
    expect(sent[1]?.headers['idempotency-key']).toBe('pi-call1')
  })
})

describe('a status query', () => {
  const find = { name: 'find', message: NAMED } as const
  const read = (end: Awaited<ReturnType<typeof runRecorded>>['end']) =>
    end.kind === 'answer' ? finding.parse(end.answer) : end

  it.each([
    ['an approval', intentWith(), '0000'],
    ['a hold', HELD, '0000'],
    ['a payment that is processed', intentWith({ status: 'processing', latest_charge: null }), '1002'],
    [
      'a payment that waits for its shopper',
      intentWith({ status: 'requires_action', latest_charge: null }),
      '1002',
    ],
    [
      'a payment that was given up',
      intentWith({ status: 'canceled', cancellation_reason: 'requested_by_customer' }),
      '1003',
    ],
  ])('reads %s as %s', async (_, intent, code) => {
    const { end } = await runRecorded(find, [[200, intent]])
    expect(read(end)).toMatchObject({ found: true, outcome: { processing_code: code } })
  })

  it.each([
    ['was never confirmed', UNTOUCHED],
    ['was fenced', { ...UNTOUCHED, status: 'canceled', cancellation_reason: 'abandoned' }],
  ])('finds no execution of a payment that %s', async (_, intent) => {
    const { end } = await runRecorded(find, [[200, intent]])
    expect(read(end)).toEqual({ found: false })
  })

  it('reports the outcome of a pending refund', async () => {
    const state = JSON.stringify({
      intent: 'pi_3QxNordlys00001',
      account: 'main',
      currency: 'EUR',
      refund: 're_1',
    })
    const message = { key: 'refund1', state, provider_reference: 're_1' }
    const { end } = await runRecorded({ name: 'find', message }, [
      [200, refundWith({ status: 'failed', failure_reason: 'expired_or_canceled_card' })],
    ])
    expect(read(end)).toMatchObject({
      found: true,
      outcome: { processing_code: '1001', response_code: 'expired_or_canceled_card' },
    })
  })

  it('never mistakes another call’s payment for its own', async () => {
    const { end } = await runRecorded(find, [
      [200, intentWith({ metadata: { sluice_key: 'other', sluice_account: 'main' } })],
    ])
    expect(end.kind).toBe('unknown')
  })
})
