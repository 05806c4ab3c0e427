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

/** What a request was about, as the provider wrote it down. */
export interface Booked {
  readonly accountId: string
  readonly amountMinor: number
  readonly currency: string
}

/** What a simulated provider decided. */
export interface ProviderOutcome {
  readonly processingCode: ProcessingCode
  readonly providerResponseCode: string
  readonly providerResponseMessage: string
  readonly approvalCode: string | null
  /** Null for a request that was not executed. */
  readonly booked: Booked | null
  /** 12 digits. */
  readonly referenceNumber: string | null
  /** Six-digit system trace audit number. */
  readonly systan: number | null
  /** Whether another provider may be tried after this decline. */
  readonly retryable: boolean
  /** Whether the issuer declined until its cardholder has passed a challenge. */
  readonly isSoftDecline?: boolean
  /** The network's name of a charge. */
  readonly networkTransactionId?: string | null
  /** How the provider authenticated the shopper. */
  readonly authentication?: {
    readonly transStatus: TransStatus
    /** Null if another party authenticated. */
    readonly eci: Eci | null
    /** The exemption that took its place. */
    readonly exemption: Exemption | null
  }
}

/** What the shopper's browser does next, in the words of the provider protocol. */
export type ShopperStep = Extract<AuthorizationAnswerMessage, { readonly result: 'AUTHENTICATE' }>['step']

/** The answer to an authorization: `key` names the payment that it is about. */
export type AuthorizationAnswer =
  | { readonly kind: 'outcome'; readonly key: string; readonly outcome: ProviderOutcome }
  | { readonly kind: 'authenticate'; readonly key: string; readonly step: ShopperStep }

export type ContinuationAnswer = AuthorizationAnswer | { readonly kind: 'not_valid'; readonly key: string }

/** What the shopper's browser brought, in the words of the provider protocol. */
export type BroughtResult = ContinuationMessage['brought']

/** Where the shopper's browser comes back to. */
export interface ShopperAddresses {
  readonly returnUrl: string
  readonly notificationUrl: string
  readonly challengePreference: ChallengePreference
  /** Of the shopper's browser. */
  readonly language: string
}

const NOT_EXECUTED = 'NOT_EXECUTED'

/** The outcome of a request that was not executed and will not be. */
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

/** Why a request was not executed; null for a decision. */
export function whyNotExecuted(outcome: ProviderOutcome): string | null {
  return outcome.providerResponseCode === NOT_EXECUTED ? outcome.providerResponseMessage : null
}

/** What every request that may move money says. */
interface ProviderRequest {
  /** Executed once. */
  readonly idempotencyKey: string
  readonly merchantId: string
  readonly transactionId: string
  readonly accountId: string
  readonly amountMinor: number
  readonly currency: string
  /** By which simulators are told what to do. */
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
    /** 1–12. */
    readonly expirationMonth: number
    /** Four digits. */
    readonly expirationYear: number
  }
  /** Null when 3DS was not required. */
  readonly authentication: { readonly transStatus: string } | null
  /** Null for a card that is neither saved nor being saved. */
  readonly storedCredential: { readonly sequence: 'FIRST' | 'SUBSEQUENT' } | null
  /** Null if the merchant asks for none. */
  readonly exemption: Exemption | null
  /** Set if the provider is to authenticate the shopper itself. */
  readonly shopper?: ShopperAddresses
}

export interface OperationRequest extends ProviderRequest {
  readonly operation: ManageType
  /** Key of the authorization, purchase or order it belongs to, and of what exactly it is done to. */
  readonly originalKey: string
  readonly parentKey: string
  /** Whether a capture releases what it leaves open. */
  readonly finalCapture: boolean
  /** For a void that gives back what must not stand: it is due for what is pending, too. */
  readonly isUndo?: true
}

/** A payment or payout that is confirmed elsewhere. */
export interface OrderRequest extends ProviderRequest {
  readonly type: string
  readonly direction: 'DEPOSIT' | 'WITHDRAWAL'
  readonly reference: string
  /** What the customer reads as the payee. */
  readonly merchantName: string | null
  readonly blikCode: Secret<string> | null
  /** A UPI address the customer is asked at. */
  readonly vpa: string | null
  /** Who a payout goes to. */
  readonly beneficiary: { readonly accountNumber: Secret<string> } | null
  /** Where the browser is sent after every outcome. */
  readonly returnUrl: string | null
  /** Of the page that the customer pays on, BCP 47; null when it is not known. */
  readonly language: string | null
  /** When the gateway gives the order up. */
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

/** What a gateway's configuration says of a provider. */
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

/** `payment_method.type` that stands for every way to pay with a card. */
export const CARD_METHOD = 'card'

/** A simulated provider. A call that throws has lost its answer, not its effect. */
export interface Provider {
  readonly id: string
  readonly capabilities: ProviderCapabilities
  authorize(request: ProviderAuthorization): Promise<ProviderOutcome | AuthorizationAnswer>
  /** Goes on with a payment whose shopper has come back. @param key - of the authorization. */
  continue?(key: string, brought: BroughtResult): Promise<ContinuationAnswer>
  operate(request: OperationRequest): Promise<ProviderOutcome>
  order(request: OrderRequest): Promise<OrderAnswer>
  cancelOrder(idempotencyKey: string): Promise<ProviderOutcome>
  findOutcome(idempotencyKey: string): Promise<ProviderOutcome | null>
  fence(idempotencyKey: string): Promise<Fence>
}
