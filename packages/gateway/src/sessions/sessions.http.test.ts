import type {
  ActionToken,
  ClientEnvelope,
  ClientSession,
  EmbeddedSession,
  SessionState,
  ValidationFailure,
} from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { BROWSER_INFO } from '../../test/merchant-at-gateway.ts'
import { answerBank, challengeForm, decodeToken, messageOf, open } from '../../test/shopper.ts'
import { startTestGateway, type TestGateway } from '../../test/test-gateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

const sessionRequest = (changes: Readonly<Record<string, unknown>> = {}) =>
  gateway.sessionRequest({ amount: 1234, ...changes })

const createSession = (changes: Readonly<Record<string, unknown>> = {}) =>
  gateway.post<EmbeddedSession>('/api/sessions', sessionRequest(changes))

/** The data that the card frame sends. */
async function payInSession(sessionId: string, card = {}) {
  return gateway.sendFromBrowser<ClientEnvelope>('POST', `/api/client/sessions/${sessionId}/payments`, {
    payment_method: { type: 'card', data: await gateway.seal(card, sessionId) },
    browser_info: BROWSER_INFO,
  })
}

const browserStatus = async (sessionId: string) =>
  (await gateway.sendFromBrowser<{ status: string }>('GET', `/api/client/sessions/${sessionId}/status`)).body

describe('sessions: created by a merchant', () => {
  it('echo the request with an unguessable id', async () => {
    const request = sessionRequest({
      customer: { first_name: 'Ada', email: 'ada@example.com' },
      country: 'SE',
      metadata: { a: 1 },
    })
    const session = await gateway.post<EmbeddedSession>('/api/sessions', request)
    const { id, status, revision, ...echo } = session
    expect(id).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(status).toBe('CREATED')
    expect(revision).toBe(1)
    expect(echo).toEqual(request)
    const tables = JSON.stringify(await gateway.books.everything())
    expect(tables).toContain(request.reference)
    expect(tables).not.toContain(id)
  })

  it.each([
    ['terminal_id', { terminal_id: undefined }],
    ['reference', { reference: 'x'.repeat(41) }],
    ['reference', { reference: undefined }],
    ['description', { description: '' }],
    ['description', { description: undefined }],
    ['currency', { currency: 'EU' }],
    ['amount', { amount: 10.5 }],
    ['transaction_type', { transaction_type: 'REFUND' }],
    ['return_url', { return_url: undefined }],
    ['return_url', { return_url: 'javascript://x' }],
    ['country', { country: 'Sweden' }],
    ['customer.email', { customer: { email: '@' } }],
    ['metadata.simulated_flow', { metadata: { simulated_flow: 'x' } }],
    ['unknown', { unknown: 1 }],
  ])('refuses %s in %j', async (property, changes) => {
    const answer = await gateway.send<ValidationFailure>('POST', '/api/sessions', sessionRequest(changes))
    expect(answer.status, answer.text).toBe(422)
    expect(answer.body.errors.map((error) => error.property)).toContain(property)
  })

  it('are rejected for a terminal that could never accept a payment', async () => {
    const inactive = gateway.ready.terminals.find(({ note }) => note === 'inactive')?.terminal_id
    const answers = await Promise.all(
      ['T99999999999', inactive].map((terminal_id) =>
        gateway.send('POST', '/api/sessions', sessionRequest({ terminal_id })),
      ),
    )
    expect(answers.map(({ body }) => body)).toEqual([
      {
        status: 'INVALID',
        errors: [{ property: 'terminal_id', message: 'Terminal not found' }],
        processing_code: '2013',
      },
      {
        status: 'INVALID',
        errors: [{ property: 'terminal_id', message: 'Terminal inactive' }],
        processing_code: '2014',
      },
    ])
  })

  it('reserve their reference from the start', async () => {
    const { reference } = await createSession()
    const again = await gateway.send<ValidationFailure>(
      'POST',
      '/api/sessions',
      sessionRequest({ reference }),
    )
    expect(again.body.errors).toEqual([
      { property: 'reference', message: 'already exists', params: ['reference'] },
    ])
    const direct = await gateway.send(
      'POST',
      '/api/transactions/authorize',
      await gateway.cardRequest({ body: { reference } }),
    )
    expect(direct.status).toBe(422)
  })
})

