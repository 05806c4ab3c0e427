import { type Kysely, type RawBuilder, sql } from 'kysely'

import { addToCommit } from '../platform/database/add-to-commit.ts'
import { withTables } from '../platform/database/connection.ts'
import type { Dialect } from '../platform/database/dialect.ts'
import { findBlock, findMatch } from './find-match.ts'
import type { CountedMove, RiskCommits } from './risk-commits.ts'
import type { RiskRule } from './risk-settings.ts'
import type { RiskTables } from './risk.tables.ts'
import { type AppliedRule, countedOf, type WatchedPayment } from './watch-payment.ts'

type Commit = Kysely<RiskTables>

/** Writes what is counted, by the commits of transactions. */
export function createRiskCommits({ dialect }: { readonly dialect: Dialect }): RiskCommits {
  return {
    async admit(trx, watched, nowMs) {
      const blocked = findBlock(watched)
      if (blocked) return blocked
      const db = withTables<RiskTables>(trx)
      if (dialect === 'postgres') await lockSubjects(db, watched)
      const verdict = findMatch(watched.rules, await count(db, watched, nowMs))
      if (verdict.code === null) await insertPayment(db, watched, nowMs)
      return verdict
    },

    async follow(trx, move, nowMs) {
      const db = withTables<RiskTables>(trx)
      await insertRefusals(db, move, nowMs)
      if (move.ended === null) return
      const ended = db
        .updateTable('risk_events')
        .set({ state: move.ended })
        .where('merchant_id', '=', move.merchantId)
        .where('transaction_id', '=', move.transactionId)
        .where('state', '=', 'OPEN')
      await addToCommit(trx, ended)
    },
  }
}

/**
 * Commits that count the same subject run one after another; the embedded database has one writer anyway. All take
 * their locks in one order. A rule that only notes may miss one that begins at the same time, and no commit waits for
 * it.
 */
async function lockSubjects(db: Commit, { merchantId, rules }: WatchedPayment): Promise<void> {
  const blocking = rules.filter(({ rule }) => rule.effect === 'BLOCK').map(({ subject }) => subject)
  const names = [...new Set(blocking)].sort().map((subject) => `risk/${merchantId}/${subject}`)
  if (names.length === 0) return
  const locks = names.map((name) => sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
  const locked = sql`select ${sql.join(locks)}`
  // It travels with the count behind it, which sees what was committed when it had the locks.
  await addToCommit(db, { compile: () => locked.compile(db) })
}

/** What each rule would count with the payment, in one statement. */
async function count(db: Commit, watched: WatchedPayment, nowMs: number): Promise<readonly number[]> {
  const totals = watched.rules.map(
    (applied, place) => sql`(${totalOf(applied, watched, nowMs)}) as ${sql.ref(`total_${place}`)}`,
  )
  const { rows } = await sql<Record<string, number | string | null>>`select ${sql.join(totals)}`.execute(db)
  const [counted = {}] = rows
  return watched.rules.map(
    ({ rule }, place) =>
      Number(counted[`total_${place}`] ?? 0) + (rule.counts === 'AMOUNT' ? watched.amountMinor : 1),
  )
}

/** What is counted without the payment. Rows are counted no further than the limit: what is beyond changes nothing. */
function totalOf(applied: AppliedRule, watched: WatchedPayment, nowMs: number): RawBuilder<unknown> {
  const { rule } = applied
  const rows = sql`from risk_events where ${isCounted(applied, watched, nowMs)}`
  switch (rule.counts) {
    case 'PAYMENTS':
      return sql`select count(*) from (select 1 ${rows} and state <> 'REFUSED' limit ${rule.most}) as counted`
    case 'AMOUNT':
      return sql`select sum(amount) ${rows} and state in ('OPEN', 'APPROVED') and currency = ${rule.currency}`
    case 'REFUSALS':
      return sql`select count(*) from (select 1 ${rows} and ${isRefused(rule)} limit ${rule.most}) as counted`
    case 'REFUSED_CARDS':
      return sql`select count(*) from (
        select distinct card ${rows} and ${isRefused(rule)} and card <> ${watched.card} limit ${rule.most}
      ) as counted`
  }
}

function isCounted(
  { rule, subject, terminalId }: AppliedRule,
  { merchantId, transactionId }: WatchedPayment,
  nowMs: number,
): RawBuilder<unknown> {
  const isAtTerminal = terminalId === null ? sql`` : sql` and terminal_id = ${terminalId}`
  return sql`merchant_id = ${merchantId} and subject = ${subject} and id <> ${transactionId}
    and counted_at > ${nowMs - rule.windowMs}${isAtTerminal}`
}

/** What is under way may still be refused. */
function isRefused({ codes }: RiskRule): RawBuilder<unknown> {
  if (codes.length === 0) return sql`state = 'OPEN'`
  return sql`(state = 'OPEN' or (state = 'REFUSED' and processing_code in (${sql.join(codes)})))`
}

async function insertPayment(db: Commit, watched: WatchedPayment, nowMs: number): Promise<void> {
  const counted = countedOf(watched)
  if (counted === null) return
  const { merchantId, transactionId, terminalId, card, amountMinor, currency } = watched
  const inserted = db
    .insertInto('risk_events')
    .values(
      counted.subjects.map((subject) => ({
        merchant_id: merchantId,
        subject,
        id: transactionId,
        transaction_id: transactionId,
        terminal_id: terminalId,
        state: 'OPEN',
        processing_code: null,
        card,
        amount: amountMinor,
        currency,
        counted_at: nowMs,
        expires_at: nowMs + counted.windowMs,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'subject', 'id']).doUpdateSet((eb) => ({
        state: 'OPEN',
        card: eb.ref('excluded.card'),
        counted_at: eb.ref('excluded.counted_at'),
        expires_at: eb.ref('excluded.expires_at'),
      })),
    )
  await addToCommit(db, inserted)
}

async function insertRefusals(db: Commit, move: CountedMove, nowMs: number): Promise<void> {
  const { merchantId, transactionId, terminalId, counted, card, amountMinor, currency, refused } = move
  const rows = refused.flatMap(({ id, processingCode }) =>
    counted.subjects.map((subject) => ({
      merchant_id: merchantId,
      subject,
      id,
      transaction_id: transactionId,
      terminal_id: terminalId,
      state: 'REFUSED',
      processing_code: processingCode,
      card,
      amount: amountMinor,
      currency,
      counted_at: nowMs,
      expires_at: nowMs + counted.windowMs,
    })),
  )
  if (rows.length === 0) return
  const inserted = db
    .insertInto('risk_events')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
  await addToCommit(db, inserted)
}
