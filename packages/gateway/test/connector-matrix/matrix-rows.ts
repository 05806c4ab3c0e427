import {
  PROVIDER_CONNECTOR_TYPES,
  PROVIDER_CONNECTORS,
  type ProviderConnectorType,
} from '@sluice/connectors/declarations'
import type { MethodDeclaration } from '@sluice/connectors/kit'

import type { Authenticator } from './matrix-world.ts'

/** The forms of a card payment. */
export type CardWay =
  | 'frictionless'
  | 'challenge'
  | 'challenge by redirect'
  | 'failed challenge'
  | 'soft decline'
  | 'saved, by the customer'
  | 'saved, by the merchant'

/** A payment with a card, from hold to refunds. */
export interface CardRow {
  readonly provider: ProviderConnectorType
  readonly method: string
  readonly way: CardWay
  readonly authenticator: Authenticator
}

/** A payment that is confirmed elsewhere. */
export interface OrderRow {
  readonly provider: ProviderConnectorType
  readonly method: string
  readonly currency: string
  readonly country: string
  /** The currency, one of its declaration. */
  readonly isFirst: boolean
  readonly refunds: MethodDeclaration['refunds']
}

const WAYS: Readonly<Record<Authenticator, readonly CardWay[]>> = {
  EXTERNAL: [
    'frictionless',
    'challenge',
    'failed challenge',
    'soft decline',
    'saved, by the customer',
    'saved, by the merchant',
  ],
  PROVIDER: ['frictionless', 'challenge', 'challenge by redirect', 'failed challenge', 'soft decline'],
}

/** The providers of a form, if not all. */
const ONLY_AT: Readonly<Partial<Record<CardWay, ProviderConnectorType>>> = {
  // Stripe authenticates only on its page, so a challenge is always by redirect.
  'challenge by redirect': 'adyen',
}

/** Methods that are cards in another form, for which it is fixed who authenticates. */
const CARD_FORMS = ['network-token', 'gwallet-pay', 'awallet-pay'] as const

/** Forms that a provider serves in part, so that it declares none of it: a token of Google Pay may hold the card number. */
const IN_PART: Readonly<Partial<Record<ProviderConnectorType, string>>> = { stripe: 'gwallet-pay' }

/** Lists every card payment in the declarations. */
export const CARD_ROWS: readonly CardRow[] = PROVIDER_CONNECTOR_TYPES.flatMap((provider) => {
  const { authentication, methods } = PROVIDER_CONNECTORS[provider].declared
  const has = (type: string) => methods.some((method) => method.type === type) || IN_PART[provider] === type
  return [
    ...authentication.flatMap((authenticator) =>
      WAYS[authenticator]
        .filter((way) => (ONLY_AT[way] ?? provider) === provider)
        .map((way) => ({
          provider,
          method: way.startsWith('saved') ? 'saved_card' : 'card',
          way,
          authenticator,
        })),
    ),
    ...CARD_FORMS.filter(has).map((method) => ({
      provider,
      method,
      way: 'frictionless' as const,
      authenticator: 'EXTERNAL' as const,
    })),
  ]
})

/** Whether each method is tested in all of its currencies, or only in the first. */
const IS_WHOLE = process.env['PROOF_CURRENCIES'] === 'all'

/** Lists every other method in the declarations. */
export const ORDER_ROWS: readonly OrderRow[] = PROVIDER_CONNECTOR_TYPES.flatMap((provider) =>
  PROVIDER_CONNECTORS[provider].declared.methods.flatMap(({ type, currencies, countries, refunds }) =>
    currencies === 'all'
      ? []
      : currencies.slice(0, IS_WHOLE ? undefined : 1).map((currency, at) => ({
          provider,
          method: type,
          currency,
          isFirst: at === 0,
          country: countries === 'all' ? 'DE' : (countries[at] ?? countries[0] ?? 'DE'),
          refunds,
        })),
  ),
)

/** Lists the forms of card payments that a provider's declarations lack. */
export const NOT_SERVED: readonly string[] = PROVIDER_CONNECTOR_TYPES.flatMap((provider) => {
  const { methods } = PROVIDER_CONNECTORS[provider].declared
  return CARD_FORMS.filter((form) => !methods.some(({ type }) => type === form)).map(
    (form) => `${provider}: ${form}${IN_PART[provider] === form ? ' with a cryptogram' : ''}`,
  )
})
