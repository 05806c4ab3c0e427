import { describe, expect, it } from 'vitest'

import { beginAttempt } from '../execution/attempt.ts'
import { beginRetryOptions, noteEnd, noteRetry } from '../execution/retry-options.ts'
import { chooseAccount, type Routing } from './fallback.ts'

const [a, b] = [
  { providerId: 'sim-a', accountId: 'sim-a-eur' },
  { providerId: 'sim-b', accountId: 'sim-b-eur' },
]
const routing: Routing = { accounts: [a, b], maxRetries: 5 }

function declinedAttempt(number: number) {
  const begun = beginAttempt({
    merchantId: 'm',
    id: `attempt-${number}`,
    transactionId: 't',
    number,
    ...(number === 1 ? a : b),
    nowMs: number,
  })
  return { ...begun, processingCode: '1000' as const }
}

describe('fallback-routing', () => {
  it('takes the accounts in order, and none twice', () => {
    expect([1, 2, 3].map((number) => chooseAccount(routing, number))).toEqual([a, b, null])
  })

  it('stops at the configured number of retries', () => {
    expect(chooseAccount({ ...routing, maxRetries: 0 }, 1)).toEqual(a)
    expect(chooseAccount({ ...routing, maxRetries: 0 }, 2)).toBeNull()
  })

  it('shows no retry options where routing is off', () => {
    expect(beginRetryOptions(0, a)).toBeNull()
    expect(noteRetry(null, declinedAttempt(1), b)).toBeNull()
    expect(noteEnd(null, declinedAttempt(1), { approved: false, retryable: true })).toBeNull()
  })

  it('tells how the retries ended', () => {
    const begun = beginRetryOptions(routing.maxRetries, a)
    const end = (options: typeof begun, approved: boolean, retryable: boolean) =>
      noteEnd(options, declinedAttempt(2), { approved, retryable })?.status
    const retried = noteRetry(begun, declinedAttempt(1), b)

    expect(retried).toMatchObject({ ...b, retryCount: 1, status: 'IN_PROGRESS' })
    expect(retried?.attempts).toEqual([{ ...a, processingCode: '1000', createdAtMs: 1 }])
    expect(end(begun, true, false)).toBe('NONE')
    expect(end(retried, true, false)).toBe('SUCCEEDED')
    expect(end(retried, false, true)).toBe('EXHAUSTED')
    expect(end(retried, false, false)).toBe('NOT_RETRYABLE')
  })
})
