import type { Insertable, Kysely } from 'kysely'

import type { Clock } from '@sluice/platform/kernel/clock'
import { addToCommit, lockForCommit } from '@sluice/platform/database/add-to-commit'
import { withTables } from '@sluice/platform/database/connection'
import { WrongAssumptionError } from '@sluice/platform/database/database-errors'
import type { Dialect } from '@sluice/platform/database/dialect'
import { prepareWrite, prepareWriteOfRows } from '@sluice/platform/database/prepare-write'

import { countPayments, locksOf, ownTotal, refuseBroken } from './count-payments.store.ts'
import { findBlock, findBroken, findMatch, ALLOWED } from './find-match.ts'
import { createFlaggedSubjects } from './flagged-subjects.ts'
import type { CountedMove, RefusedAttempt, RiskWrites } from './risk-writes.ts'
import type { RiskEventTable, RiskTables } from './risk.tables.ts'
import { countedOf, type WatchedPayment } from './watch-payment.ts'

type Commit = Kysely<RiskTables>

/**
 * Writes the counts within the commits of transactions. On PostgreSQL a payment is assumed to match no rule:
 * otherwise its commit fails, and the retry queries which rule matched. So it needs no extra round trip,
 * and shares its commit with others. A payment of a flagged subject queries at once, so that an attacker with a
 * thousand cards delays the others only once a minute.
 *
 * @decision 0092
 */
export function createRiskWrites({
  dialect,
  clock,
}: {
  readonly dialect: Dialect
  /** The real clock. */
  readonly clock: Clock
}): RiskWrites {
  const flagged = createFlaggedSubjects(clock)
  const isTrusted = (watched: WatchedPayment) =>
    dialect === 'postgres' &&
    watched.rules.every(({ rule }) => rule.effect === 'BLOCK') &&
    !flagged.has(watched)
  return {
    async checkAndCount(trx, watched, nowMs) {
      const blocked = findBlock(watched)
      if (blocked) return blocked
      const db = withTables<RiskTables>(trx)
      // The locks are sent together with the following count, which sees everything that was committed when it got
      // the locks.
      await lockForCommit(db, locksOf(watched))
      if (isTrusted(watched)) {
        const refused = refuseBroken(watched, nowMs)
        const raises = () => {
          flagged.addPayment(watched)
          return new WrongAssumptionError('the payment matches a risk rule')
        }
        await addToCommit(db, { compile: () => refused }, { raises })
        await insertPayment(db, watched, nowMs)
        return ALLOWED
      }
      const { rows } = await db.executeQuery(countPayments(watched, nowMs, dialect))
      const totals = addPayment(watched, rows[0])
      const verdict = findMatch(watched.rules, totals)
      if (verdict.code === null) await insertPayment(db, watched, nowMs)
      else flagged.addSubjects(watched, findBroken(watched.rules, totals))
      return verdict
    },

    async follow(trx, move, nowMs) {
      const db = withTables<RiskTables>(trx)
      await insertRefusals(db, move, nowMs)
      if (move.ended === null) return
      const { merchantId: of_merchant, transactionId: of_transaction, ended: state } = move
      await addToCommit(trx, endPayment(trx, { of_merchant, of_transaction, state }))
    },
  }
}

/** Returns the total of each rule including the payment. */
function addPayment(
  watched: WatchedPayment,
  counted: Readonly<Record<string, number | string | null>> = {},
): readonly number[] {
  return watched.rules.map(
    (applied, place) => Number(counted[`total_${place}`] ?? 0) + ownTotal(applied, watched),
  )
}

type Row = Insertable<RiskEventTable>

const insertCounted = prepareWriteOfRows<RiskTables, Row>((db, rows) =>
  db
    .insertInto('risk_events')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'subject', 'id']).doUpdateSet((eb) => ({
        state: eb.ref('excluded.state'),
        card: eb.ref('excluded.card'),
        counted_at: eb.ref('excluded.counted_at'),
        expires_at: eb.ref('excluded.expires_at'),
      })),
    ),
)

const insertRefused = prepareWriteOfRows<RiskTables, Row>((db, rows) =>
  db
    .insertInto('risk_events')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing()),
)

interface EndedPayment extends Readonly<Record<string, unknown>> {
  readonly of_merchant: string
  readonly of_transaction: string
  readonly state: string
}

const endPayment = prepareWrite<RiskTables, EndedPayment>((db, row) =>
  db
    .updateTable('risk_events')
    .set({ state: row.state })
    .where('merchant_id', '=', row.of_merchant)
    .where('transaction_id', '=', row.of_transaction)
    .where('state', '=', 'OPEN'),
)

async function insertPayment(db: Commit, watched: WatchedPayment, nowMs: number): Promise<void> {
  const counted = countedOf(watched)
  if (counted === null) return
  const id = watched.transactionId
  const rows = toRows({ ...watched, counted }, { id, state: 'OPEN', processingCode: null }, nowMs)
  await addToCommit(db, insertCounted(db, rows))
}

async function insertRefusals(db: Commit, move: CountedMove, nowMs: number): Promise<void> {
  const rows = move.refused.flatMap((attempt) => toRows(move, { ...attempt, state: 'REFUSED' }, nowMs))
  if (rows.length > 0) await addToCommit(db, insertRefused(db, rows))
}

type Counted = Omit<CountedMove, 'refused' | 'ended'>

/** A pending payment, or a refused attempt of it. */
interface CountedEvent {
  readonly id: string
  readonly state: 'OPEN' | 'REFUSED'
  readonly processingCode: RefusedAttempt['processingCode'] | null
}

/** Builds a row for each subject that counts it. */
function toRows(
  { merchantId, transactionId, terminalId, counted, card, amountMinor, currency }: Counted,
  { id, state, processingCode }: CountedEvent,
  nowMs: number,
): readonly Row[] {
  return counted.subjects.map((subject) => ({
    merchant_id: merchantId,
    subject,
    id,
    transaction_id: transactionId,
    terminal_id: terminalId,
    state,
    processing_code: processingCode,
    card,
    amount: amountMinor,
    currency,
    counted_at: nowMs,
    expires_at: nowMs + counted.windowMs,
  }))
}
