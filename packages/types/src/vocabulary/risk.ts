import type { ProcessingCode } from './processing-codes.ts'

/** The subject whose payments a risk rule counts together. */
export const RISK_SUBJECTS = ['CARD', 'CUSTOMER', 'ADDRESS', 'MERCHANT', 'PROVIDER_ACCOUNT'] as const

/** The subject by which a rule counts. */
export type RiskSubject = (typeof RISK_SUBJECTS)[number]

/**
 * The quantities that a rule can count. PAYMENTS: payments that began. AMOUNT: minor units of pending or approved
 * payments. REFUSALS: refused attempts. REFUSED_CARDS: different cards with a refused attempt. A pending attempt
 * counts as refused until it ends otherwise, so that concurrent attempts cannot bypass a rule.
 */
export const RISK_MEASURES = ['PAYMENTS', 'AMOUNT', 'REFUSALS', 'REFUSED_CARDS'] as const

/** The quantity that a rule counts. */
export type RiskMeasure = (typeof RISK_MEASURES)[number]

/** BLOCK: the payment is declined before the gateway calls a bank or provider. NOTE: the match is only reported. */
export const RISK_EFFECTS = ['BLOCK', 'NOTE'] as const

/** The effect of a rule on a payment. */
export type RiskEffect = (typeof RISK_EFFECTS)[number]

/**
 * The codes that REFUSALS and REFUSED_CARDS count if a rule names none: the issuer's verdicts on the card or its
 * holder. An outage (1001, 3000, 3002) says nothing about either.
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
