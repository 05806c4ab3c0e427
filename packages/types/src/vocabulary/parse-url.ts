import { LIMITS } from './limits.ts'

/** An address has {@link LIMITS.URL_MAX_CHARS} characters, each of which may take two of JavaScript's. */
const URL_MAX_UNITS = 2 * LIMITS.URL_MAX_CHARS

/** A host name has 253 characters (RFC 1035 §2.3.4); the rest is room for a user's name and password. */
const HOST_MAX_UNITS = 512

/**
 * Parses an address whose length was judged first: the parser normalizes the host, which takes time that grows with the
 * square of its length.
 *
 * @returns null for a text that is no address, or that is longer than any.
 */
export function parseUrl(text: string): URL | null {
  return text.length <= URL_MAX_UNITS && hasShortHost(text) ? URL.parse(text) : null
}

/** The host is in the first part between slashes, or in the one after the scheme. */
function hasShortHost(text: string): boolean {
  const [address = ''] = text.split(/[?#]/, 1)
  // The parser drops line breaks and tabs anywhere.
  const parts = address.replaceAll(/[\t\n\r]/g, '').split(/[/\\]+/, 2)
  return parts.every((part) => part.length <= HOST_MAX_UNITS)
}
