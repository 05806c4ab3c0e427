import { type ErrorItem, isLoopbackUrl } from '@sluice/types'
import { hasPublicHost } from '@sluice/platform/http/public-host'

/**
 * Validates an address that browsers are redirected to. It must use https; the test environment also accepts http addresses of
 * this machine, and production rejects addresses in private networks.
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
