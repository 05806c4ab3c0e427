/**
 * The bytes of a sealed field, as they travel inside Base64.
 *
 * | offset | bytes | member |
 * |---|---|---|
 * | 0 | 1 | version, `0x01` |
 * | 1 | 32 | key id: SHA-256 thumbprint of the recipient's public JWK |
 * | 33 | 2 + 2 + 2 | KEM, KDF and AEAD of the suite |
 * | 39 | 65 or 32 | encapsulated key |
 * | – | rest | ciphertext, the last 16 bytes of it the tag |
 *
 * @see docs/protocol/card-encryption.md#card-encryption
 */
import { concat, toUint16, toUtf8, type Bytes } from './bytes.ts'
import { KDF_ID, SUITES, TAG_BYTES, type Suite } from './hpke.ts'

/** The wire members that travel sealed. The name is bound to the value: a sealed CVV does not open as a card number. */
export const SEALED_FIELD_NAMES = [
  'encrypted_card_number',
  'encrypted_cvv',
  'encrypted_expiration_month',
  'encrypted_expiration_year',
  'encrypted_token_number',
  'encrypted_cryptogram',
] as const

/** Name of the wire member under which a sealed value is sent. */
export type SealedFieldName = (typeof SEALED_FIELD_NAMES)[number]

export const VERSION = 0x01
const VERSION_BYTES = 1
const KEY_ID_BYTES = 32
const SUITE_BYTES = 6
const HEADER_BYTES = VERSION_BYTES + KEY_ID_BYTES + SUITE_BYTES

/** Separates these messages from any other use of the same key. */
const INFO_LABEL = 'pgw card-field v1'

export function encodeHeader(keyId: Bytes, suite: Suite): Bytes {
  return concat(Uint8Array.of(VERSION), keyId, encodeSuite(suite))
}

/** The header is authenticated as part of the HPKE `info`: version, key and suite cannot be exchanged. */
export function encodeInfo(header: Bytes): Bytes {
  return concat(toUtf8(INFO_LABEL), Uint8Array.of(0), header)
}

/**
 * Binds a value to the member it is sent under and to the session it was typed in.
 *
 * @param context - Session id, or the empty string on the direct API.
 */
export function encodeAssociatedData(field: SealedFieldName, context: string): Bytes {
  return toUtf8(`${field}\0${context}`)
}

export interface SealedField {
  readonly header: Bytes
  readonly version: number
  readonly keyId: Bytes
  /** The three ids as they are in the header; compare with {@link isSuite}. */
  readonly suiteIds: Bytes
  readonly enc: Bytes
  readonly ciphertext: Bytes
}

/** @returns `undefined` when the bytes are too few for the header, the encapsulated key and a tag. */
export function splitSealedField(bytes: Bytes): SealedField | undefined {
  const header = bytes.subarray(0, HEADER_BYTES)
  const suiteIds = header.subarray(-SUITE_BYTES)
  const encEnd = HEADER_BYTES + encapsulatedKeyBytes(suiteIds)
  if (bytes.length < encEnd + TAG_BYTES) return undefined
  return {
    header,
    version: header[0] ?? 0,
    keyId: header.subarray(VERSION_BYTES, VERSION_BYTES + KEY_ID_BYTES),
    suiteIds,
    enc: bytes.subarray(HEADER_BYTES, encEnd),
    ciphertext: bytes.subarray(encEnd),
  }
}

export function isSuite(suiteIds: Bytes, suite: Suite): boolean {
  const ids = [suite.kem.id, KDF_ID, suite.aead.id]
  return ids.every((id, at) => id === readUint16(suiteIds, 2 * at))
}

function encodeSuite({ kem, aead }: Suite): Bytes {
  return concat(toUint16(kem.id), toUint16(KDF_ID), toUint16(aead.id))
}

/** An unknown KEM counts as the shortest: its envelope is refused later, for its version, key or suite. */
function encapsulatedKeyBytes(suiteIds: Bytes): number {
  const id = readUint16(suiteIds, 0)
  let shortest = Infinity
  for (const { kem } of Object.values(SUITES)) {
    if (kem.id === id) return kem.publicKeyBytes
    shortest = Math.min(shortest, kem.publicKeyBytes)
  }
  return shortest
}

function readUint16(bytes: Bytes, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}
