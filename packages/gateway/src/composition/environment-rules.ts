import type { ErrorItem } from '@sluice/types'
import { isLoopbackUrl } from '@sluice/types'

import type { Config } from '../config.ts'
import { judgeOutgoingUrl } from '../platform/http/judge-outgoing-url.ts'
import type { EnvironmentRules } from '../transactions/index.ts'
import { webhookAddressRules } from '../webhooks/index.ts'

/** What is wrong with an address that webhooks shall be sent to. */
export function judgeWebhookUrl(config: Config) {
  const rules = webhookAddressRules(config)
  return (property: string, url: string | undefined): ErrorItem[] => {
    const reason = url === undefined ? null : judgeOutgoingUrl(url, rules)
    if (reason === null) return []
    return [{ property, message: `is no address that webhooks are sent to: ${reason}`, params: [property] }]
  }
}

/** What the test environment permits and production does not. */
export function environmentRules({ environment }: Config): EnvironmentRules {
  return {
    simulators: environment === 'test',
    judgeUrl: (property, url) => judgeUrl(property, url, environment),
  }
}

/** Browsers are sent to https addresses; in the test environment also to plain ones of this machine. */
function judgeUrl(
  property: string,
  url: string | undefined,
  environment: Config['environment'],
): ErrorItem[] {
  if (url === undefined || /^https:/i.test(url)) return []
  if (environment === 'test' && isLoopbackUrl(url)) return []
  return [{ property, message: 'has an invalid format', params: [property] }]
}
