import type { BrowserInfo, ErrorItem, Metadata } from '@sluice/types'
import type {
  CardBrand,
  CardTransactionType,
  ChallengePreference,
  DisputeFunds,
  Exemption,
  ManageType,
  NetworkTokenSource,
  ProcessingCode,
  RecordKind,
  TransStatus,
} from '@sluice/types/vocabulary'
import type { Secret } from '@sluice/platform/kernel/secret'

import type { AlertKind, ReconciliationAlert } from './alert.ts'
import type { CallKind, Declarations } from './declarations.ts'
import type { ShownOrder } from './order-page.ts'

export type { TransferAccount } from './transfer-account.ts'

/** A provider's names for a payment, as in an answer. */
export interface ProviderNames {
  /** An opaque secret. Later calls about the payment send the latest state; null keeps the stored one. */
  readonly state: Secret<string> | null
  /** The first is the payment's `provider_reference`. */
  readonly refs: readonly string[]
}

/** An earlier call of the gateway to which a later call refers. */
export interface EarlierCall {
  /** Its idempotency key. */
  readonly key: string
  /** The state of the latest answer that had one. */
  readonly state: Secret<string> | null
  readonly providerReference: string | null
}

/** The card network's advice after a decline, with the scheme's own code. */
export type NetworkAdvice =
  | { readonly kind: 'NEVER_RETRY' | 'UPDATE_CARD'; readonly code: string }
  /** The call may be repeated at `atMs`, not earlier. */
  | { readonly kind: 'RETRY_AFTER'; readonly code: string; readonly atMs: number }

/** The parts of an outcome that are only for people. */
export interface OutcomeReport {
  /** The owner of the raw response code. */
  readonly codeNamespace: string | null
  readonly avsResult: string | null
  readonly cvvResult: string | null
  readonly networkAdvice: NetworkAdvice | null
  /** Whether the issuer declined until its cardholder has passed a challenge; absent in reports of earlier versions. */
  readonly isSoftDecline?: boolean
}

/** A call whose outcome is queried, with what the provider must confirm of it. */
export interface CallRequest extends EarlierCall {
  readonly accountId: string
  readonly amountMinor: number
  readonly currency: string
  /** Whether the provider may have approved less than the amount: true for payments, false for payouts, captures, refunds and voids. */
  readonly mayBePartial: boolean
}

/**
 * The operations that a provider still allows for this payment. Null: as declared. It can restrict the declarations,
 * not widen them.
 */
export interface AllowedOperations {
  readonly captureSeveral: boolean | null
  readonly increment: boolean | null
  readonly extend: boolean | null
}

/** An authentication of the cardholder by the provider, in its own words. */
export interface ReportedAuthentication {
  readonly transStatus: TransStatus
  readonly eci: string | null
  readonly dsTransId: string | null
  readonly messageVersion: string | null
  /** The exemption that replaced an authentication; null if there is none. */
  readonly exemptionApplied: string | null
}

/** The decision of a provider. A decline is a result; an unknown outcome is thrown as an error. */
export interface ProviderOutcome {
  readonly processingCode: ProcessingCode
  /** Raw values of the provider, for logs and support only. */
  readonly providerResponseCode: string
  readonly providerResponseMessage: string
  readonly approvalCode: string | null
  /** The provider's message, at most 64 characters. */
  readonly referenceNumber: string | null
  /** Six-digit system trace audit number. */
  readonly systan: number | null
  /** Whether another provider may be tried after this decline. */
  readonly retryable: boolean
  /** The network's identifier of the charge, if the provider reported one. */
  readonly networkTransactionId?: string | null
  /** The amount of an approval, in minor units; absent if everything was approved. */
  readonly approvedMinor?: number
  /** Set for approvals only. */
  readonly may?: AllowedOperations
  /** The time until which an approved authorization can be captured; if absent, the declared period applies. */
  readonly captureBeforeMs?: number
  /** The provider's authentication of the cardholder; absent if there was none. */
  readonly authentication?: ReportedAuthentication
  readonly report?: OutcomeReport
  readonly names?: ProviderNames
}

/** Returns the outcome of a request that was not executed and never will be, so that another provider may be tried. */
export function notExecuted(reason: string): ProviderOutcome {
  return {
    processingCode: '2024',
    providerResponseCode: 'NOT_EXECUTED',
    providerResponseMessage: reason,
    approvalCode: null,
    referenceNumber: null,
    systan: null,
    retryable: true,
  }
}

