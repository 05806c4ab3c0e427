/** Recorded events, and the gateway's interpretation of them. */
import { createHmac } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { stripe } from '../../src/stripe/index.ts'
import { declineWith, disputeWith, HELD, intentWith, refundWith } from './recorded.ts'

const SECRET = 'whsec_TestOnly00000001'
const NOW = 1_795_000_000_000

const eventWith = (type: string, object: unknown, more: object = {}) => ({
  id: 'evt_1QxNordlys00001',
  object: 'event',
  api_version: '2026-10-28.endive',
  created: 1_795_000_000,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: 'req_1', idempotency_key: null },
  type,
  ...more,
})

const sign = (body: string, secret = SECRET, atMs = NOW) => {
  const seconds = Math.floor(atMs / 1_000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')},v0=ignored`
}

function read(
  event: unknown,
  changes: {
    header?: string
    accounts?: readonly string[]
    secrets?: readonly string[]
    account?: string
  } = {},
) {
  const body = JSON.stringify(event)
  const headers = { 'stripe-signature': changes.header ?? sign(body) }
  const path = { providerId: 'stripe', accountId: changes.account ?? null }
  return stripe.kind === 'provider'
    ? stripe.readEvents(
        { headers, rawBody: Buffer.from(body), query: {}, path },
        { secrets: changes.secrets ?? [SECRET], now: NOW, accounts: changes.accounts ?? ['main'] },
      )
    : expect.fail()
}

const only = (event: unknown) => {
  const reading = read(event)
  return reading.kind === 'events' ? reading.events[0] : reading
}

it('a time that no date can express is unreadable, and does not end the request', () => {
  const event = eventWith('payment_intent.succeeded', intentWith(), { created: 9_000_000_000_000_000 })
  expect(read(event)).toEqual({ kind: 'unreadable', status: 422, reason: 'created' })
})

describe('a signature', () => {
  const event = eventWith('payment_intent.succeeded', intentWith())
  const body = JSON.stringify(event)

  it('is valid with either secret during a rotation', () => {
    expect(read(event, { secrets: ['whsec_new', SECRET] }).kind).toBe('events')
  })

  it.each([
    ['another secret', sign(body, 'whsec_other')],
    ['an old time', sign(body, SECRET, NOW - 301_000)],
    ['a time to come', sign(body, SECRET, NOW + 301_000)],
    ['another body', sign(`${body} `)],
    ['another scheme', sign(body).replace('v1=', 'v2=')],
    ['no time', sign(body).replace(/t=\d+,/, '')],
    ['nothing', ''],
  ])('with %s is refused', (_, header) => {
    expect(read(event, { header }).kind).toBe('refused')
  })

  it('is checked over the bytes as they came', () => {
    const spaced = JSON.stringify(event, null, 2)
    expect(read(event, { header: sign(spaced) }).kind).toBe('refused')
  })
})

describe('an event of a payment', () => {
  it.each([
    ['payment_intent.succeeded', intentWith(), '0000'],
    ['payment_intent.amount_capturable_updated', HELD, '0000'],
    ['payment_intent.processing', intentWith({ status: 'processing' }), '1002'],
  ])('%s reports its outcome', (type, object, code) => {
    expect(only(eventWith(type, object))).toMatchObject({
      kind: 'OUTCOME',
      call: 'authorization',
      amount: 129_900,
      live: false,
      outcome: { idempotency_key: 'call1', account_id: 'main', processing_code: code },
    })
  })

  it('reports a decline', () => {
    const { error } = declineWith({ code: 'card_declined', decline_code: 'do_not_honor' }) as {
      error: { payment_intent: object }
    }
    expect(only(eventWith('payment_intent.payment_failed', error.payment_intent))).toMatchObject({
      kind: 'OUTCOME',
      outcome: { processing_code: '1000', approved_amount: 0 },
    })
  })

  it.each([
    ['a decline code', { code: 'card_declined', decline_code: 'new_reason' }],
    ['an error code', { code: 'new_error' }],
  ])('with %s that no table has triggers a status query', (_, failure) => {
    const { error } = declineWith(failure) as { error: { payment_intent: object } }
    const reading = read(eventWith('payment_intent.payment_failed', error.payment_intent))
    expect(reading).toMatchObject({
      kind: 'events',
      events: [
        {
          kind: 'OUTCOME',
          call: 'authorization',
          outcome: { idempotency_key: 'call1', processing_code: '1002', approved_amount: 0 },
        },
      ],
      acknowledgement: { status: 200 },
    })
  })

  it('does not mistake our own capture for the payment', () => {
    const request = { idempotency_key: 'cap-capture1' }
    const captured = intentWith({ capture_method: 'manual' })
    expect(only(eventWith('payment_intent.succeeded', captured, { request }))).toMatchObject({
      kind: 'OTHER',
    })
  })

  describe('an event of a payment that was raised', () => {
    const metadata = { sluice_key: 'call1', sluice_account: 'main', increment1: 'sluice increment 30000' }
    const raised = intentWith({
      ...HELD,
      amount: 159_900,
      amount_capturable: 159_900,
      metadata,
    })
    const readUpdate = (idempotency_key: string | null) =>
      only(eventWith('payment_intent.amount_capturable_updated', raised, { request: { idempotency_key } }))

    it('reports the outcome of the increment, and not that of the payment with another amount', () => {
      expect(readUpdate('inc-increment1')).toMatchObject({
        kind: 'OUTCOME',
        call: 'increment',
        amount: 30_000,
        outcome: { idempotency_key: 'increment1', processing_code: '0000', approved_amount: 30_000 },
      })
    })

    it.each(['cap-capture1', 'conf-call1', 'dashboard-1', null])(
      'reports nothing about the payment, also by a request with the key %s',
      (key) => {
        expect(readUpdate(key)).toMatchObject({ kind: 'OTHER' })
      },
    )
  })

  it('does not mistake our own partial capture for the payment', () => {
    const request = { idempotency_key: 'cap-capture1' }
    const held = eventWith('payment_intent.amount_capturable_updated', HELD, { request })
    expect(only(held)).toMatchObject({ kind: 'OTHER' })
  })

  it('records a capture that was made in Stripe’s dashboard', () => {
    const captured = intentWith({ capture_method: 'manual', amount_received: 30_000 })
    for (const request of [null, { id: 'req_1', idempotency_key: 'dashboard-1' }])
      expect(only(eventWith('payment_intent.succeeded', captured, { request }))).toMatchObject({
        kind: 'RECORD',
        fact: 'pi_3QxNordlys00001:captured',
        idempotency_key: 'call1',
        record: { kind: 'CAPTURED_ELSEWHERE', amount: 30_000, currency: 'EUR' },
      })
  })

  it('records an expired authorization, but not one that we released', () => {
    const gone = intentWith({
      ...HELD,
      status: 'canceled',
      cancellation_reason: 'automatic',
      amount_capturable: 0,
    })
    expect(only(eventWith('payment_intent.canceled', gone))).toMatchObject({
      kind: 'RECORD',
      fact: 'pi_3QxNordlys00001:released',
      record: { kind: 'RELEASED_ELSEWHERE', amount: 129_900, currency: 'EUR' },
    })
    const request = { idempotency_key: 'can-void1' }
    expect(only(eventWith('payment_intent.canceled', gone, { request }))).toMatchObject({ kind: 'OTHER' })
  })

  it('is ignored if the payment is not ours', () => {
    expect(only(eventWith('payment_intent.succeeded', intentWith({ metadata: {} })))).toMatchObject({
      kind: 'OTHER',
    })
  })
})

describe('an event of a refund', () => {
  it('reports the outcome of a pending refund', () => {
    const data = { object: refundWith(), previous_attributes: { status: 'pending' } }
    expect(only(eventWith('refund.updated', null, { data }))).toMatchObject({
      kind: 'OUTCOME',
      call: 'refund',
      amount: 5_000,
      outcome: { idempotency_key: 'refund1', processing_code: '0000' },
    })
  })

  it('records one failure for both events about a refund that failed later', () => {
    const failed = refundWith({ status: 'failed', failure_reason: 'lost_or_stolen_card' })
    const facts = ['refund.failed', 'charge.refund.updated'].map((type) => only(eventWith(type, failed)))
    for (const fact of facts)
      expect(fact).toMatchObject({
        kind: 'RECORD',
        fact: 're_3QxNordlys00001:failed',
        idempotency_key: 'refund1',
        record: { kind: 'REFUND_FAILED', amount: 5_000, reason_code: 'lost_or_stolen_card' },
      })
  })

  it('ends a refund that fails before its approval', () => {
    const data = { object: refundWith({ status: 'failed' }), previous_attributes: { status: 'pending' } }
    expect(only(eventWith('refund.updated', null, { data }))).toMatchObject({
      kind: 'OUTCOME',
      outcome: { processing_code: '1001' },
    })
  })

  it('records a refund made in Stripe’s dashboard', () => {
    expect(only(eventWith('refund.created', refundWith({ metadata: {} })))).toMatchObject({
      kind: 'RECORD',
      fact: 're_3QxNordlys00001',
      parent_refs: ['pi_3QxNordlys00001', 'ch_3QxNordlys00001'],
      record: { kind: 'REFUNDED_ELSEWHERE', amount: 5_000 },
    })
  })
})

describe('an event of a dispute', () => {
  it.each([
    ['charge.dispute.created', 'needs_response', 'DISPUTE_OPENED', 'NONE'],
    ['charge.dispute.created', 'warning_needs_response', 'RETRIEVAL_REQUESTED', 'NONE'],
    ['charge.dispute.funds_withdrawn', 'needs_response', 'DISPUTE_UPDATED', 'WITHDRAWN'],
    ['charge.dispute.funds_reinstated', 'won', 'DISPUTE_UPDATED', 'REINSTATED'],
    ['charge.dispute.closed', 'won', 'DISPUTE_WON', 'NONE'],
    ['charge.dispute.closed', 'lost', 'DISPUTE_LOST', 'NONE'],
    ['charge.dispute.closed', 'warning_closed', 'DISPUTE_CLOSED', 'NONE'],
  ])('%s with %s is %s', (type, status, kind, funds) => {
    expect(only(eventWith(type, disputeWith({ status })))).toMatchObject({
      kind: 'RECORD',
      account_id: 'main',
      parent_refs: ['pi_3QxNordlys00001', 'ch_3QxNordlys00001'],
      record: {
        kind,
        funds,
        amount: 129_900,
        currency: 'EUR',
        reason_code: '10.4',
        dispute_reference: 'du_1QxNordlys00001',
        respond_by: '2026-11-30T00:53:20.000Z',
      },
    })
  })

  it.each([{ status: 'forgotten' }, { amount: 'all of it' }])(
    'is counted if it cannot be read: %j',
    (change) => {
      const event = eventWith('charge.dispute.closed', disputeWith(change))
      expect(read(event)).toMatchObject({ kind: 'events', events: [{ kind: 'OTHER' }] })
    },
  )
})

describe('the account of an event', () => {
  it.each([
    [
      'of an account that is not ours',
      intentWith({ metadata: { sluice_key: 'call1', sluice_account: 'other' } }),
      {},
      'other',
    ],
    [
      'that contradicts its address',
      intentWith(),
      { account: 'second', accounts: ['main', 'second'] },
      'second',
    ],
  ])('is not guessed: an event %s settles nothing', (_, object, changes, account_id) => {
    expect(read(eventWith('payment_intent.succeeded', object), changes)).toMatchObject({
      kind: 'events',
      events: [{ kind: 'OTHER', account_id }],
    })
  })

  it('is tried as each of them where nothing names it: the references belong to one', () => {
    const accounts = ['main', 'second']
    const refs = { parent_refs: ['pi_3QxNordlys00001', 'ch_3QxNordlys00001'] }
    for (const event of [
      eventWith('charge.dispute.created', disputeWith()),
      eventWith('refund.created', refundWith({ metadata: {} })),
    ])
      expect(read(event, { accounts })).toMatchObject({
        kind: 'events',
        events: accounts.map((account_id) => ({ kind: 'RECORD', account_id, ...refs })),
      })
    const strange = eventWith('payment_intent.succeeded', intentWith({ metadata: {} }))
    expect(read(strange, { accounts })).toMatchObject({ events: [{ kind: 'OTHER' }] })
  })

  it.each([
    ['payment_intent.succeeded', intentWith()],
    ['refund.created', refundWith({ metadata: {} })],
    ['charge.dispute.created', disputeWith()],
  ])('is not ours where %s belongs to a connected account that is not configured', (type, object) => {
    const event = eventWith(type, object, { account: 'acct_Foreign' })
    for (const account of [undefined, 'main'])
      expect(read(event, account === undefined ? {} : { account })).toMatchObject({
        kind: 'events',
        events: [{ kind: 'OTHER' }],
        acknowledgement: { status: 200 },
      })
  })

  it('is the connected one, which the object must not contradict', () => {
    const of = (own: string) =>
      eventWith(
        'payment_intent.succeeded',
        intentWith({ metadata: { sluice_key: 'call1', sluice_account: own } }),
        { account: 'acct_Ours' },
      )
    const accounts = ['main', 'acct_Ours']
    expect(read(of('acct_Ours'), { accounts })).toMatchObject({ events: [{ kind: 'OUTCOME' }] })
    expect(read(of('main'), { accounts })).toMatchObject({ events: [{ kind: 'OTHER' }] })
  })

  it('is that of the address where the object does not name it', () => {
    const event = eventWith('charge.dispute.created', disputeWith())
    const reading = read(event, { account: 'second', accounts: ['main', 'second'] })
    expect(reading).toMatchObject({ kind: 'events', events: [{ account_id: 'second' }] })
    // The signature does not cover the address.
    expect(read(event, { account: 'third', accounts: ['main', 'second'] })).toEqual({
      kind: 'unreadable',
      status: 422,
      reason: 'account_id',
    })
  })
})
