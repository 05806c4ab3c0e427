import { type ErrorItem, isLoopbackUrl } from '@sluice/types'
import { hasPublicHost } from '@sluice/platform/http/public-host'

/**
 * Browsers are sent to https addresses; in the test environment also to plain ones of this machine. In production no
 * address leads into the shopper's own network.
 */
export function validateBrowserUrl(
  property: string,
  url: string | undefined,
  environment: 'test' | 'production',
): ErrorItem[] {
  if (url === undefined) return []
  const isHttps = /^https:/i.test(url)
  if (environment === 'test' && (isHttps || isLoopbackUrl(url))) return []
  if (isHttps && !hasPublicHost(url))
    return [{ property, message: 'must name a public host', params: [property] }]
  if (isHttps) return []
  return [{ property, message: 'has an invalid format', params: [property] }]
}
