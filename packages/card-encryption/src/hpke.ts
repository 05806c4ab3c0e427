/**
 * HPKE (RFC 9180) in base mode, one message per encapsulated key, always with HKDF-SHA256.
 *
 * Only the construction lives here; the curve, the MAC and the cipher come from {@link Primitives}.
 */
import { concat, toUint16, toUtf8, wipe, type Bytes } from './bytes.ts'
import type { Aead, Kem, KeyPair, OpeningPrimitives, Primitives, SealingPrimitives } from './primitives.ts'
import { settle, type Steps } from './steps.ts'

/** Curve and cipher that go together; the KDF is always HKDF-SHA256. */
export interface Suite {
  readonly kem: Kem
  readonly aead: Aead
}

/** Names of the suites in a JWK, from draft-ietf-jose-hpke-encrypt. */
export type SuiteName = 'HPKE-7' | 'HPKE-4'

/**
 * The suites a merchant key can have, by the `alg` of its JWK.
 *
 * HPKE-7 is native in every browser and allowed by FIPS; HPKE-4 is constant-time in plain JavaScript.
 *
 * @see docs/protocol/card-encryption.md#card-encryption
 */
export const SUITES: Readonly<Record<SuiteName, Suite>> = {
  'HPKE-7': {
    kem: { id: 0x0010, kty: 'EC', crv: 'P-256', publicKeyBytes: 65 },
    aead: { id: 0x0002, name: 'AES-GCM', keyBytes: 32 },
  },
  'HPKE-4': {
    kem: { id: 0x0020, kty: 'OKP', crv: 'X25519', publicKeyBytes: 32 },
    aead: { id: 0x0003, name: 'ChaCha20-Poly1305', keyBytes: 32 },
  },
}

export function isSuiteName(name: unknown): name is SuiteName {
  return typeof name === 'string' && Object.hasOwn(SUITES, name)
}

/** HKDF-SHA256 (RFC 9180 §7.2), the only KDF here. */
export const KDF_ID = 0x0001

/** Output of SHA-256 (Nh), and the secret of both KEMs (Nsecret). */
const HASH_BYTES = 32

/** Nonce of all three AEADs of RFC 9180 (Nn). */
const NONCE_BYTES = 12

/** Tag of all three AEADs of RFC 9180 (Nt). */
export const TAG_BYTES = 16

const MODE_BASE = 0x00

const EMPTY = new Uint8Array()

/** HMAC pads its key with zeros, so this equals the empty salt of RFC 5869 §2.2, which WebCrypto refuses as a key. */
const NO_SALT = new Uint8Array(HASH_BYTES)

export interface SealOptions {
  /** Used for this message only: a second message would repeat the nonce. */
  readonly ephemeral: KeyPair
  readonly recipientPublicKey: Bytes
  readonly info: Bytes
  readonly associatedData: Bytes
  readonly plaintext: Bytes
}

/** Seals one message (RFC 9180 §6.1, `SealBase`). */
export function* seal(
  primitives: SealingPrimitives,
  suite: Suite,
  options: SealOptions,
): Steps<{ enc: Bytes; ciphertext: Bytes }> {
  const { ephemeral, recipientPublicKey, info, associatedData, plaintext } = options
  const enc = ephemeral.publicKey
  const sharedSecret = yield* agreeSecret(primitives, suite.kem, {
    own: ephemeral,
    peerPublicKey: recipientPublicKey,
    context: concat(enc, recipientPublicKey),
  })
  const context = yield* deriveContext(primitives, suite, info)
  const { key, nonce } = yield* deriveMessageKey(primitives, suite, sharedSecret, context)
  const ciphertext = yield* settle(
    primitives.encrypt({ aead: suite.aead, key, nonce, associatedData, data: plaintext }),
  )
  wipe(key, nonce)
  return { enc, ciphertext }
}

export interface OpenOptions {
  readonly recipient: KeyPair
  readonly enc: Bytes
  /** The result of {@link deriveSchedule} for the suite and `info`. */
  readonly schedule: KeySchedule
  readonly associatedData: Bytes
  readonly ciphertext: Bytes
}

/**
 * Opens one message (RFC 9180 §6.1, `OpenBase`).
 *
 * @throws The errors that the primitives throw for a bad point or a wrong tag.
 */
export function* open(primitives: OpeningPrimitives, suite: Suite, options: OpenOptions): Steps<Bytes> {
  const { recipient, enc, schedule, associatedData, ciphertext } = options
  const sharedSecret = recipient.decapsulate
    ? yield* settle(recipient.decapsulate(enc))
    : yield* agreeSecret(primitives, suite.kem, {
        own: recipient,
        peerPublicKey: enc,
        context: concat(enc, recipient.publicKey),
      })
  const secret = yield* settle(primitives.hmac(sharedSecret, schedule.secretLabel))
  const key = yield* settle(primitives.hmac(secret, schedule.keyLabel))
  const nonce = yield* settle(primitives.hmac(secret, schedule.nonceLabel))
  const plaintext = yield* settle(
    primitives.decrypt({
      aead: suite.aead,
      key: key.subarray(0, suite.aead.keyBytes),
      nonce: nonce.subarray(0, NONCE_BYTES),
      associatedData,
      data: ciphertext,
    }),
  )
  wipe(sharedSecret, secret, key, nonce)
  return plaintext
}

