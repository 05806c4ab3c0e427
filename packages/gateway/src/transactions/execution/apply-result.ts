import type { ErrorItem } from '@sluice/types'
import {
  type CorrectableCode,
  type Exemption,
  type ProcessingCode,
  processingCode,
  type TransactionType,
} from '@sluice/types/vocabulary'

import type { Attempt, AttemptStatus } from './attempt.ts'
import type { CallResult } from './call-outside.ts'
import { alertOf } from './contradiction.ts'
import type { Cause, Execution } from './execution-records.ts'
import type { Step } from './move.ts'
import { evaluateApproval } from './evaluate-approval.ts'
import type {
  AuthenticationNeeded,
  Contradiction,
  InvalidResult,
  ProviderNames,
  ProviderOutcome,
} from './provider.ts'
import { recordEnd } from './retry-options.ts'
import { statusForCode } from './status-for-code.ts'
import type { OrderPage } from './order-page.ts'
import type { Transaction } from './transaction.ts'
import type { BankTransferInstructions } from './transfer-account.ts'

/** The result of a call to a provider. "Not executed" is an outcome too: code 2024. */
export type ProviderCallResult =
  | { readonly kind: 'outcome'; readonly outcome: ProviderOutcome }
  /** A person confirms there: on the provider's page, or on the gateway's page of the order. */
  | {
      readonly kind: 'person'
      readonly redirectUrl: string
      readonly bankTransfer: BankTransferInstructions | null
      readonly orderPage: OrderPage | null
      /** The time at which the order ends. */
      readonly expiresAtMs: number
      readonly names?: ProviderNames
    }
  /** The provider holds the payment until the shopper has taken a step. */
  | AuthenticationNeeded
  /** The shopper's data was not the result of the payment's step. */
  | InvalidResult
  | Declining

/**
 * A decline that is not reported yet: the shopper was at the provider, which has not confirmed that nothing is payable
 * there.
 */
export interface Declining {
  readonly kind: 'declining'
  readonly outcome: ProviderOutcome
  /** Set if the answer to the cancellation contradicts it. */
  readonly contradiction?: Contradiction
}

/** Returns the result of a call that may require a step of the shopper. */
export function answerOf(
  result: CallResult<ProviderOutcome | AuthenticationNeeded | InvalidResult>,
): CallResult<ProviderCallResult> {
  if (result.kind === 'unanswered') return result
  const { value } = result
  return { ...result, value: 'kind' in value ? value : { kind: 'outcome', outcome: value } }
}

/** The delay of the first status query, because the provider's own report usually arrives before. */
const FIRST_QUERY_MS = { silent: 2_000, pending: 3_000, person: 60_000 } as const

/** The continuation of a final transaction: all card data is gone. */
const DONE = {
  step: 'DONE',
  takenStep: null,
  leaseUntilMs: null,
  sealedCard: null,
  sealedStep: null,
} as const

/**
 * The execution waits only for the provider. After an attempt that is settled later, no other attempt can follow, so the
 * gateway keeps no card.
 */
export const WAITING = { ...DONE, step: 'WAITING' } as const

const WAITING_FOR_PERSON = { ...DONE, step: 'REDIRECT' } as const

/**
 * Returns what a provider's answer, or a missing answer, changes: the same for every transaction.
 *
 * @param undoesLost - whether a call without an answer is undone.
 */
export function applyResult(
  execution: Execution,
  result: CallResult<ProviderCallResult>,
  nowMs: number,
  undoesLost = false,
): Step {
  const { transaction, attempt } = execution
  const shown = { ...transaction, ...describeAuthentication(attempt), updatedAtMs: nowMs }
  if (result.kind === 'unanswered') {
    const { contradiction } = result
    // Data that led to an answer about another payment is never sent again.
    const told = contradiction ? withoutSentResult(attempt) : attempt
    const named = withNames(told, contradiction ?? {})
    const held = contradiction && undoesLost ? toBeGivenUp(named) : named
    const unknown: Attempt = { ...held, status: 'UNKNOWN', dueAtMs: nowMs + FIRST_QUERY_MS.silent }
    return {
      cause: 'provider',
      to: WAITING,
      transaction: shown,
      attempt: unknown,
      ...(contradiction
        ? { alert: alertOf(attempt, contradiction) }
        : undoesLost && { alert: undoLostCall(attempt, nowMs) }),
    }
  }
  const answer = result.value
  if (answer.kind === 'person') {
    const { redirectUrl, bankTransfer, orderPage, expiresAtMs } = answer
    return {
      cause: 'provider',
      to: { ...WAITING_FOR_PERSON, expiresAtMs },
      transaction: { ...shown, redirectUrl, bankTransfer, orderPage },
      attempt: { ...withNames(attempt, answer), status: 'PENDING', dueAtMs: nowMs + FIRST_QUERY_MS.person },
    }
  }
  if (answer.kind === 'declining') return { ...holdDecline(execution, answer, nowMs), cause: 'provider' }
  if (answer.kind !== 'outcome')
    throw new Error(`Attempt ${attempt.id} cannot be settled while its shopper is needed`)
  const { outcome } = answer
  if (!isOpen(outcome)) {
    const { retryable } = outcome
    return applyOutcome(execution, outcome, { cause: 'provider', nowMs, retryable })
  }
  return {
    cause: 'provider',
    to: WAITING,
    transaction: shown,
    attempt: {
      ...withProviderOutcome(attempt, outcome),
      status: 'PENDING',
      dueAtMs: nowMs + FIRST_QUERY_MS.pending,
    },
  }
}

