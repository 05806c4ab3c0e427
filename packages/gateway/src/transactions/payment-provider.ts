import type { CardBrand, ProcessingCode } from '@sluice/types/vocabulary'

import type { Secret } from '../kernel/secret.ts'
import type { Simulation } from '../three-ds/index.ts'

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
  readonly simulation: Simulation | null
}

/** What the provider decided. A decline is a result; an outcome that is not known is thrown as an error. */
export interface ProviderOutcome {
  readonly processingCode: ProcessingCode
  /** Raw values of the provider, for logs and support only. */
  readonly providerResponseCode: string
  readonly providerResponseMessage: string
  readonly approvalCode: string | null
  /** 12 digits. */
  readonly referenceNumber: string | null
  /** Six-digit system trace audit number. */
  readonly systan: number | null
  /** Whether another provider may be tried after this decline. */
  readonly retryable: boolean
}

/**
 * The acquirer-side system behind a provider account.
 *
 * A call that throws has an unknown outcome: nothing may be retried elsewhere until {@link PaymentProvider.find} tells.
 */
export interface PaymentProvider {
  readonly id: string
  authorize(request: ProviderAuthorization): Promise<ProviderOutcome>
  /** Asks for the outcome by idempotency key; null when the provider has never seen it. */
  find(idempotencyKey: string): Promise<ProviderOutcome | null>
}
