/**
 * Base64 without `Buffer`, for browsers, Workers and Deno (RFC 4648 §4 and §5).
 *
 * Not constant-time: for public keys and ciphertext only.
 */
import type { Bytes } from './bytes.ts'

/** Standard alphabet, padded: the form that travels. */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = ''
  // One at a time: spreading a long array into String.fromCharCode overflows the stack.
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** URL-safe alphabet, unpadded: the form inside a JWK. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return withoutPadding(encodeBase64(bytes)).replaceAll('+', '-').replaceAll('/', '_')
}

/**
 * Reads either alphabet, padded or not.
 *
 * @returns `undefined` for anything that is not exactly one of those forms: white space, partial padding, or unused
 *   bits that are not zero (two texts must not mean the same bytes).
 */
export function decodeBase64(text: string): Bytes | undefined {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/')
  let binary: string
  try {
    binary = atob(standard)
  } catch {
    return undefined
  }
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
  // atob forgives; writing the bytes again and comparing does not.
  const canonical = encodeBase64(bytes)
  return standard === canonical || standard === withoutPadding(canonical) ? bytes : undefined
}

function withoutPadding(canonical: string): string {
  return canonical.replace(/={1,2}$/, '')
}
