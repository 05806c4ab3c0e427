import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ClientEnvelope, EmbeddedSession } from '@sluice/types'
import { FINGERPRINT_RESULTS, LIMITS } from '@sluice/types/vocabulary'
import { sha256Base64Url } from '@sluice/platform/crypto/aead'

import { BROWSER_INFO } from '../../test/merchant-at-gateway.ts'
import { decodeToken } from '../../test/shopper.ts'
import { startTestGateway, type TestGateway } from '../../test/test-gateway.ts'

const RUNS = 30
/** Each run takes a second on an idle machine; this one may be busy. */
const TIME_LIMIT_MS = 300_000
const HOUR_MS = 3_600_000

/** A submission of the shopper, and the provider's outcome; null if a rule of the gateway refuses it. */
const CARDS = {
  good: { number: '4242424242424242', code: '0000' },
  expired: { number: '4000000000000069', code: '2001' },
  'wrong code': { number: '4000000000000127', code: '2020' },
  'no funds': { number: '4000000000009995', code: '1004' },
  mistyped: { number: '4242424242424241', code: null },
} as const

type Action = keyof typeof CARDS | 'cancel' | 'wait'

/** The state of a session that a shop expects from the documentation. */
interface Expected {
  readonly status: string
  readonly code: string | null
  readonly submissions: number
}

const BEGINNING: Expected = { status: 'CREATED', code: null, submissions: 0 }

function expectAfter(before: Expected, action: Action): Expected {
  const { status, code, submissions } = before
  if (status !== 'CREATED') return before
  if (action === 'cancel') return { ...before, status: 'CANCELED', code: '1003' }
  if (action === 'wait') {
    return code === null
      ? { ...before, status: 'SESSION_EXPIRED', code: '1005' }
      : { ...before, status: 'DECLINED' }
  }
  if (submissions === LIMITS.PAYMENT_SUBMISSIONS_MAX_PER_SESSION) return before
  const decided = CARDS[action].code
  const submitted = submissions + 1
  const isLast = submitted === LIMITS.PAYMENT_SUBMISSIONS_MAX_PER_SESSION
  if (decided === null) {
    return { status: isLast && code !== null ? 'DECLINED' : 'CREATED', code, submissions: submitted }
  }
  if (decided === '0000') return { status: 'APPROVED', code: decided, submissions: submitted }
  const isFinal = decided === '1004' || isLast
  return { status: isFinal ? 'DECLINED' : 'CREATED', code: decided, submissions: submitted }
}

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

const post = (sessionId: string, tail: string, body?: unknown) =>
  gateway.sendFromBrowser<ClientEnvelope>('POST', `/api/client/sessions/${sessionId}/${tail}`, body)

async function take(sessionId: string, action: Action): Promise<void> {
  if (action === 'cancel') return void (await post(sessionId, 'cancel'))
  if (action === 'wait') return gateway.advance(HOUR_MS)
  const data = await gateway.seal({ number: CARDS[action].number }, sessionId)
  const { body } = await post(sessionId, 'payments', {
    payment_method: { type: 'card', data },
    browser_info: BROWSER_INFO,
  })
  if (body.action?.type !== 'THREE_DS_2_FINGERPRINT') return
  const { three_ds_server_trans_id: id } = decodeToken(body.action.token)
  await post(sessionId, `three-ds/${id}/request-authentication`, {
    fingerprint_result: FINGERPRINT_RESULTS.Y,
    payment_data: body.action.payment_data,
  })
}

const anyAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<Action>('expired', 'wrong code', 'mistyped') },
  { weight: 2, arbitrary: fc.constantFrom<Action>('good', 'no funds', 'cancel', 'wait') },
)

it(
  'sessions follow the model for every list of submissions, and each ends once',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAction, { minLength: 1, maxLength: 9, size: 'max' }), async (actions) => {
        const { id } = await gateway.post<EmbeddedSession>('/api/sessions', gateway.sessionRequest())
        let expected = BEGINNING
        for (const action of actions) {
          await take(id, action)
          expected = expectAfter(expected, action)
          const { body } = await gateway.sendFromBrowser('GET', `/api/client/sessions/${id}/status`)
          expect(body).toMatchObject({ status: expected.status, processing_code: expected.code })
        }
        const transactions = (await gateway.books.all('transactions')).filter(
          ({ session_hash, status }) =>
            session_hash === sha256Base64Url('session', id) && status !== 'INVALID',
        )
        expect(transactions.length).toBeLessThanOrEqual(1)
        for (const { id: transactionId } of transactions) {
          const events = await gateway.books.of('events', String(transactionId))
          expect(events).toHaveLength(expected.status === 'CREATED' ? 0 : 1)
        }
      }),
      { numRuns: RUNS },
    )
  },
  TIME_LIMIT_MS,
)