/** The reason of {@link notExecuted} when the gateway could not connect to the provider. */
export const UNREACHABLE = 'unreachable'

export interface ProviderCard {
  /** The network's substitute for the card number. */
  readonly pan: Secret<string>
  readonly cvv: Secret<string> | null
  readonly brand: CardBrand
  readonly expirationMonth: number
  readonly expirationYear: number
  /** Absent for a plain card number. */
  readonly networkToken?: {
    readonly source: NetworkTokenSource
    /** The cryptogram and the ECI; null for a token without them. */
    readonly proof: { readonly cryptogram: Secret<string>; readonly eci: string } | null
  }
}

export interface ProviderAuthentication {
  readonly transStatus: string
  readonly eci: string
  readonly authenticationValue: Secret<string> | null
  readonly dsTransId: string | null
  readonly messageVersion: string
}

/** The provider's prepared object of a call, as the call refers to it. */
export type PreparedNames = Pick<EarlierCall, 'state' | 'providerReference'>

/** The members of every request that may move money. */
interface ProviderRequest {
  /** The attempt's id. Sending it twice must move money once. */
  readonly idempotencyKey: string
  readonly merchantId: string
  readonly transactionId: string
  readonly accountId: string
  readonly amountMinor: number
  readonly currency: string
  /** The request's metadata in the test environment; null in production. */
  readonly metadata: Metadata | null
}

/** The known data of the payer. */
export interface ProviderCustomer {
  readonly id: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  readonly phone: string | null
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string | null
  readonly ip: string | null
  readonly language: string | null
  readonly address: string | null
  readonly city: string | null
  readonly postalCode: string | null
  readonly state: string | null
  readonly country: string | null
}

/** The address that a wallet gave along with its token. */
export interface BillingAddress {
  readonly name: string | null
  readonly address: string | null
  readonly city: string | null
  readonly postalCode: string | null
  readonly state: string | null
  readonly country: string | null
}

/** Members of a request's `options` that are not the gateway's own. */
export type ProviderOptions = Readonly<Record<string, unknown>>

/**
 * The data of a payment that a provider receives in addition to the amount.
 *
 * @see docs/provider-protocol/authorizations.md#who-sells-and-who-pays
 */
export interface PaymentContext {
  readonly terminalId: string
  readonly reference: string
  /** The text on the cardholder's statement. */
  readonly description: string | null
  readonly customer: ProviderCustomer | null
  readonly browserInfo: BrowserInfo | null
  /** The options of the request that are not the gateway's own, unchanged. */
  readonly options: ProviderOptions | null
}

/** The use of a stored card: the initiator of the charge, and its place in the sequence. */
export interface StoredCredential {
  readonly initiator: 'CUSTOMER' | 'MERCHANT'
  /** FIRST while the card is being saved. */
  readonly sequence: 'FIRST' | 'SUBSEQUENT'
  /** The network's identifier of the payment that saved the card. */
  readonly networkTransactionId: string | null
}

export interface ProviderAuthorization extends ProviderRequest, PaymentContext {
  /** Null for a provider that is declared to need no preparation. */
  readonly prepared: PreparedNames | null
  /** 1 for the first attempt of a transaction, 2 for the first retry with another provider. */
  readonly attemptNumber: number
  readonly transactionType: CardTransactionType
  /** The number of installments; null for a single payment. */
  readonly installmentCount: number | null
  /** Whether a partial approval is kept instead of reversed. */
  readonly keepsPartialApproval: boolean
  readonly card: ProviderCard
  /** The proof of authentication; null if 3DS was not required. */
  readonly authentication: ProviderAuthentication | null
  /** The use of the stored card; null for a card that is neither saved nor being saved. */
  readonly storedCredential: StoredCredential | null
  readonly billingAddress: BillingAddress | null
  /** The exemption that the merchant requests; null if there is none, or the cardholder is authenticated. */
  readonly exemption: Exemption | null
  /** Set if the provider authenticates the cardholder itself; otherwise it must not redirect the shopper. */
  readonly shopper?: ShopperAddresses
}

/** The step in the shopper's browser that a provider requires to authenticate the cardholder. */
export interface ShopperAddresses {
  /** The return URL for a page of the provider. */
  readonly returnUrl: string
  /** `notificationURL`: where the ACS posts the CRes. */
  readonly notificationUrl: string
  /** `threeDSMethodNotificationURL`. */
  readonly methodNotificationUrl: string
  readonly challengeWindowSize: string
  /** MANDATE also after an issuer declined until its cardholder has passed a challenge. */
  readonly challengePreference: ChallengePreference
}

