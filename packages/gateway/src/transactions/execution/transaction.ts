import type { BrowserInfo, CustomerInput, ErrorItem, Metadata } from '@sluice/types'
import type {
  Integration,
  NetworkTokenSource,
  ProcessingCode,
  RetryStatus,
  TransactionStatus,
  TransactionType,
} from '@sluice/types/vocabulary'

import type { CountedPayment } from '../../risk/index.ts'
import type { Money, MoneyDeadlines } from './money.ts'
import type { OrderPage } from './order-page.ts'
import type { AllowedOperations } from './provider.ts'
import type { BankTransferInstructions } from './transfer-account.ts'

export interface PaymentMethodSummary {
  readonly type: string
  /** The displayed payment method: the masked number of a card. */
  readonly method: string
  readonly brand: string | null
  readonly masked: string | null
  /** Keyed fingerprint of the card number. */
  readonly hash: string | null
  readonly token: string | null
  /** Last day of the expiry month, YYYY-MM-DD. */
  readonly expiry: string | null
  /** The source of a network token. */
  readonly source?: NetworkTokenSource
}

/** The report of the deciding attempt's provider. */
export interface ProcessingReport {
  readonly providerId: string
  readonly accountId: string
  readonly responseCode: string | null
  readonly responseMessage: string | null
  readonly approvalCode: string | null
  readonly referenceNumber: string | null
  readonly systan: number | null
  /** The provider's own reference for the payment. */
  readonly providerReference: string | null
}

export interface RetryAttempt {
  readonly providerId: string
  readonly accountId: string
  readonly processingCode: ProcessingCode
  readonly createdAtMs: number
}

export interface RetryOptions {
  readonly providerId: string
  readonly accountId: string
  /** Retries started: 0 … maxRetries. */
  readonly retryCount: number
  readonly status: RetryStatus
  readonly maxRetries: number
  readonly attempts: readonly RetryAttempt[]
}

/** The payer of a transaction. */
export interface TransactionCustomer extends CustomerInput {
  /** Region of the stored customer: no request's `customer` has one, and no answer shows it. */
  readonly state?: string
}

/** One attempt of a shopper to pay. Amounts are integers in minor units. */
export interface Transaction {
  readonly merchantId: string
  readonly id: string
  readonly orderId: string
  readonly terminalId: string
  /** Hash of the session it belongs to; null for the direct API. */
  readonly sessionHash: string | null
  readonly integration: Integration
  readonly reference: string
  readonly description: string | null
  readonly currency: string
  readonly amountMinor: number
  readonly normalizedAmountMinor: number
  readonly transactionType: TransactionType
  readonly status: TransactionStatus
  readonly processingCode: ProcessingCode | null
  readonly customer: TransactionCustomer | null
  /** The IP address on record: the shopper's, or else that of the connection. */
  readonly customerIp: string | null
  /** The same address if it is known to be the shopper's; null if it may be that of the merchant's server. */
  readonly shopperIp: string | null
  readonly paymentMethod: PaymentMethodSummary
  readonly processing: ProcessingReport | null
  /** The final transaction status of 3DS; null without 3DS. */
  readonly authenticationStatus: string | null
  /** The ECI as an integer; null without 3DS. */
  readonly authenticationLevel: number | null
  readonly errors: readonly ErrorItem[]
  /** The state of fallback routing; null if it is disabled for the terminal. */
  readonly retryOptions: RetryOptions | null
  readonly metadata: Metadata | null
  readonly browserInfo: BrowserInfo | null
  readonly returnUrl: string | null
  /** The merchant's own challenge notification URL (direct API only). */
  readonly notificationUrl: string | null
  /** The page on which the customer confirms: the provider's, or the gateway's page for the order. */
  readonly redirectUrl: string | null
  readonly bankTransfer: BankTransferInstructions | null
  /** The content of the gateway's page for the order while it is pending; null if the order has no page. */
  readonly orderPage: OrderPage | null
  /** The parent transaction of a capture, refund or void. */
  readonly parentId: string | null
  /** The payment link that it is paid at; absent without one, and of captures, refunds and voids. */
  readonly paymentLinkId?: string
  /** The number of installments; absent for a single payment. */
  readonly installmentCount?: number
  /** Whether a partial approval is kept instead of reversed. */
  readonly keepsPartialApproval?: boolean
  /** The approved amount; absent unless it is less than the amount. */
  readonly approvedMinor?: number
  /** The actions that its provider announced for the payment; absent if there are none. */
  readonly may?: AllowedOperations
  /** The time until which the provider allows captures; stored with the deadlines of its money. */
  readonly captureBeforeMs?: number
  /** The time of the call, where its approval was found later: the deadlines of its money began then. */
  readonly calledAtMs?: number
  /** Set by the store once the transaction is approved; read with {@link moneyOf}. */
  readonly money?: Money & MoneyDeadlines
  /** The data with which the risk rules count the transaction; absent if they do not. */
  readonly counted?: CountedPayment
  readonly createdAtMs: number
  readonly updatedAtMs: number
}
