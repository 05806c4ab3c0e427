import { makeCapability, type Random } from '@sluice/platform/kernel/random'
import { deriveKey, KEY_BYTES, openBytes, sealBytes, sha256Base64Url } from '@sluice/platform/crypto/aead'

/**
 * Card data that waits for a challenge is sealed under a random data key. The data key is wrapped once for each
 * resume token that leaves the service (`payment_data`, the `{id}` of notification addresses), under a key derived
 * from two secrets: the resume token, which the service does not store, and the ephemeral key of the pending
 * authentication, which is outside the database and is erased when the transaction ends. Neither opens anything
 * without the other, and after the end a copy of the database opens nothing even with every resume token.
 *
 * @see docs/protocol/three-ds.md#continuation
 */

/** The keys that seal a pending authentication. */
export interface PendingAuthenticationKeys {
  /** Seals the card and the step. */
  readonly dataKey: Uint8Array
  /** 32 bytes; the half that is stored outside the database. */
  readonly ephemeralKey: Uint8Array
}

/**
 * The purpose of a resume token. PAYMENT_DATA: the merchant's calls. NOTIFICATION: the address to which the ACS posts
 * the CRes. PAGE: the full page that redirects a browser to the bank. RETURN: the address to which a provider's page
 * redirects the browser. A CRes is accepted only with a NOTIFICATION token, and the result of a provider's page only
 * with a RETURN token.
 */
export type ResumeTokenKind = 'PAYMENT_DATA' | 'NOTIFICATION' | 'PAGE' | 'RETURN'

/** A resume token as it leaves the service, and the row that finds it again. */
export interface IssuedResumeToken {
  readonly kind: ResumeTokenKind
  readonly resumeToken: string
  readonly lookup: string
  /** Creates a new resume token at each call. */
  readonly wrappedKey: Buffer
}

const SESSION_PURPOSE = 'session of a handle'
const SESSION_AAD = 'session id'
const LOOKUP_LABEL = 'lookup'
const WRAP_PURPOSE = 'continuation v2'
const WRAP_AAD = 'data key'

export function makePendingAuthenticationKeys(random: Random): PendingAuthenticationKeys {
  return { dataKey: random.bytes(KEY_BYTES), ephemeralKey: random.bytes(KEY_BYTES) }
}

/** Creates a resume token: 32 random bytes, base64url, with the data key wrapped under it and the ephemeral key. */
export function issueResumeToken(
  { dataKey, ephemeralKey }: PendingAuthenticationKeys,
  kind: ResumeTokenKind,
  random: Random,
): IssuedResumeToken {
  const resumeToken = makeCapability(random)
  return {
    kind,
    resumeToken,
    lookup: lookupOf(resumeToken),
    // The resume token of an AReq is stored only if a challenge follows, which most cards do not need.
    get wrappedKey() {
      return sealBytes(wrappingKey(resumeToken, ephemeralKey), dataKey, WRAP_AAD, random)
    },
  }
}

/** Returns the hash by which the database finds a resume token. */
export function lookupOf(resumeToken: string): string {
  return sha256Base64Url(LOOKUP_LABEL, resumeToken)
}

/** @throws When one of the two secrets is wrong. */
export function unwrapDataKey(
  resumeToken: string,
  ephemeralKey: Uint8Array,
  wrappedKey: Uint8Array,
): Uint8Array {
  return openBytes(wrappingKey(resumeToken, ephemeralKey), wrappedKey, WRAP_AAD)
}

/**
 * Seals the id of the session to whose page a resume token leads. The token opens it without the ephemeral key,
 * because it has to lead to the same page after the card is erased: a bank may post one CRes twice.
 *
 * @decision 0006
 */
export function sealSessionId(resumeToken: string, sessionId: string, random: Random): Buffer {
  return sealBytes(sessionKey(resumeToken), Buffer.from(sessionId, 'utf8'), SESSION_AAD, random)
}

/** @throws When the resume token is wrong. */
export function openSessionId(resumeToken: string, sealed: Uint8Array): string {
  return openBytes(sessionKey(resumeToken), sealed, SESSION_AAD).toString('utf8')
}

function sessionKey(resumeToken: string): Uint8Array {
  return deriveKey(Buffer.from(resumeToken, 'utf8'), SESSION_PURPOSE)
}

/**
 * Derives HKDF-SHA256 of resume token ‖ ephemeral key. Both have a fixed length, so no other pair gives the same
 * bytes.
 */
function wrappingKey(resumeToken: string, ephemeralKey: Uint8Array): Uint8Array {
  return deriveKey(Buffer.concat([Buffer.from(resumeToken, 'utf8'), ephemeralKey]), WRAP_PURPOSE)
}

/** Seals JSON under the data key, bound to the transaction and the purpose. */
export function sealJson(dataKey: Uint8Array, value: unknown, aad: string, random: Random): Buffer {
  const plaintext = Buffer.from(JSON.stringify(value), 'utf8')
  try {
    return sealBytes(dataKey, plaintext, aad, random)
  } finally {
    plaintext.fill(0)
  }
}

export function openJson(dataKey: Uint8Array, sealed: Uint8Array, aad: string): unknown {
  const plaintext = openBytes(dataKey, sealed, aad)
  try {
    return JSON.parse(plaintext.toString('utf8'))
  } finally {
    plaintext.fill(0)
  }
}
