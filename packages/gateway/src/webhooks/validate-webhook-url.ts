import type { ErrorItem } from '@sluice/types'
import { validateOutgoingUrl } from '@sluice/platform/http/validate-outgoing-url'

import { webhookAddressRules } from './address-rules.ts'

/**
 * Creates the validator of webhook addresses, which returns the problems of an address.
 *
 * @param isOwn - returns whether an address belongs to this service.
 */
export function createValidateWebhookUrl(
  config: Parameters<typeof webhookAddressRules>[0],
  isOwn: (url: URL) => boolean,
): (property: string, url: string | undefined) => ErrorItem[] {
  const rules = { ...webhookAddressRules(config), isOwn }
  return (property, url) => {
    const reason = url === undefined ? null : validateOutgoingUrl(url, rules)
    if (reason === null) return []
    return [{ property, message: `is no address that webhooks are sent to: ${reason}`, params: [property] }]
  }
}
