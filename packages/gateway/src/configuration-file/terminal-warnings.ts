import { CARD_METHOD_TYPES } from '@sluice/types/vocabulary'

import type { MerchantEntry } from './configuration-file.ts'

/** What is to be said about terminals that accept less, or more, than their owner may expect; a line each. */
export function listTerminalWarnings(
  merchants: readonly MerchantEntry[],
  environment: 'test' | 'production',
): readonly string[] {
  return merchants.flatMap(({ label, merchant: { terminals } }) =>
    terminals
      .filter(({ status }) => status === 'ACTIVE')
      .flatMap(({ id, features, methods, origins }) => [
        ...(!features.has('THREE_DS') && CARD_METHOD_TYPES.some((type) => methods.has(type))
          ? [
              `${label}: terminal ${id} takes cards without the feature THREE_DS: payments that need 3-D Secure end INVALID 2011`,
            ]
          : []),
        ...(environment === 'production' && origins.length === 0
          ? [`${label}: terminal ${id} has no origins: return and notification URLs may lead anywhere`]
          : []),
      ]),
  )
}
