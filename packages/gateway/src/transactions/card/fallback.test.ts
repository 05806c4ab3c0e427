import { describe, expect, it } from 'vitest'

import { beginAttempt } from '../execution/attempt.ts'
import {
  beginRetryOptions,
  listTried,
  recordEnd,
  recordRetry,
  restartRetryOptions,
} from '../execution/retry-options.ts'
import type { AccountState } from '../../provider-health/index.ts'
import type { ProviderAccount } from '../../merchants/index.ts'
import { chooseAccount as choose, type Routing } from './fallback.ts'

const [a, b] = [
  { providerId: 'sim-a', accountId: 'sim-a-eur' },
  { providerId: 'sim-b', accountId: 'sim-b-eur' },
]
const routing: Routing = { accounts: [a, b], maxRetries: 5 }

/** Returns the account that is chosen while all accounts answer. */
const chooseAccount = (of: Routing, tried: readonly ProviderAccount[]) =>
  choose(of, tried, () => 'CLOSED').account

function chooseAmong(
  accounts: readonly ProviderAccount[],
  states: readonly AccountState[],
  tried: readonly ProviderAccount[],
) {
  return choose(
    { accounts, maxRetries: 5 },
    tried,
    (account) => states[accounts.indexOf(account)] ?? 'CLOSED',
  )
}

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
    expect([[], [a], [a, b]].map((tried) => chooseAccount(routing, tried))).toEqual([a, b, null])
  })

  it('stops at the configured number of retries', () => {
    expect(chooseAccount({ ...routing, maxRetries: 0 }, [])).toEqual(a)
    expect(chooseAccount({ ...routing, maxRetries: 0 }, [a])).toBeNull()
  })

  it('repeats no account and omits none when the routing has changed since the first attempt', () => {
    const [c, other] = [
      { providerId: 'sim-c', accountId: 'sim-c-eur' },
      { providerId: 'sim-a', accountId: 'sim-a-usd' },
    ]
    expect(chooseAccount({ ...routing, accounts: [c, a, b] }, [a])).toEqual(c)
    expect(chooseAccount({ ...routing, accounts: [b] }, [a])).toEqual(b)
    expect(chooseAccount({ ...routing, accounts: [a, other] }, [a])).toEqual(other)
  })

  const [c] = [{ providerId: 'sim-c', accountId: 'sim-c-eur' }]
  it.each<[string, readonly AccountState[], readonly ProviderAccount[], ProviderAccount | null, string]>([
    ['an open account', ['OPEN', 'CLOSED', 'CLOSED'], [], b, 'sim-a OPEN'],
    ['a paused account', ['PAUSED', 'CLOSED', 'CLOSED'], [], b, 'sim-a PAUSED'],
    ['an open account behind the chosen one', ['CLOSED', 'OPEN', 'CLOSED'], [], a, ''],
    ['both', ['OPEN', 'PAUSED', 'CLOSED'], [], c, 'sim-a OPEN, sim-b PAUSED'],
    ['an open account after a decline', ['CLOSED', 'OPEN', 'CLOSED'], [a], c, 'sim-b OPEN'],
  ])('skips %s, and logs it', (_, states, tried, account, skipped) => {
    const choice = chooseAmong([a, b, c], states, tried)
    expect(choice.account).toEqual(account)
    expect(choice.skipped.map(({ providerId, state }) => `${providerId} ${state}`).join(', ')).toBe(skipped)
  })

  it('tries the first remaining account although it does not answer, but never a paused one', () => {
    expect(chooseAmong([a, b, c], ['PAUSED', 'OPEN', 'OPEN'], [])).toEqual({
      account: b,
      skipped: [{ ...a, state: 'PAUSED' }],
    })
    expect(chooseAmong([a, b], ['OPEN', 'CLOSED'], [b]).account).toEqual(a)
    expect(chooseAmong([a, b], ['PAUSED', 'PAUSED'], [])).toEqual({
      account: null,
      skipped: [a, b].map((account) => ({ ...account, state: 'PAUSED' })),
    })
  })

  it('uses up no retry for a skipped account', () => {
    const only = { accounts: [a, b], maxRetries: 0 }
    expect(
      choose(only, [], ({ providerId }) => (providerId === 'sim-a' ? 'OPEN' : 'CLOSED')).account,
    ).toEqual(b)
    const one = { accounts: [a, b, c], maxRetries: 1 }
    expect(
      choose(one, [a], ({ providerId }) => (providerId === 'sim-b' ? 'OPEN' : 'CLOSED')).account,
    ).toEqual(c)
  })

  it('starts over with the shopper’s next submission', () => {
    const first = recordRetry(beginRetryOptions(routing.maxRetries, a), declinedAttempt(1), b)
    expect(first && listTried(first)).toMatchObject([a])
    const corrected = restartRetryOptions(
      null,
      recordEnd(first, declinedAttempt(2), { approved: false, retryable: false }),
      a,
    )
    expect(corrected && listTried(corrected)).toEqual([])
  })

  it('shows no retry options where routing is off', () => {
    expect(beginRetryOptions(0, a)).toBeNull()
    expect(recordRetry(null, declinedAttempt(1), b)).toBeNull()
    expect(recordEnd(null, declinedAttempt(1), { approved: false, retryable: true })).toBeNull()
  })

  it('reports how the retries ended', () => {
    const begun = beginRetryOptions(routing.maxRetries, a)
    const end = (options: typeof begun, approved: boolean, retryable: boolean) =>
      recordEnd(options, declinedAttempt(2), { approved, retryable })?.status
    const retried = recordRetry(begun, declinedAttempt(1), b)

    expect(retried).toMatchObject({ ...b, retryCount: 1, status: 'IN_PROGRESS' })
    expect(retried?.attempts).toEqual([{ ...a, processingCode: '1000', createdAtMs: 1 }])
    expect(end(begun, true, false)).toBe('NONE')
    expect(end(retried, true, false)).toBe('SUCCEEDED')
    expect(end(retried, false, true)).toBe('EXHAUSTED')
    expect(end(retried, false, false)).toBe('NOT_RETRYABLE')
  })
})
