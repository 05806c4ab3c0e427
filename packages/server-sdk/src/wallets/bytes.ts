import { decodeBase64 } from '../webhooks/base64.ts'

/** Bytes that WebCrypto takes: their memory is not shared. */
export type Bytes = Uint8Array<ArrayBuffer>

export function concatBytes(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at])
}

/** @returns `undefined` for anything but pairs of hexadecimal digits. */
export function decodeHex(text: string): Bytes | undefined {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) return undefined
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

/** Reads either alphabet, padded or not. @returns `undefined` for anything else. */
export function readBase64(text: string): Bytes | undefined {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/')
  const padded = standard.includes('=') ? standard : standard.padEnd(Math.ceil(standard.length / 4) * 4, '=')
  // `A===` passes the first look and holds no byte.
  return padded.endsWith('===') ? undefined : (decodeBase64(padded) ?? undefined)
}
