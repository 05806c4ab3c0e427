import type { ProcessingCode } from './processing-codes.ts'

/** Whose payments a risk rule counts together. */
export const RISK_SUBJECTS = ['CARD', 'CUSTOMER', 'ADDRESS', 'MERCHANT', 'PROVIDER_ACCOUNT'] as const

/** What a rule counts by. */
export type RiskSubject = (typeof RISK_SUBJECTS)[number]

/**
 * What is counted. PAYMENTS: payments that began. AMOUNT: minor units of those that are under way or approved. REFUSALS:
 * attempts that were refused. REFUSED_CARDS: different cards with such an attempt. What is under way counts as refused
 * until it ended otherwise: many tries at once are no way around a rule.
 */
export const RISK_MEASURES = ['PAYMENTS', 'AMOUNT', 'REFUSALS', 'REFUSED_CARDS'] as const

/** What a rule counts. */
export type RiskMeasure = (typeof RISK_MEASURES)[number]

/** BLOCK: the payment is declined and asks neither bank nor provider. NOTE: the match is only told. */
export const RISK_EFFECTS = ['BLOCK', 'NOTE'] as const

/** What a rule does to a payment. */
export type RiskEffect = (typeof RISK_EFFECTS)[number]

/**
 * What REFUSALS and REFUSED_CARDS count where a rule names no codes: what the issuer says of the card or its holder. An
 * outage (1001, 3000, 3002) says nothing of either.
 */
export const RISK_REFUSAL_CODES = [
  '1000',
  '1004',
  '2001',
  '2002',
  '2003',
  '2005',
  '2006',
  '2020',
  '3001',
  '4100',
  '4101',
] as const satisfies readonly ProcessingCode[]
