import type { CorrectableCode, ProcessingCode } from '@sluice/types/vocabulary'

import type { OneTimeUse, PendingCard } from '../../payment-methods/index.ts'
import type { RiskMatch, WatchedPayment } from '../../risk/index.ts'
import type { ResumeTokenKind } from '../../three-ds/index.ts'
import type { Attempt } from './attempt.ts'
import type { OpeningRefusal } from './commit-ports.ts'
import type { ReconciliationAlert } from './alert.ts'
import type { Transaction } from './transaction.ts'

/** A step that waits for the shopper's browser to come back to us. */
export type BrowserStep = 'FINGERPRINT' | 'CHALLENGE'

/**
 * A step that waits for a person. REDIRECT: on a provider's page, or on the way to the bank with a transfer.
 * CORRECTION: at the form, which marks the declined fields.
 */
export type PersonStep = BrowserStep | 'REDIRECT' | 'CORRECTION'

/** Steps whose time ends, and that a cancellation ends. */
export const PERSON_STEPS = [
  'FINGERPRINT',
  'CHALLENGE',
  'REDIRECT',
  'CORRECTION',
] as const satisfies readonly PersonStep[]

/** The steps during which the gateway polls the provider. */
export const ASKED_STEPS = ['WAITING', 'REDIRECT'] as const

/**
 * The step that an execution is in. WORKING: a worker holds it under a lease. WAITING: the provider will know later.
 * DONE: the transaction is final.
 */
export type FlowStep = PersonStep | 'WORKING' | 'WAITING' | 'DONE'

/**
 * The data that must outlive a request while an authorization is open. There is one row per transaction, updated by
 * compare-and-set.
 */
export interface PendingAuthentication {
  readonly merchantId: string
  readonly transactionId: string
  readonly attemptId: string
  readonly step: FlowStep
  /** The step that is being processed while WORKING; null at the beginning of an attempt. */
  readonly takenStep: BrowserStep | null
  /** Counts the moves; the compare-and-set compares it. */
  readonly stepNumber: number
  readonly leaseUntilMs: number | null
  readonly sealedCard: Buffer | null
  readonly sealedStep: Buffer | null
  /** Whether a card waits in the vault to be saved, or erased, with the end. */
  readonly savesCard: boolean
  readonly createdAtMs: number
  /** No new attempt starts after this; a REDIRECT and a CORRECTION end. */
  readonly expiresAtMs: number
}

/** Maps a provider callback to an attempt and its transaction. */
export interface ProviderOrder {
  readonly transactionId: string
  readonly providerId: string
  readonly merchantId: string
  readonly attemptId: string
  readonly accountId: string
}

/** A call whose answer may have been lost. */
export type LostCall = Pick<ProviderOrder, 'merchantId' | 'transactionId' | 'attemptId'>

/** A provider's report, which is applied once. */
export interface CallbackReceipt {
  readonly providerId: string
  readonly messageId: string
  /** The attempt whose order the report is about; null if it could be one of several. */
  readonly attemptId: string | null
  /** The text as the provider wrote it. */
  readonly status: string
  /** The provider's own name of the transaction. */
  readonly providerTransactionId: string
  /** The provider's id of the payer; opaque. */
  readonly providerUserId: string
}

export interface StoredResumeToken {
  readonly lookup: string
  readonly merchantId: string
  readonly transactionId: string
  readonly attemptId: string
  readonly kind: ResumeTokenKind
  readonly step: BrowserStep
  /** Null once the transaction is final. */
  readonly wrappedKey: Buffer | null
  /** The id of the session to whose page the browser returns; null if there is no page of the gateway. */
  readonly sealedSession: Buffer | null
  readonly createdAtMs: number
}

/** An event for the outbox. */
export interface OutboxEvent {
  readonly id: string
  readonly type: string
  /** JSON, as it will be signed and sent. */
  readonly payload: string
}

/** The cause of a status change, for the history. */
export type Cause =
  | 'authorize'
  | 'payment'
  | 'payout'
  | 'three-ds'
  | 'provider'
  | 'cancel'
  | 'expiry'
  | 'janitor'
  | 'manage'
  | 'decision'

/** The first commit of a transaction. */
export interface Opening {
  readonly transaction: Transaction
  /** Null when the transaction is INVALID from the start: the gateway calls no provider. */
  readonly attempt: Attempt | null
  readonly pendingAuthentication: PendingAuthentication | null
  readonly uses: readonly OneTimeUse[]
  /** Set when the transaction is INVALID from the start. */
  readonly event: OutboxEvent | null
  /** Set when the provider will report on it. */
  readonly order?: ProviderOrder
  /** Identifies the request if it has an `Idempotency-Key`; stored with the reference. */
  readonly requestKey?: string | null
  /** Set if risk rules apply to it. */
  readonly watch?: Watch
}

/** The rules for an execution before it begins. */
export interface Watch {
  readonly payment: WatchedPayment
  /**
   * The transaction that a rule declines, and its event. The gateway calls no provider, so the transaction is final
   * at once.
   */
  readonly decline: (code: ProcessingCode) => {
    readonly transaction: Transaction
    readonly event: OutboxEvent
  }
}

/** `matches`: rules of risk that it broke. */
export type OpenResult =
  | { readonly kind: 'opened'; readonly matches: readonly RiskMatch[] }
  | DeclinedAtOnce
  | OpeningRefusal

/** A risk rule declined the transaction, which is returned as stored. */
export interface DeclinedAtOnce {
  readonly kind: 'declined'
  readonly transaction: Transaction
  readonly matches: readonly RiskMatch[]
}

