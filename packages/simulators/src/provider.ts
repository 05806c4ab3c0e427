import type { TransferAccountMessage } from '@sluice/provider-protocol'
import type { Secret } from '@sluice/shared/secret'
import type { Metadata } from '@sluice/types'
import type { AuthorizationAnswerMessage, ContinuationMessage } from '@sluice/provider-protocol'
import type {
  CardBrand,
  CardTransactionType,
  ChallengePreference,
  Eci,
  Exemption,
  ManageType,
  ProcessingCode,
  TransStatus,
} from '@sluice/types/vocabulary'

/** The subject of a request, as the provider stored it. */
export interface Booked {
  readonly accountId: string
  readonly amountMinor: number
  readonly currency: string
}

/** The decision of a simulated provider. */
export interface ProviderOutcome {
  readonly processingCode: ProcessingCode
  readonly providerResponseCode: string
  readonly providerResponseMessage: string
  readonly approvalCode: string | null
  /** Null for a request that was not executed. */
  readonly booked: Booked | null
  /** A retrieval reference number of 12 digits. */
  readonly referenceNumber: string | null
  /** A system trace audit number of six digits. */
  readonly systan: number | null
  /** Whether another provider may be tried after this decline. */
  readonly retryable: boolean
  /** Whether the issuer declines until its cardholder has passed a challenge. */
  readonly isSoftDecline?: boolean
  /** The network's reference of a charge. */
  readonly networkTransactionId?: string | null
  /** The result of the provider's authentication of the shopper. */
  readonly authentication?: {
    readonly transStatus: TransStatus
    /** Null if another party authenticated. */
    readonly eci: Eci | null
    /** The exemption that replaced the authentication. */
    readonly exemption: Exemption | null
  }
}

/** The next step of the shopper's browser, in the vocabulary of the provider protocol. */
export type ShopperStep = Extract<AuthorizationAnswerMessage, { readonly result: 'AUTHENTICATE' }>['step']

/** The answer to an authorization; `key` names its payment. */
export type AuthorizationAnswer =
  | { readonly kind: 'outcome'; readonly key: string; readonly outcome: ProviderOutcome }
  | { readonly kind: 'authenticate'; readonly key: string; readonly step: ShopperStep }

export type ContinuationAnswer = AuthorizationAnswer | { readonly kind: 'not_valid'; readonly key: string }

/** The data that the shopper's browser brought, in the vocabulary of the provider protocol. */
export type ShopperResult = ContinuationMessage['brought']

/** The address to which the shopper's browser returns. */
export interface ShopperAddresses {
  readonly returnUrl: string
  readonly notificationUrl: string
  readonly challengePreference: ChallengePreference
  /** The data of the shopper's browser. */
  readonly language: string
}

const NOT_EXECUTED = 'NOT_EXECUTED'

/** Returns the outcome of a request that was not executed and never will be. */
export function notExecuted(reason: string): ProviderOutcome {
  return {
    processingCode: '2024',
    providerResponseCode: NOT_EXECUTED,
    providerResponseMessage: reason,
    approvalCode: null,
    referenceNumber: null,
    booked: null,
    systan: null,
    retryable: true,
  }
}

/** Returns the reason why a request was not executed; null for a decision. */
export function whyNotExecuted(outcome: ProviderOutcome): string | null {
  return outcome.providerResponseCode === NOT_EXECUTED ? outcome.providerResponseMessage : null
}

/** The members of every request that may move money. */
interface ProviderRequest {
  /** The idempotency key: a request is executed once for it. */
  readonly idempotencyKey: string
  readonly merchantId: string
  readonly transactionId: string
  readonly accountId: string
  readonly amountMinor: number
  readonly currency: string
  /** The metadata that instructs the simulators. */
  readonly metadata: Metadata | null
}

