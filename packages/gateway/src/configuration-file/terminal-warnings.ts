import { CARD_METHOD_TYPES } from '@sluice/types/vocabulary'

import type { ConfigurationFile } from './configuration-file.ts'
import { listThreeDsGaps } from './three-ds-gaps.ts'

/** Returns a warning for each terminal that accepts less, or more, than its owner may expect. */
export function listTerminalWarnings(
  file: Pick<ConfigurationFile, 'merchants' | 'providers'>,
  environment: 'test' | 'production',
): readonly string[] {
  const gaps = listThreeDsGaps(file).map(
    ({ merchantLabel, terminalId, providerId, accountId, missing }) =>
      `${merchantLabel}: terminal ${terminalId} authenticates cards at account ${accountId} of ${providerId} without ${missing.join(', ')}: 3DS servers refuse such payments`,
  )
  const others = file.merchants.flatMap(({ label, merchant: { terminals } }) =>
    terminals
      .filter(({ status }) => status === 'ACTIVE')
      .flatMap(({ id, features, methods, origins }) => [
        ...(!features.has('THREE_DS') && CARD_METHOD_TYPES.some((type) => methods.has(type))
          ? [
              `${label}: terminal ${id} accepts cards without the feature THREE_DS: payments that require 3-D Secure end with INVALID 2011`,
            ]
          : []),
        ...(environment === 'production' && origins.length === 0
          ? [`${label}: terminal ${id} has no origins: return and notification URLs can have any origin`]
          : []),
      ]),
  )
  return [...gaps, ...others]
}
