import { LIMITS } from '@sluice/types/vocabulary'

import { readBase64 } from './read-base64.ts'
import { asMembers, hasExactly, readJsonMembers } from './read-json.ts'
import { type Failed, failed, type TokenVersion, type WalletToken } from './wallet-token.ts'

const MEMBERS: Readonly<Record<TokenVersion, readonly string[]>> = {
  ECv2: ['protocolVersion', 'signature', 'intermediateSigningKey', 'signedMessage'],
  ECv1: ['protocolVersion', 'signature', 'signedMessage'],
}

// Wallets send one signature, and two during a rotation. Each is tried with each root, which takes time.
const INTERMEDIATE_SIGNATURES_MAX = 8

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Parses a token from a merchant: Base64 of the wallet's JSON, 16 KiB at most. */
export function parseToken(sent: string): { readonly ok: true; readonly token: WalletToken } | Failed {
  const bytes = readBase64(sent)
  if (bytes === null || bytes.length > LIMITS.WALLET_TOKEN_MAX_BYTES) return failed('malformed')
  const text = decodeUtf8(bytes)
  const members = text === null ? null : readJsonMembers(text)
  if (members === null) return failed('malformed')

  const { protocolVersion, signature, signedMessage } = members
  if (typeof protocolVersion !== 'string') return failed('malformed')
  if (!isVersion(protocolVersion)) return failed('unsupported_version')
  if (!hasExactly(members, MEMBERS[protocolVersion])) return failed('malformed')
  if (typeof signature !== 'string' || typeof signedMessage !== 'string') return failed('malformed')
  const intermediate = readIntermediate(members['intermediateSigningKey'])
  if (intermediate === null && protocolVersion === 'ECv2') return failed('malformed')
  return { ok: true, token: { version: protocolVersion, signature, intermediate, signedMessage } }
}

function readIntermediate(value: unknown): WalletToken['intermediate'] {
  const members = asMembers(value)
  if (members === null || !hasExactly(members, ['signedKey', 'signatures'])) return null
  const { signedKey, signatures } = members
  if (typeof signedKey !== 'string' || !isListOfTexts(signatures)) return null
  return signatures.length <= INTERMEDIATE_SIGNATURES_MAX ? { signedKey, signatures } : null
}

function isVersion(text: string): text is TokenVersion {
  return Object.hasOwn(MEMBERS, text)
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return UTF_8.decode(bytes)
  } catch {
    return null
  }
}
