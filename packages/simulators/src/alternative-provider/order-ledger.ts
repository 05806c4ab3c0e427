import type { ManageType, ProcessingCode } from '@sluice/types/vocabulary'

import type { SimulatedOrder } from './order.ts'

/** A report whose time has come, with what identifies it. */
export interface DueCallback {
  readonly providerId: string
  readonly idempotencyKey: string
  readonly sequence: number
  /** `webhook-id`: the same at every try. */
  readonly messageId: string
  readonly url: string
  readonly body: string
  /** Tries so far. */
  readonly tries: number
}

/** Money that was to go back for an order. */
export interface SimulatedRefund {
  readonly providerId: string
  readonly idempotencyKey: string
  /** A `VOID` gives back all of it. */
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
  /** What of it came back after its approval. */
  readonly failedMinor: number
}

export type OrderKey = Pick<SimulatedOrder, 'providerId' | 'idempotencyKey'>

/** What the shopper did on a page before the end. */
export interface PageProgress {
  readonly plannedCode?: ProcessingCode | null
  readonly settleAtMs?: number | null
  readonly isAsked?: boolean
  readonly wrongCodes?: number
}

/** Keeps what the providers were asked, decided and owe, so that asking twice, or after a crash, gives one answer. */
export interface OrderLedger {
  /** Writes the order unless its key is known; gives the one that stands, and null for a key that was fenced. */
  record(order: SimulatedOrder): Promise<SimulatedOrder | null>
  /** Promises never to execute a key; false when it was executed. */
  fence(key: OrderKey): Promise<boolean>
  find(key: OrderKey): Promise<SimulatedOrder | null>
  /** The latest order of a transaction. */
  findByTransaction(transactionId: string): Promise<SimulatedOrder | null>
  /** Changes an order that is still open and stands as it was read. */
  progress(order: SimulatedOrder, progress: PageProgress): Promise<SimulatedOrder>
  /** Settles an order that is still open and writes the reports it causes; gives the order that stands. */
  settle(order: SimulatedOrder, code: ProcessingCode, nowMs: number): Promise<SimulatedOrder>
  /** Open orders that settle by themselves now. */
  listDue(nowMs: number): Promise<readonly SimulatedOrder[]>
  /**
   * Writes a refund unless its key is known, decided by the order and what went back for it; gives the one that stands, and
   * null for a key that was fenced. Two refunds of one order are decided one after the other.
   */
  refund(
    key: OrderKey & Pick<SimulatedRefund, 'merchantId' | 'originalKey'>,
    decide: (order: SimulatedOrder | null, refunds: readonly SimulatedRefund[]) => SimulatedRefund,
  ): Promise<SimulatedRefund | null>
  findRefund(key: OrderKey): Promise<SimulatedRefund | null>
  /** Reports whose time has come, oldest first; of one order only when a key is given. */
  listDueCallbacks(nowMs: number, key?: OrderKey): Promise<readonly DueCallback[]>
  /** Counts a try and sets the next one; false when another process took it. */
  claimCallback(callback: DueCallback, nextDueMs: number | null): Promise<boolean>
  markDelivered(callback: DueCallback, nowMs: number): Promise<void>
}
