import type { RiskSubject } from '@sluice/types/vocabulary'

import type { Parties, PlainParties } from './parties.ts'
import type { BlockList, RiskRule, RiskSettings } from './risk-settings.ts'

/** A payment before it begins. */
export interface PaymentAtRisk {
  readonly merchantId: string
  readonly terminalId: string
  readonly transactionId: string
  readonly amountMinor: number
  readonly currency: string
  /** The account that is called first. */
  readonly account: { readonly providerId: string; readonly accountId: string }
}

/** Settings with their scope. */
export interface RiskLevel {
  readonly settings: RiskSettings
  /** The terminal; null for all terminals of the merchant. */
  readonly terminalId: string | null
}

/** A rule that counts a payment. */
export interface AppliedRule {
  readonly rule: RiskRule
  /** The subject whose payments it counts, as in the table. */
  readonly subject: string
  /** The terminal whose payments count; null for all. */
  readonly terminalId: string | null
}

/** A payment with its rules. */
export interface WatchedPayment extends PaymentAtRisk {
  /** The fingerprint of the card. */
  readonly card: string | null
  /** The block list that contains it; null for none. */
  readonly blockedBy: keyof BlockList | null
  /** The rules in the order in which they decide. */
  readonly rules: readonly AppliedRule[]
}

/** Finds the rules for a payment; null if there are none. */
export type WatchPayment = (payment: PaymentAtRisk, parties: PlainParties) => Promise<WatchedPayment | null>

/** The data that a transaction stores about how it was counted. */
export interface CountedPayment {
  readonly subjects: readonly string[]
  /** The longest window, after which the data is of no use. */
  readonly windowMs: number
}

/** Returns the rules for a payment; null if there are none. Those of the terminal come before those of the merchant. */
export function watchPayment(
  payment: PaymentAtRisk,
  parties: Parties,
  levels: readonly RiskLevel[],
): WatchedPayment | null {
  const subjects = subjectsOf(payment, parties)
  const rules = levels.flatMap(({ settings, terminalId }) =>
    settings.rules.flatMap((rule) => {
      const subject = subjects[rule.subject]
      return subject === null || !appliesTo(rule, payment, parties) ? [] : [{ rule, subject, terminalId }]
    }),
  )
  const blockedBy =
    levels.map(({ settings: { blocked } }) => findBlocked(blocked, parties)).find((list) => list !== null) ??
    null
  if (rules.length === 0 && blockedBy === null) return null
  return { ...payment, card: parties.card, blockedBy, rules }
}

/** Returns how an allowed payment is counted; null if no rule counts it. */
export function countedOf({ rules }: WatchedPayment): CountedPayment | null {
  if (rules.length === 0) return null
  return {
    subjects: [...new Set(rules.map(({ subject }) => subject))].sort(),
    windowMs: Math.max(...rules.map(({ rule }) => rule.windowMs)),
  }
}

function subjectsOf(
  { account }: PaymentAtRisk,
  { card, customer, address }: Parties,
): Readonly<Record<RiskSubject, string | null>> {
  return {
    CARD: card && `CARD/${card}`,
    CUSTOMER: customer && `CUSTOMER/${customer}`,
    ADDRESS: address && `ADDRESS/${address}`,
    MERCHANT: 'MERCHANT',
    PROVIDER_ACCOUNT: `PROVIDER_ACCOUNT/${account.providerId}/${account.accountId}`,
  }
}

function appliesTo({ counts, currency }: RiskRule, payment: PaymentAtRisk, { card }: Parties): boolean {
  if (counts === 'AMOUNT') return currency === payment.currency
  return counts !== 'REFUSED_CARDS' || card !== null
}

function findBlocked({ cards, emails, addresses }: BlockList, parties: Parties): keyof BlockList | null {
  const holds = (list: readonly string[], name: string | null) => name !== null && list.includes(name)
  if (holds(cards, parties.card)) return 'cards'
  if (holds(emails, parties.email)) return 'emails'
  return holds(addresses, parties.address) ? 'addresses' : null
}