/** One later commit. */
export interface Change {
  /** The version that the caller read. The commit succeeds only while its step number is the stored one. */
  readonly from: PendingAuthentication
  readonly to: Omit<PendingAuthentication, 'stepNumber'>
  readonly transaction?: { readonly before: Transaction; readonly after: Transaction; readonly cause: Cause }
  /** Inserted or replaced. */
  readonly attempts?: readonly Attempt[]
  /** The running attempt, by the commits that authenticate its cardholder: from the provider's call on that is over, unless the provider authenticates. */
  readonly authenticated?: Attempt
  readonly resumeTokens?: readonly StoredResumeToken[]
  /** Set when `transaction.after` is final. */
  readonly event?: OutboxEvent
  /** Stored until the transaction ends, then saved or erased. */
  readonly pendingCard?: PendingCard
  /** The report that caused it. */
  readonly receipt?: CallbackReceipt
  /** An alert for the operator. */
  readonly alert?: ReconciliationAlert
  /** The code of a decline that the shopper may correct: the session is open again. */
  readonly correction?: CorrectableCode
}

/** The data of an attempt that corrects a declined one. */
export interface Submission {
  readonly uses: readonly OneTimeUse[]
  /** Set when the provider will report on it. */
  readonly order?: ProviderOrder
  /** Set if risk rules apply to it. */
  readonly watched?: WatchedPayment
}

export type SubmitResult =
  | { readonly kind: 'submitted'; readonly committed: Committed; readonly matches: readonly RiskMatch[] }
  /** A risk rule declined the attempt; nothing was stored. */
  | {
      readonly kind: 'declined_by_risk'
      readonly code: ProcessingCode
      readonly matches: readonly RiskMatch[]
    }
  | OpeningRefusal

/** The result of a change. */
export interface Committed {
  readonly pendingAuthentication: PendingAuthentication
  /**
   * The stored transaction, including the id of a card that this commit saved. Null if the change did not affect the
   * transaction.
   */
  readonly transaction: Transaction | null
}

/** The stored state of an open payment: its transaction, the running attempt, and the current step. */
export interface Execution {
  readonly transaction: Transaction
  readonly attempt: Attempt
  readonly pendingAuthentication: PendingAuthentication
}

/**
 * Minimum time between two status queries for one attempt. A confirmed payment's outcome is delayed by this much at most, and
 * reloading a page does not query the provider more often.
 */
export const QUESTION_PAUSE_MS = 2_000

/** Claims what is due: no other worker gets it, in this process or another, before the claim ends. */
export interface DueClaim {
  readonly nowMs: number
  /** The time at which it becomes due again, unless another commit changes it first. */
  readonly untilMs: number
  readonly limit: number
}

/** Stores transactions, attempts, history, the outbox and pending authentications; every method is one commit. */
export interface TransactionStore {
  open(opening: Opening): Promise<OpenResult>
  /**
   * Applies a change. Returns null if the execution has changed since it was read. A final transaction's handles lose
   * their wrapped keys in the same commit.
   *
   * @throws {@link TakenThreeDsIdError} When another attempt has the 3DS server transaction id.
   */
  commit(change: Change): Promise<Committed | null>
  /** Applies a change that takes the session for an attempt that corrects a declined one. */
  submit(change: Change, submission: Submission): Promise<SubmitResult>
  /** Returns the time until which the transaction's session accepts another submission; null if it accepts none. */
  correctableUntil(transaction: Transaction): Promise<number | null>
  /** Stores the first CRes of a challenge round; later ones are ignored. */
  recordChallengeResponse(attempt: Attempt, nowMs: number): Promise<void>
  find(merchantId: string, transactionId: string): Promise<Transaction | null>
  findOpen(merchantId: string, transactionId: string): Promise<Execution | null>
  findResumeToken(lookup: string): Promise<StoredResumeToken | null>
  /** The id of the transaction's attempt with that 3DS server transaction id; null if it belongs to none of them. */
  findAuthentication(
    merchantId: string,
    transactionId: string,
    threeDsServerTransId: string,
  ): Promise<string | null>
  /** Returns the 3DS server transaction id of an attempt; null when it has none. */
  findServerTransId(merchantId: string, transactionId: string, attemptId: string): Promise<string | null>
  /** Returns those of these transactions that keep a sealed card. */
  listWithCard(
    transactionIds: readonly string[],
  ): Promise<readonly Pick<PendingAuthentication, 'transactionId' | 'attemptId'>[]>
  /** WORKING authorizations whose lease ran out. */
  listAbandoned(nowMs: number, limit: number): Promise<readonly Execution[]>
  /** Expired authorizations that wait for a person. */
  listOverdue(nowMs: number, limit: number): Promise<readonly Execution[]>
  /** Lists the providers with a status query due, including providers that are no longer configured. */
  listUnsettledProviders(nowMs: number): Promise<readonly string[]>
  /**
   * Claims executions with a status query due.
   *
   * @param providerId - limits the claim to one provider; omit it to claim for all.
   */
  claimDueQueries(claim: DueClaim, providerId?: string): Promise<readonly Execution[]>
  /**
   * Records that the provider is queried about an attempt now. Returns false if a caller, in this or another process, queried it
   * less than {@link QUESTION_PAUSE_MS} ago: then the caller must not query it.
   */
  claimQuestion(attempt: Pick<Attempt, 'merchantId' | 'id'>, nowMs: number): Promise<boolean>
  /** Deletes handles that are too old for a browser to come back with; returns how many. */
  purgeResumeTokens(nowMs: number): Promise<number>
}
