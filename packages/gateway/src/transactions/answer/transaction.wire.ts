import type {
  BankTransferInstructions as WireBankTransferInstructions,
  CustomerData,
  CustomerInput,
  Envelope as WireEnvelope,
  Operations as WireOperations,
  RetryOptions as WireRetryOptions,
  Transaction as WireTransaction,
} from '@sluice/types'
import { type Currency, processingCode } from '@sluice/types/vocabulary'
import { toTimestamp } from '@sluice/platform/kernel/clock'

import type { Envelope } from '../execution/envelope.ts'
import { approvedMinorOf, type Money, moneyOf, openMinor } from '../execution/money.ts'
import type { AllowedOperations } from '../execution/provider.ts'
import { NO_RECORDS } from '../records/record.ts'
import type { RetryOptions, Transaction } from '../execution/transaction.ts'
import type { BankTransferInstructions } from '../execution/transfer-account.ts'

/** Every transaction of this service is an internet transaction. */
const CHANNEL = 'ecommerce'

/** Builds a transaction for the contract; data that is not named here never leaves the gateway. */
export function toWireTransaction(transaction: Transaction): WireTransaction {
  const { paymentMethod, processing, status } = transaction
  return {
    id: transaction.id,
    merchant_id: transaction.merchantId,
    order_id: transaction.orderId,
    terminal_id: transaction.terminalId,
    reference: transaction.reference,
    description: transaction.description,
    currency: transaction.currency as Currency,
    amount: transaction.amountMinor,
    normalized_amount: transaction.normalizedAmountMinor,
    customer: toWireCustomer(transaction.customer),
    customer_ip: transaction.customerIp,
    processing_result: {
      payment_provider_id: processing?.providerId ?? null,
      payment_provider_account_id: processing?.accountId ?? null,
      approval_code: processing?.approvalCode ?? null,
      reference_number: processing?.referenceNumber ?? null,
      provider_reference: processing?.providerReference ?? null,
    },
    approved: status === 'APPROVED',
    pending: status === 'CREATED' || status === 'PENDING',
    channel: CHANNEL,
    transaction_type: transaction.transactionType,
    status,
    payment_method: {
      method: paymentMethod.method,
      type: paymentMethod.type,
      brand: paymentMethod.brand,
      masked: paymentMethod.masked,
      hash: paymentMethod.hash,
      token: paymentMethod.token,
    },
    // The page of a transaction that has ended is of no use.
    redirect_url: status === 'PENDING' ? transaction.redirectUrl : null,
    errors: transaction.errors.map(({ property, message, params }) => ({
      property,
      message,
      params: [...params],
    })),
    processing_code: transaction.processingCode,
    response_message:
      transaction.processingCode === null ? null : processingCode(transaction.processingCode).message,
    data: toWireData(transaction),
    payment_link_id: transaction.paymentLinkId ?? null,
    created_at: toTimestamp(transaction.createdAtMs),
    updated_at: toTimestamp(transaction.updatedAtMs),
  }
}

/** Builds an envelope, in which exactly one member is set. */
export function toWireEnvelope(envelope: Envelope): WireEnvelope {
  const nothing = { result: null, action: null, redirect: null, form_submit: null }
  switch (envelope.kind) {
    // The merchant is not notified of a decline that the shopper may correct, because the transaction is still open.
    case 'correction':
    case 'result':
      return { ...nothing, result: toWireTransaction(envelope.transaction) }
    case 'action':
      return {
        ...nothing,
        action: {
          transaction_id: envelope.transactionId,
          session_id: envelope.sessionId,
          type: envelope.type,
          token: envelope.token,
          payment_data: envelope.paymentData,
        },
      }
    case 'redirect':
      return {
        ...nothing,
        redirect: {
          transaction_id: envelope.transactionId,
          session_id: envelope.sessionId,
          url: envelope.url,
          ...(envelope.isFullPage && { full_page: true }),
        },
      }
    case 'form_submit':
      return {
        ...nothing,
        form_submit: {
          transaction_id: envelope.transactionId,
          session_id: envelope.sessionId,
          url: envelope.url,
          data: { ...envelope.data },
        },
      }
  }
}

function toWireCustomer(customer: CustomerInput | null): CustomerData {
  return {
    id: customer?.id ?? null,
    first_name: customer?.first_name ?? null,
    last_name: customer?.last_name ?? null,
    email: customer?.email ?? null,
    phone: customer?.phone ?? null,
    address: customer?.address ?? null,
    city: customer?.city ?? null,
    country: customer?.country ?? null,
    postal_code: customer?.postal_code ?? null,
  }
}

/** Returns null if there is nothing to report. */
function toWireData(transaction: Transaction): WireTransaction['data'] {
  const { retryOptions, bankTransfer, parentId, installmentCount } = transaction
  const money = moneyOf(transaction)
  const data = {
    ...(parentId !== null && { parent_id: parentId }),
    ...(money && { operations: toWireOperations(money, transaction) }),
    ...(retryOptions && { retry_options: toWireRetryOptions(retryOptions) }),
    ...(bankTransfer && { bank_transfer: toWireBankTransfer(bankTransfer) }),
    ...(installmentCount !== undefined && { installments: { count: installmentCount } }),
  }
  return Object.keys(data).length === 0 ? null : data
}

function toWireOperations(money: Money, transaction: Transaction): WireOperations {
  const captureBeforeMs = transaction.money?.authorizationExpiresAtMs ?? null
  const { records = NO_RECORDS } = money
  return {
    authorized_amount: money.authorizedMinor,
    approved_amount: approvedMinorOf(transaction),
    captured_amount: money.capturedMinor,
    refunded_amount: money.refundedMinor,
    voided_amount: money.voidedMinor,
    open_amount: openMinor(money),
    final_capture: money.finalCapture,
    capture_failed_amount: records.captureFailedMinor,
    refund_failed_amount: records.refundFailedMinor,
    returned_amount: records.returnedMinor,
    disputed_amount: records.disputedMinor,
    ...(captureBeforeMs !== null && { capture_before: toTimestamp(captureBeforeMs) }),
    ...(transaction.may && { may: toWireAllowedOperations(transaction.may) }),
  }
}

/** Builds the list of operations that the provider still allows on a payment. */
export function toWireAllowedOperations({ captureSeveral, increment, extend }: AllowedOperations) {
  return { capture_several: captureSeveral, increment, extend }
}

function toWireBankTransfer({
  account,
  expiresAtMs,
}: BankTransferInstructions): WireBankTransferInstructions {
  return { ...account, expires_at: toTimestamp(expiresAtMs) }
}

function toWireRetryOptions(options: RetryOptions): WireRetryOptions {
  return {
    payment_provider_id: options.providerId,
    payment_provider_account_id: options.accountId,
    retry_count: options.retryCount,
    status: options.status,
    data: {
      max_retries: options.maxRetries,
      attempts: options.attempts.map((attempt) => ({
        payment_provider_id: attempt.providerId,
        payment_provider_account_id: attempt.accountId,
        processing_code: attempt.processingCode,
        created_at: toTimestamp(attempt.createdAtMs),
      })),
    },
  }
}
