import type { AlternativeSimulatedFlow, SimulatedFault } from '@sluice/types/vocabulary'

import type { Secret } from '../kernel/secret.ts'
import type { OperationPort } from './operation-provider.ts'
import type { ProviderOutcome } from './payment-provider.ts'

/** What metadata asks of the simulators of these methods; null in production. */
export interface AlternativeSimulation {
  readonly flow: AlternativeSimulatedFlow | null
  /** How long the provider takes to answer. */
  readonly delayMs: number
  /** What goes wrong between the provider and us; null: nothing. */
  readonly fault: SimulatedFault | null
}

/** Who a payout goes to. */
export interface OrderBeneficiary {
  readonly accountNumber: Secret<string>
  readonly accountName: string
}

/** What is asked of a provider whose payments are confirmed elsewhere: on its own page, at the bank, later. */
export interface OrderRequest {
  /** The attempt's id. Sending it twice must move money once. */
  readonly idempotencyKey: string
  readonly merchantId: string
  readonly transactionId: string
  readonly accountId: string
  /** `payment_method.type`: `partner-blik`, `provider-redirect-ali`, `payment_upi`, `payout_upi`. */
  readonly type: string
  readonly direction: 'DEPOSIT' | 'WITHDRAWAL'
  readonly amountMinor: number
  readonly currency: string
  readonly reference: string
  readonly description: string | null
  readonly country: string | null
  /** What the customer reads as the payee. */
  readonly merchantName: string | null
  readonly blikCode: Secret<string> | null
  /** A UPI address the customer is asked at. */
  readonly vpa: string | null
  readonly beneficiary: OrderBeneficiary | null
  /** Where the provider sends the customer's browser afterwards; null when none is involved. */
  readonly returnUrls: {
    readonly approved: string
    readonly declined: string
    readonly canceled: string
  } | null
  /** When the order is over for us; null for one that ends only when the provider says so. */
  readonly expiresAtMs: number | null
  /** Where the provider reports to. */
  readonly callbackUrl: string
  readonly simulation: AlternativeSimulation | null
}

/** An account of the provider that the customer pays into. */
export interface TransferAccount {
  readonly accountName: string
  readonly iban: string
  readonly bic: string
  /** What the customer writes on the transfer. */
  readonly reference: string
}

export type OrderAnswer =
  /** The customer is sent to the provider's page. */
  | { readonly kind: 'redirect'; readonly url: string }
  /** The customer transfers by himself; the page shows how. */
  | { readonly kind: 'instructions'; readonly url: string; readonly account: TransferAccount }
  /** Decided, or code 1002: the provider will report. */
  | { readonly kind: 'outcome'; readonly outcome: ProviderOutcome }

/** The system behind an account for open banking, wallets, transfers, the local scheme, redirects or payouts. */
export interface AlternativeProvider {
  /** Also the provider's code in the path of its callbacks. */
  readonly id: string
  /** A call that throws has an unknown outcome: {@link AlternativeProvider.find} tells later. */
  start(request: OrderRequest): Promise<OrderAnswer>
  /** The outcome as it is now, by idempotency key: 1002 while open, null when the provider has never seen the key. */
  find(idempotencyKey: string): Promise<ProviderOutcome | null>
  /** Gives back money that came after we had given up; repeating it changes nothing. A throw is tried again. */
  reverse(idempotencyKey: string): Promise<void>
  /** Refunds what was paid; a provider without it cannot. */
  readonly operate?: OperationPort['operate']
}
