/**
 * LATE_SUCCESS: money arrived after its transaction had ended. UNRESOLVED: a provider did not report the outcome of a call for
 * a day. DUPLICATE_THREE_DS_ID: a 3DS server assigned the id of another authentication. MISSING_THREE_DS_ID: it assigned none. KEY_MISMATCH: an answer has the key of another
 * call. PARTIAL_APPROVAL: a provider approved less than the amount, and has to reverse it. CARD_NUMBER_RETURNED: a
 * provider wrote the card's number into a name of the payment. UNAUTHENTICATED: a provider approved without the
 * required authentication of the cardholder, and has to reverse it. OVERDRAWN: more was given back, disputed or
 * returned than a payment took. LOST_ANSWER: the answer to an authorization was lost, and its provider, which only
 * reports, is asked to undo it. UNDECLARED_PENDING: a call that is declared to be decided at once was answered with
 * 1002. The others: a report contradicts the stored transaction.
 */
export type AlertKind =
  | 'LATE_SUCCESS'
  | 'UNRESOLVED'
  | 'CONTRADICTION'
  | 'ACCOUNT_MISMATCH'
  | 'CURRENCY_MISMATCH'
  | 'AMOUNT_MISMATCH'
  | 'TYPE_MISMATCH'
  | 'DUPLICATE_THREE_DS_ID'
  | 'MISSING_THREE_DS_ID'
  | 'KEY_MISMATCH'
  | 'PARTIAL_APPROVAL'
  | 'UNAUTHENTICATED'
  | 'CARD_NUMBER_RETURNED'
  | 'OVERDRAWN'
  | 'UNDECLARED_PENDING'
  | 'LOST_ANSWER'

/** A discrepancy for operators to investigate; the first of each kind per attempt is stored. */
export interface ReconciliationAlert {
  readonly merchantId: string
  readonly transactionId: string
  readonly kind: AlertKind
  readonly providerId: string
  readonly attemptId: string
  /** The reported fact. */
  readonly detail: Readonly<Record<string, string>>
  /** The time of the provider's reversal of the payment; null if there is nothing to reverse. */
  readonly reversalDueAtMs: number | null
  /** The number of attempts at the reversal so far. */
  readonly reversalTries: number
}

/** Describes an alert about the attempt of a transaction. */
export function describeAlert(
  order: Pick<ReconciliationAlert, 'merchantId' | 'transactionId' | 'providerId' | 'attemptId'>,
  kind: AlertKind,
  detail: ReconciliationAlert['detail'],
  reversalDueAtMs: number | null,
): ReconciliationAlert {
  return {
    merchantId: order.merchantId,
    transactionId: order.transactionId,
    kind,
    providerId: order.providerId,
    attemptId: order.attemptId,
    detail,
    reversalDueAtMs,
    reversalTries: 0,
  }
}
