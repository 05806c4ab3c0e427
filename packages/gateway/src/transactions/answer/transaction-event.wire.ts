import type { TransactionEventPayload } from '@sluice/types'
import {
  type Initiator,
  isFinalStatus,
  processingCode,
  transactionEventName,
  type TransactionType,
} from '@sluice/types/vocabulary'
import { toTimestamp } from '@sluice/platform/kernel/clock'

import { approvedMinorOf } from '../execution/money.ts'
import type { Transaction } from '../execution/transaction.ts'

/** Builds the event for the end of a transaction. @see docs/protocol/webhooks.md#webhooks */
export function toTransactionEvent(transaction: Transaction): {
  readonly type: string
  readonly payload: string
} {
  if (!isFinalStatus(transaction.status)) throw new Error(`Transaction ${transaction.id} is not final`)
  const type = transactionEventName(transaction.transactionType, transaction.status)
  return { type, payload: JSON.stringify({ event: type, payload: toPayload(transaction) }) }
}

/** The merchant initiates payouts and follow-up operations, and charges of a saved card without a browser. */
function initiatorOf({ transactionType, paymentMethod, browserInfo }: Transaction): Initiator {
  return paymentMethod.type === 'saved_card' && browserInfo === null
    ? 'MERCHANT'
    : INITIATED_BY[transactionType]
}

const INITIATED_BY: Readonly<Record<TransactionType, Initiator>> = {
  AUTHORIZE: 'CUSTOMER',
  PURCHASE: 'CUSTOMER',
  VERIFY: 'CUSTOMER',
  PAYMENT: 'CUSTOMER',
  PAYOUT: 'MERCHANT',
  CAPTURE: 'MERCHANT',
  REFUND: 'MERCHANT',
  VOID: 'MERCHANT',
  INCREMENT: 'MERCHANT',
  EXTEND: 'MERCHANT',
}

function toPayload(transaction: Transaction): TransactionEventPayload {
  const { customer, paymentMethod, processing } = transaction
  const code = transaction.processingCode ?? '1001'
  return {
    id: transaction.id,
    merchant_id: transaction.merchantId,
    terminal_id: transaction.terminalId,
    order_id: transaction.orderId,
    reference: transaction.reference,
    currency: transaction.currency,
    amount: transaction.amountMinor,
    transaction_type: transaction.transactionType,
    processing_code: code,
    status: transaction.status,
    created_at: toTimestamp(transaction.createdAtMs),
    updated_at: toTimestamp(transaction.updatedAtMs),
    payment_link_id: transaction.paymentLinkId ?? null,
    description: transaction.description,
    response_message: processingCode(code).message,
    approval_code: processing?.approvalCode ?? null,
    reference_number: processing?.referenceNumber ?? null,
    parent_id: transaction.parentId,
    transaction_initiated_by: initiatorOf(transaction),
    payment_provider_response_code: processing?.responseCode ?? null,
    payment_provider_response_message: processing?.responseMessage ?? null,
    customer_id: customer?.id ?? null,
    outgoing_currency: transaction.currency,
    payment_method_method: paymentMethod.method,
    payment_method_hash: paymentMethod.hash,
    payment_method_type: paymentMethod.type,
    payment_method_brand: paymentMethod.brand,
    payment_method_masked: paymentMethod.masked,
    // Only the tokenization event contains the token.
    payment_method_token: null,
    customer_first_name: customer?.first_name ?? null,
    customer_last_name: customer?.last_name ?? null,
    customer_address: customer?.address ?? null,
    customer_city: customer?.city ?? null,
    customer_country: customer?.country ?? null,
    customer_postal_code: customer?.postal_code ?? null,
    customer_email: customer?.email ?? null,
    customer_phone_number: customer?.phone ?? null,
    authentication_status: transaction.authenticationStatus,
    metadata: transaction.metadata,
    systan: processing?.systan ?? null,
    authentication_level: transaction.authenticationLevel,
    normalized_amount: transaction.normalizedAmountMinor,
    outgoing_amount: approvedMinorOf(transaction),
    payment_method_expiry: paymentMethod.expiry,
    ...(transaction.installmentCount !== undefined && {
      installments: { count: transaction.installmentCount },
    }),
  }
}
