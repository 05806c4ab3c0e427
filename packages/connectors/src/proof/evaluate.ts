import type { OutcomeMessage } from '@sluice/provider-protocol'

import type { CallEnd, ProviderCallAnswer } from '../kit/index.ts'
import type { Judgement } from './proof-result.ts'

const APPROVED = '0000'
const PENDING = '1002'

/** The values that an outcome must repeat. */
export interface Expected {
  readonly key: string
  readonly amount: number
  readonly currency: string
}

type End = CallEnd<ProviderCallAnswer>

/** Returns the outcome in an answer, or null if the call did not end in one. */
export function outcomeIn(end: End): OutcomeMessage | null {
  if (end.kind !== 'answer') return null
  const { answer } = end
  if ('outcome' in answer) return answer.outcome
  return 'processing_code' in answer ? answer : null
}

/** Returns whether money moved. */
export function isApproved(end: End): boolean {
  return outcomeIn(end)?.processing_code === APPROVED
}

/** Returns whether the result arrives later. */
export function isPending(outcome: OutcomeMessage): boolean {
  return outcome.processing_code === PENDING
}

/** Checks a call that must be approved with its whole amount. */
export function evaluateApproval(end: End, expected: Expected): Judgement {
  const outcome = outcomeIn(end)
  if (outcome === null) return evaluateMissingOutcome(end)
  const wrong = contradiction(outcome, expected)
  if (wrong !== null) return { verdict: 'FAILED', reason: wrong }
  if (isPending(outcome)) return { verdict: 'ACCEPTED', reason: 'received; the result arrives as an event' }
  if (outcome.processing_code !== APPROVED)
    return { verdict: 'REFUSED', reason: `declined: ${describeDecline(outcome)}` }
  const { approved_amount: amount } = outcome
  return amount === expected.amount
    ? { verdict: 'PROVEN', reason: `approved ${amount} ${expected.currency}` }
    : { verdict: 'FAILED', reason: `approved ${amount} instead of ${expected.amount}` }
}

/** Checks the payment of a card that the provider always declines. */
export function evaluateDecline(end: End, expected: Expected): Judgement {
  const outcome = outcomeIn(end)
  if (outcome === null) return evaluateMissingOutcome(end)
  const wrong = contradiction(outcome, expected)
  if (wrong !== null) return { verdict: 'FAILED', reason: wrong }
  if (outcome.processing_code === APPROVED || outcome.approved_amount > 0)
    return { verdict: 'FAILED', reason: 'approved instead of declined' }
  if (isPending(outcome)) return { verdict: 'ACCEPTED', reason: 'received; the result arrives as an event' }
  return { verdict: 'PROVEN', reason: `declined: ${describeDecline(outcome)}` }
}

/** Checks a repeated call or a status query: it must mean the same as the first response. */
export function evaluateRepeat(end: End, first: OutcomeMessage): Judgement {
  const outcome = outcomeIn(end)
  if (outcome === null) return evaluateMissingOutcome(end)
  const same =
    outcome.idempotency_key === first.idempotency_key &&
    outcome.processing_code === first.processing_code &&
    outcome.approved_amount === first.approved_amount &&
    outcome.refs?.[0] === first.refs?.[0]
  return same
    ? { verdict: 'PROVEN', reason: 'the same payment, once' }
    : { verdict: 'FAILED', reason: 'the response differs from the first one' }
}

/** Describes a call that did not end in an outcome. */
export function evaluateMissingOutcome(end: End): Judgement {
  switch (end.kind) {
    case 'refuse':
      return { verdict: 'REFUSED', reason: end.reason }
    case 'unknown':
      return { verdict: 'UNKNOWN', reason: end.reason }
    case 'answer':
      return { verdict: 'FAILED', reason: `answered ${'result' in end.answer ? end.answer.result : '?'}` }
  }
}

function contradiction(outcome: OutcomeMessage, { key, currency }: Expected): string | null {
  if (outcome.idempotency_key !== key) return 'the response is about another call'
  return outcome.currency === currency ? null : `the response is in ${outcome.currency}`
}

function describeDecline({ processing_code: code, response_code: theirs }: OutcomeMessage): string {
  return theirs ? `${code} (${theirs})` : code
}
