import type { ProviderConnectorType } from '@sluice/connectors/declarations'

import type { CardRow } from './matrix-rows.ts'

/** The security code, distinct so that it can be searched for. */
export const CVV = '739'

/** The test cards of each provider. */
const CARDS: Readonly<Record<ProviderConnectorType, Readonly<Record<string, string>>>> = {
  adyen: {
    challenge: '4917610000000000',
    'challenge by redirect': '4212345678901237',
    'failed challenge': '4917610000000000',
    default: '4111111111111111',
  },
  stripe: {
    challenge: '4000000000003220',
    'failed challenge': '4000000000003220',
    // Declined until the cardholder has been authenticated.
    'soft decline': '4000002760003184',
    default: '4242424242424242',
  },
}

/** All card numbers, so that they can be searched for. */
export const NUMBERS: readonly string[] = [
  ...new Set(Object.values(CARDS).flatMap((cards) => Object.values(cards))),
]

export function defaultCardOf(provider: ProviderConnectorType): string {
  return CARDS[provider]['default'] ?? ''
}

export function cardOf({ provider, way }: CardRow): string {
  return CARDS[provider][way] ?? defaultCardOf(provider)
}
