import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { drawToken, fullAtMs, type TokenBucket } from './token-bucket.ts'

const policies = fc.record({
  name: fc.constant('p'),
  perSecond: fc.integer({ min: 1, max: 500 }),
  burst: fc.integer({ min: 1, max: 500 }),
})

/** Milliseconds between uses: mostly in a rush, now and then a pause. */
const pauses = fc.array(fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 5_000 })), {
  maxLength: 300,
})

describe('a token bucket', () => {
  it('never allows more than burst and flow together, in any stretch of time', () => {
    fc.assert(
      fc.property(policies, pauses, (policy, waits) => {
        let bucket: TokenBucket | undefined
        let nowMs = 1_700_000_000_000
        const allowed: number[] = []
        for (const wait of waits) {
          nowMs += wait
          const draw = drawToken(bucket, policy, nowMs)
          bucket = draw.bucket
          if (draw.isAllowed) allowed.push(nowMs)
        }
        for (const [from, startMs] of allowed.entries()) {
          for (const [to, endMs] of allowed.entries()) {
            if (to < from) continue
            const most = policy.burst + ((endMs - startMs) * policy.perSecond) / 1000
            expect(to - from + 1).toBeLessThanOrEqual(most + 1e-6)
          }
        }
      }),
    )
  })

  it('never refuses a caller that keeps to the flow', () => {
    fc.assert(
      fc.property(policies, fc.integer({ min: 1, max: 200 }), (policy, uses) => {
        let bucket: TokenBucket | undefined
        for (let use = 0; use < uses; use += 1) {
          const draw = drawToken(bucket, policy, use * Math.ceil(1000 / policy.perSecond))
          expect(draw.isAllowed).toBe(true)
          bucket = draw.bucket
        }
      }),
    )
  })

  it('returns the exact wait after which one request is allowed', () => {
    fc.assert(
      fc.property(policies, pauses, (policy, waits) => {
        let bucket: TokenBucket | undefined
        let nowMs = 0
        for (const wait of waits) {
          nowMs += wait
          const draw = drawToken(bucket, policy, nowMs)
          bucket = draw.bucket
          if (draw.waitSeconds === null) continue
          expect(drawToken(bucket, policy, nowMs + draw.waitSeconds * 1000).isAllowed).toBe(true)
        }
      }),
    )
  })

  it('is full again after enough time', () => {
    fc.assert(
      fc.property(policies, fc.integer({ min: 0, max: 500 }), ({ burst, ...rest }, taken) => {
        const policy = { burst, ...rest }
        const bucket = { tokens: Math.max(0, burst - taken), atMs: 1_000 }
        const atMs = fullAtMs(bucket, policy)
        expect(drawToken(bucket, policy, atMs).bucket.tokens).toBeCloseTo(burst - 1, 6)
      }),
    )
  })

  it('is not refilled by a clock that was set back', () => {
    const policy = { name: 'p', perSecond: 1, burst: 1 }
    const { bucket } = drawToken(undefined, policy, 10_000)
    expect(drawToken(bucket, policy, 0).isAllowed).toBe(false)
  })
})
