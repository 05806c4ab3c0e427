/** Rules of a page: directives by name. */
type Policy = Readonly<Record<string, string>>

const LOOPBACK_PORTS = 'http://localhost:* http://127.0.0.1:*'

/**
 * The policy of the payment page: what it runs carries this answer's nonce, and it speaks to our origin alone. The
 * bank's pages are framed by another document, so this one frames nothing foreign.
 *
 * @param nonce - of this answer alone, base64.
 * @param methodsUrl - the origin of the frames that wallets and banks' pages run in.
 * @param names - origins below `localhost` of the test environment: the page asks whether they resolve, and frames their
 *   ports where they do not.
 */
export function pagePolicy(nonce: string, methodsUrl: string, names: readonly string[] = []): Policy {
  return {
    'default-src': "'none'",
    'script-src': `'nonce-${nonce}' 'strict-dynamic'`,
    'style-src': `'nonce-${nonce}'`,
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': ["'self'", ...names].join(' '),
    'frame-src': [methodsUrl, ...(names.length > 0 ? [LOOPBACK_PORTS] : [])].join(' '),
    'form-action': "'self'",
    'base-uri': "'none'",
    'object-src': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'lit-html',
  }
}

/** Nothing that a payment form needs; `payment` is for the bank's frame and wallets. */
const permissions = (methodsUrl: string) =>
  `camera=(), microphone=(), geolocation=(), usb=(), payment=(self "${methodsUrl}")`

/**
 * Headers of the payment page besides its policy and what all pages have.
 *
 * @param hasPopups - whether something on the page opens a window that has to answer, as wallets do.
 */
export function ownHeaders(hasPopups: boolean, methodsUrl: string): Readonly<Record<string, string>> {
  return {
    'cross-origin-opener-policy': hasPopups ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissions(methodsUrl),
    // For browsers and scanners that are older than frame-ancestors.
    'x-frame-options': 'DENY',
  }
}