/**
 * After an answer that contradicts its call, neither a reversal nor a status query applies: the provider must
 * withdraw what it holds.
 */
function toBeGivenUp(attempt: Attempt): Attempt {
  const { confirmation } = attempt
  return confirmation ? { ...attempt, confirmation: { ...confirmation, endsAs: '1005' } } : attempt
}

/**
 * Stores a decline until the provider has canceled the payment, which then ends as the issuer said. The cancellation is
 * repeated, and an approval that arrives instead settles.
 */
export function holdDecline(
  { transaction, attempt }: Execution,
  { outcome, contradiction }: Omit<Declining, 'kind'>,
  nowMs: number,
): Omit<Step, 'cause'> {
  const declined = withProviderOutcome(attempt, outcome)
  return {
    to: WAITING,
    transaction: { ...transaction, ...describeAuthentication(attempt), updatedAtMs: nowMs },
    attempt: {
      ...declined,
      status: 'UNKNOWN',
      dueAtMs: nowMs + FIRST_QUERY_MS.silent,
      ...(declined.confirmation && {
        confirmation: { ...declined.confirmation, endsAs: outcome.processingCode },
      }),
    },
    ...(contradiction && { alert: alertOf(attempt, contradiction) }),
  }
}

/**
 * Ends an execution by what a provider decided.
 *
 * @param retryable - whether another provider could have undone the decline, had there been one.
 */
export function applyOutcome(
  execution: Execution,
  outcome: ProviderOutcome,
  {
    cause,
    nowMs,
    retryable = false,
  }: { readonly cause: Cause; readonly nowMs: number; readonly retryable?: boolean },
): Step {
  const { approvedMinor } = outcome
  // A manual resolution overrides this check: a person has reviewed the payment.
  const judgement =
    cause === 'decision'
      ? { attempt: execution.attempt, refusedAs: null }
      : evaluateApproval(execution, outcome)
  const { refusedAs } = judgement
  const isPartial = isPartialApproval(execution.transaction, outcome)
  const isKept = isPartial && refusedAs === null && execution.transaction.keepsPartialApproval === true
  const isUndone = refusedAs !== null || (isPartial && !isKept)
  const processingCode = refusedAs ?? (isUndone ? PARTLY_APPROVED : outcome.processingCode)
  const decided = { ...outcome, processingCode }
  // An undone payment needs no last query.
  const attempt = isUndone
    ? withProviderOutcome(judgement.attempt, decided)
    : endByOutcome(judgement.attempt, decided, nowMs)
  const end = { processingCode, retryable, nowMs }
  return {
    cause,
    to: DONE,
    attempt,
    transaction: {
      ...endTransaction(execution.transaction, attempt, end),
      ...(isKept && approvedMinor !== undefined && { approvedMinor }),
      ...(!isUndone && termsOf(outcome, nowMs)),
      ...callTimeOf(execution),
    },
    ...(isUndone
      ? {
          alert: undoApproval(
            attempt,
            refusedAs === null ? 'PARTIAL_APPROVAL' : 'UNAUTHENTICATED',
            outcome,
            nowMs,
          ),
        }
      : isOverAlready(outcome, nowMs) && { alert: recordExpiry(attempt, outcome) }),
  }
}

/** The state of an attempt while the outcome of its call is unknown. */
const LOST: ReadonlySet<AttemptStatus> = new Set(['UNKNOWN', 'NEEDS_DECISION'])

/**
 * Returns when an attempt without an answer began: its provider's deadlines count from then, however late the
 * gateway finds the approval. A payment that is confirmed elsewhere has its own time of approval.
 */
function callTimeOf({ transaction, attempt }: Execution): Pick<Transaction, 'calledAtMs'> {
  const isLost = LOST.has(attempt.status) && transaction.transactionType !== 'PAYMENT'
  return isLost ? { calledAtMs: attempt.createdAtMs } : {}
}

