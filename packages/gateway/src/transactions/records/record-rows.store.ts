import type { DisputeFunds, RecordKind } from '@sluice/types/vocabulary'
import type { Insertable, Selectable } from 'kysely'

import type { TransactionRecordTable } from '../transactions.tables.ts'
import type { TransactionRecord } from './record.ts'

/** The identity of a record at the provider, and its place here. */
export interface RecordKeys {
  /** The payment to which the transaction belongs. */
  readonly paymentId: string
  readonly providerId: string
  readonly accountId: string
  readonly fact: string
}

export function toRecordRow(
  record: TransactionRecord,
  { paymentId, providerId, accountId, fact }: RecordKeys,
): Insertable<TransactionRecordTable> {
  return {
    merchant_id: record.merchantId,
    id: record.id,
    transaction_id: record.transactionId,
    payment_id: paymentId,
    provider_id: providerId,
    provider_account_id: accountId,
    fact,
    kind: record.kind,
    amount: record.amountMinor,
    currency: record.currency,
    reason_code: record.reasonCode,
    reason: record.reason,
    provider_reference: record.providerReference,
    dispute_id: record.disputeId,
    dispute_reference: record.disputeReference,
    funds: record.funds,
    respond_by: record.respondByMs,
    occurred_at: record.occurredAtMs,
    created_at: record.createdAtMs,
  }
}

export function fromRecordRow(row: Selectable<TransactionRecordTable>): TransactionRecord {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    transactionId: row.transaction_id,
    kind: row.kind as RecordKind,
    amountMinor: row.amount,
    currency: row.currency,
    reasonCode: row.reason_code,
    reason: row.reason,
    providerReference: row.provider_reference,
    disputeId: row.dispute_id,
    disputeReference: row.dispute_reference,
    funds: row.funds as DisputeFunds,
    respondByMs: row.respond_by,
    occurredAtMs: row.occurred_at,
    createdAtMs: row.created_at,
  }
}
