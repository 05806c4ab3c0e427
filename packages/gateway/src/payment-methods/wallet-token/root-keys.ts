import { importVerifyingKey, type VerifyingKey } from '@sluice/shared/p256'
import { memoizeSignatures } from '@sluice/platform/crypto/remember-keys'

import { readBase64 } from './read-base64.ts'
import { asMembers, readInstant, readJsonMembers } from './read-json.ts'
import type { TokenVersion } from './wallet-token.ts'

/** A key that the wallet signs its intermediate keys with. */
export interface RootKey {
  readonly protocolVersion: string
  /** Null: the wallet names no end, which only ECv1 may. */
  readonly expiresAtMs: number | null
  readonly key: VerifyingKey
}

/** A root signs few keys, each for days; with ECv1 it signs every payment, and what it remembers comes to nothing. */
const SIGNATURES_MAX = 16

/** Reads the wallet's file of root keys; entries that cannot be read are left out, a file that cannot gives null. */
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

/** The keys that may have signed a token of this version now. */
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
