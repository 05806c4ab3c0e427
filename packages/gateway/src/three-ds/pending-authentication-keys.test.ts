import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'

import type { Random } from '@sluice/platform/kernel/random'

import {
  issueResumeToken,
  lookupOf,
  makePendingAuthenticationKeys,
  openJson,
  openSessionId,
  sealJson,
  sealSessionId,
  unwrapDataKey,
} from './pending-authentication-keys.ts'

const random: Random = { bytes: (length) => randomBytes(length), uuid: () => '' }

describe('pending authentication', () => {
  const keys = makePendingAuthenticationKeys(random)
  const { dataKey, ephemeralKey } = keys
  const card = { pan: '4000002760003184', cvv: '123' }

  it('opens with every resume token of the transaction, and with no other', () => {
    const [first, second] = [
      issueResumeToken(keys, 'PAYMENT_DATA', random),
      issueResumeToken(keys, 'NOTIFICATION', random),
    ]
    const sealed = sealJson(dataKey, card, 'card t a', random)
    for (const { resumeToken, wrappedKey } of [first, second]) {
      expect(openJson(unwrapDataKey(resumeToken, ephemeralKey, wrappedKey), sealed, 'card t a')).toEqual(card)
    }
    expect(() => unwrapDataKey(second.resumeToken, ephemeralKey, first.wrappedKey)).toThrow()
    expect(() => openJson(dataKey, sealed, 'card t b')).toThrow()
  })

  it('stores neither the resume token nor anything that opens without it', () => {
    const { resumeToken, lookup, wrappedKey } = issueResumeToken(keys, 'PAYMENT_DATA', random)
    expect(resumeToken).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(lookup).toBe(lookupOf(resumeToken))
    expect(lookup).not.toContain(resumeToken)
    expect(() => unwrapDataKey(lookup, ephemeralKey, wrappedKey)).toThrow()
    const anotherKey = makePendingAuthenticationKeys(random).ephemeralKey
    expect(() => unwrapDataKey(resumeToken, anotherKey, wrappedKey)).toThrow()
    expect(wrappedKey.includes(Buffer.from(dataKey))).toBe(false)
  })

  it("opens a session's id only with its own resume token, without the ephemeral key", () => {
    const [{ resumeToken }, other] = [
      issueResumeToken(keys, 'NOTIFICATION', random),
      issueResumeToken(keys, 'NOTIFICATION', random),
    ]
    const sealed = sealSessionId(resumeToken, 'session-1', random)
    expect(openSessionId(resumeToken, sealed)).toBe('session-1')
    expect(() => openSessionId(other.resumeToken, sealed)).toThrow()
    expect(() => openSessionId(lookupOf(resumeToken), sealed)).toThrow()
    expect(sealed.includes('session-1')).toBe(false)
  })

  it('issues distinct resume tokens', () => {
    const handles = Array.from({ length: 200 }, () => issueResumeToken(keys, 'PAGE', random).resumeToken)
    expect(new Set(handles).size).toBe(200)
  })
})
