import type { Clock } from './clock.ts'
import type { Random } from '@sluice/shared/random'

export type { Random }

/** Bytes in a capability (session id, handle): 256 bits, so that guessing is out of the question. */
const CAPABILITY_BYTES = 32

/**
 * Makes an unguessable identifier: 32 random bytes, base64url without padding (43 characters). In a pod, the first byte is the pod's number, and
 * 248 bits are random.
 */
export function makeCapability(random: Random): string {
  const bytes = Buffer.from(random.bytes(CAPABILITY_BYTES))
  if (random.pod !== undefined) bytes[0] = random.pod
  return encodeBase64Url(bytes)
}

/** Writes the pod's number into the last byte of a UUID, which {@link datedUuid} keeps. */
export function uuidInPod(uuid: string, pod: number): string {
  return uuid.slice(0, -2) + pod.toString(16).padStart(2, '0')
}

/** Encodes bytes as base64url without padding (RFC 4648 §5). */
export function encodeBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

/** Replaces the timestamp bits of a UUID v4 to create a UUID v7: */
export function datedUuid(epochMs: number, uuid: string): string {
  const hex = Math.trunc(epochMs).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${uuid.slice(15)}`
}

/** The twelve bits after the version count the UUIDs of a millisecond (RFC 9562 §6.2, method 1). */
const COUNTER_PLACE = 15
const COUNTER_CHARS = 3
const COUNTS = 16 ** COUNTER_CHARS

/**
 * Makes UUIDs v7 that ascend within a process, also those of one millisecond: lists that are sorted by id have the order in which
 * things were made. The count begins at random, in the lower half.
 *
 * @param draw - a random UUID v4.
 */
export function ascendingUuids(clock: Clock, draw: () => string): () => string {
  let lastMs = -1
  let count = 0
  return () => {
    const nowMs = Math.trunc(clock.now())
    const uuid = datedUuid(nowMs, draw())
    const drawn = Number.parseInt(uuid.slice(COUNTER_PLACE, COUNTER_PLACE + COUNTER_CHARS), 16)
    count = nowMs === lastMs ? (count + 1) % COUNTS : Math.trunc(drawn / 2)
    lastMs = nowMs
    const counted = count.toString(16).padStart(COUNTER_CHARS, '0')
    return uuid.slice(0, COUNTER_PLACE) + counted + uuid.slice(COUNTER_PLACE + COUNTER_CHARS)
  }
}

/**
 * Returns the lowest UUID v7 of a moment: ids that were made before it are smaller, in text as in time. No id is older than 1970,
 * so a moment before then has the lowest of all.
 */
export function uuidFloor(epochMs: number): string {
  return makeUuid(Math.max(0, epochMs), NO_RANDOM)
}

const NO_RANDOM = new Uint8Array(16)

/**
 * Builds a UUID v7 (RFC 9562 §5.7): 48 bits of milliseconds, then random bits.
 *
 * @param random - 16 bytes; the first six are replaced by the time.
 */
export function makeUuid(epochMs: number, random: Uint8Array): string {
  const bytes = Buffer.from(random)
  bytes.writeUIntBE(epochMs, 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
