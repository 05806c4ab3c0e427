import { checkNotificationUrl, checkSimulatorMetadata } from '@sluice/types'
import { hasPublicHost } from '@sluice/platform/http/public-host'

import type { Config } from '../config.ts'
import { type EnvironmentRules, validateBrowserUrl } from '../transactions/index.ts'

/** What the test environment permits and production does not. */
export function environmentRules({ environment }: Config): EnvironmentRules {
  return {
    // The simulators read metadata: what they cannot follow is refused before they see it.
    checkMetadata: environment === 'test' ? checkSimulatorMetadata : () => [],
    checkNotificationUrl: (body) =>
      checkNotificationUrl(body, environment === 'test' ? () => true : hasPublicHost),
    validateUrl: (property, url) => validateBrowserUrl(property, url, environment),
  }
}
