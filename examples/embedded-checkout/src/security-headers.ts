/**
 * The policy of the shop's pages. Scripts and styles come from files; the gateway's origin may serve the card library
 * and its frames, its other origin may serve the frames of banks and wallets, and nothing else is allowed.
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
    // Addresses of orders are keys to them: other sites receive the shop's origin, never a path.
    'referrer-policy': 'strict-origin',
    // The bank's page in its frame may offer the customer's passkey; nothing else is used.
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  }
}