export interface ProviderAuthorization extends ProviderRequest {
  /** 1 for the first attempt of a transaction, 2 for the first retry with another provider. */
  readonly attemptNumber: number
  readonly transactionType: CardTransactionType
  readonly card: {
    readonly brand: CardBrand
    readonly pan: Secret<string>
    readonly cvv: Secret<string> | null
    /** The month, 1–12. */
    readonly expirationMonth: number
    /** The year, four digits. */
    readonly expirationYear: number
  }
  /** Null if 3DS was not required. */
  readonly authentication: { readonly transStatus: string } | null
  /** Null for a card that is neither saved nor being saved. */
  readonly storedCredential: { readonly sequence: 'FIRST' | 'SUBSEQUENT' } | null
  /** Null if the merchant requests none. */
  readonly exemption: Exemption | null
  /** Set if the provider is to authenticate the shopper itself. */
  readonly shopper?: ShopperAddresses
}

export interface OperationRequest extends ProviderRequest {
  readonly operation: ManageType
  /** The key of the authorization, purchase or order it belongs to, and of the call it applies to. */
  readonly originalKey: string
  readonly parentKey: string
  /** Whether a capture releases the remaining amount. */
  readonly finalCapture: boolean
  /** Set for a void that returns money of an unwanted payment; it applies to pending amounts, too. */
  readonly isUndo?: true
}

/** A payment or payout that is confirmed elsewhere. */
export interface OrderRequest extends ProviderRequest {
  readonly type: string
  readonly direction: 'DEPOSIT' | 'WITHDRAWAL'
  readonly reference: string
  /** The payee, as the customer reads it. */
  readonly merchantName: string | null
  readonly blikCode: Secret<string> | null
  /** The UPI address at which the customer is asked. */
  readonly vpa: string | null
  /** The recipient of a payout. */
  readonly beneficiary: { readonly accountNumber: Secret<string> } | null
  /** The address to which the browser is sent after every outcome. */
  readonly returnUrl: string | null
  /** The language of the customer's payment page, as a BCP 47 tag; null if it is unknown. */
  readonly language: string | null
  /** The time at which the gateway gives up the order. */
  readonly expiresAtMs: number | null
  readonly callbackUrl: string
}

export type OrderAnswer =
  | { readonly kind: 'redirect'; readonly url: string }
  /** The customer's browser posts a form to the provider's page. */
  | { readonly kind: 'form'; readonly url: string; readonly data: Readonly<Record<string, string>> }
  | {
      readonly kind: 'instructions'
      readonly url: string
      readonly account: TransferAccountMessage
      readonly expiresAtMs: number | null
    }
  /** The customer pays in an app. */
  | {
      readonly kind: 'display'
      readonly qrText: string
      readonly appLinks: { readonly app: string; readonly url: string }[]
      readonly expiresAtMs: number | null
    }
  | { readonly kind: 'outcome'; readonly outcome: ProviderOutcome }

export type Fence =
  | { readonly kind: 'fenced' }
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'outcome'; readonly outcome: ProviderOutcome }

/** A provider, as a gateway's configuration describes it. */
export interface ProviderCapabilities {
  /** `card`, and the types of orders. */
  readonly methods: ReadonlySet<string>
  readonly operations: ReadonlySet<ManageType>
  readonly fences: boolean
  readonly reports: 'NONE' | 'HINT'
  /** Whether it verifies cards without an amount. */
  readonly verifies?: boolean
  /** Whether it authenticates cardholders itself. */
  readonly authenticates?: boolean
}

/** The `payment_method.type` of every way to pay with a card. */
export const CARD_METHOD = 'card'

/** A simulated provider. If a call throws, its answer is lost, but not its effect. */
export interface Provider {
  readonly id: string
  readonly capabilities: ProviderCapabilities
  authorize(request: ProviderAuthorization): Promise<ProviderOutcome | AuthorizationAnswer>
  /** Continues a payment whose shopper has returned. @param key - of the authorization. */
  continue?(key: string, brought: ShopperResult): Promise<ContinuationAnswer>
  operate(request: OperationRequest): Promise<ProviderOutcome>
  order(request: OrderRequest): Promise<OrderAnswer>
  cancelOrder(idempotencyKey: string): Promise<ProviderOutcome>
  findOutcome(idempotencyKey: string): Promise<ProviderOutcome | null>
  fence(idempotencyKey: string): Promise<Fence>
}
