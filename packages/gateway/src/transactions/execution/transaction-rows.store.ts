import type { BrowserInfo, ErrorItem, Metadata } from '@sluice/types'
import type {
  Integration,
  NetworkTokenSource,
  ProcessingCode,
  TransactionStatus,
  TransactionType,
} from '@sluice/types/vocabulary'
import type { Insertable, Selectable } from 'kysely'

import type { TransactionTable } from '../transactions.tables.ts'
import type { CountedPayment } from '../../risk/index.ts'
import { fromMoneyColumns } from './money.store.ts'
import type { AllowedOperations } from './provider.ts'
import type { OrderPage } from './order-page.ts'
import type { RetryOptions, Transaction, TransactionCustomer } from './transaction.ts'
import { readInstructions } from './transfer-account.ts'

/** Transactions ⇄ rows, whole rows both ways. */

const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
const fromJson = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T))

/** Columns of a transaction that later commits may change. */
export function mutableTransactionColumns(transaction: Transaction) {
  const { paymentMethod, processing } = transaction
  return {
    status: transaction.status,
    processing_code: transaction.processingCode,
    payment_method_method: paymentMethod.method,
    payment_method_brand: paymentMethod.brand,
    payment_method_masked: paymentMethod.masked,
    payment_method_last4: /[0-9]{4}$/.exec(paymentMethod.masked ?? '')?.[0] ?? null,
    payment_method_hash: paymentMethod.hash,
    payment_method_token: paymentMethod.token,
    payment_method_expiry: paymentMethod.expiry,
    provider_id: processing?.providerId ?? null,
    provider_account_id: processing?.accountId ?? null,
    provider_response_code: processing?.responseCode ?? null,
    provider_response_message: processing?.responseMessage ?? null,
    approval_code: processing?.approvalCode ?? null,
    reference_number: processing?.referenceNumber ?? null,
    systan: processing?.systan ?? null,
    provider_reference: processing?.providerReference ?? null,
    authentication_status: transaction.authenticationStatus,
    authentication_level: transaction.authenticationLevel,
    errors: JSON.stringify(transaction.errors),
    data: toJson(transaction.retryOptions),
    redirect_url: transaction.redirectUrl,
    bank_transfer: toJson(transaction.bankTransfer),
    order_page: toJson(transaction.orderPage),
    updated_at: transaction.updatedAtMs,
  }
}

/** Columns of a transaction that another attempt of the shopper may change besides. */
export function submittedTransactionColumns({
  transactionType,
  customer,
  customerIp,
  shopperIp,
  paymentMethod,
  browserInfo,
  counted,
  installmentCount,
}: Transaction) {
  return {
    transaction_type: transactionType,
    customer: toJson(customer),
    customer_id: customer?.id ?? null,
    customer_email: customer?.email?.toLowerCase() ?? null,
    customer_ip: customerIp,
    customer_ip_is_shoppers: shopperIp === null ? 0 : 1,
    payment_method_type: paymentMethod.type,
    payment_method_source: paymentMethod.source ?? null,
    browser_info: toJson(browserInfo),
    counted_as: toJson(counted ?? null),
    installment_count: installmentCount ?? null,
  }
}

export function toTransactionRow(transaction: Transaction): Insertable<TransactionTable> {
  return {
    merchant_id: transaction.merchantId,
    id: transaction.id,
    order_id: transaction.orderId,
    terminal_id: transaction.terminalId,
    session_hash: transaction.sessionHash,
    integration: transaction.integration,
    reference: transaction.reference,
    description: transaction.description,
    currency: transaction.currency,
    amount: transaction.amountMinor,
    normalized_amount: transaction.normalizedAmountMinor,
    metadata: toJson(transaction.metadata),
    return_url: transaction.returnUrl,
    notification_url: transaction.notificationUrl,
    parent_id: transaction.parentId,
    payment_link_id: transaction.paymentLinkId ?? null,
    keeps_partial_approval: transaction.keepsPartialApproval === true ? 1 : null,
    version: 1,
    created_at: transaction.createdAtMs,
    ...submittedTransactionColumns(transaction),
    ...mutableTransactionColumns(transaction),
  }
}

export function fromTransactionRow(row: Selectable<TransactionTable>): Transaction {
  const money = fromMoneyColumns(row)
  const counted = fromJson<CountedPayment>(row.counted_as)
  return {
    ...(money && { money }),
    ...(counted && { counted }),
    ...(row.payment_link_id !== null && { paymentLinkId: row.payment_link_id }),
    ...(row.installment_count !== null && { installmentCount: row.installment_count }),
    ...(row.keeps_partial_approval === 1 && { keepsPartialApproval: true }),
    ...(row.approved_amount !== null && { approvedMinor: row.approved_amount }),
    ...(row.may !== null && { may: JSON.parse(row.may) as AllowedOperations }),
    merchantId: row.merchant_id,
    id: row.id,
    orderId: row.order_id,
    terminalId: row.terminal_id,
    sessionHash: row.session_hash,
    integration: row.integration as Integration,
    reference: row.reference,
    description: row.description,
    currency: row.currency,
    amountMinor: row.amount,
    normalizedAmountMinor: row.normalized_amount,
    transactionType: row.transaction_type as TransactionType,
    status: row.status as TransactionStatus,
    processingCode: row.processing_code as ProcessingCode | null,
    customer: fromJson<TransactionCustomer>(row.customer),
    customerIp: row.customer_ip,
    shopperIp: row.customer_ip_is_shoppers === 1 ? row.customer_ip : null,
    paymentMethod: {
      type: row.payment_method_type,
      method: row.payment_method_method ?? row.payment_method_type,
      brand: row.payment_method_brand,
      masked: row.payment_method_masked,
      hash: row.payment_method_hash,
      token: row.payment_method_token,
      expiry: row.payment_method_expiry,
      ...(row.payment_method_source === null
        ? {}
        : { source: row.payment_method_source as NetworkTokenSource }),
    },
    processing:
      row.provider_id === null || row.provider_account_id === null
        ? null
        : {
            providerId: row.provider_id,
            accountId: row.provider_account_id,
            responseCode: row.provider_response_code,
            responseMessage: row.provider_response_message,
            approvalCode: row.approval_code,
            referenceNumber: row.reference_number,
            systan: row.systan,
            providerReference: row.provider_reference,
          },
    authenticationStatus: row.authentication_status,
    authenticationLevel: row.authentication_level,
    errors: JSON.parse(row.errors) as ErrorItem[],
    retryOptions: fromJson<RetryOptions>(row.data),
    metadata: fromJson<Metadata>(row.metadata),
    browserInfo: fromJson<BrowserInfo>(row.browser_info),
    returnUrl: row.return_url,
    notificationUrl: row.notification_url,
    redirectUrl: row.redirect_url,
    bankTransfer: row.bank_transfer === null ? null : readInstructions(row.bank_transfer),
    orderPage: fromJson<OrderPage>(row.order_page),
    parentId: row.parent_id,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  }
}
