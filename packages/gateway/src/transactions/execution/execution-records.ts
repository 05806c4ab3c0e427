import type { CorrectableCode, ProcessingCode } from '@sluice/types/vocabulary'

import type { OneTimeUse, PendingCard } from '../../payment-methods/index.ts'
import type { RiskMatch, WatchedPayment } from '../../risk/index.ts'
import type { HandleKind } from '../../three-ds/index.ts'
import type { Attempt } from './attempt.ts'
import type { OpeningRefusal } from './commit-ports.ts'
import type { ReconciliationAlert } from './alert.ts'
import type { Transaction } from './transaction.ts'

/** A step that waits for the shopper's browser to come back to us. */
export type BrowserStep = 'FINGERPRINT' | 'CHALLENGE'

/**
 * A step that waits for a person. REDIRECT: on a provider's page, or on the way to the bank with a transfer. CORRECTION:
 * at the form, which marks what was declined.
 */
export type PersonStep = BrowserStep | 'REDIRECT' | 'CORRECTION'

/** Steps whose time ends, and that a cancellation ends. */
export const PERSON_STEPS = [
  'FINGERPRINT',
  'CHALLENGE',
  'REDIRECT',
  'CORRECTION',
] as const satisfies readonly PersonStep[]

/** Steps during which the provider is asked from time to time. */
export const ASKED_STEPS = ['WAITING', 'REDIRECT'] as const

/**
 * Where an authorization stands. WORKING: a worker holds it under a lease. WAITING: the provider will know later.
 * DONE: the transaction is final.
 */
export type FlowStep = PersonStep | 'WORKING' | 'WAITING' | 'DONE'

