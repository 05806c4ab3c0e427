import type { ActionRequired, FormSubmit, Redirect } from '@sluice/types'
import type { ChallengeWindowSize, CompletionIndicator, TransStatus } from '@sluice/types/vocabulary'
import type { NextStep, OutcomeKind } from '../../next-step.ts'

/** The place of the issuer's challenge: a frame of the flow's page, or a full page. */
export type ChallengePlace = 'frame' | 'page'

/** The receiver of the challenge's result from the issuer: the gateway, or the flow's own notification address. */
export type ChallengeReceiver = 'gateway' | 'merchant'

/**
 * The step for which a flow waits.
 *
 * `…Taken` and `…Answered` are kept before the gateway is called and left behind by its answer: a process that finds
 * one, after a crash or a reload, makes the call again, which the gateway answers as it did the first time.
 */
export type FlowPosition =
  | { readonly kind: 'authorizing' }
  | { readonly kind: 'fingerprint'; readonly action: ActionRequired }
  | {
      readonly kind: 'fingerprintTaken'
      readonly action: ActionRequired
      readonly completion: CompletionIndicator
    }
  | { readonly kind: 'challenge'; readonly action: ActionRequired }
  | {
      readonly kind: 'challengeAnswered'
      readonly action: ActionRequired
      readonly sessionId: string
      readonly transStatus: TransStatus
    }
  | { readonly kind: 'redirect'; readonly redirect: Redirect }
  | { readonly kind: 'formSubmit'; readonly formSubmit: FormSubmit }
  | { readonly kind: 'ended'; readonly end: FlowEndKind }

/**
 * The end of a flow, as far as it is known.
 *
 * - an outcome: as the gateway reported it. `pending` may still become any other
 * - `abandoned`: the customer left, and the authentication is not continued
 * - `timedOut`: nothing returned in time - `unknown`: no response, or one that is newer than this package
 * - `refused`: the gateway refused the request itself; there is no transaction
 */
export type FlowEndKind = OutcomeKind | 'abandoned' | 'timedOut' | 'unknown' | 'refused'

/** One payment on its way through the browser. Plain JSON, without card data and without personal data. */
export interface FlowRecord {
  /** The unguessable id, which suffices to continue the payment. It is in addresses, never in logs. */
  readonly id: string
  /** Terminal and reference, which one flow may hold at a time; `null` once they are free again. */
  readonly order: string | null
  /** Grows with every change. */
  readonly version: number
  /** Your own number of the order. */
  readonly reference: string
  /** The gateway's id; `null` until it has answered. */
  readonly transactionId: string | null
  /** The address to which the customer returns at the end. */
  readonly returnUrl: string
  /** Whether the challenge is shown in a frame or on the whole page. */
  readonly place: ChallengePlace
  /** The receiver of the challenge's result from the issuer. */
  readonly receiver: ChallengeReceiver
  /** `null`: as the gateway says. */
  readonly windowSize: ChallengeWindowSize | null
  /** The current step. */
  readonly position: FlowPosition
  /** The time of its creation, in ms since the epoch. */
  readonly sinceMs: number
  /** The time after which the record may be deleted, in ms since the epoch. */
  readonly expiresAtMs: number
}

const FINAL: readonly FlowEndKind[] = ['approved', 'declined', 'canceled', 'expired', 'invalid', 'refused']

/** The conclusion of the flow itself, from a missing message. */
const CONCLUDED: readonly FlowEndKind[] = ['abandoned', 'timedOut']

/**
 * Returns whether a position replaces one that another request stored in the meantime: a final response of the
 * gateway always does, and any response of the gateway replaces an inferred position. A running payment must not be
 * reported as abandoned.
 */
export function outweighs(position: FlowPosition, kept: FlowPosition): boolean {
  if (position.kind !== 'ended') return false
  const end = kept.kind === 'ended' ? kept.end : null
  if (FINAL.includes(position.end)) return end === null || !FINAL.includes(end)
  return end !== null && CONCLUDED.includes(end) && !CONCLUDED.includes(position.end)
}

/** Ends whose reference was not used up: the corrected request may carry it again. */
const WITHOUT_TRACE: readonly FlowEndKind[] = ['invalid', 'refused']

/** Moves a record to its next position. */
export function moveTo(record: FlowRecord, position: FlowPosition, nowMs: number): FlowRecord {
  const isSamePlace = JSON.stringify(stepOf(record.position)) === JSON.stringify(stepOf(position))
  const isFreed = position.kind === 'ended' && WITHOUT_TRACE.includes(position.end)
  return {
    ...record,
    version: record.version + 1,
    order: isFreed ? null : record.order,
    position,
    sinceMs: isSamePlace ? record.sinceMs : nowMs,
  }
}

/** Returns the step of the browser that a position belongs to: a continued challenge keeps its deadline. */
function stepOf(position: FlowPosition): unknown {
  return 'action' in position ? position.action.token : position
}

/** Returns the position after a response of the gateway. */
export function positionAfter(step: NextStep): FlowPosition {
  switch (step.kind) {
    case 'fingerprint':
      // Nothing to take: what would be waited for is known already.
      return step.methodUrl === null
        ? { kind: 'fingerprintTaken', action: step.action, completion: 'U' }
        : { kind: 'fingerprint', action: step.action }
    case 'challenge':
      return { kind: 'challenge', action: step.action }
    case 'redirect':
      return { kind: 'redirect', redirect: step.redirect }
    case 'formSubmit':
      return { kind: 'formSubmit', formSubmit: step.formSubmit }
    case 'unknown':
    case 'approved':
    case 'declined':
    case 'pending':
    case 'canceled':
    case 'expired':
    case 'invalid':
      return { kind: 'ended', end: step.kind }
    default:
      return step satisfies never
  }
}

/** Returns the transaction that an answer is about; `null` for one that is not understood. */
export function transactionIdOf(step: NextStep): string | null {
  switch (step.kind) {
    case 'fingerprint':
    case 'challenge':
      return step.action.transaction_id
    case 'redirect':
      return step.redirect.transaction_id
    case 'formSubmit':
      return step.formSubmit.transaction_id
    case 'unknown':
      return null
    default:
      return step.transaction.id
  }
}
