import {
  type ProcessingCode,
  RISK_REFUSAL_CODES,
  type RiskEffect,
  type RiskMeasure,
  type RiskSubject,
} from '@sluice/types/vocabulary'

/** A limit within a period. @see docs/protocol/risk.md#risk-rules */
export interface RiskRule {
  /** The id of the rule in the log and in metrics. */
  readonly id: string
  readonly subject: RiskSubject
  readonly counts: RiskMeasure
  /** The codes for REFUSALS and REFUSED_CARDS. */
  readonly codes: readonly ProcessingCode[]
  /** The currency for AMOUNT; null for all others. */
  readonly currency: string | null
  /** The limit; a payment that would exceed it matches. */
  readonly most: number
  readonly windowMs: number
  readonly effect: RiskEffect
}

/** The block lists. */
export interface BlockList {
  /** The fingerprints of blocked cards. */
  readonly cards: readonly string[]
  readonly emails: readonly string[]
  readonly addresses: readonly string[]
}

/** The risk settings of a merchant or a terminal. Stored addresses and e-mail addresses are keyed hashes. */
export interface RiskSettings {
  readonly rules: readonly RiskRule[]
  readonly blocked: BlockList
}

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]

/** The codes for wrong card data, which somebody who guesses them gets. */
const GUESSED = ['2002', '2020'] as const satisfies readonly ProcessingCode[]

/**
 * Five guesses a day are too few for one of a thousand security codes. Twenty declined cards an hour are more than a
 * household or an office has, but too few for card testing.
 */
const PRODUCTION_RISK: RiskSettings = {
  rules: [
    {
      id: 'card-guesses',
      subject: 'CARD',
      counts: 'REFUSALS',
      codes: GUESSED,
      currency: null,
      most: 5,
      windowMs: DAY_MS,
      effect: 'BLOCK',
    },
    {
      id: 'address-refused-cards',
      subject: 'ADDRESS',
      counts: 'REFUSED_CARDS',
      codes: RISK_REFUSAL_CODES,
      currency: null,
      most: 20,
      windowMs: HOUR_MS,
      effect: 'BLOCK',
    },
  ],
  blocked: { cards: [], emails: [], addresses: [] },
}

/** The defaults for merchants without settings, by environment; null for none. */
export const STANDARD_RISK: Readonly<Record<'production' | 'test', RiskSettings | null>> = {
  production: PRODUCTION_RISK,
  // Tests pay with one card from one machine without limits.
  test: null,
}
