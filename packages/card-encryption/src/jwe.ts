/**
 * The second accepted form of a sealed field: a compact JWE (RFC 7516 §7.1) with `ECDH-ES` and `A256GCM`, for senders
 * whose platform has JOSE but no HPKE.
 *
 * Algorithms are pinned and the header is a closed list, so that none of JOSE's choices is left to the sender.
 *
 * @see docs/protocol/card-encryption.md#card-encryption
 */
import { createHash } from 'node:crypto'
import { decodeBase64 } from './base64.ts'
import { concat, toUtf8, wipe, type Bytes } from './bytes.ts'
import { EncryptionKeyError } from './encryption-key-error.ts'
import { SUITES, TAG_BYTES } from './hpke.ts'
import { isRecord } from './is-record.ts'
import { fromUtf8, parseJsonObject } from './json.ts'
import { parseCurvePoint, toPublicKeyBytes } from './key.ts'
import { nodeOpening, type NodeKeyPair } from './node.ts'
import type { OpenedField, OpenFailure, OpenFieldOptions } from './open-result.ts'

const KEY_AGREEMENT = 'ECDH-ES'
const CONTENT_ENCRYPTION = 'A256GCM'
const TYPE = 'pgw-field+jwe'

/** Curve of the agreement and cipher of the content; a sealed field of suite HPKE-7 has the same. */
const { kem, aead } = SUITES['HPKE-7']

const COMPACT_PARTS = 5
const NONCE_BYTES = 12

const HEADER_MEMBERS: readonly string[] = ['alg', 'enc', 'kid', 'typ', 'fld', 'ctx', 'iat', 'epk']
const EPHEMERAL_KEY_MEMBERS: readonly string[] = ['kty', 'crv', 'x', 'y']

interface Header {
  readonly alg: string
  readonly enc: string
  readonly kid: string
  readonly typ: string
  readonly fld: string
  readonly ctx: string
  readonly iat: number
  readonly ephemeralPublicKey: Bytes
}

interface CompactJwe {
  readonly header: Header
  readonly associatedData: Bytes
  readonly nonce: Bytes
  readonly ciphertext: Bytes
}

/** Four dots: Base64 has none. */
export function isCompactJwe(wire: string): boolean {
  return wire.split('.', COMPACT_PARTS + 1).length === COMPACT_PARTS
}

/**
 * Opens the JWE form, with the checks in the same order as for a sealed field.
 *
 * @returns The content, or the first check that failed. Says nothing about its age.
 */
export function openJwe({ wire, field, context, keys }: OpenFieldOptions): OpenedField | OpenFailure {
  const jwe = parseCompactJwe(wire)
  if (jwe === undefined) return 'malformed'
  const { header, associatedData, nonce, ciphertext } = jwe
  if (header.typ !== TYPE) return 'unsupported_version'

  const key = keys.get(header.kid)
  if (key === undefined) return 'unknown_key'
  if (header.alg !== KEY_AGREEMENT || header.enc !== CONTENT_ENCRYPTION || key.alg !== KEY_AGREEMENT) {
    return 'suite_mismatch'
  }
  if (header.fld !== field || header.ctx !== context) return 'decrypt_error'

  let value: string
  try {
    const contentKey = deriveContentKey(key.keyPair, header.ephemeralPublicKey)
    const plaintext = nodeOpening.decrypt({ aead, key: contentKey, nonce, associatedData, data: ciphertext })
    value = fromUtf8(plaintext)
    wipe(contentKey, plaintext)
  } catch {
    return 'decrypt_error'
  }
  const replayKey = createHash('sha256').update(header.ephemeralPublicKey.subarray(1)).digest()
  return {
    value,
    issuedAtSeconds: header.iat,
    keyId: key.kid,
    replayKey: new Uint8Array(replayKey),
  }
}

/** Concat KDF (RFC 7518 §4.6.2) for direct agreement: one round, algorithm id = `enc`, no party information. */
function deriveContentKey(recipient: NodeKeyPair, ephemeralPublicKey: Bytes): Bytes {
  const shared = recipient.agree(ephemeralPublicKey)
  const algorithm = toUtf8(CONTENT_ENCRYPTION)
  const contentKey = createHash('sha256')
    .update(toUint32(1))
    .update(shared)
    .update(concat(toUint32(algorithm.length), algorithm))
    .update(concat(toUint32(0), toUint32(0)))
    .update(toUint32(aead.keyBytes * 8))
    .digest()
  wipe(shared)
  return new Uint8Array(contentKey)
}

function parseCompactJwe(wire: string): CompactJwe | undefined {
  const [protectedHeader = '', encryptedKey, nonceText = '', ciphertextText = '', tagText = ''] =
    wire.split('.')
  const header = parseHeader(protectedHeader)
  const nonce = decodeBase64(nonceText)
  const ciphertext = decodeBase64(ciphertextText)
  const tag = decodeBase64(tagText)
  // Direct agreement carries no encrypted key (RFC 7516 §5.1 step 5).
  if (header === undefined || encryptedKey !== '' || ciphertext === undefined) return undefined
  if (nonce?.length !== NONCE_BYTES || tag?.length !== TAG_BYTES) return undefined
  return { header, associatedData: toUtf8(protectedHeader), nonce, ciphertext: concat(ciphertext, tag) }
}

function parseHeader(text: string): Header | undefined {
  const bytes = decodeBase64(text)
  const header = bytes && parseJsonObject(bytes)
  if (header === undefined || !hasOnly(header, HEADER_MEMBERS)) return undefined
  const { alg, enc, kid, typ, fld, iat, epk } = header
  const ctx = header['ctx'] ?? ''
  const ephemeralPublicKey = parseEphemeralKey(epk)
  if (
    typeof alg !== 'string' ||
    typeof enc !== 'string' ||
    typeof kid !== 'string' ||
    typeof typ !== 'string' ||
    typeof fld !== 'string' ||
    typeof ctx !== 'string' ||
    typeof iat !== 'number' ||
    !Number.isSafeInteger(iat) ||
    ephemeralPublicKey === undefined
  ) {
    return undefined
  }
  return { alg, enc, kid, typ, fld, ctx, iat, ephemeralPublicKey }
}

function parseEphemeralKey(jwk: unknown): Bytes | undefined {
  if (!isRecord(jwk) || !hasOnly(jwk, EPHEMERAL_KEY_MEMBERS)) return undefined
  try {
    return toPublicKeyBytes(kem, parseCurvePoint(jwk, kem))
  } catch (error) {
    if (error instanceof EncryptionKeyError) return undefined
    throw error
  }
}

function hasOnly(record: Readonly<Record<string, unknown>>, members: readonly string[]): boolean {
  return Object.keys(record).every((member) => members.includes(member))
}

function toUint32(value: number): Bytes {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}
