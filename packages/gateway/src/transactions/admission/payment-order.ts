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

/** Payer, amount and terminal: the part of a transaction that the request decides. */
export interface PaymentOrder {
  readonly merchantId: string
  readonly terminalId: string
  readonly integration: Integration
  /** The session it is paid in; null for the direct API. */
  readonly session: {
    readonly id: string
    readonly hash: string
    /** The session's transaction while its declined attempt waits to be corrected. */
    readonly corrects: string | null
  } | null
  readonly reference: string
  readonly description: string | null
  readonly currency: Currency
  readonly amountMinor: number
  readonly transactionType: OrderType
  readonly customer: CustomerInput | null
  /** The stored customer whom `customer.id` names. */
  readonly customerRecord?: Customer | null
  readonly customerIp: string | null
  /** The same where it is known to be the shopper's; null where it may be that of the merchant's server. */
  readonly shopperIp: string | null
  /** Where the customer is, as far as the merchant said. */
  readonly country?: string | null
  readonly metadata: Metadata | null
  readonly browserInfo: BrowserInfo | null
  readonly returnUrl: string | null
  readonly notificationUrl: string | null
  /** Whether this client may charge a saved card while the cardholder is away. */
  readonly mayInitiateAsMerchant?: boolean
  readonly paymentMethodType: string
  /** Whose payments the card is saved for; without it the card is not saved. */
  readonly tokenizeFor?: TokenizeFor | null
  /** The payment link whose session it is paid in. */
  readonly paymentLinkId?: string | null
  /** Of the request, when it came with an `Idempotency-Key`. */
  readonly requestKey?: string | null
  /** Whether the merchant accepts an approval of less than the amount. */
  readonly acceptsPartialApproval?: boolean
  /** The same, on a terminal that allows it. */
  readonly keepsPartialApproval?: boolean
  /** In how many installments it is paid; null for at once. */
  readonly installmentCount?: number | null
  /** What the merchant asks of the authentication. */
  readonly requested?: RequestedAuthentication
  /** Of the request, other than the gateway's own: for the provider, unchanged. */
  readonly options?: ProviderOptions | null
}

/** What an order needs of the merchant's records. */
export interface MerchantRecords {
  readonly findMerchant: (merchantId: string) => Promise<Merchant | null>
  readonly findTerminal: (merchantId: string, terminalId: string) => Promise<Terminal | null>
  /** The merchant's live private keys by `kid`. */
  readonly loadPrivateKeys: (merchantId: string) => Promise<ReadonlyMap<string, PrivateEncryptionKey>>
  /** Keyed fingerprint of a card number. */
  readonly fingerprintCard: (merchantId: string, pan: Secret<string>) => Promise<string>
}

/** What the first commit of an order needs from outside. */
export interface OpeningPorts {
  readonly store: Pick<TransactionStore, 'open'>
  readonly clock: Clock
  readonly random: Random
  readonly describeEvent: (transaction: Transaction) => OutboxEvent
  readonly watchPayment: WatchPayment
  /** Whether new attempts go to an account. */
  readonly stateOfAccount: (account: ProviderAccount) => AccountState
}

/** Why the merchant's settings forbid the order; null when they do not. */
export async function findOrderRefusal(
  ports: Pick<MerchantRecords, 'findMerchant'>,
  { merchantId, transactionType, paymentMethodType }: PaymentOrder,
  terminal: Terminal | null,
): Promise<OrderRefusal | null> {
  const merchant = await ports.findMerchant(merchantId)
  return findRefusal({ merchant, terminal, transactionType, paymentMethodType })
}

/** Refuses an order whose method is documented but not offered, or whose terminal cannot take it. */
export async function refuseMethod(
  ports: OpeningPorts & Pick<MerchantRecords, 'findMerchant' | 'findTerminal'>,
  order: PaymentOrder,
): Promise<Started> {
  const terminal = await ports.findTerminal(order.merchantId, order.terminalId)
  return refuseOrder(ports, order, (await findOrderRefusal(ports, order, terminal)) ?? METHOD_NOT_OFFERED)
}

/** What requests call the members that no payment and no payout names by the words of authorize. */
const MEMBERS_OF: Readonly<Partial<Record<OrderType, Readonly<Record<string, string>>>>> = {
  PAYMENT: { transaction_type: 'terminal_id', 'payment_method.type': 'method' },
  PAYOUT: { transaction_type: 'terminal_id', 'payment_method.type': 'beneficiary.type' },
}

/** What browsers call members that they do not name by the words of authorize. */
const MEMBERS_OF_BROWSERS: Readonly<Record<string, string>> = { 'options.installments': 'installments' }

/** The member of the order's request that has to change. A browser names its method alike for every type. */
function memberOf({ session, transactionType }: PaymentOrder, property: string): string {
  const members = session === null ? MEMBERS_OF[transactionType] : MEMBERS_OF_BROWSERS
  return members?.[property] ?? property
}

/** Stores a transaction that a rule of ours refuses: INVALID from its first moment, and its reference stays free. */
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
    continuation: null,
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

/** The part of a transaction that its order decides. */
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
