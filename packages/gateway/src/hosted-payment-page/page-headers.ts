/** The policy of a page: directives by name. */
type Policy = Readonly<Record<string, string>>

const LOOPBACK_PORTS = 'http://localhost:* http://127.0.0.1:*'

/**
 * Returns the policy of the payment page: its scripts need the nonce of the response, and it connects only to the
 * gateway's origin. Another document frames the bank's pages, so this one frames nothing foreign.
 *
 * @param nonce - the nonce of this response, base64.
 * @param methodsUrl - the origin of the frames for wallets and banks' pages.
 * @param names - origins below `localhost` in the test environment: the page checks whether they resolve, and
 *   otherwise frames their ports.
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

/** The features that a payment form does not need; `payment` is for the bank's frame and wallets. */
const permissions = (methodsUrl: string) =>
  `camera=(), microphone=(), geolocation=(), usb=(), payment=(self "${methodsUrl}")`

/**
 * Returns the headers of the payment page in addition to its policy and those of all pages.
 *
 * @param hasPopups - whether the page opens a window that has to message it, as wallets do.
 */
export function ownHeaders(hasPopups: boolean, methodsUrl: string): Readonly<Record<string, string>> {
  return {
    'cross-origin-opener-policy': hasPopups ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissions(methodsUrl),
    // Supports browsers and scanners that ignore frame-ancestors.
    'x-frame-options': 'DENY',
  }
}
