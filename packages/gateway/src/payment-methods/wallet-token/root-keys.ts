import { importVerifyingKey, type VerifyingKey } from '@sluice/shared/p256'
import { memoizeSignatures } from '@sluice/platform/crypto/remember-keys'

import { readBase64 } from './read-base64.ts'
import { asMembers, readInstant, readJsonMembers } from './read-json.ts'
import type { TokenVersion } from './wallet-token.ts'

/** A key with which the wallet signs its intermediate keys. */
export interface RootKey {
  readonly protocolVersion: string
  /** The expiry; null if there is none, which only ECv1 allows. */
  readonly expiresAtMs: number | null
  readonly key: VerifyingKey
}

/** A root signs few keys, each for days. With ECv1 it signs every payment, so caching verified keys does not help. */
const SIGNATURES_MAX = 16

/** Parses the wallet's file of root keys, without unreadable entries; null for an unreadable file. */
export function readRootKeys(text: string): readonly RootKey[] | null {
  const list = readJsonMembers(text)?.['keys']
  return Array.isArray(list) ? list.flatMap((entry) => readEntry(entry) ?? []) : null
}

function readEntry(entry: unknown): RootKey | null {
  const { keyValue, protocolVersion, keyExpiration } = asMembers(entry) ?? {}
  if (typeof keyValue !== 'string' || typeof protocolVersion !== 'string') return null
  const expiresAtMs = keyExpiration === undefined ? null : readInstant(keyExpiration)
  if (keyExpiration !== undefined && expiresAtMs === null) return null
  const spki = readBase64(keyValue)
  const key = spki === null ? null : importVerifyingKey(spki)
  return key && { protocolVersion, expiresAtMs, key: memoizeSignatures(key, SIGNATURES_MAX) }
}

/** Returns the keys that may currently sign tokens of this version. */
export function usableRootKeys(
  roots: readonly RootKey[],
  version: TokenVersion,
  nowMs: number,
): readonly RootKey[] {
  return roots.filter(({ protocolVersion, expiresAtMs }) => {
    if (protocolVersion !== version) return false
    return expiresAtMs === null ? version === 'ECv1' : expiresAtMs > nowMs
  })
}
