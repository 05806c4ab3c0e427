import { Secret } from '@sluice/shared/secret'
import { expect, it } from 'vitest'

import { cacheTokens } from './cache-tokens.ts'

function prepare() {
  let nowMs = 0
  const grants: (string | null)[] = []
  const { get, renew } = cacheTokens({ now: () => nowMs }, async (account) => {
    grants.push(account)
    await Promise.resolve()
    if (account === 'broken') throw new Error('no token')
    return { token: new Secret(`token ${grants.length}`), expiresAtMs: nowMs + 600_000 }
  })
  return { get, renew, grants, wait: (ms: number) => (nowMs += ms) }
}

it('shares one request among all calls that need a token at once', async () => {
  const { get, grants } = prepare()
  const tokens = await Promise.all(Array.from({ length: 50 }, () => get('main')))
  expect(new Set(tokens.map((token) => token.reveal()))).toEqual(new Set(['token 1']))
  expect(grants).toEqual(['main'])
})

it('renews a token before it expires, and keeps one token per account', async () => {
  const { get, grants, wait } = prepare()
  await get('main')
  wait(539_000)
  expect((await get('main')).reveal()).toBe('token 1')
  wait(2_000)
  expect((await get('main')).reveal()).toBe('token 2')
  await get('second')
  expect(grants).toEqual(['main', 'main', 'second'])
})

it('retries after a failed request', async () => {
  const { get, grants } = prepare()
  await expect(get('broken')).rejects.toThrow('no token')
  await expect(get('broken')).rejects.toThrow('no token')
  expect(grants).toHaveLength(2)
})

it('replaces a refused token once, however many calls it was refused to', async () => {
  const { get, renew, grants } = prepare()
  const refused = await get('main')
  const renewed = await Promise.all(Array.from({ length: 50 }, () => renew('main', refused)))
  expect(new Set(renewed.map((token) => token.reveal()))).toEqual(new Set(['token 2']))
  // A caller whose rejection arrives late gets the same token as the others.
  expect((await renew('main', refused)).reveal()).toBe('token 2')
  expect((await get('main')).reveal()).toBe('token 2')
  expect(grants).toEqual(['main', 'main'])
})
