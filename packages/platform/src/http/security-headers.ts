// Two years, because the preload lists of browsers require at least one.
const HSTS_SECONDS = 63_072_000

/**
 * Headers of every answer. They suit an API that no browser may frame, sniff, cache or embed; pages and scripts
 * loosen what they need.
 *
 * @param isSecure - over plain HTTP browsers ignore the order to come back by HTTPS, and for localhost it would harm.
 */
export function securityHeaders(isSecure: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    ...(isSecure && { 'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains` }),
  }
}