/** Returns what an approval says about later operations. */
function termsOf(outcome: ProviderOutcome, nowMs: number) {
  const { may, captureBeforeMs } = outcome
  const isSaid = captureBeforeMs !== undefined && !isOverAlready(outcome, nowMs)
  return { ...(may && { may }), ...(isSaid && { captureBeforeMs }) }
}

/**
 * Returns whether an approval contains a capture deadline in the past: the gateway ignores it, because otherwise it
 * would void the payment.
 */
function isOverAlready({ captureBeforeMs = Infinity }: ProviderOutcome, nowMs: number): boolean {
  return captureBeforeMs <= nowMs
}

function recordExpiry(attempt: Attempt, { captureBeforeMs }: ProviderOutcome) {
  return alertOf(attempt, { kind: 'CONTRADICTION', detail: { capture_before_ms: String(captureBeforeMs) } })
}

/** The code of a partially approved payment, unless the part is kept: the funds are insufficient. */
const PARTLY_APPROVED: ProcessingCode = '1004'

/** Returns whether a provider approved less than the requested amount. */
function isPartialApproval({ amountMinor }: Transaction, outcome: ProviderOutcome): boolean {
  const { processingCode: code, approvedMinor = amountMinor } = outcome
  return statusForCode(code) === 'APPROVED' && approvedMinor < amountMinor
}

/** Makes the provider reverse its approval, due from the commit that ends the attempt. */
function undoApproval(
  attempt: Attempt,
  kind: 'PARTIAL_APPROVAL' | 'UNAUTHENTICATED',
  { approvedMinor }: ProviderOutcome,
  nowMs: number,
) {
  const detail = {
    accountReference: attempt.accountId,
    ...(approvedMinor !== undefined && { approved_amount: String(approvedMinor) }),
  }
  return alertOf(attempt, { kind, detail }, nowMs)
}

/** Schedules the undo of a call whose answer was lost, in the commit that records the loss. */
export function undoLostCall(attempt: Attempt, nowMs: number) {
  return alertOf(attempt, { kind: 'LOST_ANSWER', detail: { accountReference: attempt.accountId } }, nowMs)
}

/**
 * The time after the end at which a provider is queried for the last time: its own page has expired by then, and a late
 * success is reversed.
 */
export const LAST_QUERY_MS = 3_600_000

/**
 * Ends the attempt alone, by a decline that the shopper may correct.
 *
 * @param untilMs - how long the session waits for that.
 */
export function leaveToCorrect(
  { transaction, attempt }: Execution,
  outcome: ProviderOutcome & { readonly processingCode: CorrectableCode },
  { nowMs, untilMs }: { readonly nowMs: number; readonly untilMs: number },
): Step {
  const declined: Attempt = { ...withProviderOutcome(attempt, outcome), dueAtMs: nowMs + LAST_QUERY_MS }
  const { processingCode: correction, retryable } = outcome
  const retryOptions = recordEnd(transaction.retryOptions, declined, { approved: false, retryable })
  return {
    cause: 'provider',
    to: { ...DONE, step: 'CORRECTION', savesCard: false, expiresAtMs: untilMs },
    attempt: declined,
    transaction: { ...transaction, retryOptions, updatedAtMs: nowMs },
    correction,
  }
}

/**
 * Ends an execution whose declined attempt can no longer be corrected.
 *
 * @param instead - the reason that replaces the decline: a cancellation or a risk rule; null to end with the decline.
 */
export function endUncorrected(
  { transaction, attempt }: Execution,
  {
    instead,
    cause,
    nowMs,
  }: { readonly instead: ProcessingCode | null; readonly cause: Cause; readonly nowMs: number },
): Step {
  const processingCode = instead ?? attempt.processingCode ?? '1001'
  const { retryOptions, processing } = transaction
  const ended = endTransaction(transaction, attempt, { processingCode, retryable: false, nowMs })
  // The decline is already recorded, and is not the reason if something else ends the execution.
  return { cause, to: DONE, transaction: { ...ended, retryOptions, ...(instead !== null && { processing }) } }
}

/**
 * Ends an execution that no provider decided.
 *
 * @param dueAtMs - the time of one last status query; null for none.
 */
export function endUndecided(
  execution: Execution,
  code: ProcessingCode,
  {
    cause,
    nowMs,
    dueAtMs = null,
  }: { readonly cause: Cause; readonly nowMs: number; readonly dueAtMs?: number | null },
): Step {
  const attempt: Attempt = { ...execution.attempt, status: 'ENDED', processingCode: code, dueAtMs }
  const end = { processingCode: code, retryable: false, nowMs }
  return { cause, to: DONE, attempt, transaction: endTransaction(execution.transaction, attempt, end) }
}

/** Returns whether a provider has not decided yet. */
export function isOpen({ processingCode: code }: ProviderOutcome): boolean {
  return statusForCode(code) === 'PENDING'
}

