import type { Insertable, Kysely } from 'kysely'

import { addToCommit } from '../platform/database/add-to-commit.ts'
import { withTables } from '../platform/database/connection.ts'
import type { Dialect } from '../platform/database/dialect.ts'
import { prepareWrite, prepareWriteOfRows } from '../platform/database/prepare-write.ts'
import { countPayments, lockSubjects } from './count-payments.store.ts'
import { findBlock, findMatch } from './find-match.ts'
import type { CountedMove, RefusedAttempt, RiskCommits } from './risk-commits.ts'
import type { RiskEventTable, RiskTables } from './risk.tables.ts'
import { countedOf, type WatchedPayment } from './watch-payment.ts'

type Commit = Kysely<RiskTables>

/** Writes what is counted, by the commits of transactions. */
export function createRiskCommits({ dialect }: { readonly dialect: Dialect }): RiskCommits {
  return {
    async admit(trx, watched, nowMs) {
      const blocked = findBlock(watched)
      if (blocked) return blocked
      const db = withTables<RiskTables>(trx)
      const locks = dialect === 'postgres' ? lockSubjects(watched) : null
      // They travel with the count behind them, which sees what was committed when it had the locks.
      if (locks) await addToCommit(db, { compile: () => locks })
      const { rows } = await db.executeQuery(countPayments(watched, nowMs, dialect))
      const verdict = findMatch(watched.rules, addPayment(watched, rows[0]))
      if (verdict.code === null) await insertPayment(db, watched, nowMs)
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

/** What each rule would count with the payment. */
function addPayment(
  { rules, amountMinor }: WatchedPayment,
  counted: Readonly<Record<string, number | string | null>> = {},
): readonly number[] {
  return rules.map(
    ({ rule }, place) =>
      Number(counted[`total_${place}`] ?? 0) + (rule.counts === 'AMOUNT' ? amountMinor : 1),
  )
}

type Row = Insertable<RiskEventTable>

const insertCounted = prepareWriteOfRows((db: Commit, rows: readonly Row[]) =>
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

const insertRefused = prepareWriteOfRows((db: Commit, rows: readonly Row[]) =>
  db
    .insertInto('risk_events')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing()),
)

const endPayment = prepareWrite(
  (
    db: Commit,
    row: { readonly of_merchant: string; readonly of_transaction: string; readonly state: string },
  ) =>
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

/** The payment itself while it is under way, or an attempt of it that was refused. */
interface CountedEvent {
  readonly id: string
  readonly state: 'OPEN' | 'REFUSED'
  readonly processingCode: RefusedAttempt['processingCode'] | null
}

/** A row for each subject that counts it. */
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
