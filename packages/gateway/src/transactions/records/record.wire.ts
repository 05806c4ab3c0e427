import type { DisputeEvent, RecordEvent, TransactionRecord as WireRecord } from '@sluice/types'
import { type Currency, type DisputeStatus, type RecordKind, recordEventName } from '@sluice/types/vocabulary'
import { toTimestamp } from '@sluice/platform/kernel/clock'

import type { Transaction } from '../execution/transaction.ts'
import { isDispute, type TransactionRecord } from './record.ts'

/** Builds a record for the contract. */
export function toWireRecord(record: TransactionRecord): WireRecord {
  return {
    id: record.id,
    transaction_id: record.transactionId,
    kind: record.kind,
    amount: record.amountMinor,
    currency: record.currency as Currency,
    reason_code: record.reasonCode,
    reason: record.reason,
    provider_reference: record.providerReference,
    dispute_id: record.disputeId,
    funds: isDispute(record.kind) ? record.funds : null,
    respond_by: record.respondByMs === null ? null : toTimestamp(record.respondByMs),
    occurred_at: toTimestamp(record.occurredAtMs),
    created_at: toTimestamp(record.createdAtMs),
  }
}

/**
 * Builds the event that reports a record.
 *
 * @param steps - the steps of its dispute, with this one, the oldest first; empty for any other record.
 */
export function toRecordEvent(
  record: TransactionRecord,
  transaction: Transaction,
  steps: readonly TransactionRecord[],
): { readonly type: string; readonly payload: string } {
  const event = recordEventName(record.kind)
  const { merchantId, terminalId, reference, orderId } = transaction
  const of = { merchant_id: merchantId, terminal_id: terminalId, reference }
  const data: (DisputeEvent | RecordEvent)['data'] = isDispute(record.kind)
    ? { ...describeDispute(record, transaction, steps), ...of }
    : { ...toWireRecord(record), ...of, order_id: orderId }
  return { type: event, payload: JSON.stringify({ event, data }) }
}

/** Builds the event that reminds the merchant of the evidence for a step. */
export function toEvidenceDueEvent(
  record: TransactionRecord,
  transaction: Transaction,
  steps: readonly TransactionRecord[],
): { readonly type: string; readonly payload: string } {
  const event = 'transaction-svc:dispute:evidence-due'
  const { merchantId, terminalId, reference } = transaction
  const of = { merchant_id: merchantId, terminal_id: terminalId, reference }
  const data = { ...describeDispute(record, transaction, steps), ...of }
  return { type: event, payload: JSON.stringify({ event, data } satisfies DisputeEvent) }
}

const STATUSES: Readonly<Partial<Record<RecordKind, DisputeStatus>>> = {
  DISPUTE_WON: 'WON',
  DISPUTE_LOST: 'LOST',
  DISPUTE_CLOSED: 'CLOSED',
}

function describeDispute(
  record: TransactionRecord,
  { paymentMethod }: Transaction,
  steps: readonly TransactionRecord[],
): Omit<DisputeEvent['data'], 'merchant_id' | 'terminal_id' | 'reference'> {
  const [opened = record] = steps
  const status = STATUSES[record.kind] ?? 'OPENED'
  const respondBy = steps.findLast(({ respondByMs }) => respondByMs !== null)?.respondByMs ?? null
  return {
    id: record.disputeId ?? record.id,
    transaction_id: record.transactionId,
    amount: record.amountMinor,
    currency: record.currency as Currency,
    scheme: paymentMethod.brand,
    reason_code: record.reasonCode ?? opened.reasonCode,
    reason: record.reason ?? opened.reason,
    status,
    respond_by: status === 'OPENED' && respondBy !== null ? toTimestamp(respondBy) : null,
    opened_at: toTimestamp(opened.occurredAtMs),
    closed_at: status === 'OPENED' ? null : toTimestamp(record.occurredAtMs),
  }
}
