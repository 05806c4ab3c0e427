/**
 * The schedule of a merchant's encryption keys: when they are created, published, used for decryption, and destroyed.
 *
 * @see docs/protocol/card-encryption.md#key-distribution
 */
import { LIMITS } from '@sluice/types/vocabulary'

/** The forms of sealed fields, each with its own key: the gateway's own, then the JWE. */
export const ENCRYPTION_ALGORITHMS = ['HPKE-7', 'ECDH-ES'] as const

export type EncryptionAlgorithm = (typeof ENCRYPTION_ALGORITHMS)[number]

/** The validity of a key, in whole seconds because the JWK has seconds. */
export interface KeyPeriod {
  /** 1 for the merchant's first key of the algorithm. */
  readonly generation: number
  /** The start of use by senders, epoch milliseconds. */
  readonly notBeforeMs: number
  /** The end of use by senders, epoch milliseconds. */
  readonly expiresAtMs: number
}

/** A merchant's key. */
export interface EncryptionKey extends KeyPeriod {
  readonly alg: EncryptionAlgorithm
  /** The RFC 7638 thumbprint, by which senders name the key. */
  readonly kid: string
  /** The coordinates of the public point on P-256, base64url. */
  readonly x: string
  readonly y: string
}

const LIFETIME_MS = LIMITS.ENCRYPTION_KEY_ROTATION_DAYS * 86_400_000

/** The successor is published for a day before its use, which is longer than a key set is cached. */
const ANNOUNCEMENT_MS = 86_400_000

/** Both keys are valid for as long as a key set may be cached, so that no client is ever without a key. */
const OVERLAP_MS = LIMITS.ENCRYPTION_KEYS_MAX_AGE_SECONDS * 1000

/** A key without a predecessor is needed at once, also by senders whose clock is slow. */
const CLOCK_SKEW_MS = LIMITS.ENVELOPE_CLOCK_SKEW_SECONDS * 1000

/** A field that was sealed at the last moment is valid as long as any sealed field. */
const OPENING_GRACE_MS = (LIMITS.ENVELOPE_MAX_AGE_SECONDS + LIMITS.ENVELOPE_CLOCK_SKEW_SECONDS) * 1000

/**
 * Decides whether the next key is due.
 *
 * @param newest - the merchant's latest key of the algorithm; null if it has none.
 * @returns the next key's period; null if none is due.
 */
export function planNextKey(newest: KeyPeriod | null, nowMs: number): KeyPeriod | null {
  const switchAtMs = newest === null ? nowMs : newest.expiresAtMs - OVERLAP_MS
  if (nowMs < switchAtMs - ANNOUNCEMENT_MS) return null
  const isLate = switchAtMs <= nowMs
  const notBeforeMs = floorToSecond(isLate ? nowMs - CLOCK_SKEW_MS : switchAtMs)
  return { generation: (newest?.generation ?? 0) + 1, notBeforeMs, expiresAtMs: notBeforeMs + LIFETIME_MS }
}

/**
 * Chooses the keys to publish. For each algorithm the key to use comes first: the newest one in use, then older ones,
 * then the announced one.
 */
export function chooseKeysToPublish(keys: readonly EncryptionKey[], nowMs: number): readonly EncryptionKey[] {
  return ENCRYPTION_ALGORITHMS.flatMap((alg) =>
    orderForSenders(
      keys.filter((key) => key.alg === alg),
      nowMs,
    ),
  )
}

function orderForSenders<Key extends KeyPeriod>(keys: readonly Key[], nowMs: number): readonly Key[] {
  const isUsed = (key: Key) => key.notBeforeMs <= nowMs
  const published = keys.filter((key) => nowMs < key.expiresAtMs)
  return [
    ...published.filter(isUsed).sort((a, b) => b.generation - a.generation),
    ...published.filter((key) => !isUsed(key)),
  ]
}

/** Reports whether the key may still decrypt; otherwise it is destroyed. Senders with a fast clock use a key early. */
export function mayOpen(key: KeyPeriod, nowMs: number): boolean {
  return nowMs < openingEndMs(key)
}

/** Returns when the key stops decrypting, epoch milliseconds. It must not be cached beyond that. */
export function openingEndMs({ expiresAtMs }: Pick<KeyPeriod, 'expiresAtMs'>): number {
  return expiresAtMs + OPENING_GRACE_MS
}

/** Returns the instant before which expired keys may no longer decrypt. */
export function destructionLimitMs(nowMs: number): number {
  return nowMs - OPENING_GRACE_MS
}

function floorToSecond(epochMs: number): number {
  return Math.floor(epochMs / 1000) * 1000
}
