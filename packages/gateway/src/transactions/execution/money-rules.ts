import { CHANGE_TYPES, LIMITS, type ManageType, type TransactionType } from '@sluice/types/vocabulary'

import { type Money, moneyOf, openMinor, refundableMinor } from './money.ts'
import type { Transaction } from './transaction.ts'

/** The effect of an operation on its parent's money, in multiples of its amount. */
export interface MoneyEffect {
  readonly captured: -1 | 0 | 1
  readonly refunded: 0 | 1
  readonly voided: 0 | 1
}

interface Rule {
  /** Returns the maximum amount for the operation; null if the operation is not possible now at any amount. */
  readonly limitMinor: (money: Money, parent: Transaction, nowMs: number) => number | null
  readonly effect: MoneyEffect
}

/** A change of an authorization moves no money. */
const NOTHING: MoneyEffect = { captured: 0, refunded: 0, voided: 0 }

const capture: Rule = {
  limitMinor: (money, parent, nowMs) =>
    isBefore(nowMs, parent.money?.authorizationExpiresAtMs) ? orNull(openMinor(money)) : null,
  effect: { captured: 1, refunded: 0, voided: 0 },
}

const refund: Rule = {
  limitMinor: (money, parent, nowMs) =>
    isBefore(nowMs, parent.money?.refundableUntilMs) && money.capturedMinor > 0
      ? refundableMinor(money)
      : null,
  effect: { captured: 0, refunded: 1, voided: 0 },
}

/** Releases the open amount of an authorization, expired ones included. */
const release: Rule = {
  limitMinor: (money) => orNull(openMinor(money)),
  effect: { captured: 0, refunded: 0, voided: 1 },
}

/** Voids a purchase or capture before it settles. The full amount must still be there. */
const takeBack: Rule = {
  limitMinor: (money, parent, nowMs) =>
    isBefore(nowMs, parent.money?.settlesAtMs) &&
    money.refundedMinor === 0 &&
    refundableMinor(money) === money.capturedMinor
      ? orNull(money.capturedMinor)
      : null,
  effect: { captured: -1, refunded: 0, voided: 1 },
}

/** Adds at most the original amount, while an amount is open, because otherwise the bank no longer holds anything. */
const increment: Rule = {
  limitMinor: (money, parent, nowMs) =>
    mayBeChanged(money, parent, nowMs)
      ? orNull(Math.min(parent.amountMinor, LIMITS.AMOUNT_MAX_MINOR - money.authorizedMinor))
      : null,
  effect: NOTHING,
}

/** Extends the time to capture the open amount. */
const extend: Rule = {
  limitMinor: (money, parent, nowMs) => (mayBeChanged(money, parent, nowMs) ? openMinor(money) : null),
  effect: NOTHING,
}

function mayBeChanged(money: Money, parent: Transaction, nowMs: number): boolean {
  return openMinor(money) > 0 && isBefore(nowMs, parent.money?.authorizationExpiresAtMs)
}

/**
 * The rules for operations on approved transactions; operations that are not listed are refused. @see
 * docs/protocol/manage.md#manage
 */
const RULES: Readonly<Record<ManageType, Readonly<Partial<Record<TransactionType, Rule>>>>> = {
  CAPTURE: { AUTHORIZE: capture },
  REFUND: { PURCHASE: refund, CAPTURE: refund, PAYMENT: refund },
  VOID: { AUTHORIZE: release, PURCHASE: takeBack, CAPTURE: takeBack },
  INCREMENT: { AUTHORIZE: increment },
  EXTEND: { AUTHORIZE: extend },
}

/** Returns how much of the parent's money an operation can move; null if type, state or time forbid the operation. */
export function findLimitMinor(operation: ManageType, parent: Transaction, nowMs: number): number | null {
  const money = moneyOf(parent)
  const rule = RULES[operation][parent.transactionType]
  return money && rule ? rule.limitMinor(money, parent, nowMs) : null
}

/**
 * Returns the effect of an operation on its parent's money. Throws for a pair without a rule, which must not be
 * stored.
 */
export function findEffect(operation: ManageType, parentType: TransactionType): MoneyEffect {
  const rule = RULES[operation][parentType]
  if (!rule) throw new Error(`${operation} of a ${parentType} moves no money`)
  return rule.effect
}

/** Returns whether an operation changes an authorization, and moves no money. */
export function isChange(type: TransactionType): boolean {
  return CHANGE_TYPES.some((change) => change === type)
}

function isBefore(nowMs: number, deadlineMs: number | null | undefined): boolean {
  return deadlineMs === null || deadlineMs === undefined || nowMs < deadlineMs
}

function orNull(amountMinor: number): number | null {
  return amountMinor > 0 ? amountMinor : null
}
