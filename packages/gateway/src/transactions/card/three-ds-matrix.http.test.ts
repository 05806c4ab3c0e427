import type { SimulatedFlow } from '@sluice/types/vocabulary'
import { SIMULATED_FLOWS } from '@sluice/types/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'

/** One row per value of `simulated_flow`: what the shopper types, which steps there are, how it ends. */
interface Row {
  readonly flow: SimulatedFlow
  readonly types?: readonly string[]
  readonly steps: readonly string[]
  readonly status: string
  readonly code: string
  readonly retries?: number
}

const FINGERPRINT = ['fingerprint']
const CHALLENGED = ['fingerprint', 'challenge']
const twice = (n: number, steps: readonly string[]) => Array.from({ length: n }, () => steps).flat()

/** Providers of the full terminal: a first attempt and five retries. */
const MAX_RETRIES = 5

const fallbackRows = (
  prefix: 'FALLBACK_APPROVE_AFTER' | 'FALLBACK_CHALLENGE_AFTER',
  steps: readonly string[],
): Row[] =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => {
    const attempts = Math.min(n, MAX_RETRIES) + 1
    return {
      flow: `${prefix}_${n}` as SimulatedFlow,
      types: twice(attempts, ['1234']),
      steps: twice(attempts, steps),
      ...(n <= MAX_RETRIES ? { status: 'APPROVED', code: '0000' } : { status: 'DECLINED', code: '1000' }),
      retries: attempts - 1,
    }
  })

