import type { ManageType, ProcessingCode } from '@sluice/types/vocabulary'

import type { SimulatedOrder } from './order.ts'

/** A report that is due, with its identifiers. */
export interface DueCallback {
  readonly providerId: string
  readonly idempotencyKey: string
  readonly sequence: number
  /** The `webhook-id`, which is the same for every attempt. */
  readonly messageId: string
  readonly url: string
  readonly body: string
  /** The number of attempts so far. */
  readonly tries: number
}

/** A refund of an order. */
export interface SimulatedRefund {
  readonly providerId: string
  readonly idempotencyKey: string
  /** A `VOID` returns the whole amount. */
  readonly operation: ManageType
  readonly merchantId: string
  readonly transactionId: string
  readonly originalKey: string
  readonly amountMinor: number
  readonly currency: string
  readonly processingCode: ProcessingCode
  readonly approvalCode: string
  readonly referenceNumber: string
  readonly systan: number
  readonly createdAtMs: number
  /** The part of the refund that came back after its approval. */
  readonly failedMinor: number
}

export type OrderKey = Pick<SimulatedOrder, 'providerId' | 'idempotencyKey'>

/** The shopper's choices on a page before the end. */
export interface PageProgress {
  readonly plannedCode?: ProcessingCode | null
  readonly settleAtMs?: number | null
  readonly isAsked?: boolean
  readonly wrongCodes?: number
}

/**
 * Stores the requests to the providers, their decisions and their unsent reports, so that a repeated request gets
 * the same answer, also after a crash.
 */
export interface OrderLedger {
  /** Stores the order unless its key is known. Returns the stored order, or null for a key that was fenced. */
  record(order: SimulatedOrder): Promise<SimulatedOrder | null>
  /** Promises never to execute a key. Returns false if it was executed. */
  fence(key: OrderKey): Promise<boolean>
  find(key: OrderKey): Promise<SimulatedOrder | null>
  /** Returns the latest order of a transaction. */
  findByTransaction(transactionId: string): Promise<SimulatedOrder | null>
  /** Changes an order if it is still open and has not changed since it was read. */
  progress(order: SimulatedOrder, progress: PageProgress): Promise<SimulatedOrder>
  /** Settles an order that is still open and stores the reports that this causes. Returns the stored order. */
  settle(order: SimulatedOrder, code: ProcessingCode, nowMs: number): Promise<SimulatedOrder>
  /** Returns the open orders that are due to settle automatically. */
  listDue(nowMs: number): Promise<readonly SimulatedOrder[]>
  /**
   * Stores a refund unless its key is known, decided by the order and its earlier refunds. Returns the stored
   * refund, or null for a key that was fenced. Two refunds of one order are decided one after the other.
   */
  refund(
    key: OrderKey & Pick<SimulatedRefund, 'merchantId' | 'originalKey'>,
    decide: (order: SimulatedOrder | null, refunds: readonly SimulatedRefund[]) => SimulatedRefund,
  ): Promise<SimulatedRefund | null>
  findRefund(key: OrderKey): Promise<SimulatedRefund | null>
  /** Returns the reports that are due, oldest first; only those of one order if a key is given. */
  listDueCallbacks(nowMs: number, key?: OrderKey): Promise<readonly DueCallback[]>
  /** Counts an attempt and schedules the next one. Returns false if another process took it. */
  claimCallback(callback: DueCallback, nextDueMs: number | null): Promise<boolean>
  markDelivered(callback: DueCallback, nowMs: number): Promise<void>
}