/** What must outlive a request while an authorization is open. One row per transaction, moved by compare-and-set. */
export interface Continuation {
  readonly merchantId: string
  readonly transactionId: string
  readonly attemptId: string
  readonly step: FlowStep
  /** While WORKING: the step that was taken; null at the beginning of an attempt. */
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

/** Where a provider's report finds an attempt of its transaction. */
export interface ProviderOrder {
  readonly transactionId: string
  readonly providerId: string
  readonly merchantId: string
  readonly attemptId: string
  readonly accountId: string
}

/** A call whose answer may have been lost. */
export type LostCall = Pick<ProviderOrder, 'merchantId' | 'transactionId' | 'attemptId'>

/** A provider's report that is acted upon, once. */
export interface CallbackReceipt {
  readonly providerId: string
  readonly messageId: string
  /** Of the order that it is about; null where that is one of several. */
  readonly attemptId: string | null
  /** As the provider wrote it. */
  readonly status: string
  /** The provider's own name of the transaction. */
  readonly providerTransactionId: string
  /** The provider's id of the payer; opaque. */
  readonly providerUserId: string
}

export interface StoredHandle {
  readonly lookup: string
  readonly merchantId: string
  readonly transactionId: string
  readonly attemptId: string
  readonly kind: HandleKind
  readonly step: BrowserStep
  /** Null once the transaction is final. */
  readonly wrappedKey: Buffer | null
  /** The id of the session whose page the browser goes back to; null when that is no page of ours. */
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

/** What a status change was caused by, for the history. */
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
  /** Null when the transaction is INVALID from the start: no provider is asked. */
  readonly attempt: Attempt | null
  readonly continuation: Continuation | null
  readonly uses: readonly OneTimeUse[]
  /** Set when the transaction is INVALID from the start. */
  readonly event: OutboxEvent | null
  /** Set when the provider will report on it. */
  readonly order?: ProviderOrder
  /** Of the request, when it came with an `Idempotency-Key`: the reference remembers it. */
  readonly requestKey?: string | null
  /** Set when rules of risk hold for it. */
  readonly watch?: Watch
}

/** What holds for an execution before it begins. */
export interface Watch {
  readonly payment: WatchedPayment
  /** The transaction that a rule declines, and its event: no provider is asked, so it ends as it begins. */
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

/** By a rule of risk; the transaction as it is stored. */
export interface DeclinedAtOnce {
  readonly kind: 'declined'
  readonly transaction: Transaction
  readonly matches: readonly RiskMatch[]
}

/** One later commit. */
export interface Change {
  /** What the caller read; the commit happens only while its step number is still the stored one. */
  readonly from: Continuation
  readonly to: Omit<Continuation, 'stepNumber'>
  readonly transaction?: { readonly before: Transaction; readonly after: Transaction; readonly cause: Cause }
  /** Inserted or replaced. */
  readonly attempts?: readonly Attempt[]
  /** The running attempt, by the commits that authenticate its cardholder: from the provider's call on that is over, unless the provider authenticates. */
  readonly authenticated?: Attempt
  readonly handles?: readonly StoredHandle[]
  /** Set when `transaction.after` is final. */
  readonly event?: OutboxEvent
  /** Kept until the transaction ends, which saves it or erases it. */
  readonly pendingCard?: PendingCard
  /** The report that caused it. */
  readonly receipt?: CallbackReceipt
  /** What a person has to look at from now on. */
  readonly alert?: ReconciliationAlert
  /** Why the attempt was declined, when the shopper may correct that: the session is open again. */
  readonly correction?: CorrectableCode
}

/** What comes with an attempt that corrects a declined one. */
export interface Submission {
  readonly uses: readonly OneTimeUse[]
  /** Set when the provider will report on it. */
  readonly order?: ProviderOrder
  /** Set when rules of risk hold for it. */
  readonly watched?: WatchedPayment
}

export type SubmitResult =
  | { readonly kind: 'submitted'; readonly committed: Committed; readonly matches: readonly RiskMatch[] }
  /** By a rule of risk: nothing was stored. */
  | {
      readonly kind: 'declined_by_risk'
      readonly code: ProcessingCode
      readonly matches: readonly RiskMatch[]
    }
  | OpeningRefusal

/** What a change came to. */
export interface Committed {
  readonly continuation: Continuation
  /** As stored: a card that was saved by the commit shows its id. Null when the change was not about the transaction. */
  readonly transaction: Transaction | null
}

/** An execution of money as it is stored: its transaction, the running attempt, and where it stands. */
export interface Execution {
  readonly transaction: Transaction
  readonly attempt: Attempt
  readonly continuation: Continuation
}

/**
 * Minimum time between two status queries for one attempt. A confirmed payment's outcome is delayed by this much at most, and
 * reloading a page does not query the provider more often.
 */
export const QUESTION_PAUSE_MS = 2_000

/** Takes what is due: no other worker is given it, in this process or another, before the claim ends. */
export interface DueClaim {
  readonly nowMs: number
  /** From then on it is due again, unless something else was committed. */
  readonly untilMs: number
  readonly limit: number
}

/** Keeps transactions, attempts, history, the outbox and continuations; every method is one commit. */
export interface TransactionStore {
  open(opening: Opening): Promise<OpenResult>
  /**
   * Applies a change unless the execution was moved since it was read: then null. A final transaction's handles lose
   * their wrapped keys in the same commit.
   *
   * @throws {@link TakenThreeDsIdError} When another attempt has the 3DS server transaction id.
   */
  commit(change: Change): Promise<Committed | null>
  /** Applies a change that takes the session for an attempt that corrects a declined one. */
  submit(change: Change, submission: Submission): Promise<SubmitResult>
  /** Until when the session of a transaction takes another submission; null when it takes none. */
  correctableUntil(transaction: Transaction): Promise<number | null>
  /** Notes the first CRes of a challenge round; later ones change nothing. */
  recordChallengeResponse(attempt: Attempt, nowMs: number): Promise<void>
  find(merchantId: string, transactionId: string): Promise<Transaction | null>
  findOpen(merchantId: string, transactionId: string): Promise<Execution | null>
  findHandle(lookup: string): Promise<StoredHandle | null>
  /** The id of the transaction's attempt that the 3DS server transaction id belongs to; null when it is none of its. */
  findAuthentication(
    merchantId: string,
    transactionId: string,
    threeDsServerTransId: string,
  ): Promise<string | null>
  /** Returns the 3DS server transaction id of an attempt; null when it has none. */
  findServerTransId(merchantId: string, transactionId: string, attemptId: string): Promise<string | null>
  /** Which of these transactions keep a sealed card. */
  listWithCard(
    transactionIds: readonly string[],
  ): Promise<readonly Pick<Continuation, 'transactionId' | 'attemptId'>[]>
  /** WORKING authorizations whose lease ran out. */
  listAbandoned(nowMs: number, limit: number): Promise<readonly Execution[]>
  /** Authorizations that wait for a person whose time is over. */
  listOverdue(nowMs: number, limit: number): Promise<readonly Execution[]>
  /** Providers that are to be asked now, also such that are configured no more. */
  listUnsettledProviders(nowMs: number): Promise<readonly string[]>
  /**
   * Takes authorizations whose provider is to be asked now.
   *
   * @param providerId - without it those of all.
   */
  claimUnsettled(claim: DueClaim, providerId?: string): Promise<readonly Execution[]>
  /**
   * Records that the provider is queried about an attempt now. Returns false if a caller, in this or another process, queried it
   * less than {@link QUESTION_PAUSE_MS} ago: then the caller must not query it.
   */
  claimQuestion(attempt: Pick<Attempt, 'merchantId' | 'id'>, nowMs: number): Promise<boolean>
  /** Deletes handles that are too old for a browser to come back with; returns how many. */
  purgeHandles(nowMs: number): Promise<number>
}