/** The next step of the shopper's browser for a provider that authenticates. Names from EMV 3DS are in camel case. */
export type AuthenticationStep =
  | {
      readonly kind: 'fingerprint'
      readonly threeDsServerTransId: string
      readonly methodUrl: string
      readonly messageVersion: string
    }
  | {
      readonly kind: 'challenge'
      readonly threeDsServerTransId: string
      readonly acsTransId: string
      readonly acsUrl: string
      readonly messageVersion: string
    }
  /** A page of the provider, opened as a full page: with these fields as a form. */
  | { readonly kind: 'page'; readonly url: string; readonly fields: Readonly<Record<string, string>> | null }

/** The provider holds the payment until the shopper's browser has taken a step. */
export interface AuthenticationNeeded {
  readonly kind: 'authenticate'
  readonly step: AuthenticationStep
  readonly names?: ProviderNames
}

/** The browser's data is not the result of the payment's step. Nothing was executed. */
export interface InvalidResult {
  readonly kind: 'not_valid'
  readonly names?: ProviderNames
}

/** The result that the shopper's browser returned from a step. Only the provider can verify it. */
export type ShopperResult =
  | { readonly kind: 'fingerprint'; readonly completionIndicator: 'Y' | 'N' | 'U' }
  /** `cres` is null if the merchant's own page received it. */
  | { readonly kind: 'challenge'; readonly cres: string | null; readonly transStatus: string | null }
  /** The query of the return URL, without its question mark, and the posted form. */
  | { readonly kind: 'return'; readonly query: string; readonly body: string }

/** Passes on what the shopper's browser brought. It has no card data. */
export interface ContinuationRequest {
  /** The key of this call: each step that a shopper brings has its own. */
  readonly idempotencyKey: string
  readonly payment: CallRequest
  readonly brought: ShopperResult
}

/** A follow-up to money that a provider holds or has moved. */
export interface OperationRequest extends ProviderRequest {
  readonly operation: ManageType
  /** The call that was approved for the customer: an authorization, a purchase, an order. */
  readonly original: EarlierCall
  /** The direct parent: a capture, when that capture is refunded or voided. */
  readonly parent: EarlierCall
  /** Whether a capture releases what it leaves open. */
  readonly finalCapture: boolean
  /**
   * For a change: the total that the authorization holds once the change is approved. Null for operations that move
   * money.
   */
  readonly authorizedMinor: number | null
}

/**
 * Requests a provider to return everything that one call moved, because the transaction ended without it or only a
 * part was approved. Unlike the void that merchants request, it must also work after settlement.
 */
export interface UndoRequest extends Omit<ProviderRequest, 'metadata'> {
  /** The authorization, purchase or order. */
  readonly original: EarlierCall
}

/** The recipient of a payout. */
export interface OrderBeneficiary {
  readonly accountNumber: Secret<string>
  readonly accountName: string
  readonly ifsc: string | null
  readonly bankCode: string | null
  readonly bankName: string | null
  readonly bankBranch: string | null
  readonly bankAddress: string | null
  readonly bankCity: string | null
  readonly bankState: string | null
  readonly mobile: string | null
}

/** A payment or payout that is confirmed elsewhere: on the provider's page, at the bank, later. */
export interface OrderRequest extends ProviderRequest, PaymentContext {
  /** Null for a provider that is declared to need no preparation. */
  readonly prepared: PreparedNames | null
  /** `payment_method.type`: `partner-blik`, `provider-redirect-ali`, `payment_upi`, `payout_upi`. */
  readonly type: string
  readonly direction: 'DEPOSIT' | 'WITHDRAWAL'
  readonly country: string | null
  /** The payee, as the customer reads it. */
  readonly merchantName: string | null
  readonly blikCode: Secret<string> | null
  /** The customer's UPI address, which receives the payment request. */
  readonly vpa: string | null
  readonly beneficiary: OrderBeneficiary | null
  /**
   * The URL to which the provider sends the customer's browser afterwards, whatever the outcome; null if no browser
   * is involved.
   */
  readonly returnUrl: string | null
  /** The time at which the order ends for the gateway; null for one that ends only when the provider says so. */
  readonly expiresAtMs: number | null
  /** The URL for the provider's callbacks. */
  readonly callbackUrl: string
}

