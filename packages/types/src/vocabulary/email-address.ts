import { LIMITS } from './limits.ts'

/** Invisible characters that people paste along with an address; no address contains them. */
const INVISIBLE = /[\s\u200b-\u200d\ufeff]/

/** The rule of `<input type=email>` in HTML, with a dot in the domain. */
const HTML_EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i

/** RFC 1035. */
const DOMAIN_MAX_CHARS = 253

/**
 * Returns an e-mail address in the form in which it is stored: without white space and invisible characters around it, with its
 * domain in ASCII (`xn--…`). Null if it is invalid.
 *
 * @param text - As typed or sent.
 * @see docs/protocol/customers.md#customers
 */
export function toEmailAddress(text: string): string | null {
  if (text.length > LIMITS.EMAIL_MAX_CHARS) return null
  const trimmed = trimInvisible(text.replace(/\p{Bidi_Control}/gu, ''))
  const at = trimmed.lastIndexOf('@') + 1
  const domain = toAsciiDomain(trimmed.slice(at))
  const address = trimmed.slice(0, at) + domain
  return domain.length <= DOMAIN_MAX_CHARS && HTML_EMAIL.test(address) ? address : null
}

function trimInvisible(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && INVISIBLE.test(text.charAt(start))) start += 1
  while (end > start && INVISIBLE.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** The URL parser converts domains as RFC 5891 says; what it would read as more than a domain is left alone. */
function toAsciiDomain(domain: string): string {
  const isForeign = /[^ -~]/.test(domain) && !/[\p{Cc}\s/?#@:\\%[\]]/u.test(domain)
  if (!isForeign) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}
