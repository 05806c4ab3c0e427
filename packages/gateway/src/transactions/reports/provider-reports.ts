import type { ProcessingCode } from '@sluice/types/vocabulary'

import type { ReconciliationAlert } from '../execution/alert.ts'
import type { CallbackReceipt, DueClaim, LostCall, ProviderOrder } from '../execution/execution-records.ts'
import type { Transaction } from '../execution/transaction.ts'

export type { AlertKind, ReconciliationAlert } from '../execution/alert.ts'

/** The current state of an order. */
export interface StandingOrder extends ProviderOrder {
  /** The outcome of its attempt; null while it is open, and if its provider was never called. */
  readonly endedAs: ProcessingCode | null
}

/** An attempt that ended here but may still move money, claimed for a status query. */
export interface AbandonedOrder extends ProviderOrder {
  readonly endedAtMs: number
  /** The end of the claim. */
  readonly claimedUntilMs: number
}

/** A late payment that must be returned. */
export interface Reversal extends ReconciliationAlert {
  /** The key of an earlier call whose outcome is unknown; null if the next call gets a new one. */
  readonly key: { readonly id: string; readonly sinceMs: number } | null
  /** Whether the provider has confirmed it. */
  readonly isReversed: boolean
}

/** The result of a call that returns a late payment. */
export type ReversalResult =
  | { readonly kind: 'reversed' }
  /** Schedules a retry, under the same key while its outcome is unknown. */
  | { readonly kind: 'again'; readonly dueAtMs: number; readonly keepsKey: boolean }
  /** The provider has taken it, and reports the rest by an event. */
  | { readonly kind: 'awaited' }
  /** Nothing is left to undo. */
  | { readonly kind: 'over' }
  /** The provider declares no such void, or the outcome is unknown and the key's window is over. */
  | { readonly kind: 'left to people' }

/** Stores unsolicited reports of providers, and their contradictions. Every method is one commit. */
export interface ProviderReports {
  /**
   * Returns an order for each attempt that the provider received, latest first. It takes only the transaction's id,
   * because reports name no merchant.
   */
  findOrders(providerId: string, transactionId: string): Promise<readonly StandingOrder[]>
  /** Reports whether a report was already processed. */
  isReceived(merchantId: string, providerId: string, messageId: string): Promise<boolean>
  /**
   * Reports whether the attempt was approved partially or without authentication. Its money is reversed anyway, so a
   * later report of it is not late money.
   */
  isApprovalUndone(order: ProviderOrder): Promise<boolean>
  /** Stores a report that changes no status, with its differences. */
  note(
    order: ProviderOrder,
    noted: { readonly receipt?: CallbackReceipt; readonly alert?: ReconciliationAlert },
  ): Promise<void>
  /** Claims alerts whose payments are due for reversal. */
  claimReversals(claim: DueClaim): Promise<readonly Reversal[]>
  /** Returns the reversal whose latest call has this key; null if there is none. */
  findReversal(providerId: string, key: string): Promise<Reversal | null>
  /** Returns the reversal of a call, the one that waits for its provider if there are several; null if none was sent. */
  findReversalOf(call: LostCall): Promise<Reversal | null>
  /** Reports whether an undo of a call whose answer was lost is due, or was sent and not confirmed. */
  isUndoUnderWay(attempt: LostCall): Promise<boolean>
  /**
   * Records in the alert of a lost answer that the call was approved. Returns false if its answer was not lost,
   * because nothing undoes it then.
   *
   * @param source - names the event, or how the gateway learned it.
   */
  recordApproval(attempt: LostCall, source: string): Promise<boolean>
  /** Makes an undo of a lost call due again, unless the provider has confirmed it. */
  resumeUndo(attempt: LostCall): Promise<void>
  /** Stores the key of a reversal before it is sent. Returns false if another worker stored one: then nothing may be sent. */
  startReversal(alert: ReconciliationAlert, key: string): Promise<boolean>
  /**
   * Has no effect if another worker stored or removed a key in the meantime.
   *
   * @param sentKey - the key of the call; null when none was sent.
   */
  recordReversal(alert: ReconciliationAlert, sentKey: string | null, result: ReversalResult): Promise<void>
  /** Claims attempts that ended here but may still move money, and whose provider is due for a last status query. */
  claimGivenUp(claim: DueClaim): Promise<readonly AbandonedOrder[]>
  /**
   * Stores a report that may apply to an attempt that ended without money. All such attempts with this provider
   * become due now, but never an approved one.
   */
  lookNow(order: ProviderOrder, receipt: CallbackReceipt): Promise<void>
  /**
   * Makes each attempt due that waits for manual resolution, and each of a payment that was left to people and ended
   * without money; the audit trail records it. Returns their number; nothing is written if there is none.
   */
  askAgain(transaction: Pick<Transaction, 'merchantId' | 'id' | 'parentId'>): Promise<number>
  /**
   * Changes nothing if a report arrived during the query, because the next query is already due.
   *
   * @param dueAtMs - the time of the next query; null if the provider has answered.
   */
  recordLastQuery(order: AbandonedOrder, dueAtMs: number | null): Promise<void>
  /** Deletes receipts of reports that no provider sends again, and returns their number. */
  purgeOld(nowMs: number): Promise<number>
}