/**
 * A request to prepare a payment before the call that moves money. It has no card data. `idempotencyKey` is the
 * preparation's own.
 */
export interface PreparationRequest extends ProviderRequest, PaymentContext {
  /** The key of the call that will follow. */
  readonly callKey: string
  readonly call:
    | { readonly kind: 'authorization'; readonly transactionType: CardTransactionType }
    | { readonly kind: 'order'; readonly type: string }
}

/**
 * Selects the members of a preparation that concern the payment: nothing else may be passed on, least of all a card.
 */
export function preparedPartOf(
  request: ProviderRequest & PaymentContext,
): Omit<ProviderRequest & PaymentContext, 'idempotencyKey'> {
  return {
    merchantId: request.merchantId,
    transactionId: request.transactionId,
    accountId: request.accountId,
    amountMinor: request.amountMinor,
    currency: request.currency,
    metadata: request.metadata,
    terminalId: request.terminalId,
    reference: request.reference,
    description: request.description,
    customer: request.customer,
    browserInfo: request.browserInfo,
    options: request.options,
  }
}

/** The result of a preparation, which never moves money. */
export type Preparation =
  | { readonly kind: 'prepared'; readonly names: ProviderNames }
  | { readonly kind: 'refused'; readonly reason: string }

/** A request to cancel an order, or a card payment that waits for its shopper. */
export interface Cancellation {
  /** The key of this call: the same for every cancellation of the order. */
  readonly idempotencyKey: string
  readonly order: CallRequest
}

export type OrderAnswer =
  /** The customer is sent to the provider's page. */
  | { readonly kind: 'redirect'; readonly url: string; readonly names?: ProviderNames }
  /** The gateway's page of the order shows it, or posts it. */
  | { readonly kind: 'page'; readonly page: ShownOrder; readonly names?: ProviderNames }
  /** Decided, or code 1002: the provider will report. */
  | { readonly kind: 'outcome'; readonly outcome: ProviderOutcome }

/** The result of fencing a key. @see docs/provider-protocol/keys.md#idempotency */
export type Fence =
  /** The call was not executed and never will be. */
  | { readonly kind: 'fenced' }
  /** The provider works on it: ask again. */
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'outcome'; readonly outcome: ProviderOutcome }

/** The contradiction between an answer and its call. */
export interface Contradiction {
  readonly kind: AlertKind
  readonly detail: ReconciliationAlert['detail']
  /** The names in the answer, if they can be trusted. */
  readonly names?: ProviderNames
}

/** An answer that contradicts its call: the outcome is unknown, and the operators are alerted. */
export class ContradictingAnswer extends Error {
  override readonly name = 'ContradictingAnswer'
  readonly contradiction: Contradiction

  constructor(kind: AlertKind, detail: Contradiction['detail'] = {}, names?: ProviderNames) {
    super(`The answer contradicts the call: ${kind}`)
    this.contradiction = { kind, detail, ...(names && { names }) }
  }
}

/** The `payment_method.type` that represents every way to pay with a card: typed in, saved, network token, wallet. */
export const CARD_METHOD = 'card'

/** The capabilities of a provider. They come from the operator's configuration, never from the provider's answers. */
export interface ProviderCapabilities extends Declarations {
  /** {@link CARD_METHOD} for authorizations; of orders their `payment_method.type`. */
  readonly methods: ReadonlySet<string>
  /** Whether the provider reports the outcome of its orders, and whether a report alone settles one. */
  readonly reports: 'NONE' | 'HINT' | 'AUTHORITATIVE'
  /** The accounts at which the provider authenticates cardholders itself. */
  readonly authenticatesAt?: ReadonlySet<string>
}

/** A provider's report about a transaction that had ended. */
export interface ReportedRecord {
  readonly kind: RecordKind
  readonly amountMinor: number
  readonly currency: string
  readonly reasonCode: string | null
  readonly reason: string | null
  /** The provider's id of the dispute; null for everything else. */
  readonly disputeReference: string | null
  readonly funds: DisputeFunds
  /** The deadline for evidence in a dispute. */
  readonly respondByMs: number | null
}

/** The calls that an event can be about: those that move money, and those about one of them. */
export type ReportedCall = CallKind | 'undo' | 'cancellation' | 'preparation'

