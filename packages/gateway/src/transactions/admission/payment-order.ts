import type { PrivateEncryptionKey } from '@sluice/card-encryption/decrypt'
import type { BrowserInfo, CustomerInput, Metadata } from '@sluice/types'
import {
  type Currency,
  type Integration,
  normalizeAmount,
  processingCode as meaningOf,
  type TokenizeFor,
} from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'
import type { Secret } from '@sluice/platform/kernel/secret'

import type { Customer } from '../../customers/index.ts'
import type { Merchant, ProviderAccount, Terminal } from '../../merchants/index.ts'
import type { OneTimeUse } from '../../payment-methods/index.ts'
import type { AccountState } from '../../provider-health/index.ts'
import type { OutboxEvent, TransactionStore } from '../execution/execution-records.ts'
import type { ProviderOptions } from '../execution/provider.ts'
import type { RequestedAuthentication } from '../../three-ds/index.ts'
import type { WatchPayment } from '../../risk/index.ts'
import { answerOfOpening, type Started } from '../execution/started.ts'
import type { Transaction } from '../execution/transaction.ts'
import { findRefusal, METHOD_NOT_OFFERED, type OrderRefusal, type OrderType } from './checks.ts'
import { fillFromRecord } from './fill-customer.ts'
import { findAlternativeMethod } from './method-table.ts'

/** The part of a transaction that the request determines, such as payer, amount and terminal. */
export interface PaymentOrder {
  readonly merchantId: string
  readonly terminalId: string
  readonly integration: Integration
  /** The session of the payment; null for the direct API. */
  readonly session: {
    readonly id: string
    readonly hash: string
    /** The session's transaction while its declined attempt can be corrected. */
    readonly corrects: string | null
    /** The maximum number of installments that the shopper may choose; null for a single payment. */
    readonly maxInstallments: number | null
  } | null
  readonly reference: string
  readonly description: string | null
  readonly currency: Currency
  readonly amountMinor: number
  readonly transactionType: OrderType
  readonly customer: CustomerInput | null
  /** The stored customer with the id `customer.id`. */
  readonly customerRecord?: Customer | null
  readonly customerIp: string | null
  /** The IP address if it is known to be the shopper's; null if it may be that of the merchant's server. */
  readonly shopperIp: string | null
  /** The customer's country, if the merchant sent it. */
  readonly country?: string | null
  readonly metadata: Metadata | null
  readonly browserInfo: BrowserInfo | null
  readonly returnUrl: string | null
  readonly notificationUrl: string | null
  /** Whether this client may charge a saved card while the cardholder is away. */
  readonly mayInitiateAsMerchant?: boolean
  readonly paymentMethodType: string
  /** The use for which the card is saved; without it the card is not saved. */
  readonly tokenizeFor?: TokenizeFor | null
  /** The payment link of the session. */
  readonly paymentLinkId?: string | null
  /** The key of the request, if it had an `Idempotency-Key`. */
  readonly requestKey?: string | null
  /** Whether the merchant accepts a partial approval. */
  readonly acceptsPartialApproval?: boolean
  /** Whether the merchant accepts a partial approval and the terminal allows it. */
  readonly keepsPartialApproval?: boolean
  /** The number of installments; null for a single payment. */
  readonly installmentCount?: number | null
  /** The merchant's requests for the authentication. */
  readonly requested?: RequestedAuthentication
  /** The options of the request for the provider, unchanged and without the gateway's own. */
  readonly options?: ProviderOptions | null
}

/** The merchant's data that an order needs. */
export interface MerchantRecords {
  readonly findMerchant: (merchantId: string) => Promise<Merchant | null>
  readonly findTerminal: (merchantId: string, terminalId: string) => Promise<Terminal | null>
  /** The merchant's live private keys by `kid`. */
  readonly loadPrivateKeys: (merchantId: string) => Promise<ReadonlyMap<string, PrivateEncryptionKey>>
  /** Returns the keyed fingerprint of a card number. */
  readonly fingerprintCard: (merchantId: string, pan: Secret<string>) => Promise<string>
}

/** The dependencies of an order's first commit. */
export interface OpeningPorts {
  readonly store: Pick<TransactionStore, 'open'>
  readonly clock: Clock
  readonly random: Random
  readonly describeEvent: (transaction: Transaction) => OutboxEvent
  readonly watchPayment: WatchPayment
  /** Reports whether an account accepts new attempts. */
  readonly stateOfAccount: (account: ProviderAccount) => AccountState
}

