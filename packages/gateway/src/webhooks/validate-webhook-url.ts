import type { ErrorItem } from '@sluice/types'
import { validateOutgoingUrl } from '@sluice/platform/http/validate-outgoing-url'

import { webhookAddressRules } from './address-rules.ts'

/**
 * Makes the check of webhook addresses, which returns what is wrong with one.
 *
 * @param isOwn - whether an address leads to this service itself.
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
