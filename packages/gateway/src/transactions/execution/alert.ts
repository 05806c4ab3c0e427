/**
 * LATE_SUCCESS: money came after we had given up. UNRESOLVED: a provider did not tell for a day what became of a call.
 * DUPLICATE_THREE_DS_ID: a 3DS server assigned the id of another authentication. The others: a report does not fit what
 * we hold.
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

/** Something that a person has to look at; the first of each kind per attempt is kept. */
export interface ReconciliationAlert {
  readonly merchantId: string
  readonly transactionId: string
  readonly kind: AlertKind
  readonly providerId: string
  readonly attemptId: string
  /** What was reported. */
  readonly detail: Readonly<Record<string, string>>
  /** When the provider is asked to give the money back; null when nothing is to be given back. */
  readonly reversalDueAtMs: number | null
  /** How often it was asked so far. */
  readonly reversalTries: number
}
