import {
  type ProcessingCode,
  RISK_REFUSAL_CODES,
  type RiskEffect,
  type RiskMeasure,
  type RiskSubject,
} from '@sluice/types/vocabulary'

/** A limit of what may happen within a time. @see docs/protocol/risk.md#risk-rules */
export interface RiskRule {
  /** Names it in the log and in metrics. */
  readonly id: string
  readonly subject: RiskSubject
  readonly counts: RiskMeasure
  /** Of REFUSALS and REFUSED_CARDS. */
  readonly codes: readonly ProcessingCode[]
  /** Of AMOUNT; null for all others. */
  readonly currency: string | null
  /** The payment that would exceed it matches. */
  readonly most: number
  readonly windowMs: number
  readonly effect: RiskEffect
}

/** Who cannot pay. */
export interface BlockList {
  /** Fingerprints. */
  readonly cards: readonly string[]
  readonly emails: readonly string[]
  readonly addresses: readonly string[]
}

/** What a merchant or a terminal lets through. In a stored one addresses and e-mail addresses are keyed hashes. */
export interface RiskSettings {
  readonly rules: readonly RiskRule[]
  readonly blocked: BlockList
}

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]

/** Codes that say that the card data was wrong: who guesses them gets these. */
const GUESSED = ['2002', '2020'] as const satisfies readonly ProcessingCode[]

/**
 * Five guesses a day find no security code of a thousand; twenty declined cards an hour are more than a household or an office
 * has, and no tester comes far with them.
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

/** The standard: what holds for merchants whose settings say nothing, by environment. Null where nothing does. */
export const STANDARD_RISK: Readonly<Record<'production' | 'test', RiskSettings | null>> = {
  production: PRODUCTION_RISK,
  // Tests pay with one card from one machine, as often as they like.
  test: null,
}
