import type { ClientEnvelope, ClientSession, EmbeddedSession, SessionState } from '@sluice/types'
import { FINGERPRINT_RESULTS } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { describeAtBothGateways, otherMerchant } from '../../test/both-gateways.ts'
import { BROWSER_INFO, type CardDetails } from '../../test/merchant-at-gateway.ts'
import { answerBank, challengeForm, decodeToken, open } from '../../test/shopper.ts'

/** The number of runs of each race, in each order of its two requests. */
const RACES = process.env['SLUICE_TESTS'] === 'of-a-change' ? 20 : 100
/** Fewer runs for races with a challenge, which take many requests each. */
const CHALLENGE_RACES = RACES === 100 ? 100 : 5
/** The number of requests that are answered while a payment is completed. */
const ROUNDS_MAX = 12
const FIRST_MINOR = 1_000
const SECOND_MINOR = 2_500
/** A number that fails the check digit: rejected by the gateway itself. */
const WRONG_NUMBER = { number: '4242424242424241' }
const EXPIRED_CARD = { number: '4000000000000069' }

interface Conflict {
  readonly error: string
  readonly status?: string
  readonly revision?: number
}

describeAtBothGateways('sessions that merchants change', (current) => {
  const gateway = () => current().gateway

  const createSession = (changes: Readonly<Record<string, unknown>> = {}) =>
    gateway().post<EmbeddedSession>(
      '/api/sessions',
      gateway().sessionRequest({ amount: FIRST_MINOR, metadata: { simulated_flow: 'NO_3DS' }, ...changes }),
    )

  const createPage = async (changes: Readonly<Record<string, unknown>> = {}) =>
    (
      await gateway().post<{ session_id: string }>(
        '/api/hosted-payment-page',
        gateway().sessionRequest({ amount: FIRST_MINOR, ...changes }),
      )
    ).session_id

  const change = (id: string, body: unknown) =>
    gateway().send<SessionState & Conflict>('PATCH', `/api/sessions/${id}`, body)

  const cancel = (id: string) => gateway().send<SessionState & Conflict>('POST', `/api/sessions/${id}/cancel`)

  const read = (id: string) => gateway().get<SessionState>(`/api/sessions/${id}`)

  async function pay(id: string, revision?: number, card: Partial<CardDetails> = {}) {
    const data = await gateway().seal(card, id)
    return submit(id, data, revision)
  }

  const submit = (id: string, data: unknown, revision?: number) =>
    gateway().sendFromBrowser<ClientEnvelope & Conflict>('POST', `/api/client/sessions/${id}/payments`, {
      payment_method: { type: 'card', data },
      browser_info: BROWSER_INFO,
      ...(revision !== undefined && { revision }),
    })

  /** Creates a session whose shopper may correct a decline. */
  async function createDeclined() {
    const session = await createSession({ metadata: undefined })
    const { action } = (await pay(session.id, 1, EXPIRED_CARD)).body
    const { three_ds_server_trans_id: id } = decodeToken(action?.token ?? '')
    const { body } = await gateway().sendFromBrowser<ClientEnvelope>(
      'POST',
      `/api/client/sessions/${session.id}/three-ds/${id}/request-authentication`,
      { fingerprint_result: FINGERPRINT_RESULTS.Y, payment_data: action?.payment_data },
    )
    expect(body.result).toMatchObject({ status: 'DECLINED', correctable: true })
    return { ...session, transactionId: body.result?.id ?? '' }
  }

  /** Creates a payment whose shopper has answered the bank, before the page notifies the gateway. */
  async function createAnswered() {
    const { id, reference } = await createSession({ metadata: { simulated_flow: 'CHALLENGE' } })
    const { action: fingerprint } = (await pay(id)).body
    const { three_ds_server_trans_id: transId } = decodeToken(fingerprint?.token ?? '')
    const { body } = await gateway().sendFromBrowser<ClientEnvelope>(
      'POST',
      `/api/client/sessions/${id}/three-ds/${transId}/request-authentication`,
      { fingerprint_result: FINGERPRINT_RESULTS.Y, payment_data: fingerprint?.payment_data },
    )
    const token = decodeToken(body.action?.token ?? '')
    await answerBank(await open(token.acs_url ?? '', 'iframe', challengeForm(token)), ['1234'], 'iframe')
    const complete = () =>
      gateway().sendFromBrowser<ClientEnvelope & Conflict>(
        'POST',
        `/api/client/sessions/${id}/three-ds/authentication-completed`,
        { payment_data: body.action?.payment_data, session_id: id, trans_status: 'Y' },
      )
    return { id, reference, transactionId: body.action?.transaction_id ?? '', complete }
  }

  const eventsOf = async (transactionId: string) =>
    (await gateway().books.of('events', transactionId)).map(({ type }) => type)

  describe('PATCH', () => {
    it('changes the given members, keeps the rest, and increments the revision', async () => {
      const session = await createSession({ description: 'Mug' })
      const dearer = await change(session.id, { amount: SECOND_MINOR })
      expect(dearer.status, dearer.text).toBe(200)
      expect(dearer.body).toEqual({
        ...session,
        amount: SECOND_MINOR,
        revision: 2,
        transaction_id: null,
      })
      const renamed = await change(session.id, { description: 'Two mugs' })
      expect(renamed.body).toMatchObject({ description: 'Two mugs', amount: SECOND_MINOR, revision: 3 })
      expect((await change(session.id, {})).body).toMatchObject({ revision: 3 })
      expect(await read(session.id)).toEqual(renamed.body)
      const { body } = await gateway().sendFromBrowser<ClientSession>(
        'GET',
        `/api/client/sessions/${session.id}`,
      )
      expect(body.session).toMatchObject({ amount: SECOND_MINOR, revision: 3, currency_exponent: 2 })
    })

    it('clears the description of a page, but not that of embedded fields', async () => {
      const page = await createPage({ description: 'Mug' })
      expect((await change(page, { description: null })).body).toMatchObject({ description: null })
      const fields = await createSession()
      const refused = await change(fields.id, { description: null })
      expect(refused.status).toBe(422)
      expect(refused.body).toMatchObject({
        errors: [{ property: 'description', message: 'is required' }],
        method: 'PATCH',
      })
    })

    it.each([
      ['amount', { amount: null }, 'is required'],
      ['amount', { amount: 0 }, 'must be between 1 and 999999999999'],
      ['amount', { amount: 10.5 }, 'must be an integer in minor units'],
      ['currency', { currency: 'EUR' }, 'is not a documented field'],
      ['description', { description: '' }, 'length must be at least 1'],
    ])('refuses %s in %j', async (property, body, message) => {
      const { id } = await createSession()
      const refused = await change(id, body)
      expect(refused.status).toBe(422)
      expect(refused.body).toMatchObject({ errors: [{ property, message }] })
    })

    it('does not find a session of another merchant', async () => {
      const { id } = await createSession()
      const stranger = await otherMerchant(gateway())
      expect((await stranger.send('PATCH', `/api/sessions/${id}`, { amount: 1 })).status).toBe(404)
      expect((await stranger.send('POST', `/api/sessions/${id}/cancel`)).status).toBe(404)
    })

    it('returns the same answer for the same key', async () => {
      const { id } = await createSession()
      const key = { 'idempotency-key': `change ${id}` }
      const answers = [
        await gateway().send('PATCH', `/api/sessions/${id}`, { amount: SECOND_MINOR }, key),
        await gateway().send('PATCH', `/api/sessions/${id}`, { amount: SECOND_MINOR }, key),
      ]
      expect(answers.map(({ body }) => body)).toMatchObject([{ revision: 2 }, { revision: 2 }])
    })

    it('is rejected after a payment, during a correction, and after the end', async () => {
      const paid = await createSession()
      await pay(paid.id)
      const corrected = await createDeclined()
      const canceled = await createSession()
      await cancel(canceled.id)
      const expired = await createSession()
      await gateway().advance(3_600_000)
      const answers = await Promise.all(
        [paid, corrected, canceled, expired].map(({ id }) => change(id, { amount: SECOND_MINOR })),
      )
      expect(answers.map(({ status, body }) => [status, body])).toEqual([
        [409, { error: 'Conflict', status: 'APPROVED' }],
        [409, { error: 'Conflict', status: 'DECLINED' }],
        [409, { error: 'Conflict', status: 'CANCELED' }],
        [409, { error: 'Conflict', status: 'SESSION_EXPIRED' }],
      ])
    })

    it('is rejected with CREATED while a decline can be corrected', async () => {
      const { id } = await createDeclined()
      const refused = await change(id, { amount: SECOND_MINOR })
      expect([refused.status, refused.body]).toEqual([409, { error: 'Conflict', status: 'CREATED' }])
      expect(await read(id)).toMatchObject({ amount: FIRST_MINOR, revision: 1 })
    })
  })

  describe('a page that shows an earlier revision', () => {
    it('pays nothing, and gets the revision', async () => {
      const { id } = await createSession()
      await change(id, { amount: SECOND_MINOR })
      for (const revision of [1, undefined]) {
        const refused = await pay(id, revision)
        expect(refused.status).toBe(409)
        expect(refused.body).toEqual({ error: 'Conflict', status: 'CREATED', revision: 2 })
      }
      expect(await read(id)).toMatchObject({ status: 'CREATED', transaction_id: null })
      expect((await pay(id, 2)).body.result).toMatchObject({ status: 'APPROVED', amount: SECOND_MINOR })
    })

    it.each(['pay first', 'change first'])(
      `never pays another amount than it showed: ${RACES} races, %s`,
      async (order) => {
        const paid: number[] = []
        for (let race = 0; race < RACES; race += 1) {
          const { id } = await createSession()
          const data = await gateway().seal({}, id)
          const requests = [() => submit(id, data, 1), () => change(id, { amount: SECOND_MINOR })]
          const [payment, changed] =
            order === 'pay first'
              ? await Promise.all([requests[0]?.(), requests[1]?.()])
              : (await Promise.all([requests[1]?.(), requests[0]?.()])).reverse()
          const { status, amount, revision } = await read(id)
          if (payment?.status === 200) {
            expect([status, amount, revision, changed?.status]).toEqual(['APPROVED', FIRST_MINOR, 1, 409])
            expect((payment.body as ClientEnvelope).result?.amount).toBe(FIRST_MINOR)
            paid.push(amount)
          } else {
            expect(payment?.status).toBe(409)
            expect(payment?.body).toEqual({ error: 'Conflict', status: 'CREATED', revision: 2 })
            expect([status, amount, revision, changed?.status]).toEqual(['CREATED', SECOND_MINOR, 2, 200])
          }
        }
        expect(new Set(paid)).toEqual(new Set(paid.length > 0 ? [FIRST_MINOR] : []))
      },
      300_000,
    )
  })

  describe('POST …/cancel', () => {
    it('frees the reference of a session without a payment, and sends no event', async () => {
      const session = await createSession()
      const answers = [await cancel(session.id), await cancel(session.id)]
      expect(answers.map(({ status, body }) => [status, body.status])).toEqual([
        [200, 'CANCELED'],
        [200, 'CANCELED'],
      ])
      expect((await pay(session.id)).body).toEqual({ error: 'Conflict', status: 'CANCELED' })
      const again = await createSession({ reference: session.reference, amount: SECOND_MINOR })
      expect(again).toMatchObject({ status: 'CREATED', amount: SECOND_MINOR })
    })

    it('frees the reference of a session that its shopper canceled', async () => {
      const session = await createSession()
      await gateway().sendFromBrowser('POST', `/api/client/sessions/${session.id}/cancel`)
      const request = gateway().sessionRequest({ reference: session.reference })
      expect((await gateway().send('POST', '/api/sessions', request)).status).toBe(422)
      expect((await cancel(session.id)).status).toBe(200)
      expect((await gateway().send('POST', '/api/sessions', request)).status).toBe(200)
    })

    it.each(['the merchant', 'the shopper'])(
      'frees the reference of a session whose only payment was INVALID, if %s canceled it',
      async (who) => {
        const session = await createSession({ metadata: undefined })
        const invalid = (await pay(session.id, 1, WRONG_NUMBER)).body.result
        expect(invalid).toMatchObject({ status: 'INVALID', processing_code: '2002' })
        const changed = await change(session.id, { amount: SECOND_MINOR })
        expect(changed.body).toMatchObject({
          status: 'CREATED',
          amount: SECOND_MINOR,
          revision: 2,
          transaction_id: invalid?.id,
        })
        if (who === 'the shopper') {
          await gateway().sendFromBrowser('POST', `/api/client/sessions/${session.id}/cancel`)
        }
        expect((await cancel(session.id)).body).toMatchObject({ status: 'CANCELED' })
        const request = gateway().sessionRequest({ reference: session.reference })
        expect((await gateway().send('POST', '/api/sessions', request)).status).toBe(200)
        expect(await eventsOf(invalid?.id ?? '')).toEqual(['transaction-svc:transaction:purchase:invalid'])
      },
    )

    it('ends a payment that waits for the shopper, once, with its event', async () => {
      const session = await createSession({ metadata: { simulated_flow: 'CHALLENGE' } })
      const started = await pay(session.id)
      const transactionId = started.body.action?.transaction_id ?? ''
      expect((await cancel(session.id)).body).toMatchObject({
        status: 'CANCELED',
        transaction_id: transactionId,
      })
      expect((await cancel(session.id)).status).toBe(200)
      expect(await gateway().status(transactionId)).toMatchObject({
        status: 'CANCELED',
        processing_code: '1003',
      })
      expect(await eventsOf(transactionId)).toEqual(['transaction-svc:transaction:purchase:canceled'])
      const request = gateway().sessionRequest({ reference: session.reference })
      expect((await gateway().send('POST', '/api/sessions', request)).status).toBe(422)
    })

    it('ends a correctable decline', async () => {
      const { id, transactionId } = await createDeclined()
      expect((await cancel(id)).body).toMatchObject({ status: 'CANCELED' })
      expect(await eventsOf(transactionId)).toEqual(['transaction-svc:transaction:purchase:canceled'])
    })

    it('is rejected during a provider call, and after another end', async () => {
      const answers = await gateway().hold(async () => {
        const unknown = await createSession({
          metadata: { simulated_flow: 'NO_3DS', simulated_fault: 'RESET_AFTER_EXECUTION' },
        })
        await pay(unknown.id)
        const paid = await createSession()
        await pay(paid.id)
        return [await cancel(unknown.id), await cancel(paid.id)]
      })
      expect(answers.map(({ status, body }) => [status, body])).toEqual([
        [409, { error: 'Conflict', status: 'PENDING' }],
        [409, { error: 'Conflict', status: 'APPROVED' }],
      ])
      await gateway().advance(3_600_000)
      const expired = await createSession()
      await gateway().advance(3_600_000)
      expect((await cancel(expired.id)).body).toEqual({ error: 'Conflict', status: 'SESSION_EXPIRED' })
    })

    it.each(['pay first', 'cancel first'])(
      `ends a session once, with one event at most: ${RACES} races, %s`,
      async (order) => {
        for (let race = 0; race < RACES; race += 1) {
          const { id, reference } = await createSession()
          const data = await gateway().seal({}, id)
          const [payment, canceled] =
            order === 'pay first'
              ? await Promise.all([submit(id, data, 1), cancel(id)])
              : await Promise.all([cancel(id), submit(id, data, 1)]).then(
                  ([second, first]) => [first, second] as const,
                )
          const { status, transaction_id: transactionId } = await read(id)
          const events = transactionId === null ? [] : await eventsOf(transactionId)
          if (payment.status === 200) {
            expect([status, canceled.status]).toEqual(['APPROVED', 409])
            expect(events).toEqual(['transaction-svc:transaction:purchase:approved'])
          } else {
            expect([payment.status, payment.body]).toEqual([409, { error: 'Conflict', status: 'CANCELED' }])
            expect([status, canceled.status, transactionId]).toEqual(['CANCELED', 200, null])
            const again = gateway().sessionRequest({ reference })
            expect((await gateway().send('POST', '/api/sessions', again)).status).toBe(200)
          }
        }
      },
      300_000,
    )
  })

  it(`ends a payment that has answered its bank once, with one event: ${CHALLENGE_RACES} races in each order`, async () => {
    const ends = new Set<string>()
    for (let race = 0; race < 2 * CHALLENGE_RACES; race += 1) {
      const { id, transactionId, complete } = await createAnswered()
      // Bank and provider are called in turn; the cancellation comes at each moment of that.
      const cancelLate = async () => {
        for (let round = 0; round < (race >> 1) % ROUNDS_MAX; round += 1) await read(id)
        return cancel(id)
      }
      const [canceled, completed] =
        race % 2 === 0
          ? await Promise.all([cancel(id), complete()])
          : await Promise.all([complete(), cancelLate()]).then(([first, second]) => [second, first] as const)
      const { status, transaction_id: ofSession } = await read(id)
      ends.add(status)
      if (status === 'CANCELED') expect([canceled.status, canceled.body.status]).toEqual([200, status])
      else {
        expect([status, canceled.status]).toEqual(['APPROVED', 409])
        // The provider may still have had the payment when the cancellation came.
        expect(['APPROVED', 'PENDING']).toContain(canceled.body.status)
      }
      expect([completed.status, completed.body.result?.status]).toEqual([200, status])
      expect(ofSession).toBe(transactionId)
      expect(await eventsOf(transactionId)).toEqual([
        `transaction-svc:transaction:purchase:${status.toLowerCase()}`,
      ])
    }
    expect(ends).toEqual(new Set(['APPROVED', 'CANCELED']))
  }, 300_000)

  describe('a taken reference', () => {
    const refuse = (path: string, body: unknown) =>
      gateway().send<Record<string, unknown>>('POST', path, body)

    it('names its session without the session id', async () => {
      const session = await createSession()
      await change(session.id, { amount: SECOND_MINOR })
      const request = gateway().sessionRequest({ reference: session.reference })
      const card = await gateway().cardRequest({ body: { reference: session.reference } })
      const answers = [
        await refuse('/api/sessions', request),
        await refuse('/api/hosted-payment-page', request),
        await refuse('/api/transactions/authorize', card),
      ]
      for (const { status, body } of answers) {
        expect(status).toBe(422)
        expect(body).toMatchObject({ errors: [{ property: 'reference', message: 'already exists' }] })
        expect(body['existing']).toEqual({
          kind: 'SESSION',
          id: null,
          status: 'CREATED',
          amount: SECOND_MINOR,
          currency: 'EUR',
          created_at: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
        })
      }
    })

    it('names its transaction', async () => {
      const { result } = await gateway().authorize({ flow: 'NO_3DS' })
      const again = await refuse(
        '/api/transactions/authorize',
        await gateway().cardRequest({ body: { reference: result?.reference } }),
      )
      expect(again.body['existing']).toMatchObject({
        kind: 'TRANSACTION',
        id: result?.id,
        status: 'APPROVED',
        amount: result?.amount,
      })
    })
  })
})
