import type { ErrorItem } from '@sluice/types'
import { checkNotificationUrl, checkSimulatorMetadata, isLoopbackUrl } from '@sluice/types'
import { validateOutgoingUrl } from '@sluice/platform/http/validate-outgoing-url'
import { hasPublicHost } from '@sluice/platform/http/public-host'

import type { Config } from '../config.ts'
import type { EnvironmentRules } from '../transactions/index.ts'
import { webhookAddressRules } from '../webhooks/index.ts'

/**
 * Returns what is wrong with a webhook address.
 *
 * @param isOwn - whether an address leads to this service itself.
 */
export function validateWebhookUrl(config: Config, isOwn: (url: URL) => boolean) {
  const rules = { ...webhookAddressRules(config), isOwn }
  return (property: string, url: string | undefined): ErrorItem[] => {
    const reason = url === undefined ? null : validateOutgoingUrl(url, rules)
    if (reason === null) return []
    return [{ property, message: `is no address that webhooks are sent to: ${reason}`, params: [property] }]
  }
}

/** What the test environment permits and production does not. */
export function environmentRules({ environment }: Config): EnvironmentRules {
  return {
    // The simulators read metadata: what they cannot follow is refused before they see it.
    checkMetadata: environment === 'test' ? checkSimulatorMetadata : () => [],
    checkNotificationUrl: (body) =>
      checkNotificationUrl(body, environment === 'test' ? () => true : hasPublicHost),
    validateUrl: (property, url) => validateUrl(property, url, environment),
  }
}

/**
 * Browsers are sent to https addresses; in the test environment also to plain ones of this machine. In production no
 * address leads into the shopper's own network.
 */
function validateUrl(
  property: string,
  url: string | undefined,
  environment: Config['environment'],
): ErrorItem[] {
  if (url === undefined) return []
  const isHttps = /^https:/i.test(url)
  if (environment === 'test' && (isHttps || isLoopbackUrl(url))) return []
  if (isHttps && !hasPublicHost(url))
    return [{ property, message: 'must name a public host', params: [property] }]
  if (isHttps) return []
  return [{ property, message: 'has an invalid format', params: [property] }]
}
