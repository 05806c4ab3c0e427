import type {
  EmbeddedSession,
  Envelope,
  StatusFound,
  Timeline,
  TimelineEntry,
  TransactionList,
} from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'
import { expect, it } from 'vitest'

import { describeAtBothGateways, otherMerchant } from '../../../test/both-gateways.ts'
import { payoutRequest } from '../../../test/elsewhere.ts'
import { BROWSER_INFO, type MerchantAtGateway } from '../../../test/merchant-at-gateway.ts'
import { leaveUndecided } from '../../../test/successful-calls.ts'
import { WebhookFixture } from '../../../test/webhook-fixture.ts'

type Kind = TimelineEntry['kind']

async function read(merchant: MerchantAtGateway, id: string) {
  const { status, text, body } = await merchant.send<Timeline>('GET', `/api/transactions/${id}/timeline`)
  expect(status, text).toBe(200)
  const of = <K extends Kind>(kind: K) =>
    body.data.filter((entry): entry is Extract<TimelineEntry, { kind: K }> => entry.kind === kind)
  return { text, of, truncated: body.truncated, kinds: body.data.map(({ kind }) => kind), entries: body.data }
}

describeAtBothGateways('the timeline of a transaction', (current) => {
  it('explains why a payment was declined, and what to do', async () => {
    const merchant = await otherMerchant(current().gateway)
    const requestId = '0189ad5c-7d2e-7c6a-9d1b-0242ac120002'
    const { body } = await merchant.send<{ result: { id: string } }>(
      'POST',
      '/api/transactions/authorize',
      await merchant.cardRequest({ flow: 'NO_3DS', metadata: { response_code: '1004' } }),
      { 'x-request-id': requestId },
    )
    const { of, kinds, entries, truncated } = await read(merchant, body.result.id)
    expect(kinds).toEqual(['REQUEST', 'ATTEMPT', 'PROVIDER', 'STATUS', 'EVENT'])
    expect(truncated).toBe(false)
    expect(of('REQUEST')[0]?.detail).toMatchObject({
      request_id: requestId,
      integration: 'DIRECT_API',
      transaction_type: 'PURCHASE',
      terminal_id: merchant.ready.terminal_id,
      parent_id: null,
    })
    expect(of('PROVIDER')[0]?.detail).toMatchObject({
      attempt: 1,
      attempt_status: 'ENDED',
      processing_code: '1004',
      next_question_at: null,
    })
    expect(of('STATUS')[0]).toMatchObject({
      title: 'Declined, insufficient funds (1004)',
      detail: {
        request_id: requestId,
        from_status: 'PENDING',
        to_status: 'DECLINED',
        cause: 'provider',
        processing_code: '1004',
        meaning: 'Declined, insufficient funds',
        what_to_do:
          'Offer another card or method. Trying the same one again without a change will fail again.',
      },
    })
    expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted())
  })

  it('has the steps of a challenge, and the result of the bank', async () => {
    const merchant = current().gateway
    const { transaction } = await merchant.pay({ flow: 'CHALLENGE', atTheBank: ['1234'] })
    const { of, kinds } = await read(merchant, transaction.id)
    expect(of('BROWSER_STEP').map(({ detail }) => detail.step)).toEqual(['FINGERPRINT', 'CHALLENGE'])
    expect(of('CHALLENGE_RETURN')).toHaveLength(1)
    expect(of('AUTHENTICATION')[0]).toMatchObject({
      title: 'Bank authenticated the customer',
      detail: { attempt: 1, trans_status: 'Y', challenge_round: 1 },
    })
    expect(kinds.indexOf('AUTHENTICATION')).toBeLessThan(kinds.indexOf('PROVIDER'))
    expect(of('WAITING')).toEqual([])
  })

  it('names what an open payment waits for, and its deadline', async () => {
    const merchant = await otherMerchant(current().gateway)
    const { action } = await merchant.authorize({ flow: 'NO_METHOD_CHALLENGE' })
    const { of, kinds } = await read(merchant, action?.transaction_id ?? '')
    expect(of('WAITING')[0]?.detail.step).toBe('CHALLENGE')
    expect(kinds.at(-1)).toBe('WAITING')
    const tenMinutesMs = LIMITS.CHALLENGE_TIMEOUT_SECONDS * 1000
    const leftMs = Date.parse(of('WAITING')[0]?.detail.until ?? '') - merchant.clock.now()
    expect(leftMs).toBeGreaterThan(0)
    expect(leftMs).toBeLessThanOrEqual(tenMinutesMs)
    expect(of('STATUS')).toEqual([])
  })

  it('names no deadline for a payout that its provider has not decided', async () => {
    const merchant = current().gateway
    const payout = payoutRequest(merchant, '123456789006')
    const { result } = await merchant.post<Envelope>('/api/transactions/payout', payout)
    const { of } = await read(merchant, result?.id ?? '')
    expect(of('WAITING').map(({ detail }) => detail)).toEqual([{ step: 'WAITING', until: null }])
  })

  it.each([
    ['FRICTIONLESS_INFORMATIONAL', 'notified of the payment'],
    ['DECOUPLED', 'requested decoupled authentication'],
    ['NOT_ENROLLED', 'authentication has no result'],
  ] as const)('reports for %s that the bank %s', async (flow, words) => {
    const merchant = current().gateway
    const { transaction } = await merchant.pay({ flow })
    const { of } = await read(merchant, transaction.id)
    expect(of('AUTHENTICATION')[0]?.title).toContain(words)
  })

  it('has an attempt for each provider that was called', async () => {
    const merchant = current().gateway
    const { transaction } = await merchant.pay({
      flow: 'FALLBACK_CHALLENGE_AFTER_1',
      atTheBank: ['1234', '1234'],
    })
    const { of } = await read(merchant, transaction.id)
    expect(of('ATTEMPT').map(({ detail }) => detail.attempt)).toEqual([1, 2])
    expect(of('PROVIDER').map(({ detail }) => detail.attempt)).toEqual([1, 2])
  })

  it('begins with the session, and gives no access to it', async () => {
    const { gateway } = current()
    const session = await gateway.post<EmbeddedSession>('/api/sessions', gateway.sessionRequest())
    await gateway.sendFromBrowser('POST', `/api/client/sessions/${session.id}/payments`, {
      payment_method: { type: 'card', data: await gateway.seal({}, session.id) },
      browser_info: BROWSER_INFO,
    })
    const { id } = await gateway.status(session.id)
    const { of, kinds, text } = await read(gateway, id)
    expect(kinds[0]).toBe('SESSION')
    expect(of('SESSION')[0]?.detail).toMatchObject({ session_kind: 'EMBEDDED', submissions: 1 })
    expect(text).not.toContain(session.id)
    // The session id gives access, so a timeline is queried by the id of the transaction.
    const bySession = await gateway.send('GET', `/api/transactions/${session.id}/timeline`)
    expect([bySession.status, bySession.body]).toEqual([404, { error: 'Not Found' }])
  })

  it('has refunds, manual resolutions, and each webhook with the answer of its receiver', async () => {
    const { gateway } = current()
    const fixture = await WebhookFixture.open(gateway)
    fixture.receiver.answer(500)
    const id = await fixture.pay()
    await fixture.arrived(1)
    fixture.receiver.answer(200)
    const found = await fixture.merchant.get<StatusFound>(`/api/transactions/${id}/status`)
    const refund = await fixture.merchant.post<{ id: string }>('/api/transactions/manage', {
      transaction_type: 'REFUND',
      reference: found.transaction.reference,
      terminal_id: fixture.merchant.ready.terminal_id,
      amount: 100,
      currency: 'EUR',
    })
    await fixture.arrived(2)
    const { of, text } = await read(fixture.merchant, id)
    expect(of('FOLLOW_UP')[0]).toMatchObject({
      title: 'Refund approved: EUR 1.00',
      detail: { transaction_id: refund.id, transaction_type: 'REFUND', amount: 100, status: 'APPROVED' },
    })
    expect(of('EVENT')[0]?.detail).toMatchObject({
      event: 'transaction-svc:transaction:purchase:approved',
      webhook_id: fixture.receiver.messages[0]?.id,
      deliveries: 1,
    })
    expect(of('DELIVERY_ATTEMPT')[0]?.detail).toMatchObject({
      subscription_id: fixture.subscription.id,
      delivery_attempt: 1,
      http_status: 500,
    })
    // The receiver's own text appears only at its delivery.
    expect(text).not.toContain('answer 1')
    expect((await read(fixture.merchant, refund.id)).of('REQUEST')[0]?.detail.parent_id).toBe(id)

    const undecided = await leaveUndecided(gateway)
    expect((await read(gateway, undecided)).of('PROVIDER')[0]?.detail.attempt_status).toBe('NEEDS_DECISION')
    await gateway.post('/api/operator/decisions', {
      merchant_id: gateway.ready.merchant_id,
      transaction_id: undecided,
      outcome: 'APPROVED',
      reason: 'Asked there',
    })
    const decided = await read(gateway, undecided)
    expect(decided.of('STATUS')[0]?.detail).toMatchObject({ cause: 'decision', to_status: 'APPROVED' })
    // The reason appears only in the operator's audit trail.
    expect(decided.text).not.toContain('Asked there')
  })

  it('contains no card data, no secret and no resume token, for every transaction', async () => {
    const merchant = current().gateway
    const card = { number: '5555555555554444', cvv: '987' }
    const open = await merchant.authorize({ card, flow: 'CHALLENGE' })
    await merchant.pay({ card, flow: 'CHALLENGE', atTheBank: ['1234'] })
    await merchant.pay({ card: { ...card, expirationYear: '2020' } })
    const { data } = await merchant.get<TransactionList>('/api/transactions?limit=100')
    expect(data.length).toBeGreaterThanOrEqual(3)
    for (const { id } of data) {
      const { text } = await read(merchant, id)
      const { client_secret, client_key } = merchant.ready
      const hidden = ['5555555555554444', '"987"', '555555', '2030', client_secret, client_key]
      for (const secret of [...hidden, open.action?.payment_data, open.action?.token])
        expect(text).not.toContain(secret ?? 'no secret')
      // The Base64 form of resume tokens, tokens and sealed values; ids have dashes or a prefix.
      expect(text.match(/[A-Za-z0-9+/_]{40,}/g)).toBeNull()
    }
  })

  it('answers 404 for another merchant’s transaction and for an unknown one', async () => {
    const { gateway } = current()
    const { result } = await gateway.authorize({ flow: 'NO_3DS' })
    const other = await otherMerchant(gateway)
    for (const id of [result?.id ?? '', '0190c5d0-0000-7000-8000-000000000000', 'x']) {
      const { status, body } = await other.send('GET', `/api/transactions/${id}/timeline`)
      expect([status, body]).toEqual([404, { error: 'Not Found' }])
    }
  })
})