const ROWS: readonly Row[] = [
  { flow: 'FRICTIONLESS_SUCCESS', steps: FINGERPRINT, status: 'APPROVED', code: '0000' },
  { flow: 'FRICTIONLESS_ATTEMPTED', steps: FINGERPRINT, status: 'APPROVED', code: '0000' },
  { flow: 'FRICTIONLESS_INFORMATIONAL', steps: FINGERPRINT, status: 'APPROVED', code: '0000' },
  { flow: 'FRICTIONLESS_NOT_AUTHENTICATED', steps: FINGERPRINT, status: 'DECLINED', code: '3001' },
  { flow: 'FRICTIONLESS_REJECTED', steps: FINGERPRINT, status: 'DECLINED', code: '3001' },
  { flow: 'FRICTIONLESS_UNAVAILABLE', steps: FINGERPRINT, status: 'DECLINED', code: '3002' },
  { flow: 'NOT_ENROLLED', steps: [], status: 'DECLINED', code: '3002' },
  { flow: 'DIRECTORY_TIMEOUT', steps: [], status: 'DECLINED', code: '3002' },
  { flow: 'AUTHENTICATION_ERROR', steps: [], status: 'DECLINED', code: '3000' },
  { flow: 'DECOUPLED', steps: FINGERPRINT, status: 'DECLINED', code: '3002' },
  { flow: 'CHALLENGE', types: ['1234'], steps: CHALLENGED, status: 'APPROVED', code: '0000' },
  { flow: 'CHALLENGE_SUCCESS', types: ['x'], steps: CHALLENGED, status: 'APPROVED', code: '0000' },
  { flow: 'CHALLENGE_ATTEMPTED', types: ['x'], steps: CHALLENGED, status: 'APPROVED', code: '0000' },
  { flow: 'CHALLENGE_FAILED', types: ['x'], steps: CHALLENGED, status: 'DECLINED', code: '3001' },
  { flow: 'CHALLENGE_REJECTED', types: ['x'], steps: CHALLENGED, status: 'DECLINED', code: '3001' },
  { flow: 'CHALLENGE_UNAVAILABLE', types: ['x'], steps: CHALLENGED, status: 'DECLINED', code: '3002' },
  { flow: 'CHALLENGE_ERROR', types: ['x'], steps: CHALLENGED, status: 'DECLINED', code: '3000' },
  { flow: 'CHALLENGE_CANCELED', steps: CHALLENGED, status: 'CANCELED', code: '1003' },
  { flow: 'CHALLENGE_RELOAD_REFUSED', types: ['1234'], steps: CHALLENGED, status: 'APPROVED', code: '0000' },
  {
    flow: 'CHALLENGE_REDIRECT',
    types: ['1234'],
    steps: ['fingerprint', 'redirect'],
    status: 'APPROVED',
    code: '0000',
  },
  {
    flow: 'CHALLENGE_FORM_SUBMIT',
    types: ['1234'],
    steps: ['fingerprint', 'form_submit'],
    status: 'APPROVED',
    code: '0000',
  },
  ...(['CHALLENGE_HOSTED', 'CHALLENGE_HOSTED_FULL_PAGE'] as const).map((flow) => ({
    flow,
    types: ['1234'],
    steps: ['fingerprint', 'redirect'],
    status: 'APPROVED',
    code: '0000',
  })),
  { flow: 'METHOD_TIMEOUT_FRICTIONLESS', steps: FINGERPRINT, status: 'APPROVED', code: '0000' },
  { flow: 'METHOD_TIMEOUT_CHALLENGE', types: ['1234'], steps: CHALLENGED, status: 'APPROVED', code: '0000' },
  { flow: 'NO_METHOD_FRICTIONLESS', steps: [], status: 'APPROVED', code: '0000' },
  { flow: 'NO_METHOD_CHALLENGE', types: ['1234'], steps: ['challenge'], status: 'APPROVED', code: '0000' },
  {
    flow: 'DOUBLE_CHALLENGE_SUCCESS',
    types: ['x', 'x'],
    steps: [...CHALLENGED, 'challenge'],
    status: 'APPROVED',
    code: '0000',
  },
  {
    flow: 'DOUBLE_CHALLENGE_DECLINED',
    types: ['x', 'x'],
    steps: [...CHALLENGED, 'challenge'],
    status: 'DECLINED',
    code: '3000',
  },
  ...fallbackRows('FALLBACK_APPROVE_AFTER', FINGERPRINT),
  ...fallbackRows('FALLBACK_CHALLENGE_AFTER', CHALLENGED),
  {
    flow: 'FALLBACK_EXHAUSTED',
    steps: twice(MAX_RETRIES + 1, FINGERPRINT),
    status: 'DECLINED',
    code: '1000',
    retries: MAX_RETRIES,
  },
  { flow: 'NO_3DS', steps: [], status: 'APPROVED', code: '0000' },
  // No exemption is requested here, so the bank challenges.
  ...(['GRANTED', 'REFUSED', 'SOFT_DECLINED'] as const).map((end) => ({
    flow: `EXEMPTION_${end}` as const,
    types: ['1234'],
    steps: CHALLENGED,
    status: 'APPROVED',
    code: '0000',
  })),
  // The shopper meets nothing special: what the merchant charges later does.
  ...(['CHALLENGE', 'REJECTED', 'UNAVAILABLE'] as const).map((end) => ({
    flow: `MERCHANT_INITIATED_${end}` as const,
    steps: FINGERPRINT,
    status: 'APPROVED',
    code: '0000',
  })),
]

/** The outcome of each one-time password, for every way to deliver a challenge. */
const PASSWORDS: readonly { types: readonly string[]; status: string; code: string }[] = [
  { types: ['1234'], status: 'APPROVED', code: '0000' },
  { types: ['password'], status: 'APPROVED', code: '0000' },
  { types: ['7777'], status: 'APPROVED', code: '0000' },
  { types: ['1111'], status: 'DECLINED', code: '3001' },
  { types: ['2222'], status: 'DECLINED', code: '3001' },
  { types: ['3333'], status: 'DECLINED', code: '3002' },
  { types: ['9', '9', '9'], status: 'DECLINED', code: '3001' },
  { types: ['9', '9', '1234'], status: 'APPROVED', code: '0000' },
  { types: ['5555', '1234'], status: 'APPROVED', code: '0000' },
  { types: ['5555', '5555'], status: 'DECLINED', code: '3000' },
  { types: ['cancel'], status: 'CANCELED', code: '1003' },
]
const DELIVERIES = [
  'NO_METHOD_CHALLENGE',
  'CHALLENGE',
  'CHALLENGE_REDIRECT',
  'CHALLENGE_FORM_SUBMIT',
  'CHALLENGE_HOSTED',
  'CHALLENGE_HOSTED_FULL_PAGE',
] as const

