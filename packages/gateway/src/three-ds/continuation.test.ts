import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'

import type { Random } from '@sluice/platform/kernel/random'

import {
  issueHandle,
  lookupOf,
  makeContinuationKeys,
  openJson,
  openSessionId,
  sealJson,
  sealSessionId,
  unwrapDataKey,
} from './continuation.ts'

const random: Random = { bytes: (length) => randomBytes(length), uuid: () => '' }

describe('continuation', () => {
  const keys = makeContinuationKeys(random)
  const { dataKey, ephemeralKey } = keys
  const card = { pan: '4000002760003184', cvv: '123' }

  it('opens with every resume token of the transaction, and with no other', () => {
    const [first, second] = [
      issueHandle(keys, 'PAYMENT_DATA', random),
      issueHandle(keys, 'NOTIFICATION', random),
    ]
    const sealed = sealJson(dataKey, card, 'card t a', random)
    for (const { handle, wrappedKey } of [first, second]) {
      expect(openJson(unwrapDataKey(handle, ephemeralKey, wrappedKey), sealed, 'card t a')).toEqual(card)
    }
    expect(() => unwrapDataKey(second.handle, ephemeralKey, first.wrappedKey)).toThrow()
    expect(() => openJson(dataKey, sealed, 'card t b')).toThrow()
  })

  it('stores neither the resume token nor anything that opens without it', () => {
    const { handle, lookup, wrappedKey } = issueHandle(keys, 'PAYMENT_DATA', random)
    expect(handle).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(lookup).toBe(lookupOf(handle))
    expect(lookup).not.toContain(handle)
    expect(() => unwrapDataKey(lookup, ephemeralKey, wrappedKey)).toThrow()
    const anotherKey = makeContinuationKeys(random).ephemeralKey
    expect(() => unwrapDataKey(handle, anotherKey, wrappedKey)).toThrow()
    expect(wrappedKey.includes(Buffer.from(dataKey))).toBe(false)
  })

  it("opens a session's id only with its own resume token, without the ephemeral key", () => {
    const [{ handle }, other] = [
      issueHandle(keys, 'NOTIFICATION', random),
      issueHandle(keys, 'NOTIFICATION', random),
    ]
    const sealed = sealSessionId(handle, 'session-1', random)
    expect(openSessionId(handle, sealed)).toBe('session-1')
    expect(() => openSessionId(other.handle, sealed)).toThrow()
    expect(() => openSessionId(lookupOf(handle), sealed)).toThrow()
    expect(sealed.includes('session-1')).toBe(false)
  })

  it('issues distinct resume tokens', () => {
    const handles = Array.from({ length: 200 }, () => issueHandle(keys, 'PAGE', random).handle)
    expect(new Set(handles).size).toBe(200)
  })
})
