import { DECLARATIONS as ADYEN, SECRETS as ADYEN_SECRETS } from './adyen/declare.ts'
import type { ProviderDeclarations, SecretDeclaration } from './kit/index.ts'
import { DECLARATIONS as STRIPE, SECRETS as STRIPE_SECRETS } from './stripe/declare.ts'

/** The facts about a connector that a configuration file needs before its code is loaded. */
export interface DeclaredConnector {
  readonly title: string
  /** The provider's production address, without a trailing slash; null if each customer has another one. */
  readonly url: string | null
  /** The published contract that the connector was built from, with its version. */
  readonly contract: string
  readonly secrets: readonly SecretDeclaration[]
  readonly declared: ProviderDeclarations
}

/** The connectors to payment providers by their `type` in the configuration. */
export const PROVIDER_CONNECTORS = {
  adyen: {
    title: 'Adyen',
    url: null,
    contract: 'Adyen/adyen-openapi CheckoutService-v72, aa014f0cbdb5',
    secrets: ADYEN_SECRETS,
    declared: ADYEN,
  },
  stripe: {
    title: 'Stripe',
    url: 'https://api.stripe.com',
    contract: 'npm stripe 23.1.0, dc8c2c142a3c',
    secrets: STRIPE_SECRETS,
    declared: STRIPE,
  },
} as const satisfies Readonly<Record<string, DeclaredConnector>>

/** The `type` of a connector to a payment provider. */
export type ProviderConnectorType = keyof typeof PROVIDER_CONNECTORS

/** The types of all connectors to payment providers. */
export const PROVIDER_CONNECTOR_TYPES = Object.keys(PROVIDER_CONNECTORS) as readonly ProviderConnectorType[]
