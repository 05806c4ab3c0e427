import { expect, it } from 'vitest'

import type { Transaction } from '../execution/transaction.ts'
import type { FollowUpPorts } from './follow-up-flow.ts'
import { releaseExpired } from './release-expired.ts'

const NOW_MS = Date.UTC(2026, 10, 1)
const DAY_MS = 86_400_000

const expiredFor = (ageMs: number) =>
  ({
    merchantId: 'm1',
    id: `expired ${ageMs}`,
    money: { authorizationExpiresAtMs: NOW_MS - ageMs },
  }) as unknown as Transaction

/** @param locked - the parent under the lock; nothing is decided without it. */
async function releaseFinding(locked: unknown, ...expired: Transaction[]) {
  const chosen: unknown[] = []
  const asked: unknown[] = []
  const postponed: unknown[] = []
  const decided: unknown[] = []
  const ports = {
    clock: { now: () => NOW_MS },
    operations: {
      listExpired: (...given: unknown[]) => {
        asked.push(given)
        return Promise.resolve(expired)
      },
      postponeRelease: (...given: unknown[]) => {
        postponed.push(given)
        return Promise.resolve()
      },
      decide: (merchantId: string, id: string, choose: (locked: unknown) => unknown) => {
        decided.push([merchantId, id])
        chosen.push(locked === undefined ? null : choose(locked))
        return Promise.resolve({ kind: 'refuse', reason: null })
      },
    },
  } as unknown as FollowUpPorts
  return { count: await releaseExpired(ports), asked, postponed, decided, chosen }
}

const release = (...expired: Transaction[]) => releaseFinding(undefined, ...expired)

it('expired authorizations are processed twenty at a time', async () => {
  const { count, asked } = await release(expiredFor(0), expiredFor(1))
  expect(count).toBe(2)
  expect(asked).toEqual([[NOW_MS, 20]])
})

it('an expired authorization is tried again tomorrow, for a week', async () => {
  const ages = [0, 7 * DAY_MS - 1, 7 * DAY_MS]
  const { postponed, decided } = await release(...ages.map(expiredFor))
  const [tomorrowMs, never] = [NOW_MS + DAY_MS, null]
  expect(postponed).toEqual(
    ages.map((age, place) => ['m1', `expired ${age}`, NOW_MS, [tomorrowMs, tomorrowMs, never][place]]),
  )
  expect(decided).toEqual(ages.map((age) => ['m1', `expired ${age}`]))
})

it('an authorization that was extended after the list was read is not released', async () => {
  const parent = (authorizationExpiresAtMs: number) => ({
    status: 'APPROVED',
    transactionType: 'AUTHORIZE',
    currency: 'EUR',
    amountMinor: 100,
    createdAtMs: NOW_MS - DAY_MS,
    processing: null,
    money: {
      authorizedMinor: 100,
      capturedMinor: 0,
      voidedMinor: 0,
      refundedMinor: 0,
      finalCapture: false,
      authorizationExpiresAtMs,
    },
  })
  const locked = { parent: parent(NOW_MS + 1), changeUnderWay: null, isVoided: false }
  const { chosen } = await releaseFinding(locked, expiredFor(0))
  expect(chosen).toEqual([{ kind: 'refuse', reason: null }])
})
