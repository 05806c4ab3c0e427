/**
 * What a page of the shop may load and do. Scripts and styles come from files; the gateway's origin is allowed to give
 * the card library and to draw its frames, its other origin to draw those of banks and wallets, and nothing else is.
 *
 * @param gatewayOrigin - `https://gateway.example`
 * @param methodsOrigins - `https://methods.gateway.example`, and its address by port in a test environment
 */
export function securityHeaders(
  gatewayOrigin: string,
  methodsOrigins: readonly string[],
): Readonly<Record<string, string>> {
  const directives = [
    "default-src 'none'",
    `script-src 'self' ${gatewayOrigin}`,
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${gatewayOrigin}`,
    `frame-src ${[gatewayOrigin, ...methodsOrigins].join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': directives.join('; '),
    'x-content-type-options': 'nosniff',
    // Addresses of orders are keys to them: other sites learn the shop's origin, never a path.
    'referrer-policy': 'strict-origin',
    // The bank's page in its frame may offer the customer's passkey; nothing else is used.
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  }
}
