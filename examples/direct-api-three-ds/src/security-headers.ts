/**
 * The policy of the shop's own pages: everything from here, nothing inline. The pages of the 3-D Secure flow come with
 * a policy of their own, which names the bank.
 *
 * A page with a card form is worth attacking: PCI DSS 4.0.1 asks for an inventory of its scripts (6.4.3) and for a
 * check that notices when they change (11.6.1). One script of our own keeps that short.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
}
