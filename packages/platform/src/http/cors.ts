import type { EndpointAuth } from '@sluice/types'
import type { Environment } from './http-config.ts'
import type { ClientKeyOwner } from './http-server-options.ts'
import type { Origins } from './origins.ts'

/**
 * The pages that may read answers from another origin: pages of the merchant whose client key is used and our own
 * frames; any page; in the test environment the portal, where the API is read and tried. Never with credentials: there
 * are no cookies.
 */
export type CorsPolicy = 'client-key' | 'any' | 'portal'

const POLICY_BY_AUTH: Readonly<Partial<Record<EndpointAuth, CorsPolicy>>> = {
  'client-key': 'client-key',
  // Public keys: nothing to protect, and a card form may request them from anywhere.
  'bearer-or-client-key': 'any',
}

export function corsPolicyOf(auth: EndpointAuth, environment: Environment): CorsPolicy | null {
  return POLICY_BY_AUTH[auth] ?? (environment === 'test' ? 'portal' : null)
}

const ALLOWED_HEADERS: Readonly<Record<CorsPolicy, string>> = {
  'client-key': 'content-type, x-client-key, idempotency-key',
  any: 'content-type, x-client-key, idempotency-key',
  portal: 'content-type, authorization, idempotency-key, api-version, x-sandbox-id',
}

// The headers with which a page reports a problem or waits before a retry. Browsers hide all others.
const EXPOSED_HEADERS = 'x-request-id, retry-after, ratelimit, ratelimit-policy, api-version'

// Ten minutes is what Safari keeps; longer values only make a changed origin list slower to arrive.
const PREFLIGHT_MAX_AGE_SECONDS = 600

export function isOriginAllowed(origin: string, owner: ClientKeyOwner): boolean {
  return owner.origins === '*' || owner.origins.includes(origin)
}

/** Returns whether a page of the origin is a frame of our own, which pays with the keys of every merchant. */
export function isFrameOrigin(origin: string, { urls, baseAliases, fallbacks }: Origins): boolean {
  return [urls.methods, fallbacks[urls.methods], ...baseAliases].includes(origin)
}

/** Headers of an answer to a page of `origin`; `null` for an origin that may not read it. */
export function answerHeaders(policy: CorsPolicy, allowedOrigin: string | null): Record<string, string> {
  if (policy === 'any') {
    return { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED_HEADERS }
  }
  if (allowedOrigin === null) return { vary: 'Origin' }
  return {
    vary: 'Origin',
    'access-control-allow-origin': allowedOrigin,
    'access-control-expose-headers': EXPOSED_HEADERS,
  }
}

/** Headers of the answer to a preflight, besides {@link answerHeaders}. */
export function preflightHeaders(policy: CorsPolicy, methods: readonly string[]): Record<string, string> {
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': ALLOWED_HEADERS[policy],
    'access-control-max-age': String(PREFLIGHT_MAX_AGE_SECONDS),
  }
}
