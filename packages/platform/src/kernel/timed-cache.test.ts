import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { describe, expect, it } from 'vitest'

import { createTimedCache, memoize } from './timed-cache.ts'

function standingClock() {
  let nowMs = 1_000
  return { now: () => nowMs, advance: (ms: number) => (nowMs += ms) }
}

/** A weak reference holds its value until the turn in which it was made is over. */
async function collectGarbage(): Promise<void> {
  await nextTurn()
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}

describe('createTimedCache', () => {
  it('drops a value when it has expired', () => {
    const clock = standingClock()
    const cache = createTimedCache<string>({ clock, maxEntries: 10 })
    cache.set('a', 'x', 1_500)
    clock.advance(499)
    expect(cache.get('a')).toBe('x')
    clock.advance(1)
    expect(cache.get('a')).toBeUndefined()
  })

  it('releases unused values once they have expired', async () => {
    const clock = standingClock()
    const cache = createTimedCache<object>({ clock, maxEntries: 10 })
    const held = ['a', 'b', 'c'].map((key) => {
      const value = { key }
      cache.set(key, value, 1_500)
      return new WeakRef(value)
    })
    clock.advance(500)
    cache.set('d', {}, 2_000)
    await collectGarbage()
    expect(held.map((each) => each.deref())).toEqual([undefined, undefined, undefined])
  })

  it('evicts the least recently used value', () => {
    const cache = createTimedCache<string>({ clock: standingClock(), maxEntries: 2 })
    cache.set('a', 'x', Infinity)
    cache.set('b', 'y', Infinity)
    cache.get('a')
    cache.set('c', 'z', Infinity)
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['x', undefined, 'z'])
  })

  it('keeps the order of the last uses, also for a value that is used twice', () => {
    const cache = createTimedCache<string>({ clock: standingClock(), maxEntries: 2 })
    const ask = (...keys: string[]): unknown[] => keys.map((key) => cache.get(key))
    cache.set('a', 'x', Infinity)
    ask('a', 'a')
    cache.set('b', 'y', Infinity)
    ask('a', 'b', 'b', 'a')
    cache.set('c', 'z', Infinity)
    expect(ask('a', 'b', 'c')).toEqual(['x', undefined, 'z'])
  })

  it('counts a value that is set again as new', () => {
    const cache = createTimedCache<string>({ clock: standingClock(), maxEntries: 2 })
    for (const key of ['a', 'b', 'a', 'c']) cache.set(key, key, Infinity)
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['a', undefined, 'c'])
  })
})

describe('memoize', () => {
  function prepare(answer: (name: string) => Promise<string | null>) {
    const clock = standingClock()
    const asked: string[] = []
    const ask = memoize({ clock, maxEntries: 10, lifetimeMs: 5_000 }, (name: string) => {
      asked.push(name)
      return answer(name)
    })
    return { clock, asked, ask }
  }

  it('loads once for concurrent callers, and again after expiry', async () => {
    const { clock, asked, ask } = prepare(async (name) => name)
    expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual(['a', 'a', 'b'])
    clock.advance(4_999)
    await ask('a')
    expect(asked).toEqual(['a', 'b'])
    clock.advance(1)
    await ask('a')
    expect(asked).toEqual(['a', 'b', 'a'])
  })

  it('loads evicted values again, and no others', async () => {
    const { asked, ask } = prepare(async (name) => name)
    await Promise.all([ask('a'), ask('b')])
    ask.forget('a')
    await Promise.all([ask('a'), ask('b')])
    expect(asked).toEqual(['a', 'b', 'a'])
  })

  it('caches missing values', async () => {
    const { asked, ask } = prepare(async () => null)
    expect([await ask('a'), await ask('a')]).toEqual([null, null])
    expect(asked).toEqual(['a'])
  })

  it('does not cache a failure', async () => {
    let fails = true
    const { ask } = prepare(async (name) => {
      if (fails) throw new Error('down')
      return name
    })
    await expect(ask('a')).rejects.toThrow('down')
    fails = false
    expect(await ask('a')).toBe('a')
  })

  it('distinguishes keys with several parts', async () => {
    const ask = memoize(
      { clock: standingClock(), maxEntries: 10, lifetimeMs: 1 },
      async (first: string, second: string) => `${first}+${second}`,
    )
    expect([await ask('a,b', 'c'), await ask('a', 'b,c')]).toEqual(['a,b+c', 'a+b,c'])
  })
})
