import type { ManageType, ProcessingCode } from '@sluice/types/vocabulary'
import type { Selectable } from 'kysely'

import type { SimulatedOrderTable, SimulatedRefundTable } from '../simulator.tables.ts'
import type { SimulatedOrder } from './order.ts'
import type { SimulatedRefund } from './order-ledger.ts'

export function toOrderRow(order: SimulatedOrder): Selectable<SimulatedOrderTable> {
  return {
    provider_id: order.providerId,
    idempotency_key: order.idempotencyKey,
    merchant_id: order.merchantId,
    transaction_id: order.transactionId,
    account_id: order.accountId,
    type: order.type,
    direction: order.direction,
    amount: order.amountMinor,
    currency: order.currency,
    reference: order.reference,
    merchant_name: order.merchantName,
    return_url: order.returnUrl,
    language: order.language,
    callback_url: order.callbackUrl,
    fault: order.fault,
    answer: order.answer,
    page_key: order.pageKey,
    processing_code: order.processingCode,
    planned_code: order.plannedCode,
    settle_at: order.settleAtMs,
    expires_at: order.expiresAtMs,
    is_asked: order.isAsked ? 1 : 0,
    ends_itself: order.endsItself ? 1 : 0,
    wrong_codes: order.wrongCodes,
    approval_code: order.approvalCode,
    reference_number: order.referenceNumber,
    systan: order.systan,
    created_at: order.createdAtMs,
    settled_at: null,
    reversed_at: null,
  }
}

export function fromOrderRow(row: Selectable<SimulatedOrderTable>): SimulatedOrder {
  return {
    providerId: row.provider_id,
    idempotencyKey: row.idempotency_key,
    merchantId: row.merchant_id,
    transactionId: row.transaction_id,
    accountId: row.account_id,
    type: row.type,
    direction: row.direction as SimulatedOrder['direction'],
    amountMinor: row.amount,
    currency: row.currency,
    reference: row.reference,
    merchantName: row.merchant_name,
    returnUrl: row.return_url,
    language: row.language,
    callbackUrl: row.callback_url,
    fault: row.fault,
    answer: row.answer as SimulatedOrder['answer'],
    pageKey: row.page_key,
    processingCode: row.processing_code as ProcessingCode,
    plannedCode: row.planned_code as ProcessingCode | null,
    settleAtMs: row.settle_at,
    expiresAtMs: row.expires_at,
    isAsked: row.is_asked === 1,
    endsItself: row.ends_itself === 1,
    wrongCodes: row.wrong_codes,
    approvalCode: row.approval_code,
    referenceNumber: row.reference_number,
    systan: row.systan,
    createdAtMs: row.created_at,
  }
}

export function toRefundRow(refund: SimulatedRefund): Selectable<SimulatedRefundTable> {
  return {
    provider_id: refund.providerId,
    idempotency_key: refund.idempotencyKey,
    operation: refund.operation,
    merchant_id: refund.merchantId,
    transaction_id: refund.transactionId,
    original_key: refund.originalKey,
    amount: refund.amountMinor,
    currency: refund.currency,
    processing_code: refund.processingCode,
    approval_code: refund.approvalCode,
    reference_number: refund.referenceNumber,
    systan: refund.systan,
    created_at: refund.createdAtMs,
    failed_amount: refund.failedMinor,
  }
}

export function fromRefundRow(row: Selectable<SimulatedRefundTable>): SimulatedRefund {
  return {
    providerId: row.provider_id,
    idempotencyKey: row.idempotency_key,
    operation: row.operation as ManageType,
    merchantId: row.merchant_id,
    transactionId: row.transaction_id,
    originalKey: row.original_key,
    amountMinor: row.amount,
    currency: row.currency,
    processingCode: row.processing_code as ProcessingCode,
    approvalCode: row.approval_code,
    referenceNumber: row.reference_number,
    systan: row.systan,
    createdAtMs: row.created_at,
    failedMinor: row.failed_amount,
  }
}