/** Removes the shopper's result: the provider has received it. */
export function withoutSentResult(attempt: Attempt): Attempt {
  const { confirmation } = attempt
  return confirmation ? { ...attempt, confirmation: { ...confirmation, continuation: null } } : attempt
}

/** Stores a provider's answer in the attempt. */
export function withProviderOutcome(attempt: Attempt, outcome: ProviderOutcome): Attempt {
  return {
    ...withNames(withoutSentResult(attempt), outcome),
    status: 'ENDED',
    dueAtMs: null,
    processingCode: outcome.processingCode,
    responseCode: outcome.providerResponseCode,
    responseMessage: outcome.providerResponseMessage,
    approvalCode: outcome.approvalCode,
    referenceNumber: outcome.referenceNumber,
    systan: outcome.systan,
    networkTransactionId: outcome.networkTransactionId ?? null,
    report: outcome.report ?? null,
    exemptionApplied: appliedOf(attempt, outcome),
  }
}

/** Returns the exemption that a provider applied. One that was not requested does not count. */
function appliedOf({ requested }: Attempt, { authentication }: ProviderOutcome): Exemption | null {
  const isApplied = requested.exemption !== null && authentication?.exemptionApplied === requested.exemption
  return isApplied ? requested.exemption : null
}

/**
 * Ends an attempt by its provider's outcome. A shopper who was sent to the provider may still pay there after a decline, so the provider is
 * asked a last time.
 */
export function endByOutcome(attempt: Attempt, outcome: ProviderOutcome, nowMs: number): Attempt {
  const isApproved = statusForCode(outcome.processingCode) === 'APPROVED'
  const dueAtMs = wasShopperSent(attempt) && !isApproved ? nowMs + LAST_QUERY_MS : null
  return { ...withProviderOutcome(attempt, outcome), dueAtMs }
}

/** Returns whether the provider required the shopper, who may still be there. */
export function wasShopperSent({ confirmation }: Attempt): boolean {
  return (confirmation?.awaits ?? null) !== null
}

/** Adds a provider's names for the payment to the attempt; an answer without names changes nothing. */
export function withNames(attempt: Attempt, { names }: { readonly names?: ProviderNames }): Attempt {
  return names === undefined
    ? attempt
    : { ...attempt, names, providerReference: names.refs[0] ?? attempt.providerReference }
}

/** Returns the transaction after an attempt decided it. */
function endTransaction(
  transaction: Transaction,
  attempt: Attempt,
  end: { readonly processingCode: ProcessingCode; readonly retryable: boolean; readonly nowMs: number },
): Transaction {
  const status = statusForCode(end.processingCode)
  const decidedByProvider = attempt.responseCode !== null
  return {
    ...transaction,
    ...describeAuthentication(attempt),
    status,
    processingCode: end.processingCode,
    processing: {
      providerId: attempt.providerId,
      accountId: attempt.accountId,
      responseCode: attempt.responseCode,
      responseMessage: attempt.responseMessage,
      approvalCode: status === 'APPROVED' ? attempt.approvalCode : null,
      referenceNumber: decidedByProvider ? attempt.referenceNumber : null,
      systan: decidedByProvider ? attempt.systan : null,
      providerReference: attempt.providerReference,
    },
    orderPage: null,
    errors: status === 'INVALID' ? [describeRefusal(transaction, end.processingCode)] : transaction.errors,
    retryOptions: recordEnd(transaction.retryOptions, attempt, {
      approved: status === 'APPROVED',
      retryable: end.retryable,
    }),
    updatedAtMs: end.nowMs,
  }
}

function describeAuthentication({ authentication }: Attempt) {
  const { transStatus = null, eci = null } = authentication ?? {}
  return { authenticationStatus: transStatus, authenticationLevel: eci === null ? null : Number(eci) }
}

/**
 * If a provider rejects a call as invalid, no single member is at fault, so the error names the requested
 * operation.
 */
const REFUSED_MEMBERS: Readonly<Record<TransactionType, string>> = {
  AUTHORIZE: 'payment_method',
  PURCHASE: 'payment_method',
  VERIFY: 'payment_method',
  PAYMENT: 'method',
  PAYOUT: 'beneficiary',
  CAPTURE: 'transaction_type',
  REFUND: 'transaction_type',
  VOID: 'transaction_type',
  INCREMENT: 'transaction_type',
  EXTEND: 'transaction_type',
}

function describeRefusal({ sessionHash, transactionType }: Transaction, code: ProcessingCode): ErrorItem {
  // A browser names its method alike for every type.
  const property = sessionHash === null ? REFUSED_MEMBERS[transactionType] : 'payment_method'
  return { property, message: processingCode(code).message, params: [property] }
}
