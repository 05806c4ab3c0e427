import { describe, expect, it } from 'vitest'

import { createManualClock } from '../../../../platform/test/manual-clock.ts'
import { KEYS, makeKey, rootFile } from '../../../test/wallet-tokens.ts'
import { freshForMs } from './fresh-for.ts'
import { keepRoots, RootsUnavailableError } from './keep-roots.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** A wallet with the file of the test, or one that does not respond. */
function makeWallet(freshForMs: number | null) {
  const clock = createManualClock()
  const failures: unknown[] = []
  const wallet = { text: rootFile(KEYS.root), isDown: false, fetches: 0 }
  const read = keepRoots({
    clock,
    onFailure: (error) => failures.push(error),
    fetch: () => {
      wallet.fetches += 1
      return wallet.isDown
        ? Promise.reject(new Error('it is down'))
        : Promise.resolve({ text: wallet.text, freshForMs })
    },
  })
  return { clock, failures, wallet, read }
}

describe('the root keys of the wallet', () => {
  it('are fetched once for all waiting callers, and again when they are stale', async () => {
    const { clock, wallet, read } = makeWallet(2 * HOUR_MS)
    await Promise.all([read(), read(), read()])
    expect(wallet.fetches).toBe(1)
    clock.advance(2 * HOUR_MS - 1)
    await read()
    expect(wallet.fetches).toBe(1)
    clock.advance(1)
    wallet.text = rootFile(KEYS.root, makeKey())
    expect(await read()).toHaveLength(4)
    expect(wallet.fetches).toBe(2)
  })

  it.each([
    ['nothing', null, HOUR_MS],
    ['never to store them', 0, MINUTE_MS],
    ['a year', 365 * 24 * HOUR_MS, 24 * HOUR_MS],
  ])('with freshness %s', async (_, freshFor, keptMs) => {
    const { clock, wallet, read } = makeWallet(freshFor)
    await read()
    clock.advance(keptMs - 1)
    await read()
    expect(wallet.fetches).toBe(1)
    clock.advance(1)
    await read()
    expect(wallet.fetches).toBe(2)
  })

  it('are used for a day while the wallet is down, and requested every ten seconds', async () => {
    const { clock, wallet, failures, read } = makeWallet(HOUR_MS)
    await read()
    wallet.isDown = true
    clock.advance(HOUR_MS)
    expect(await read()).toHaveLength(2)
    expect(await read()).toHaveLength(2)
    expect(wallet.fetches).toBe(2)
    clock.advance(24 * HOUR_MS - 1)
    expect(await read()).toHaveLength(2)
    expect(failures).toHaveLength(2)
    clock.advance(1)
    await expect(read()).rejects.toThrow(RootsUnavailableError)
    wallet.isDown = false
    clock.advance(10_000)
    expect(await read()).toHaveLength(2)
  })

  it('are unknown if they were never fetched', async () => {
    const { clock, wallet, read } = makeWallet(null)
    wallet.isDown = true
    await expect(read()).rejects.toThrow(RootsUnavailableError)
    await expect(read()).rejects.toMatchObject({
      name: 'RootsUnavailableError',
      message: 'the root keys of the wallet cannot be fetched',
    })
    expect(wallet.fetches).toBe(1)
    wallet.isDown = false
    clock.advance(10_000)
    expect(await read()).toHaveLength(2)
  })

  it.each([
    '',
    '{}',
    '{"keys":[]}',
    '{"keys":[{"keyValue":"AAAA","protocolVersion":"ECv2","keyExpiration":"1"}]}',
  ])('a file without a key does not replace one with a key: %s', async (text) => {
    const { clock, wallet, failures, read } = makeWallet(HOUR_MS)
    await read()
    wallet.text = text
    clock.advance(HOUR_MS)
    expect(await read()).toHaveLength(2)
    expect(failures).toEqual([new Error('the file contains no readable root keys')])
  })
})

describe('freshForMs', () => {
  const NOW_MS = Date.UTC(2026, 0, 15)
  it.each([
    [{}, null],
    [{ 'cache-control': 'public, max-age=600' }, 600_000],
    [{ 'cache-control': 'max-age=600', age: '100' }, 500_000],
    [{ 'cache-control': 'max-age=600', age: '700' }, 0],
    [{ 'cache-control': 'max-age=600', age: '100x' }, 600_000],
    [{ 'cache-control': 'max-age=600', age: 'x100' }, 600_000],
    [{ 'cache-control': 's-maxage=60, max-age=600' }, 600_000],
    [{ 'cache-control': 'no-store, max-age=600' }, 0],
    [{ 'cache-control': 'public', expires: new Date(NOW_MS + 5000).toUTCString() }, 5000],
    [{ expires: '0' }, 0],
  ])('%j', (headers, expected) => {
    expect(freshForMs(headers, NOW_MS)).toBe(expected)
  })
})