describe('simulators: every simulated_flow of a card', () => {
  let gateway: TestGateway

  beforeAll(async () => {
    gateway = await startTestGateway()
  })
  afterAll(() => gateway.close())

  it('has a row here', () => {
    const rows = new Set<string>([...ROWS.map(({ flow }) => flow), 'CHALLENGE_TIMEOUT'])
    // No 3DS server takes part in the flows of an acquirer that authenticates shoppers: they have separate tests.
    const isOfServer = (flow: string) => !flow.startsWith('PROVIDER_')
    expect(SIMULATED_FLOWS.filter((flow) => isOfServer(flow) && !rows.has(flow))).toEqual([])
  })

  it.each(ROWS)('$flow ends $status $code', async (row) => {
    const outcome = await gateway.pay({ flow: row.flow, atTheBank: row.types ?? [] })
    expect(outcome.transaction).toMatchObject({ status: row.status, processing_code: row.code })
    expect(outcome.steps).toEqual(row.steps)
    const { retries = 0 } = row
    const failed = retries === MAX_RETRIES ? 'EXHAUSTED' : 'NOT_RETRYABLE'
    const passed = retries > 0 ? 'SUCCEEDED' : 'NONE'
    expect(outcome.transaction.data?.retry_options).toMatchObject({
      retry_count: retries,
      status: row.status === 'APPROVED' ? passed : failed,
    })
  })

  it('CHALLENGE_TIMEOUT ends SESSION_EXPIRED 1005 after ten minutes', async () => {
    const outcome = await gateway.pay({ flow: 'CHALLENGE_TIMEOUT' })
    expect(outcome.transaction).toMatchObject({ status: 'PENDING', processing_code: '1002' })
    await gateway.advance(10 * 60_000 - 30_000)
    expect(await gateway.status(outcome.transaction.id)).toMatchObject({ status: 'PENDING' })
    await gateway.advance(30_000)
    expect(await gateway.status(outcome.transaction.id)).toMatchObject({
      status: 'SESSION_EXPIRED',
      processing_code: '1005',
    })
  })

  describe.each(DELIVERIES)('delivered by %s', (flow) => {
    it.each(PASSWORDS)('$types end $status $code', async ({ types, status, code }) => {
      const outcome = await gateway.pay({ flow, atTheBank: types })
      expect(outcome.transaction).toMatchObject({ status, processing_code: code })
      const isAction = flow === 'NO_METHOD_CHALLENGE' || flow === 'CHALLENGE'
      expect(outcome.returnedTo).toBe(isAction ? null : gateway.returnUrl)
    })
  })

  describe('the deciding inputs', () => {
    it('a forged Y on a failed challenge stays DECLINED', async () => {
      const outcome = await gateway.pay({ flow: 'CHALLENGE', atTheBank: ['1111'], claims: 'Y' })
      expect(outcome.transaction).toMatchObject({ status: 'DECLINED', processing_code: '3001' })
    })

    it('a Y before the shopper did anything ends nothing', async () => {
      const envelope = await gateway.authorize({ flow: 'NO_METHOD_CHALLENGE' })
      const action = envelope.action
      expect(action?.type).toBe('THREE_DS_2_CHALLENGE')
      const again = await gateway.completeAuthentication(
        action?.payment_data ?? '',
        action?.session_id ?? '',
        'Y',
      )
      expect(again).toEqual(envelope)
    })

    it('a second cres changes nothing', async () => {
      const outcome = await gateway.pay({ flow: 'CHALLENGE', atTheBank: ['1111'] })
      const before = await gateway.books.everything()
      const repeated = await gateway.repeatLastNotification({ transStatus: 'Y' })
      expect(repeated.status).toBe(200)
      expect(await gateway.status(outcome.transaction.id)).toEqual(outcome.transaction)
      expect(await gateway.books.everything()).toEqual(before)
    })

    it("another transaction's cres is refused and ends nothing", async () => {
      await gateway.pay({ flow: 'CHALLENGE', atTheBank: ['1234'] })
      const second = await gateway.pay({ flow: 'CHALLENGE_TIMEOUT' })
      const swapped = await gateway.repeatLastNotification({
        threeDsServerTransId: second.threeDsServerTransId ?? '',
      })
      expect(swapped.status).toBe(400)
      expect(await gateway.status(second.transaction.id)).toMatchObject({ status: 'PENDING' })
    })
  })
})
