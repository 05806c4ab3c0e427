import { makeCapability, type Random } from '../kernel/random.ts'
import { deriveKey, KEY_BYTES, openBytes, sealBytes, sha256Base64Url } from '../platform/crypto/aead.ts'

/**
 * Card data that waits for a challenge is sealed under a random data key, and the data key is wrapped under each handle
 * that leaves the service (`payment_data`, the `{id}` of notification addresses). The database holds neither the key nor
 * a handle: it cannot open a card, and neither can a handle alone.
 *
 * @see docs/protocol.md#continuation
 */

/**
 * What a handle is for. PAYMENT_DATA: the merchant's calls. NOTIFICATION: the address that the ACS posts the CRes to.
 * PAGE: the full page that takes a browser to the bank. A CRes is taken only under a NOTIFICATION handle.
 */
export type HandleKind = 'PAYMENT_DATA' | 'NOTIFICATION' | 'PAGE'

/** A handle as it leaves the service, and the row that finds it again. */
export interface IssuedHandle {
  readonly kind: HandleKind
  readonly handle: string
  readonly lookup: string
  readonly wrappedKey: Buffer
}

const LOOKUP_LABEL = 'lookup'
const WRAP_PURPOSE = 'continuation'
const WRAP_AAD = 'data key'

export function makeDataKey(random: Random): Uint8Array {
  return random.bytes(KEY_BYTES)
}

/** Makes a handle: 32 random bytes, base64url, with the data key wrapped under it. */
export function issueHandle(dataKey: Uint8Array, kind: HandleKind, random: Random): IssuedHandle {
  const handle = makeCapability(random)
  return {
    kind,
    handle,
    lookup: lookupOf(handle),
    wrappedKey: sealBytes(deriveKey(Buffer.from(handle, 'utf8'), WRAP_PURPOSE), dataKey, WRAP_AAD, random),
  }
}

/** What the database knows a handle by. */
export function lookupOf(handle: string): string {
  return sha256Base64Url(LOOKUP_LABEL, handle)
}

export function unwrapDataKey(handle: string, wrappedKey: Uint8Array): Uint8Array {
  return openBytes(deriveKey(Buffer.from(handle, 'utf8'), WRAP_PURPOSE), wrappedKey, WRAP_AAD)
}

/** Seals JSON under the data key, bound to the transaction and what it is. */
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
