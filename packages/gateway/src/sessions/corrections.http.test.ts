import type { ActionToken, ClientEnvelope, ClientSession, EmbeddedSession, SessionState } from '@sluice/types'
import { CORRECTABLE_CODES, FINGERPRINT_RESULTS, LIMITS } from '@sluice/types/vocabulary'
import { expect, it } from 'vitest'

import { describeAtBothGateways } from '../../test/both-gateways.ts'
import { press, report } from '../../test/elsewhere.ts'
import { BROWSER_INFO, type CardDetails } from '../../test/merchant-at-gateway.ts'
import { answerBank, challengeForm, decodeToken, findForm, open } from '../../test/shopper.ts'

const EXPIRED = { number: '4000000000000069' }
const WRONG_CVV = { number: '4000000000000127' }
const NO_FUNDS = { number: '4000000000009995' }
const HOUR_MS = 3_600_000

interface Status {
  readonly status: string
  readonly processing_code: string | null
  readonly transaction_id: string | null
}

describeAtBothGateways(
  'corrections',
  (current) => {
    const gateway = () => current().gateway

    const makeSession = (changes: Readonly<Record<string, unknown>> = {}) =>
      gateway().post<EmbeddedSession>('/api/sessions', gateway().sessionRequest(changes))

    const makePage = (changes: Readonly<Record<string, unknown>>) =>
      gateway().post<{ redirect_url: string; session_id: string }>(
        '/api/hosted-payment-page',
        gateway().sessionRequest(changes),
      )

    const post = (path: string, body: unknown) =>
      gateway().sendFromBrowser<ClientEnvelope>('POST', `/api/client/sessions/${path}`, body)

    const submitMethod = (sessionId: string, payment_method: unknown) =>
      post(`${sessionId}/payments`, { payment_method, browser_info: BROWSER_INFO })

    /** The data that the card form sends, without the following steps. */
    const submitCard = async (sessionId: string, card: Partial<CardDetails> = {}) =>
      submitMethod(sessionId, { type: 'card', data: await gateway().seal(card, sessionId) })

    /** Takes the fingerprint step if there is one. */
    async function follow(sessionId: string, { body, status, text }: Awaited<ReturnType<typeof post>>) {
      expect(status, text).toBe(200)
      const { action } = body
      if (action?.type !== 'THREE_DS_2_FINGERPRINT') return body
      const token: ActionToken = decodeToken(action.token)
      const answer = await post(
        `${sessionId}/three-ds/${token.three_ds_server_trans_id}/request-authentication`,
        { fingerprint_result: FINGERPRINT_RESULTS.Y, payment_data: action.payment_data },
      )
      expect(answer.status, answer.text).toBe(200)
      return answer.body
    }

    const pay = async (sessionId: string, card: Partial<CardDetails> = {}) =>
      follow(sessionId, await submitCard(sessionId, card))

    const statusOf = async (sessionId: string) =>
      (await gateway().sendFromBrowser<Status>('GET', `/api/client/sessions/${sessionId}/status`)).body

    const eventsOf = async (transactionId: string | undefined) =>
      (await gateway().books.of('events', transactionId ?? '')).map(({ type }) => type)

    it('an unknown outcome cannot be corrected, because the card may have been charged', async () => {
      const session = await makeSession({ metadata: { simulated_fault: 'RESET_AFTER_EXECUTION' } })
      const { result } = await pay(session.id)
      expect(result).toMatchObject({ status: 'PENDING', processing_code: '1002', correctable: false })
      expect((await submitCard(session.id)).status).toBe(409)
      await gateway().advance(2_000)
      expect(await gateway().status(result?.id ?? '')).toMatchObject({ status: 'APPROVED' })
    })

    it('a correctable decline leaves the session open, and the next card pays', async () => {
      const session = await makeSession()
      const { result } = await pay(session.id, EXPIRED)
      expect(result).toMatchObject({
        status: 'DECLINED',
        approved: false,
        pending: false,
        processing_code: '2001',
        response_message: 'Payment method expired',
        correctable: true,
      })
      const id = result?.id ?? ''
      expect(await statusOf(session.id)).toMatchObject({
        status: 'CREATED',
        processing_code: '2001',
        response_message: 'Payment method expired',
        transaction_id: id,
      })
      const bootstrap = await gateway().sendFromBrowser<ClientSession>(
        'GET',
        `/api/client/sessions/${session.id}`,
      )
      expect(bootstrap.body.session).toMatchObject({ status: 'CREATED', processing_code: '2001' })
      expect(await gateway().status(id)).toMatchObject({
        status: 'PENDING',
        processing_code: '1002',
        pending: true,
      })
      expect(await eventsOf(id)).toEqual([])

      const paid = await pay(session.id)
      expect(paid.result).toMatchObject({
        id,
        status: 'APPROVED',
        processing_code: '0000',
        correctable: false,
      })
      expect(await gateway().status(id)).toMatchObject({
        status: 'APPROVED',
        payment_method: { masked: '424242******4242' },
      })
      expect(await eventsOf(id)).toEqual(['transaction-svc:transaction:purchase:approved'])
      const attempts = await gateway().books.of('attempts', id)
      expect(
        attempts.map(({ number, status, processing_code }) => [number, status, processing_code]),
      ).toEqual([
        [1, 'ENDED', '2001'],
        [2, 'ENDED', '0000'],
      ])
      const state = await gateway().get<SessionState>(`/api/sessions/${session.id}`)
      expect(state).toMatchObject({ status: 'APPROVED', transaction_id: id })
      expect((await gateway().books.transaction(id))?.['reference']).toBe(session.reference)
    })

    it.each(CORRECTABLE_CODES)('%s may be corrected', async (code) => {
      const session = await makeSession({ metadata: { simulated_flow: 'NO_3DS', response_code: code } })
      const { result } = await pay(session.id)
      expect(result).toMatchObject({ status: 'DECLINED', processing_code: code, correctable: true })
    })

    it('every other decline is final', async () => {
      const session = await makeSession()
      await pay(session.id, WRONG_CVV)
      const { result } = await pay(session.id, NO_FUNDS)
      expect(result).toMatchObject({ status: 'DECLINED', processing_code: '1004', correctable: false })
      expect((await submitCard(session.id)).body).toEqual({ error: 'Conflict', status: 'DECLINED' })
      expect(await eventsOf(result?.id)).toEqual(['transaction-svc:transaction:purchase:declined'])
    })

    it('a decline of the direct API is final, because there is no form to correct', async () => {
      const { transaction } = await gateway().pay({ card: EXPIRED })
      expect(transaction).toMatchObject({ status: 'DECLINED', processing_code: '2001' })
      expect(await eventsOf(transaction.id)).toHaveLength(1)
    })

    it('five corrections are accepted, and the sixth decline is final', async () => {
      const session = await makeSession()
      const outcomes = []
      for (let submission = 1; submission <= LIMITS.PAYMENT_SUBMISSIONS_MAX_PER_SESSION; submission += 1) {
        const { result } = await pay(session.id, submission % 2 === 0 ? WRONG_CVV : EXPIRED)
        outcomes.push([result?.processing_code, result?.correctable])
      }
      expect(outcomes).toEqual([
        ['2001', true],
        ['2020', true],
        ['2001', true],
        ['2020', true],
        ['2001', true],
        ['2020', false],
      ])
      expect(await statusOf(session.id)).toMatchObject({ status: 'DECLINED', processing_code: '2020' })
      const { transaction_id: id } = await statusOf(session.id)
      expect(await eventsOf(id ?? '')).toEqual(['transaction-svc:transaction:purchase:declined'])
      expect(await gateway().books.of('attempts', id ?? '')).toHaveLength(6)
    })

    it('a refusal by the gateway leaves the correction open until the limit of submissions', async () => {
      const session = await makeSession()
      const { result } = await pay(session.id, EXPIRED)
      for (let more = 2; more < LIMITS.PAYMENT_SUBMISSIONS_MAX_PER_SESSION; more += 1) {
        const refused = await pay(session.id, { number: '4242424242424241' })
        expect(refused.result).toMatchObject({ status: 'INVALID', correctable: false })
        expect(await statusOf(session.id)).toMatchObject({ status: 'CREATED', transaction_id: result?.id })
      }
      await pay(session.id, { number: '4242424242424241' })
      expect(await statusOf(session.id)).toMatchObject({ status: 'DECLINED', processing_code: '2001' })
      expect(await gateway().status(result?.id ?? '')).toMatchObject({
        status: 'DECLINED',
        processing_code: '2001',
      })
    })

    it('canceled instead, it ends CANCELED, once', async () => {
      const session = await makeSession()
      const { result } = await pay(session.id, WRONG_CVV)
      expect((await post(`${session.id}/cancel`, undefined)).body).toEqual({ status: 'CANCELED' })
      expect((await post(`${session.id}/cancel`, undefined)).status).toBe(409)
      expect(await gateway().status(result?.id ?? '')).toMatchObject({
        status: 'CANCELED',
        processing_code: '1003',
      })
      expect(await statusOf(session.id)).toMatchObject({ status: 'CANCELED', processing_code: '1003' })
      expect(await eventsOf(result?.id)).toEqual(['transaction-svc:transaction:purchase:canceled'])
    })

    it("at the session's end it is DECLINED with the last code", async () => {
      const session = await makeSession()
      await pay(session.id, EXPIRED)
      const { result } = await pay(session.id, WRONG_CVV)
      await gateway().advance(HOUR_MS - 60_000)
      expect(await statusOf(session.id)).toMatchObject({ status: 'CREATED', processing_code: '2020' })
      await gateway().advance(60_000)
      expect(await gateway().status(result?.id ?? '')).toMatchObject({
        status: 'DECLINED',
        processing_code: '2020',
      })
      expect(await statusOf(session.id)).toMatchObject({ status: 'DECLINED', processing_code: '2020' })
      expect((await submitCard(session.id)).body).toEqual({ error: 'Conflict', status: 'DECLINED' })
      expect(await eventsOf(result?.id)).toHaveLength(1)
    })

    it('accepts no sealed field again except the number that the form kept', async () => {
      const session = await makeSession()
      const data = await gateway().seal(WRONG_CVV, session.id)
      await follow(session.id, await submitMethod(session.id, { type: 'card', data }))
      const again = await submitMethod(session.id, { type: 'card', data })
      expect(again.status).toBe(422)
      expect(again.text).toContain('Encrypted value has already been used')
      expect(await statusOf(session.id)).toMatchObject({ status: 'CREATED', processing_code: '2020' })

      const { encrypted_card_number } = data
      const kept = { ...(await gateway().seal(WRONG_CVV, session.id)), encrypted_card_number }
      const answer = await follow(session.id, await submitMethod(session.id, { type: 'card', data: kept }))
      expect(answer.result).toMatchObject({ processing_code: '2020', correctable: true })
    })

    it('accepts one of two concurrent corrections in two tabs, and charges nothing twice', async () => {
      const first = await makeSession()
      await pay(first.id, EXPIRED)
      const answers = await Promise.all([1, 2, 3].map(() => submitCard(first.id)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
      const taken = answers.find(({ status }) => status === 200)
      if (!taken) throw new Error('no tab was taken')
      const { result } = await follow(first.id, taken)
      expect(result).toMatchObject({ status: 'APPROVED' })
      const approved = (await gateway().books.chargesOf(result?.id ?? '')).filter(
        (row) => row['processing_code'] === '0000',
      )
      expect(approved).toHaveLength(1)
    })

    it('another attempt has its own challenge, which the resume token of the first does not open', async () => {
      const session = await makeSession({ metadata: { simulated_flow: 'CHALLENGE', response_code: '2020' } })
      const challenged = async () => {
        const { action } = await pay(session.id)
        const token = decodeToken(action?.token ?? '')
        await answerBank(await open(token.acs_url ?? '', 'iframe', challengeForm(token)), ['1234'], 'iframe')
        return { paymentData: action?.payment_data ?? '', transId: token.three_ds_server_trans_id }
      }
      const complete = (paymentData: string) =>
        post(`${session.id}/three-ds/authentication-completed`, {
          payment_data: paymentData,
          session_id: session.id,
          trans_status: 'Y',
        })
      const first = await challenged()
      const declined = await complete(first.paymentData)
      expect(declined.body.result).toMatchObject({ processing_code: '2020', correctable: true })
      // The first answer may have been lost, so a repeated request returns the same one.
      expect((await complete(first.paymentData)).body).toEqual(declined.body)
      expect(
        (await gateway().books.query('select 1 from continuations where sealed_card is not null')).length,
      ).toBe(0)

      const second = await challenged()
      expect(second.transId).not.toBe(first.transId)
      const stale = await complete(first.paymentData)
      expect(stale.body.result).toMatchObject({ status: 'PENDING', correctable: false })
      expect((await complete(second.paymentData)).body.result).toMatchObject({ correctable: true })
    })

    it('a declined card is not saved; the one that pays is', async () => {
      const customer = await gateway().send<{ id: string }>('POST', '/api/customers', {
        email: 'ada@example.com',
        first_name: 'Ada',
        last_name: 'L',
      })
      const { session_id } = await makePage({
        customer_id: customer.body.id,
        tokenization: { save_card_for_future_payments: true },
      })
      await pay(session_id, WRONG_CVV)
      const before = await gateway().books.all('savedCards')
      expect(before.filter((row) => row['customer_id'] === customer.body.id)).toEqual([])
      await pay(session_id)
      const saved = await gateway().get<{ data: { card_masked: string }[] }>(
        `/api/customers/${customer.body.id}/payment-methods`,
      )
      expect(saved.data.map(({ card_masked }) => card_masked)).toEqual(['424242******4242'])
    })

    it('an unknown outcome opens no correction, even after it is resolved', async () => {
      const session = await makeSession({
        metadata: { simulated_flow: 'NO_3DS', response_code: '2001', simulated_delay_ms: 2_000 },
      })
      const { result } = await pay(session.id)
      expect(result).toMatchObject({ status: 'PENDING', correctable: false })
      await gateway().advance(5_000)
      expect(await gateway().status(result?.id ?? '')).toMatchObject({
        status: 'DECLINED',
        processing_code: '2001',
      })
      expect(await statusOf(session.id)).toMatchObject({ status: 'DECLINED', processing_code: '2001' })
    })

    it('a late approval of a declined attempt is reversed', async () => {
      const session = await makeSession({ metadata: { simulated_flow: 'NO_3DS', response_code: '2020' } })
      const { result } = await pay(session.id)
      const id = result?.id ?? ''
      await gateway().books.approveCharges(id)
      await gateway().advance(HOUR_MS)
      await gateway().advance(1_000)
      expect(await gateway().books.of('alerts', id)).toMatchObject([{ kind: 'LATE_SUCCESS' }])
      const voids = (await gateway().books.all('charges')).filter(({ type }) => type === 'VOID')
      const [attempt] = await gateway().books.of('attempts', id)
      expect(voids.map(({ original_key }) => original_key)).toContain(attempt?.['id'])
    })

    const blik = (code: string) => ({
      type: 'partner-blik',
      data: { email: 'jan@example.com', first_name: 'Jan', last_name: 'Nowak', blik_code: code },
    })
    const makeBlikSession = () => makeSession({ currency: 'PLN', country: 'PL' })

    it('a mistyped BLIK code can be corrected', async () => {
      const session = await makeBlikSession()
      const { body } = await submitMethod(session.id, blik('123456'))
      expect(body.result).toMatchObject({ status: 'DECLINED', processing_code: '2002', correctable: true })
      const again = await submitMethod(session.id, blik('777123'))
      expect(again.body.redirect).toMatchObject({ transaction_id: body.result?.id })
      // A report does not name its attempt, so a late one of a declined attempt must not end the next.
      const running = await gateway().status(body.result?.id ?? '')
      expect((await report(gateway(), running, 'DECLINED')).status).toBe(200)
      expect(await statusOf(session.id)).toMatchObject({ status: 'PENDING' })
      await gateway().advance(10_000)
      expect(await statusOf(session.id)).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
      expect(await eventsOf(body.result?.id)).toEqual(['transaction-svc:transaction:purchase:approved'])
    })

    it('a report during a correction changes nothing', async () => {
      const session = await makeBlikSession()
      const { body } = await submitMethod(session.id, blik('123456'))
      const transaction = await gateway().status(body.result?.id ?? '')
      for (const status of ['DECLINED', 'COMPLETED']) {
        expect((await report(gateway(), transaction, status)).status).toBe(200)
      }
      await gateway().advance(1_000)
      expect(await statusOf(session.id)).toMatchObject({ status: 'CREATED', processing_code: '2002' })
    })

    it('another method may pay, and the event contains it', async () => {
      const session = await makeBlikSession()
      const { body } = await submitMethod(session.id, blik('123456'))
      const { result } = await pay(session.id)
      expect(result).toMatchObject({
        id: body.result?.id,
        status: 'APPROVED',
        payment_method: { type: 'card' },
      })
      const [event] = await gateway().books.of('events', result?.id ?? '')
      expect(JSON.parse(String(event?.['payload']))).toMatchObject({
        payload: { status: 'APPROVED', payment_method_type: 'card' },
      })

      const other = await makeSession({ country: 'DE' })
      const declined = await pay(other.id, EXPIRED)
      const elsewhere = await submitMethod(other.id, { type: 'payment_open_banking', data: {} })
      expect(elsewhere.body.redirect).toMatchObject({ transaction_id: declined.result?.id })
      await press(`${elsewhere.body.redirect?.url}?bank=kopernik`, 'approve')
      expect(await statusOf(other.id)).toMatchObject({ status: 'APPROVED' })
      expect(await eventsOf(declined.result?.id)).toEqual(['transaction-svc:transaction:payment:approved'])
    })

    it('a CRes that the bank posts twice leads to the gateway’s form twice, even while the next card is at the bank', async () => {
      const { redirect_url, session_id } = await makePage({
        metadata: { simulated_flow: 'NO_METHOD_CHALLENGE', response_code: '2020' },
      })
      const { base_url, client_key } = gateway().ready
      const posts: { url: string; fields: Record<string, string> }[] = []
      const throughBank = async () => {
        await pay(session_id)
        const form = findForm(
          await open(`${base_url}/three-ds/challenge/${client_key}/${session_id}`, 'document'),
        )
        const bank = await open(form?.action ?? '', 'document', form?.fields)
        return answerBank(bank, ['1234'], 'document', (url, fields) => void posts.push({ url, fields }))
      }
      const again = async () => {
        const [first] = posts
        return (await open(first?.url ?? '', 'document', first?.fields)).location
      }
      expect((await throughBank()).location).toBe(redirect_url)
      expect(await again()).toBe(redirect_url)
      await pay(session_id)
      expect(await statusOf(session_id)).toMatchObject({ status: 'PENDING' })
      expect(await again()).toBe(redirect_url)
      expect((await post(`${session_id}/cancel`, undefined)).status).toBe(200)
      expect(await again()).toBe(gateway().returnUrl)
    })

    it('a full page returns from the bank to the gateway’s form, and ends an abandoned form', async () => {
      const { redirect_url, session_id } = await makePage({
        metadata: { simulated_flow: 'NO_METHOD_CHALLENGE', response_code: '2020' },
      })
      const embedded = await makeSession({
        metadata: { simulated_flow: 'NO_METHOD_CHALLENGE', response_code: '2020' },
      })
      const throughBank = async (sessionId: string) => {
        await pay(sessionId)
        const { base_url, client_key } = gateway().ready
        const way = await open(`${base_url}/three-ds/challenge/${client_key}/${sessionId}`, 'document')
        const form = findForm(way)
        const bank = await open(form?.action ?? '', 'document', form?.fields)
        return answerBank(bank, ['1234'], 'document')
      }
      expect((await throughBank(session_id)).location).toBe(redirect_url)
      expect(await statusOf(session_id)).toMatchObject({ status: 'CREATED', processing_code: '2020' })
      expect((await throughBank(embedded.id)).location).toBe(gateway().returnUrl)
      expect(await statusOf(embedded.id)).toMatchObject({ status: 'DECLINED', processing_code: '2020' })
    })
  },
  { env: { SLUICE_PROVIDER_TIMEOUT_MS: '1000' } },
)