/** A verified event of a provider, in the gateway's terms. */
export interface ProviderEvent {
  /** The provider's id of the event: a repetition has the same one. */
  readonly id: string
  /** The provider's id of what happened: several events may report one fact. */
  readonly fact: string
  /** OTHER: the gateway has no use for it. */
  readonly kind: 'OUTCOME' | 'RECORD' | 'OTHER'
  /** The idempotency key of the call that it is about; null if the provider reports only its own references. */
  readonly key: string | null
  /** The provider's references for the call. */
  readonly refs: readonly string[]
  /** The provider's references for the payment that the call belongs to. */
  readonly parentRefs: readonly string[]
  readonly accountId: string
  /** False in the provider's test environment. */
  readonly isLive: boolean
  readonly call: ReportedCall | null
  /** The amount that the gateway requested, in minor units. */
  readonly amountMinor: number | null
  readonly currency: string | null
  readonly outcome: ProviderOutcome | null
  readonly record: ReportedRecord | null
  readonly occurredAtMs: number
  /** The part of the body that holds the event, as received. */
  readonly raw: Uint8Array
}

/** A request to the callback address of a provider, as it arrived. */
export interface CallbackRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly rawBody: Uint8Array
  readonly query: Readonly<Record<string, unknown>>
  readonly path: { readonly providerId: string; readonly accountId: string | null }
}

/** The answer that a provider expects once its events are stored. */
export interface EventAcknowledgement {
  readonly status: 200 | 202
  readonly contentType: string
  readonly text: string
}

/** The content of a request to a callback address. */
export type EventReading =
  | {
      readonly kind: 'events'
      readonly events: readonly ProviderEvent[]
      readonly acknowledgement: EventAcknowledgement
    }
  /** The specification's report of an order's status: it is applied before it is acknowledged. */
  | { readonly kind: 'report'; readonly messageId: string; readonly report: unknown }
  /** The request is not authenticated: nothing proves that the provider sent it. */
  | { readonly kind: 'refused' }
  /** The provider sent it, in a form that it never should have. */
  | { readonly kind: 'unreadable'; readonly status: 400 | 422; readonly errors: readonly ErrorItem[] }

/** Verifies a request to a callback address, and reads its events. It is pure: time and secrets are arguments. */
export type ReadEvents = (
  request: CallbackRequest,
  context: { readonly secrets: readonly string[]; readonly nowMs: number },
) => EventReading

/**
 * The system behind a provider account. Calls outside its capabilities are refused: {@link notExecuted}. A call that
 * throws has an unknown outcome: no other provider may be called until {@link Provider.findOutcome} or {@link
 * Provider.fence} resolves it.
 */
export interface Provider {
  /** The provider's id; also its code in the path of its callbacks. */
  readonly id: string
  readonly capabilities: ProviderCapabilities
  /** Makes a payment ready: called if the fence of the call is declared as `cancel-prepared`. */
  prepare?(request: PreparationRequest): Promise<Preparation>
  authorize(request: ProviderAuthorization): Promise<ProviderOutcome | AuthenticationNeeded>
  /**
   * Resumes a payment when the shopper returns from a step. Called only for steps that {@link Provider.authorize}
   * requested.
   */
  continue?(request: ContinuationRequest): Promise<ProviderOutcome | AuthenticationNeeded | InvalidResult>
  /** Captures, refunds or voids. */
  operate(request: OperationRequest): Promise<ProviderOutcome>
  /** Reverses a call, whether the provider has executed it, will execute it, or never received it. */
  undo(request: UndoRequest): Promise<ProviderOutcome>
  order(request: OrderRequest): Promise<OrderAnswer>
  /** Cancels an order, or a payment that waits for its shopper. Returns its outcome: 1003 if the cancellation was in time. */
  cancelOrder(cancellation: Cancellation): Promise<ProviderOutcome>
  /** The outcome as it is now: 1002 while open, null for a key that the provider has never seen. */
  findOutcome(call: CallRequest): Promise<ProviderOutcome | null>
  /** Has the provider promise not to execute a key that it has not executed. */
  fence(call: CallRequest): Promise<Fence>
  /** Sends a query that moves no money and concerns no payment: an answer shows that the provider is back. */
  ping?(): Promise<unknown>
  /** Reads what the provider posts to its callback address. Without it, the provider posts by the provider protocol. */
  readonly readEvents?: ReadEvents
  /**
   * Returns the state of a payment that a person found at the provider; null if the reference cannot be one. If it
   * is absent, every text is accepted.
   */
  readonly adopt?: (reference: string) => Pick<ProviderNames, 'state'> | null
}
