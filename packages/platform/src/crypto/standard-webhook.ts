import {
  createHmac,
  createSecretKey,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  timingSafeEqual,
} from 'node:crypto'

import { LIMITS } from '@sluice/types/vocabulary'

/** The three headers of Standard Webhooks 1.0. */
export interface SignedHeaders {
  readonly 'webhook-id': string
  /** Seconds since the epoch. */
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

const SECRET_PREFIX = 'whsec_'
const SYMMETRIC_VERSION = 'v1'
const SIGNING_KEY_PREFIX = 'whsk_'
const ASYMMETRIC_VERSION = 'v1a'
/** An Ed25519 seed, and the public key that belongs to it. */
const [SEED_BYTES, SIGNING_KEY_BYTES] = [32, 64]
/** The prefix of the seed in the PKCS #8 form of an Ed25519 key (RFC 8410). */
const PKCS8_OF_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Writes a symmetric secret as people carry it around: `whsec_` and Base64. */
export function encodeWebhookSecret(key: Uint8Array): string {
  return SECRET_PREFIX + Buffer.from(key).toString('base64')
}

/** Writes an Ed25519 key as people carry it around: `whsk_` and Base64 of seed and public key, 64 bytes together. */
export function encodeSigningKey(key: Uint8Array): string {
  return SIGNING_KEY_PREFIX + Buffer.from(key).toString('base64')
}

/**
 * Signs a message by Standard Webhooks 1.0: HMAC-SHA256 over id, time and body, and Ed25519 over the same where
 * there is a key for it.
 *
 * @param body - the bytes exactly as they will be sent.
 * @param secrets - `whsec_…`; several while they are being rotated.
 * @param signingKey - `whsk_…`, for a `v1a` signature besides.
 */
export function signMessage(
  body: string | Uint8Array,
  options: {
    readonly id: string
    readonly nowMs: number
    readonly secrets: readonly string[]
    readonly signingKey?: string
  },
): SignedHeaders {
  const timestamp = String(Math.floor(options.nowMs / 1000))
  const signatures = options.secrets.map(
    (secret) => `${SYMMETRIC_VERSION},${mac(secret, options.id, timestamp, body).toString('base64')}`,
  )
  if (options.signingKey !== undefined) {
    const signature = signAsymmetric(options.signingKey, options.id, timestamp, body)
    signatures.push(`${ASYMMETRIC_VERSION},${signature.toString('base64')}`)
  }
  return {
    'webhook-id': options.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

/**
 * Returns whether a message was signed with one of the secrets within five minutes before or after now. Signatures of
 * unknown versions are ignored.
 */
export function isSignedMessage(
  body: string | Uint8Array,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  options: { readonly nowMs: number; readonly secrets: readonly string[] },
): boolean {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const signature = headers['webhook-signature']
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signature !== 'string') return false
  // An id with a dot could move the border between id and time.
  if (id === '' || id.includes('.') || !/^[0-9]{1,12}$/.test(timestamp)) return false
  const ageMs = Math.abs(options.nowMs - Number(timestamp) * 1000)
  if (ageMs > LIMITS.WEBHOOK_TOLERANCE_SECONDS * 1000) return false

  const given = signature
    .split(' ')
    .filter((text) => text.startsWith(`${SYMMETRIC_VERSION},`))
    .map((text) => Buffer.from(text.slice(SYMMETRIC_VERSION.length + 1), 'base64'))
  return options.secrets.some((secret) => {
    const expected = mac(secret, id, timestamp, body)
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected))
  })
}

function mac(secret: string, id: string, timestamp: string, body: string | Uint8Array): Buffer {
  const key = Buffer.from(
    secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : '',
    'base64',
  )
  if (key.length === 0) throw new TypeError(`a webhook secret is ${SECRET_PREFIX} and Base64`)
  return createHmac('sha256', createSecretKey(key)).update(`${id}.${timestamp}.`).update(body).digest()
}

function signAsymmetric(
  signingKey: string,
  id: string,
  timestamp: string,
  body: string | Uint8Array,
): Buffer {
  const bytes = readSigningKey(signingKey)
  if (bytes === null) {
    throw new TypeError(`a signing key is ${SIGNING_KEY_PREFIX} and Base64 of ${SIGNING_KEY_BYTES} bytes`)
  }
  const signed = Buffer.concat([
    Buffer.from(`${id}.${timestamp}.`),
    typeof body === 'string' ? Buffer.from(body) : body,
  ])
  return sign(null, signed, toPrivateKey(bytes))
}

/** Returns whether it is `whsk_` and Base64 of an Ed25519 seed and the public key that belongs to it. */
export function isSigningKey(text: string): boolean {
  const bytes = readSigningKey(text)
  if (bytes === null) return false
  const { x } = createPublicKey(toPrivateKey(bytes)).export({ format: 'jwk' })
  return x === bytes.subarray(SEED_BYTES).toString('base64url')
}

function readSigningKey(text: string): Buffer | null {
  if (!text.startsWith(SIGNING_KEY_PREFIX)) return null
  const bytes = Buffer.from(text.slice(SIGNING_KEY_PREFIX.length), 'base64')
  return bytes.length === SIGNING_KEY_BYTES ? bytes : null
}

/** Imports a key from the seed alone, because the public key is derived from it. */
function toPrivateKey(bytes: Buffer): KeyObject {
  const key = Buffer.concat([PKCS8_OF_ED25519, bytes.subarray(0, SEED_BYTES)])
  return createPrivateKey({ format: 'der', type: 'pkcs8', key })
}
