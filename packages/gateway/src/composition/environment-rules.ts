import type { ErrorItem } from '@sluice/types'
import { isLoopbackUrl } from '@sluice/types'

import type { Config } from '../config.ts'
import type { EnvironmentRules } from '../transactions/index.ts'

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