/**
 * The inputs that {@link deriveMessageKey} authenticates: the same for every message with one suite and `info`. Nothing
 * in it is secret.
 */
export interface KeySchedule {
  readonly secretLabel: Bytes
  readonly keyLabel: Bytes
  readonly nonceLabel: Bytes
}

/** Prepares {@link open} for many messages to one key: its labels are computed once. */
export function* deriveSchedule(primitives: Primitives, suite: Suite, info: Bytes): Steps<KeySchedule> {
  const context = yield* deriveContext(primitives, suite, info)
  const written: Bytes[] = []
  const noting: Primitives = {
    hmac(_key, message) {
      written.push(message.slice())
      return new Uint8Array(HASH_BYTES)
    },
  }
  yield* deriveMessageKey(noting, suite, new Uint8Array(HASH_BYTES), context)
  const [secretLabel = EMPTY, keyLabel = EMPTY, nonceLabel = EMPTY] = written
  return { secretLabel, keyLabel, nonceLabel }
}

/** Diffie-Hellman and `ExtractAndExpand` (RFC 9180 §4.1). `context` is the encapsulated key, then the recipient's. */
export function* agreeSecret(
  primitives: Primitives,
  kem: Kem,
  { own, peerPublicKey, context }: { own: KeyPair; peerPublicKey: Bytes; context: Bytes },
): Steps<Bytes> {
  const suiteId = concat(toUtf8('KEM'), toUint16(kem.id))
  const dh = yield* settle(own.agree(peerPublicKey))
  const extracted = yield* labeledExtract(primitives, suiteId, NO_SALT, 'eae_prk', dh)
  const secret = yield* labeledExpand(primitives, suiteId, extracted, 'shared_secret', context, HASH_BYTES)
  wipe(dh, extracted)
  return secret
}

/** Turns the shared secret into the key and nonce of the first and only message. Wipes the shared secret. */
export function* deriveMessageKey(
  primitives: Primitives,
  suite: Suite,
  sharedSecret: Bytes,
  context: Bytes,
): Steps<{ key: Bytes; nonce: Bytes }> {
  const suiteId = encodeSuiteId(suite)
  const secret = yield* extractSecret(primitives, suite, sharedSecret)
  const key = yield* labeledExpand(primitives, suiteId, secret, 'key', context, suite.aead.keyBytes)
  const nonce = yield* labeledExpand(primitives, suiteId, secret, 'base_nonce', context, NONCE_BYTES)
  wipe(sharedSecret, secret)
  return { key, nonce }
}

/** Returns the secret of `KeySchedule` (RFC 9180 §5.1), with an empty pre-shared key. */
export function* extractSecret(primitives: Primitives, suite: Suite, sharedSecret: Bytes): Steps<Bytes> {
  return yield* labeledExtract(primitives, encodeSuiteId(suite), sharedSecret, 'secret', EMPTY)
}

/** `key_schedule_context` (RFC 9180 §5.1): the same for every message with this suite and `info`. Nothing in it is secret. */
export function* deriveContext(primitives: Primitives, suite: Suite, info: Bytes): Steps<Bytes> {
  const suiteId = encodeSuiteId(suite)
  const pskIdHash = yield* labeledExtract(primitives, suiteId, NO_SALT, 'psk_id_hash', EMPTY)
  const infoHash = yield* labeledExtract(primitives, suiteId, NO_SALT, 'info_hash', info)
  return concat(Uint8Array.of(MODE_BASE), pskIdHash, infoHash)
}

/** `suite_id` of all but the KEM (RFC 9180 §5.1). */
export function encodeSuiteId({ kem, aead }: Suite): Bytes {
  return concat(toUtf8('HPKE'), toUint16(kem.id), toUint16(KDF_ID), toUint16(aead.id))
}

/** RFC 9180 §4, `LabeledExtract`. */
function* labeledExtract(
  primitives: Primitives,
  suiteId: Bytes,
  salt: Bytes,
  label: string,
  input: Bytes,
): Steps<Bytes> {
  const labeled = concat(toUtf8('HPKE-v1'), suiteId, toUtf8(label), input)
  const extracted = yield* settle(primitives.hmac(salt, labeled))
  wipe(labeled)
  return extracted
}

/** RFC 9180 §4, `LabeledExpand`. One block of HKDF suffices: nothing here is longer than the hash (RFC 5869 §2.3). */
export function* labeledExpand(
  primitives: Primitives,
  suiteId: Bytes,
  secret: Bytes,
  label: string,
  info: Bytes,
  lengthBytes: number,
): Steps<Bytes> {
  const labeled = concat(toUint16(lengthBytes), toUtf8('HPKE-v1'), suiteId, toUtf8(label), info)
  const block = yield* settle(primitives.hmac(secret, concat(labeled, Uint8Array.of(1))))
  return block.subarray(0, lengthBytes)
}
