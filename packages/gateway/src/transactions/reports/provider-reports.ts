import type { ProcessingCode } from '@sluice/types/vocabulary'

import type { ReconciliationAlert } from '../execution/alert.ts'
import type { CallbackReceipt, DueClaim, LostCall, ProviderOrder } from '../execution/execution-records.ts'
import type { Transaction } from '../execution/transaction.ts'

export type { AlertKind, ReconciliationAlert } from '../execution/alert.ts'

/** An order as it stands. */
export interface StandingOrder extends ProviderOrder {
  /** How its attempt ended; null while that is open, and where its provider was never called. */
  readonly endedAs: ProcessingCode | null
}

/** An attempt that ended while more may have come of it, taken to ask its provider. */
export interface GivenUpOrder extends ProviderOrder {
  readonly endedAtMs: number
  /** The time that the question was taken until. */
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
  /** To be retried, under the same key while its outcome is unknown. */
  | { readonly kind: 'again'; readonly dueAtMs: number; readonly keepsKey: boolean }
  /** The provider has taken it, and reports the rest by an event. */
  | { readonly kind: 'awaited' }
  /** There is nothing to undo any more. */
  | { readonly kind: 'over' }
  /** The provider declares no such void, or the outcome is unknown and the key's window is over. */
  | { readonly kind: 'left to people' }

/** Keeps what providers report of their own accord, and what did not add up. Every method is one commit. */
export interface ProviderReports {
  /**
   * One for each attempt that the provider was given, the latest first; by the transaction's id alone, for reports name no
   * merchant.
   */
  findOrders(providerId: string, transactionId: string): Promise<readonly StandingOrder[]>
  /** Whether a report was acted upon already. */
  isReceived(merchantId: string, providerId: string, messageId: string): Promise<boolean>
  /** Whether the attempt was approved partly, or without authentication: its money is given back, and a later report of it is not late money. */
  isApprovalUndone(order: ProviderOrder): Promise<boolean>
  /** Keeps a report that changes no status, and what is wrong with it. */
  note(
    order: ProviderOrder,
    noted: { readonly receipt?: CallbackReceipt; readonly alert?: ReconciliationAlert },
  ): Promise<void>
  /** Takes alerts whose money is to be given back now. */
  claimReversals(claim: DueClaim): Promise<readonly Reversal[]>
  /** Returns the reversal whose latest call has this key; null if there is none. */
  findReversal(providerId: string, key: string): Promise<Reversal | null>
  /** Returns the reversal of a call, the one that waits for its provider if there are several; null if none was sent. */
  findReversalOf(call: LostCall): Promise<Reversal | null>
  /** Whether an undo of a call whose answer was lost is due, or was sent and not confirmed. */
  isUndoUnderWay(attempt: LostCall): Promise<boolean>
  /**
   * Notes at the alert of a lost answer that the call was approved. Returns false if no answer to it was lost: then nothing undoes it.
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
  /** Takes attempts that ended while more may have come of them, and whose provider is to be asked a last time now. */
  claimGivenUp(claim: DueClaim): Promise<readonly GivenUpOrder[]>
  /**
   * Keeps a report that may be about an attempt which ended without money: each of them with this provider is looked at
   * now, and never one that was approved.
   */
  lookNow(order: ProviderOrder, receipt: CallbackReceipt): Promise<void>
  /**
   * Makes each attempt due that waits for a person, and each of a payment that was left to people and ended without
   * money; the audit trail tells it. Gives how many; of none nothing is written.
   */
  askAgain(transaction: Pick<Transaction, 'merchantId' | 'id' | 'parentId'>): Promise<number>
  /**
   * Changes nothing when a report came during the question: the question is due again already.
   *
   * @param dueAtMs - when to ask again; null when the provider has told.
   */
  recordLastQuery(order: GivenUpOrder, dueAtMs: number | null): Promise<void>
  /** Deletes receipts that no provider sends again; gives how many. */
  purgeOld(nowMs: number): Promise<number>
}
