import { DECLARATIONS as ADYEN, SECRETS as ADYEN_SECRETS } from './adyen/declare.ts'
import type { ProviderDeclarations, SecretDeclaration } from './kit/index.ts'
import { DECLARATIONS as STRIPE, SECRETS as STRIPE_SECRETS } from './stripe/declare.ts'

/** What a configuration file has to know of a connector before its code is loaded. */
export interface DeclaredConnector {
  readonly title: string
  /** The provider's production address, without a trailing slash; null if each customer has another one. */
  readonly url: string | null
  readonly secrets: readonly SecretDeclaration[]
  readonly declared: ProviderDeclarations
}

/** The connectors to payment providers by their `type` in the configuration. */
export const PROVIDER_CONNECTORS = {
  adyen: { title: 'Adyen', url: null, secrets: ADYEN_SECRETS, declared: ADYEN },
  stripe: { title: 'Stripe', url: 'https://api.stripe.com', secrets: STRIPE_SECRETS, declared: STRIPE },
} as const satisfies Readonly<Record<string, DeclaredConnector>>

/** The `type` of a connector to a payment provider. */
export type ProviderConnectorType = keyof typeof PROVIDER_CONNECTORS

/** The types of all connectors to payment providers. */
export const PROVIDER_CONNECTOR_TYPES = Object.keys(PROVIDER_CONNECTORS) as readonly ProviderConnectorType[]
