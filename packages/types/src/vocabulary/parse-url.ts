import { LIMITS } from './limits.ts'

/** An address has {@link LIMITS.URL_MAX_CHARS} characters, each of which may take two of JavaScript's. */
const URL_MAX_UNITS = 2 * LIMITS.URL_MAX_CHARS

/** A host name has 253 characters (RFC 1035 §2.3.4); the rest is room for a user's name and password. */
const HOST_MAX_UNITS = 512

/**
 * Parses an address after validating its length: the parser normalizes the host, which takes time quadratic in its
 * length.
 *
 * @returns null for a text that is not a valid address, or is too long.
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

/**
 * The parser drops line breaks and turns backslashes into slashes, and direction marks make an address look like
 * another one.
 */
const AMBIGUOUS = /[\s\\\p{Cc}\p{Cs}\p{Bidi_Control}]/u

/** The URL parser also accepts characters such as `"` and `{`, which are invalid in host names and could alter a policy header. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])$/

/**
 * Parses an address of the web that a browser may be sent to. It may contain any letter; `href` is the form that is
 * sent.
 *
 * @returns null for a text that is no `http(s)` address with a host, or that has credentials: they would travel through the
 *   customer's browser, and text before an @ is meant to be mistaken for the host.
 */
export function parseWebUrl(text: string): URL | null {
  // The parser would find the missing slashes of `https:shop.example`, and take `https:///path` for a host called path.
  const isWritten = /^https?:\/\/[^/?#]/i.test(text) && !AMBIGUOUS.test(text)
  const url = isWritten ? parseUrl(text) : null
  const isPlain = url?.username === '' && url.password === '' && HOST.test(url.hostname)
  return isPlain ? url : null
}
