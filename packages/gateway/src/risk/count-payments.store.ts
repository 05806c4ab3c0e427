import { CompiledQuery } from 'kysely'

import type { Dialect } from '@sluice/platform/database/dialect'
import { refuseUnless } from '@sluice/platform/database/refuse-unless'

import type { RiskRule } from './risk-settings.ts'
import type { AppliedRule, WatchedPayment } from './watch-payment.ts'

/**
 * Statements that depend on a merchant's rules, written as text: a query builder takes longer for each of them than the
 * database does.
 */
class Statement {
  readonly #dialect: Dialect
  readonly #values: unknown[] = []

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** The placeholder for a value in the text. */
  put(value: unknown): string {
    this.#values.push(value)
    return this.#dialect === 'postgres' ? `$${this.#values.length}` : '?'
  }

  of(text: string): CompiledQuery<Record<string, number | string | null>> {
    return CompiledQuery.raw(text, this.#values)
  }
}

/**
 * Names of the locks of a payment: commits that count the same subject run one after another. A rule that only
 * records may miss a payment that begins at the same time, and no commit waits for it.
 */
export function locksOf({ merchantId, rules }: WatchedPayment): readonly string[] {
  const blocking = rules.filter(({ rule }) => rule.effect === 'BLOCK')
  return blocking.map(({ subject }) => `risk/${merchantId}/${subject}`)
}

/** Builds the query for the totals of all rules without the payment, in one row: `total_0`, `total_1`, … */
export function countPayments(
  watched: WatchedPayment,
  nowMs: number,
  dialect: Dialect,
): CompiledQuery<Record<string, number | string | null>> {
  const statement = new Statement(dialect)
  const totals = watched.rules.map(
    (applied, place) => `(${totalOf(applied, watched, nowMs, statement)}) as total_${place}`,
  )
  return statement.of(`select ${totals.join(', ')}`)
}

/** Builds the statement that fails the commit on PostgreSQL if the payment would break a rule. */
export function refuseBroken(watched: WatchedPayment, nowMs: number): CompiledQuery {
  const statement = new Statement('postgres')
  const holds = watched.rules.map((applied) => {
    const total = totalOf(applied, watched, nowMs, statement)
    return `coalesce((${total}), 0) <= ${statement.put(applied.rule.most - ownTotal(applied, watched))}`
  })
  return statement.of(refuseUnless(holds.join(' and '), 'the payment matches a risk rule'))
}

/** Returns what the payment itself adds to a rule in the worst case. */
export function ownTotal({ rule }: AppliedRule, { amountMinor }: WatchedPayment): number {
  return rule.counts === 'AMOUNT' ? amountMinor : 1
}

/**
 * A rule that counts refusals allows this many times its limit of concurrent payments for a subject without a refusal. People who
 * make several payments at once are allowed, and an attacker who tries a thousand cards at once gets only this many results, once.
 */
const UNDER_WAY_FACTOR = 4

/** Rows are counted only up to the limit, because more rows change nothing. */
function totalOf(
  { rule, subject, terminalId }: AppliedRule,
  { merchantId, transactionId, card }: WatchedPayment,
  nowMs: number,
  statement: Statement,
): string {
  const put = (value: unknown) => statement.put(value)
  // The values in the order of their placeholders.
  const rows = () =>
    `from risk_events where merchant_id = ${put(merchantId)} and subject = ${put(subject)} ` +
    `and id <> ${put(transactionId)} and counted_at > ${put(nowMs - rule.windowMs)}` +
    (terminalId === null ? '' : ` and terminal_id = ${put(terminalId)}`)
  switch (rule.counts) {
    case 'PAYMENTS':
      return `select count(*) from (select 1 ${rows()} and state <> 'REFUSED' limit ${put(rule.most)}) as counted`
    case 'AMOUNT':
      return `select sum(amount) ${rows()} and state in ('OPEN', 'APPROVED') and currency = ${put(rule.currency)}`
    case 'REFUSALS':
      return (
        `select ${lessAllowance(rule, rows, put)} from (select count(*) as total from (select 1 ${rows()} ` +
        `and ${mayBeRefused(rule, put)} limit ${put(UNDER_WAY_FACTOR * rule.most)}) as found) as counted`
      )
    case 'REFUSED_CARDS':
      return (
        `select ${lessAllowance(rule, rows, put)} from (select count(*) as total from (select distinct card ${rows()} ` +
        `and ${mayBeRefused(rule, put)} and card <> ${put(card)} ` +
        `limit ${put(UNDER_WAY_FACTOR * rule.most)}) as found) as counted`
      )
  }
}

type Put = (value: unknown) => string

/** A pending payment may still be refused. */
function mayBeRefused(rule: RiskRule, put: Put): string {
  return `(state = 'OPEN' or ${isRefused(rule, put)})`
}

function isRefused({ codes }: RiskRule, put: Put): string {
  return codes.length === 0
    ? 'false'
    : `(state = 'REFUSED' and processing_code in (${codes.map(put).join(', ')}))`
}

/** Allows a subject without refusals some pending payments, which the rule does not count. */
function lessAllowance(rule: RiskRule, rows: () => string, put: Put): string {
  const allowance = (UNDER_WAY_FACTOR - 1) * rule.most
  return `total - case when exists (select 1 ${rows()} and ${isRefused(rule, put)}) then 0 else ${put(allowance)} end`
}
