/**
 * When a merchant's encryption keys are made, published, used to open, and destroyed.
 *
 * @see docs/protocol/card-encryption.md#key-distribution
 */
import { LIMITS } from '@sluice/types/vocabulary'

/** The forms of sealed fields that a merchant gets a key for: the gateway's own, then the JWE. */
export const ENCRYPTION_ALGORITHMS = ['HPKE-7', 'ECDH-ES'] as const

export type EncryptionAlgorithm = (typeof ENCRYPTION_ALGORITHMS)[number]

/** When a key is good. Whole seconds, because the JWK says seconds. */
export interface KeyPeriod {
  /** 1 for the merchant's first key of the algorithm. */
  readonly generation: number
  /** Senders use the key from here on; epoch milliseconds. */
  readonly notBeforeMs: number
  /** And until here. */
  readonly expiresAtMs: number
}

/** A merchant's key. */
export interface EncryptionKey extends KeyPeriod {
  readonly alg: EncryptionAlgorithm
  /** RFC 7638 thumbprint; senders name the key by it. */
  readonly kid: string
  /** Coordinates of the public point on P-256, base64url. */
  readonly x: string
  readonly y: string
}

const LIFETIME_MS = LIMITS.ENCRYPTION_KEY_ROTATION_DAYS * 86_400_000

/** The successor stands in the set for a day before it is used: longer than a set is kept. */
const ANNOUNCEMENT_MS = 86_400_000

/** Old and new are both good for as long as a set may be kept, so that no client is ever left without a key. */
const OVERLAP_MS = LIMITS.ENCRYPTION_KEYS_MAX_AGE_SECONDS * 1000

/** A key without predecessor is wanted at once, also by senders whose clock is behind. */
const CLOCK_SKEW_MS = LIMITS.ENVELOPE_CLOCK_SKEW_SECONDS * 1000

/** What was sealed in the last moment stays good as long as any sealed field. */
const OPENING_GRACE_MS = (LIMITS.ENVELOPE_MAX_AGE_SECONDS + LIMITS.ENVELOPE_CLOCK_SKEW_SECONDS) * 1000

/**
 * Says whether it is time for another key.
 *
 * @param newest - the merchant's latest key of the algorithm; null when it has none.
 * @returns the next key's period; null while there is nothing to do.
 */
export function planNextKey(newest: KeyPeriod | null, nowMs: number): KeyPeriod | null {
  const switchAtMs = newest === null ? nowMs : newest.expiresAtMs - OVERLAP_MS
  if (nowMs < switchAtMs - ANNOUNCEMENT_MS) return null
  const isLate = switchAtMs <= nowMs
  const notBeforeMs = floorToSecond(isLate ? nowMs - CLOCK_SKEW_MS : switchAtMs)
  return { generation: (newest?.generation ?? 0) + 1, notBeforeMs, expiresAtMs: notBeforeMs + LIFETIME_MS }
}

/**
 * Chooses the keys that senders may see. Of each algorithm the one to use comes first: the newest of those in use, then
 * older ones, then the one that is announced.
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

/** Whether the key may still open; one that may not is destroyed. Senders with a fast clock use a key early. */
export function mayOpen(key: KeyPeriod, nowMs: number): boolean {
  return nowMs < openingEndMs(key)
}

/** From then on the key opens nothing, epoch milliseconds: nothing may remember it. */
export function openingEndMs({ expiresAtMs }: Pick<KeyPeriod, 'expiresAtMs'>): number {
  return expiresAtMs + OPENING_GRACE_MS
}

/** Keys that expired before this instant may not open any more. */
export function destructionLimitMs(nowMs: number): number {
  return nowMs - OPENING_GRACE_MS
}

function floorToSecond(epochMs: number): number {
  return Math.floor(epochMs / 1000) * 1000
}
