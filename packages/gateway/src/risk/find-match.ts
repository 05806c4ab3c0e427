import type { ProcessingCode, RiskEffect, RiskSubject } from '@sluice/types/vocabulary'

import type { AppliedRule, WatchedPayment } from './watch-payment.ts'

/** A rule that a payment breaks. */
export interface RiskMatch {
  /** The rule's id, or `blocked-cards`, `blocked-emails`, `blocked-addresses`. */
  readonly rule: string
  readonly effect: RiskEffect
}

/** What becomes of a payment. */
export interface RiskVerdict {
  /** Declines it; null lets it through. */
  readonly code: ProcessingCode | null
  readonly matches: readonly RiskMatch[]
}

/** Of a payment that no rule holds for, or that keeps them all. */
export const ALLOWED: RiskVerdict = { code: null, matches: [] }

const BLOCKED: ProcessingCode = '4100'

/** Whose limit is exceeded, as far as the codes tell. */
const CODES: Readonly<Record<RiskSubject, ProcessingCode>> = {
  CARD: '4200',
  CUSTOMER: '4201',
  ADDRESS: '4200',
  MERCHANT: '4202',
  PROVIDER_ACCOUNT: '4203',
}

/** The verdict on a payment of a block list, which nothing has to be counted for; null for any other. */
export function findBlock({ blockedBy }: Pick<WatchedPayment, 'blockedBy'>): RiskVerdict | null {
  if (blockedBy === null) return null
  return { code: BLOCKED, matches: [{ rule: `blocked-${blockedBy}`, effect: 'BLOCK' }] }
}

/** @param totals - of each rule, with the payment itself at its worst. */
export function findBroken(rules: readonly AppliedRule[], totals: readonly number[]): readonly AppliedRule[] {
  return rules.filter(({ rule }, place) => (totals[place] ?? 0) > rule.most)
}

/**
 * Judges a payment by what was counted.
 *
 * @param totals - of each rule, with the payment itself at its worst.
 */
export function findMatch(rules: readonly AppliedRule[], totals: readonly number[]): RiskVerdict {
  const broken = findBroken(rules, totals).map(({ rule }) => rule)
  const decisive = broken.find(({ effect }) => effect === 'BLOCK')
  return {
    code: decisive ? CODES[decisive.subject] : null,
    matches: broken.map(({ id, effect }) => ({ rule: id, effect })),
  }
}
