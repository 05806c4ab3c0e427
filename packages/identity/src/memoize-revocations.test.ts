import { expect, it } from 'vitest'

import { createManualClock } from '../../platform/test/manual-clock.ts'
import type { RefreshTokenUse } from './refresh-token.ts'
import type { RefreshTokenStore } from './refresh-token.store.ts'
import { memoizeRevocations } from './memoize-revocations.ts'

const USE = {} as RefreshTokenUse

function prepare() {
  const clock = createManualClock()
  const revoked = new Set<string>()
  const asked: string[] = []
  const store: Pick<RefreshTokenStore, 'isRevoked' | 'renew' | 'revoke'> = {
    async isRevoked(familyId) {
      asked.push(familyId)
      return revoked.has(familyId)
    },
    async renew() {
      revoked.add('reused')
      return { refusal: { reason: 'refresh_token_reused' } }
    },
    revoke: async () => void revoked.add('ended'),
  }
  return { store: memoizeRevocations(store as RefreshTokenStore, clock), clock, revoked, asked }
}

it('queries once a second for any number of requests', async () => {
  const { store, clock, asked } = prepare()
  for (let request = 0; request < 10; request += 1) expect(await store.isRevoked('f-1')).toBe(false)
  clock.advance(999)
  await store.isRevoked('f-1')
  expect(asked).toEqual(['f-1'])
  clock.advance(1)
  await store.isRevoked('f-1')
  expect(asked).toEqual(['f-1', 'f-1'])
})

it('sees within a second that another process has revoked a family', async () => {
  const { store, clock, revoked } = prepare()
  await store.isRevoked('f-1')
  revoked.add('f-1')
  clock.advance(1_000)
  expect(await store.isRevoked('f-1')).toBe(true)
})

it('sees its own revocations at once', async () => {
  const { store } = prepare()
  await Promise.all([store.isRevoked('ended'), store.isRevoked('reused')])
  await store.revoke(new Uint8Array(), 'shop', 0)
  expect(await store.isRevoked('ended')).toBe(true)
  await store.renew(USE)
  expect(await store.isRevoked('reused')).toBe(true)
})