describe('browser-api', () => {
  it('returns only the data for the browser, and no data of the merchant', async () => {
    const session = await createSession({ customer: { first_name: 'Ada' } })
    const answer = await gateway.sendFromBrowser<ClientSession>('GET', `/api/client/sessions/${session.id}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).toMatchObject({
      session: {
        id: session.id,
        kind: 'EMBEDDED',
        status: 'CREATED',
        amount: 1234,
        currency: 'EUR',
        customer: { first_name: 'Ada' },
      },
      saved_cards: [],
      tokenization: 'NONE',
      return_url: gateway.returnUrl,
    })
    expect(answer.body.encryption_keys.keys[0]?.alg).toBe('HPKE-7')
    expect(answer.text).not.toContain(gateway.ready.merchant_id)
  })

  const ASK = { show_save_card_for_future_payments: true }
  const SAVE = { save_card_for_future_payments: true }
  it.each([
    ['does not ask', undefined, 'NONE', SAVE, false],
    ['asks, and the box is ticked', ASK, 'OPT_IN', SAVE, true],
    ['asks, and the box is not ticked', ASK, 'OPT_IN', { save_card_for_future_payments: false }, false],
    ['saves without asking', { ...SAVE, ...ASK }, 'IMPLICIT', undefined, true],
  ])('saves the card of a session that %s', async (_case, tokenization, offered, choice, isSaved) => {
    const session = await createSession({ tokenization, metadata: { simulated_flow: 'NO_3DS' } })
    const path = `/api/client/sessions/${session.id}`
    const { body } = await gateway.sendFromBrowser<ClientSession>('GET', path)
    expect(body.tokenization).toBe(offered)
    const before = (await gateway.books.all('savedCards')).length
    const paid = await gateway.sendFromBrowser<ClientEnvelope>('POST', `${path}/payments`, {
      payment_method: { type: 'card', data: await gateway.seal({}, session.id) },
      browser_info: BROWSER_INFO,
      tokenization: choice,
    })
    expect(paid.body.result?.approved).toBe(true)
    expect(await gateway.books.all('savedCards')).toHaveLength(before + (isSaved ? 1 : 0))
  })

  it('saves no card on a terminal without the feature', async () => {
    const terminal = gateway.ready.terminals.find(({ features }) => !features.includes('TOKENIZATION'))
    const request = sessionRequest({ terminal_id: terminal?.terminal_id, tokenization: ASK })
    const refused = await gateway.send<ValidationFailure>('POST', '/api/sessions', request)
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({ errors: [{ property: 'tokenization' }], processing_code: '2019' })
  })

  it('pays through fingerprint and challenge, once', async () => {
    const session = await createSession({ metadata: { simulated_flow: 'CHALLENGE' } })
    const paid = await payInSession(session.id)
    const fingerprint = paid.body.action
    expect(fingerprint).toMatchObject({ type: 'THREE_DS_2_FINGERPRINT', session_id: session.id })
    expect(await browserStatus(session.id)).toMatchObject({ status: 'PENDING', processing_code: '1002' })
    expect((await payInSession(session.id)).status).toBe(409)

    const token: ActionToken = decodeToken(fingerprint?.token ?? '')
    const requested = await gateway.sendFromBrowser<ClientEnvelope>(
      'POST',
      `/api/client/sessions/${session.id}/three-ds/${token.three_ds_server_trans_id}/request-authentication`,
      { fingerprint_result: 'eyJ0aHJlZURTQ29tcEluZCI6IlkifQ==', payment_data: fingerprint?.payment_data },
    )
    const challenge = requested.body.action
    const challengeToken = decodeToken(challenge?.token ?? '')
    const bank = await open(challengeToken.acs_url ?? '', 'iframe', challengeForm(challengeToken))
    const page = await answerBank(bank, ['1234'], 'iframe')
    expect(page.url).toContain('/embedded-fields/challenge-notification-url')
    expect(messageOf(page)).toMatchObject({ type: 'CHALLENGE_RESPONSE', trans_status: 'Y' })
    // The page notifies the library; nothing is decided until its call.
    expect(await browserStatus(session.id)).toMatchObject({ status: 'PENDING' })

    const complete = () =>
      gateway.sendFromBrowser<ClientEnvelope>(
        'POST',
        `/api/client/sessions/${session.id}/three-ds/authentication-completed`,
        {
          payment_data: challenge?.payment_data,
          session_id: session.id,
          trans_status: 'Y',
        },
      )
    const results = await Promise.all([complete(), complete()])
    for (const { body, text } of results) {
      expect(body.result).toMatchObject({
        status: 'APPROVED',
        approved: true,
        processing_code: '0000',
        amount: 1234,
      })
      for (const secret of ['merchant_id', 'hash', 'payment_provider', gateway.ready.merchant_id]) {
        expect(text).not.toContain(secret)
      }
    }
    const { transaction } = await gateway.get<{ transaction: object }>(
      `/api/transactions/${session.id}/status`,
    )
    expect(transaction).toMatchObject({
      status: 'APPROVED',
      reference: session.reference,
      amount: 1234,
      currency: 'EUR',
    })
    const state = await gateway.get<SessionState>(`/api/sessions/${session.id}`)
    expect(state).toMatchObject({ status: 'APPROVED', transaction_id: results[0]?.body.result?.id })
    expect((await payInSession(session.id)).body).toEqual({ error: 'Conflict', status: 'APPROVED' })
  })

  it('redirects a page without frames to the bank, and from there to the shop', async () => {
    const session = await createSession({ metadata: { simulated_flow: 'NO_METHOD_CHALLENGE' } })
    const address = (key: string) => `${gateway.ready.base_url}/three-ds/challenge/${key}/${session.id}`
    const own = address(gateway.ready.client_key)
    const early = await open(own, 'document')
    expect([early.status, early.location]).toEqual([303, gateway.returnUrl])

    const { action } = (await payInSession(session.id)).body
    const page = await open(own, 'document')
    expect(page.text).toContain(`action="${decodeToken(action?.token ?? '').acs_url}"`)
    expect(page.text).not.toContain(action?.payment_data)
    const creq = / name="creq" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const bank = await open(decodeToken(action?.token ?? '').acs_url ?? '', 'document', { creq })
    const end = await answerBank(bank, ['1234'], 'document')
    expect([end.status, end.location]).toEqual([303, gateway.returnUrl])
    expect(await browserStatus(session.id)).toMatchObject({ status: 'APPROVED' })
    const late = await open(own, 'document')
    expect([late.status, late.location]).toEqual([303, gateway.returnUrl])

    const strange = await open(address('ck_test_00000000000000000000000000000000'), 'document')
    expect(strange.status).toBe(404)
  })

  it('allows a correction of the form after an INVALID result, but not after a decline', async () => {
    const session = await createSession({ metadata: { simulated_flow: 'NO_3DS', response_code: '1004' } })
    expect((await payInSession(session.id, { cvv: '1' })).body.result).toMatchObject({
      status: 'INVALID',
      processing_code: '2020',
    })
    expect(await browserStatus(session.id)).toMatchObject({ status: 'CREATED', processing_code: null })
    expect((await payInSession(session.id)).body.result).toMatchObject({
      status: 'DECLINED',
      processing_code: '1004',
    })
    expect((await payInSession(session.id)).body).toEqual({ error: 'Conflict', status: 'DECLINED' })
  })

  it('cancels a payment that waits for the shopper, in both stages', async () => {
    const fresh = await createSession()
    const cancel = (id: string) => gateway.sendFromBrowser('POST', `/api/client/sessions/${id}/cancel`)
    expect((await cancel(fresh.id)).body).toEqual({ status: 'CANCELED' })
    expect((await cancel(fresh.id)).status).toBe(409)

    const waiting = await createSession({ metadata: { simulated_flow: 'NO_METHOD_CHALLENGE' } })
    await payInSession(waiting.id)
    expect((await cancel(waiting.id)).body).toEqual({ status: 'CANCELED' })
    expect(await gateway.get(`/api/transactions/${waiting.id}/status`)).toMatchObject({
      transaction: { status: 'CANCELED', processing_code: '1003' },
    })
  })

  it('ends after an hour, or when a running challenge ends', async () => {
    const forgotten = await createSession()
    const late = await createSession({ metadata: { simulated_flow: 'NO_METHOD_CHALLENGE' } })
    await gateway.advance(59 * 60_000)
    await payInSession(late.id)
    await gateway.advance(2 * 60_000)
    expect(await browserStatus(forgotten.id)).toMatchObject({
      status: 'SESSION_EXPIRED',
      processing_code: '1005',
    })
    expect((await payInSession(forgotten.id)).body).toEqual({ error: 'Conflict', status: 'SESSION_EXPIRED' })
    expect(await browserStatus(late.id)).toMatchObject({ status: 'PENDING' })
    await gateway.advance(9 * 60_000)
    expect(await browserStatus(late.id)).toMatchObject({ status: 'SESSION_EXPIRED' })
  })

  it('does not find sessions of others', async () => {
    const unknown = 'A'.repeat(43)
    for (const path of [`/api/client/sessions/${unknown}`, `/api/client/sessions/${unknown}/status`]) {
      const answer = await gateway.sendFromBrowser('GET', path)
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual({ error: 'Not Found' })
    }
    expect((await gateway.send('GET', `/api/sessions/${unknown}`)).status).toBe(404)
    expect((await gateway.send('GET', `/api/transactions/${unknown}/status`)).body).toEqual({
      found: false,
      transaction: null,
    })
  })

  it("rejects one session's payment data in another", async () => {
    const [first, second] = [
      await createSession({ metadata: { simulated_flow: 'NO_METHOD_CHALLENGE' } }),
      await createSession(),
    ]
    const { action } = (await payInSession(first.id)).body
    const answer = await gateway.sendFromBrowser(
      'POST',
      `/api/client/sessions/${second.id}/three-ds/authentication-completed`,
      {
        payment_data: action?.payment_data,
        session_id: second.id,
        trans_status: 'Y',
      },
    )
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      errors: [{ property: 'payment_data', message: 'Authentication session not found' }],
    })
  })

  it('stops after ten submissions', async () => {
    const session = await createSession()
    for (let submission = 0; submission < 10; submission++) await payInSession(session.id, { cvv: '1' })
    const answer = await payInSession(session.id)
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('60')
  })
})
