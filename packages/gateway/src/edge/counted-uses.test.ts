import { describe, expect, it } from 'vitest'

import type { Caller } from '@sluice/platform/http/caller'
import type { RateUse } from '@sluice/platform/http/http-server-options'
import { createLimitRate } from '@sluice/platform/rate-limits/limit-rate'
import { createRateCounter } from '@sluice/platform/rate-limits/rate-counter'

import { countedUses } from './counted-uses.ts'

const SHOP: Caller = { kind: 'merchant', merchantId: 'm1', clientId: 'shop', roles: new Set() }
const BROWSER: Caller = { kind: 'browser', merchantId: 'm1', clientKey: 'ck_test_1' }

function prepare(maxBuckets?: number) {
  let nowMs = 1_700_000_000_000
  const clientRates = new Map([['large', { perSecond: 200, burst: 400 }]])
  const limitRate = createLimitRate(createRateCounter({ now: () => nowMs }, maxBuckets), (use) =>
    countedUses(use, clientRates),
  )
  const use = (changes: Partial<RateUse> = {}) =>
    limitRate({ endpoint: 'authorize', caller: SHOP, ip: '10.0.0.1', params: {}, ...changes })
  /** Returns how many of the given number of concurrent requests are allowed. */
  const allowed = async (uses: number, changes: Partial<RateUse> = {}) => {
    const verdicts = await Promise.all(Array.from({ length: uses }, () => use(changes)))
    return verdicts.filter(({ waitSeconds }) => waitSeconds === null).length
  }
  return { use, allowed, advance: (ms: number) => (nowMs += ms) }
}

describe('rate limits', () => {
  it('allow a client a hundred requests at once, then fifty a second', async () => {
    const { allowed, use, advance } = prepare()
    expect(await allowed(150)).toBe(100)
    expect((await use()).waitSeconds).toBe(1)
    advance(1_000)
    expect(await allowed(100)).toBe(50)
    // The client's requests count together from all addresses, and do not limit other callers.
    expect(await allowed(1, { ip: '10.0.0.2' })).toBe(0)
    expect(await allowed(1, { caller: { ...SHOP, clientId: 'jobs' } })).toBe(1)
  })

  it('allow a client its configured rate, and a person who acts for the same program the usual one', async () => {
    const { allowed, use, advance } = prepare()
    const large = { caller: { ...SHOP, clientId: 'large' } } as const
    expect((await use(large)).headers).toMatchObject({ 'ratelimit-policy': '"api";q=400;w=2' })
    expect(await allowed(500, large)).toBe(399)
    advance(1_000)
    expect(await allowed(300, large)).toBe(200)
    expect(await allowed(150, { caller: { ...large.caller, userId: 'u1' } })).toBe(100)
  })

  it('allow ten status queries of a transaction a second', async () => {
    const { allowed } = prepare()
    const one = { endpoint: 'getStatus', params: { id: 't1' } } as const
    expect(await allowed(15, one)).toBe(10)
    expect(await allowed(15, { ...one, params: { id: 't2' } })).toBe(10)
  })

  it('allow a browser twenty requests at once, then five a second, per address and session', async () => {
    const { allowed, advance } = prepare()
    const one = { endpoint: 'createClientPayment', caller: BROWSER, params: { session_id: 's1' } } as const
    expect(await allowed(30, one)).toBe(20)
    advance(1_000)
    expect(await allowed(30, one)).toBe(5)
    expect(await allowed(1, { ...one, ip: '10.0.0.2' })).toBe(1)
    expect(await allowed(1, { ...one, params: { session_id: 's2' } })).toBe(1)
    // An IPv6 /64 counts as one address, because one owner has all of it.
    expect(await allowed(30, { ...one, ip: '2001:db8:1:2::1' })).toBe(20)
    expect(await allowed(1, { ...one, ip: '2001:db8:1:2:ffff::9' })).toBe(0)
    expect(await allowed(1, { ...one, ip: '2001:db8:1:3::1' })).toBe(1)
  })

  it('allow a provider two hundred callbacks a second, counted apart from forged ones', async () => {
    const { allowed } = prepare()
    const one = {
      endpoint: 'receiveProviderCallback',
      caller: null,
      params: { provider_code: 'bank' },
    } as const
    expect(await allowed(300, one)).toBe(200)
    expect(await allowed(1, { ...one, ip: '10.0.0.2' })).toBe(1)
  })

  it('are all reported in headers', async () => {
    const { use } = prepare()
    expect((await use()).headers).toEqual({
      'ratelimit-policy': '"api";q=100;w=2',
      ratelimit: '"api";r=99;t=1',
    })
    expect((await use({ endpoint: 'getStatus', params: { id: 't1' } })).headers).toEqual({
      'ratelimit-policy': '"api";q=100;w=2, "status";q=10;w=1',
      ratelimit: '"api";r=98;t=1, "status";r=9;t=1',
    })
    expect((await use({ endpoint: 'getDiscovery', caller: null })).headers).toEqual({})
  })

  it('are counted for a bounded number of callers; those that were idle longest are dropped first', async () => {
    const { allowed } = prepare(2)
    const user = (clientId: string) => ({ caller: { ...SHOP, clientId } })
    expect(await allowed(100, user('a'))).toBe(100)
    await allowed(1, user('b'))
    expect(await allowed(1, user('a'))).toBe(0)
    await allowed(1, user('c'))
    expect([await allowed(1, user('a')), await allowed(100, user('b'))]).toEqual([0, 100])
  })

  it('do not drop clients because of browsers', async () => {
    const { allowed } = prepare(2)
    await allowed(100)
    for (const session_id of ['s1', 's2', 's3', 's4'])
      await allowed(1, { endpoint: 'getClientSession', caller: BROWSER, params: { session_id } })
    expect(await allowed(1)).toBe(0)
  })
})
