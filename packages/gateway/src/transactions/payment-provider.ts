import type { CardBrand, TokenizeFor } from '@sluice/types/vocabulary'

import type { Secret } from '../kernel/secret.ts'
import type { Simulation } from '../three-ds/index.ts'
import type { OperationPort } from './operation-provider.ts'
import type { ProviderOutcome } from './provider-outcome.ts'

export type { ProviderOutcome } from './provider-outcome.ts'

export interface ProviderCard {
  readonly pan: Secret<string>
  readonly cvv: Secret<string> | null
  readonly brand: CardBrand
  readonly expirationMonth: number
  readonly expirationYear: number
}

export interface ProviderAuthentication {
  readonly transStatus: string
  readonly eci: string
  readonly authenticationValue: Secret<string> | null
  readonly dsTransId: string | null
  readonly messageVersion: string
}

export interface ProviderAuthorization {
  /** The attempt's id. Sending it twice must move money once. */
  readonly idempotencyKey: string
  readonly merchantId: string
  readonly transactionId: string
  readonly accountId: string
  /** 1 for the first attempt of a transaction, 2 for the first retry with another provider. */
  readonly attemptNumber: number
  readonly transactionType: 'AUTHORIZE' | 'PURCHASE'
  readonly amountMinor: number
  readonly currency: string
  readonly card: ProviderCard
  /** Null when 3DS was not required. */
  readonly authentication: ProviderAuthentication | null
  /** Set when the card was saved before: who may start its payments. Null for a card that the shopper typed in. */
  readonly storedCredential: { readonly initiator: TokenizeFor } | null
  readonly simulation: Simulation | null
}

/**
 * The acquirer-side system behind a provider account.
 *
 * A call that throws has an unknown outcome: nothing may be retried elsewhere until {@link PaymentProvider.find} tells.
 */
export interface PaymentProvider extends OperationPort {
  readonly id: string
  authorize(request: ProviderAuthorization): Promise<ProviderOutcome>
  /** Asks for the outcome of an authorization or operation by idempotency key; null when the provider has never seen it. */
  find(idempotencyKey: string): Promise<ProviderOutcome | null>
}
