import type { FastifyRequest } from 'fastify'

/** The header that the portal's program sends. A form cannot, and a page of another origin would be asked first. */
const PORTAL_HEADER = 'x-sluice-portal'

/** The value of the header: a person acts, or an open page checks for changes. */
export type PortalIntent = 'act' | 'watch'

/**
 * Returns the intent of a request from the portal's own page; null for a request that another page, a form or a link
 * may have caused. A cookie is sent with all of them.
 *
 * @param changes - whether the request changes something: then it must have an origin.
 */
export function readIntent(
  headers: FastifyRequest['headers'],
  portalUrl: string,
  changes: boolean,
): PortalIntent | null {
  const { origin, 'sec-fetch-site': site, [PORTAL_HEADER]: intent } = headers
  if (intent !== 'act' && intent !== 'watch') return null
  if (origin !== undefined && origin !== portalUrl) return null
  if (site !== undefined && site !== 'same-origin') return null
  if (changes && origin === undefined && site === undefined) return null
  return intent
}
