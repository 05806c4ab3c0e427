import { describe, expect, it } from 'vitest'

import {
  endOfFamilyMs,
  endOfTokenMs,
  findRefreshRefusal,
  type RefreshFamily,
  type RefreshToken,
} from './refresh-token.ts'

const NOW_MS = 1_000_000

const token: RefreshToken = { expiresAtMs: NOW_MS + 1, usedAtMs: null }
const family: RefreshFamily = {
  id: 'f',
  clientId: 'shop',
  merchantId: 'm',
  scope: 'profile email',
  expiresAtMs: NOW_MS + 1,
  revokedAtMs: null,
}
const used = { ...token, usedAtMs: 1 }
const revoked = { ...family, revokedAtMs: 1 }

describe('findRefreshRefusal', () => {
  it.each([
    ['a good token', token, family, 'shop', null],
    ['a token of another client', token, family, 'other', 'refresh_token_unknown'],
    ['a used token of another client', used, family, 'other', 'refresh_token_unknown'],
    ['a token of a revoked family', token, revoked, 'shop', 'session_ended'],
    ['a used token of a revoked family', used, revoked, 'shop', 'session_ended'],
    ['a token of a family that is over', token, { ...family, expiresAtMs: NOW_MS }, 'shop', 'session_ended'],
    ['a used token', used, family, 'shop', 'refresh_token_reused'],
    [
      'a used token that has expired',
      { expiresAtMs: 0, usedAtMs: 1 },
      family,
      'shop',
      'refresh_token_reused',
    ],
    ['a token that has expired', { ...token, expiresAtMs: NOW_MS }, family, 'shop', 'refresh_token_expired'],
  ] as const)('validates %s', (_, theToken, theFamily, clientId, refusal) => {
    expect(findRefreshRefusal(theToken, theFamily, clientId, NOW_MS)).toBe(refusal)
  })
})

describe('lifetimes', () => {
  it('ends a token after half an hour, and never after its family, which ends after a day', () => {
    const familyEndMs = endOfFamilyMs(NOW_MS)
    expect(familyEndMs).toBe(NOW_MS + 86_400_000)
    expect(endOfTokenMs(familyEndMs, NOW_MS)).toBe(NOW_MS + 1_800_000)
    expect(endOfTokenMs(familyEndMs, familyEndMs - 1)).toBe(familyEndMs)
  })
})
