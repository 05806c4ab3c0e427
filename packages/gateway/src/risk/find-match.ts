import type { ProcessingCode, RiskEffect, RiskSubject } from '@sluice/types/vocabulary'

import type { AppliedRule, WatchedPayment } from './watch-payment.ts'

/** A rule that a payment matches. */
export interface RiskMatch {
  /** The rule's id, or `blocked-cards`, `blocked-emails`, `blocked-addresses`. */
  readonly rule: string
  readonly effect: RiskEffect
}

/** The verdict on a payment. */
export interface RiskVerdict {
  /** The rule that declines it; null allows it. */
  readonly code: ProcessingCode | null
  readonly matches: readonly RiskMatch[]
}

/** The verdict on a payment that matches no rule. */
export const ALLOWED: RiskVerdict = { code: null, matches: [] }

const BLOCKED: ProcessingCode = '4100'

/** The processing codes by the subject whose limit is exceeded. */
const CODES: Readonly<Record<RiskSubject, ProcessingCode>> = {
  CARD: '4200',
  CUSTOMER: '4201',
  ADDRESS: '4200',
  MERCHANT: '4202',
  PROVIDER_ACCOUNT: '4203',
}

/** Returns the verdict of the block lists, for which nothing is counted; null if none matches. */
export function findBlock({ blockedBy }: Pick<WatchedPayment, 'blockedBy'>): RiskVerdict | null {
  if (blockedBy === null) return null
  return { code: BLOCKED, matches: [{ rule: `blocked-${blockedBy}`, effect: 'BLOCK' }] }
}

/** @param totals - the total of each rule, including the payment in the worst case. */
export function findBroken(rules: readonly AppliedRule[], totals: readonly number[]): readonly AppliedRule[] {
  return rules.filter(({ rule }, place) => (totals[place] ?? 0) > rule.most)
}

/**
 * Evaluates a payment against the totals.
 *
 * @param totals - the total of each rule, including the payment in the worst case.
 */
export function findMatch(rules: readonly AppliedRule[], totals: readonly number[]): RiskVerdict {
  const broken = findBroken(rules, totals).map(({ rule }) => rule)
  const decisive = broken.find(({ effect }) => effect === 'BLOCK')
  return {
    code: decisive ? CODES[decisive.subject] : null,
    matches: broken.map(({ id, effect }) => ({ rule: id, effect })),
  }
}
