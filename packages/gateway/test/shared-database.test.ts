import type { ClientEnvelope, EmbeddedSession, Envelope } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { BROWSER_INFO } from './merchant-at-gateway.ts'
import { answerBank, challengeForm, decodeToken, messageOf, open } from './shopper.ts'
import type { TestGateway } from './test-gateway.ts'
import { startTwoGateways, type TwoGateways } from './two-gateways.ts'

describe('two gateways on one PostgreSQL database', () => {
  let gateways: TwoGateways
  let first: TestGateway
  let second: TestGateway

  beforeAll(async () => {
    gateways = await startTwoGateways()
    ;({ first, second } = gateways)
  })
  afterAll(() => gateways.close())

  it('make one demo merchant', () => {
    expect(second.ready.merchant_id).toBe(first.ready.merchant_id)
    expect(second.ready.terminal_id).toBe(first.ready.terminal_id)
  })

  it('accept each other’s tokens', async () => {
    const authorization = `Bearer ${await first.token()}`
    const answer = await second.send('GET', '/api/transactions/nothing/status', undefined, { authorization })
    expect(answer.status).toBe(404)
  })

  it.each(['FRICTIONLESS_SUCCESS', 'CHALLENGE', 'CHALLENGE_REDIRECT', 'FALLBACK_CHALLENGE_AFTER_1'] as const)(
    'process %s',
    async (flow) => {
      const { transaction } = await first.pay({ flow, atTheBank: ['1234', '1234'] })
      expect(transaction).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
      expect(await second.status(transaction.id)).toEqual(transaction)
    },
  )

  it('complete a challenge that the other began, once', async () => {
    const { action } = await first.authorize({ flow: 'NO_METHOD_CHALLENGE' })
    const token = decodeToken(action?.token ?? '')
    const bank = await open(token.acs_url ?? '', 'iframe', challengeForm(token))
    expect(messageOf(await answerBank(bank, ['1234'], 'iframe'))).toMatchObject({ trans_status: 'Y' })
    const complete = (gateway: TestGateway): Promise<Envelope> =>
      gateway.completeAuthentication(action?.payment_data ?? '', action?.session_id ?? '', 'Y')
    const envelopes = await Promise.all([second, first, second, first].map(complete))
    for (const { result } of envelopes) expect(result).toMatchObject({ status: 'APPROVED' })
    expect(new Set(envelopes.map(({ result }) => JSON.stringify(result))).size).toBe(1)
  })

  it('complete the challenges of a card and of its correction, each begun at the other', async () => {
    const session = await first.post<EmbeddedSession>(
      '/api/sessions',
      first.sessionRequest({ metadata: { simulated_flow: 'NO_METHOD_CHALLENGE', response_code: '2020' } }),
    )
    const post = async (gateway: TestGateway, path: string, body: unknown) => {
      const answer = await gateway.sendFromBrowser<ClientEnvelope>(
        'POST',
        `/api/client/sessions/${session.id}/${path}`,
        body,
      )
      expect(answer.status, answer.text).toBe(200)
      return answer.body
    }
    for (const attempt of ['the first', 'the corrected']) {
      const { action } = await post(first, 'payments', {
        payment_method: { type: 'card', data: await first.seal({}, session.id) },
        browser_info: BROWSER_INFO,
      })
      if (action?.type !== 'THREE_DS_2_CHALLENGE') throw new Error(`${attempt} has no challenge`)
      const token = decodeToken(action.token)
      await answerBank(await open(token.acs_url ?? '', 'iframe', challengeForm(token)), ['1234'], 'iframe')
      const { result } = await post(second, 'three-ds/authentication-completed', {
        payment_data: action.payment_data,
        session_id: session.id,
        trans_status: 'Y',
      })
      expect(result, attempt).toMatchObject({ processing_code: '2020', correctable: true })
    }
  })

  it('agree at once on a clock that one of them moved', async () => {
    const { action } = await first.authorize({ flow: 'NO_METHOD_CHALLENGE' })
    const id = action?.transaction_id ?? ''
    await second.advance(10 * 60_000)
    expect(await first.status(id)).toMatchObject({ status: 'SESSION_EXPIRED', processing_code: '1005' })
    const { now } = await first.get<{ now: string }>('/simulators/clock')
    expect(Date.parse(now)).toBeGreaterThanOrEqual(first.clock.now() + 9 * 60_000)
  })

  it('give a reference to one of many requests', async () => {
    const requests = await Promise.all(
      Array.from({ length: 12 }, () => first.cardRequest({ flow: 'NO_3DS', body: { reference: 'wanted' } })),
    )
    const answers = await Promise.all(
      requests.map((request, place) =>
        (place % 2 === 0 ? first : second).send('POST', '/api/transactions/authorize', request),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(11).fill(422)])
  })
})
