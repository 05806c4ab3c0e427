/**
 * The plaintext of a sealed field: a JSON object with the value and its time of issue, padded so that its length
 * reveals nothing.
 *
 * @see docs/protocol/card-encryption.md#card-encryption
 */
import { toUtf8, wipe, type Bytes } from './bytes.ts'
import { parseJsonObject } from './json.ts'

/** Card number, CVV, month and year all fit one block, so their sealed fields are equally long. */
const BLOCK_BYTES = 64

/** JSON allows white space at the end, so the padding needs no length of its own. */
const PADDING = 0x20

export interface Plaintext {
  readonly value: string
  /** Seconds since the epoch. */
  readonly issuedAtSeconds: number
}

export function encodePlaintext({ value, issuedAtSeconds }: Plaintext): Bytes {
  const json = toUtf8(JSON.stringify({ value, iat: issuedAtSeconds }))
  const padded = new Uint8Array(Math.ceil(json.length / BLOCK_BYTES) * BLOCK_BYTES).fill(PADDING)
  padded.set(json)
  wipe(json)
  return padded
}

/** @returns `undefined` unless the bytes are UTF-8 JSON with a text `value` and a whole number `iat`. */
export function decodePlaintext(bytes: Bytes): Plaintext | undefined {
  const content = parseJsonObject(bytes)
  const { value, iat } = content ?? {}
  if (typeof value !== 'string' || typeof iat !== 'number' || !Number.isSafeInteger(iat)) return undefined
  return { value, issuedAtSeconds: iat }
}
