/**
 * Bytes over plain memory, as WebCrypto demands: a view of a shared buffer is refused there. `Uint8Array<ArrayBuffer>`, in words that
 * compilers before TypeScript 5.7 read as well, to whom it is not generic: the declarations of `/decrypt` hold it.
 */
export type Bytes = ReturnType<typeof Uint8Array.of>

const encoder = new TextEncoder()

export function toUtf8(text: string): Bytes {
  return encoder.encode(text)
}

/** Big-endian, two bytes: the form of every integer in HPKE and in the sealed field. */
export function toUint16(value: number): Bytes {
  return Uint8Array.of(value >>> 8, value & 0xff)
}

export function concat(...parts: Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((total, part) => total + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

/** Overwrites secrets that are no longer needed, so that a later memory dump does not show them. */
export function wipe(...secrets: Uint8Array[]): void {
  for (const secret of secrets) secret.fill(0)
}