/** Returns the reason why the merchant's settings forbid the order; null if they allow it. */
export async function findOrderRefusal(
  ports: Pick<MerchantRecords, 'findMerchant'>,
  { merchantId, transactionType, paymentMethodType }: PaymentOrder,
  terminal: Terminal | null,
): Promise<OrderRefusal | null> {
  const merchant = await ports.findMerchant(merchantId)
  return findRefusal({ merchant, terminal, transactionType, paymentMethodType })
}

/** Refuses an order whose method is documented but not offered, or whose terminal cannot process it. */
export async function refuseMethod(
  ports: OpeningPorts & Pick<MerchantRecords, 'findMerchant' | 'findTerminal'>,
  order: PaymentOrder,
): Promise<Started> {
  const terminal = await ports.findTerminal(order.merchantId, order.terminalId)
  return refuseOrder(ports, order, (await findOrderRefusal(ports, order, terminal)) ?? METHOD_NOT_OFFERED)
}

/** The names of members in requests for payments and payouts, where they differ from those of authorize. */
const MEMBERS_OF: Readonly<Partial<Record<OrderType, Readonly<Record<string, string>>>>> = {
  PAYMENT: { transaction_type: 'terminal_id', 'payment_method.type': 'method' },
  PAYOUT: { transaction_type: 'terminal_id', 'payment_method.type': 'beneficiary.type' },
}

/** The names of members in requests of browsers, where they differ from those of authorize. */
const MEMBERS_OF_BROWSERS: Readonly<Record<string, string>> = { 'options.installments': 'installments' }

/** Returns the member of the order's request that has to change. Browsers use one name for the method of every type. */
function memberOf({ session, transactionType }: PaymentOrder, property: string): string {
  const members = session === null ? MEMBERS_OF[transactionType] : MEMBERS_OF_BROWSERS
  return members?.[property] ?? property
}

/**
 * Stores a transaction that a rule of the gateway refuses: it is INVALID from the start, and its reference stays
 * free.
 */
export async function refuseOrder(
  ports: OpeningPorts,
  order: PaymentOrder,
  { processingCode, message, ...refusal }: OrderRefusal,
  uses: readonly OneTimeUse[] = [],
): Promise<Started> {
  const property = memberOf(order, refusal.property)
  const errors = [{ property, message: message ?? meaningOf(processingCode).message, params: [property] }]
  const transaction: Transaction = {
    ...describeOrder(ports, order),
    status: 'INVALID',
    processingCode,
    paymentMethod: describeUnopened(order),
    processing: null,
    errors,
    retryOptions: null,
  }
  const opened = await ports.store.open({
    transaction,
    attempt: null,
    pendingAuthentication: null,
    uses,
    event: ports.describeEvent(transaction),
  })
  return opened.kind === 'opened'
    ? { kind: 'envelope', envelope: { kind: 'result', transaction } }
    : answerOfOpening(opened)
}

export const NOTHING_REPORTED = {
  responseCode: null,
  responseMessage: null,
  approvalCode: null,
  referenceNumber: null,
  systan: null,
  providerReference: null,
}

/** Returns the part of a transaction that its order determines. */
export function describeOrder(
  { clock, random }: Pick<OpeningPorts, 'clock' | 'random'>,
  order: PaymentOrder,
) {
  const nowMs = clock.now()
  return {
    merchantId: order.merchantId,
    id: random.uuid(),
    orderId: random.uuid(),
    terminalId: order.terminalId,
    sessionHash: order.session?.hash ?? null,
    integration: order.integration,
    reference: order.reference,
    description: order.description,
    currency: order.currency,
    amountMinor: order.amountMinor,
    normalizedAmountMinor: normalizeAmount(order.amountMinor, order.currency),
    transactionType: order.transactionType,
    customer: fillFromRecord(order.customer, order.customerRecord ?? null),
    customerIp: order.customerIp,
    shopperIp: order.shopperIp,
    authenticationStatus: null,
    authenticationLevel: null,
    errors: [],
    metadata: order.metadata,
    browserInfo: order.browserInfo,
    returnUrl: order.returnUrl,
    notificationUrl: order.notificationUrl,
    redirectUrl: null,
    bankTransfer: null,
    orderPage: null,
    parentId: null,
    ...(order.paymentLinkId && { paymentLinkId: order.paymentLinkId }),
    ...(order.keepsPartialApproval === true && { keepsPartialApproval: true }),
    ...(order.installmentCount && { installmentCount: order.installmentCount }),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
}

function describeUnopened({ paymentMethodType: type }: PaymentOrder) {
  const method = findAlternativeMethod(type)?.name ?? type
  return { type, method, brand: null, masked: null, hash: null, token: null, expiry: null }
}
