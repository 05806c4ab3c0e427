import { type Kysely, type Selectable, sql } from 'kysely'

import { claimDue } from '@sluice/platform/database/claim-due'
import type { Dialect } from '@sluice/platform/database/dialect'

import { fromTransactionRow } from '../execution/transaction-rows.store.ts'
import type { TransactionRecordTable, TransactionTables } from '../transactions.tables.ts'
import { nextNoticeAt } from './evidence-notices.ts'
import { fromRecordRow } from './record-rows.store.ts'
import { toEvidenceDueEvent } from './record.wire.ts'
import type { TransactionRecordsOptions } from './transaction-records.store.ts'

/** The number of reminders that one round sends; the next sends the rest. */
const BATCH = 50

/** The lease, after which another process takes over a reminder whose process died. */
const LEASE_MS = 30_000

type Row = Selectable<TransactionRecordTable>

/** Sends the events that remind merchants of evidence, and returns their number. */
export function createRemindOfEvidence(options: TransactionRecordsOptions & { readonly dialect: Dialect }) {
  const { db, dialect, clock, transact } = options
  return async (): Promise<number> => {
    const nowMs = clock.now()
    const due = await claimDue(db, dialect, {
      table: 'transaction_records',
      key: ['merchant_id', 'id'],
      column: 'evidence_notice_at',
      where: sql`true`,
      nowMs,
      untilMs: nowMs + LEASE_MS,
      limit: BATCH,
    })
    for (const row of due) await transact((trx) => remind(trx, row, nowMs, options))
    return due.length
  }
}

async function remind(
  trx: Kysely<TransactionTables>,
  { merchant_id: merchantId, id, transaction_id: transactionId, evidence_notice_at: claimedAtMs }: Row,
  nowMs: number,
  { addToOutbox, makeEventId }: TransactionRecordsOptions,
): Promise<void> {
  const row = await trx
    .selectFrom('transaction_records')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst()
  const respondByMs = row?.respond_by ?? null
  const nextMs = respondByMs === null ? null : nextNoticeAt(respondByMs, nowMs)
  const { numUpdatedRows } = await trx
    .updateTable('transaction_records')
    .set({ evidence_notice_at: nextMs })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    // A step that ended the dispute in the meantime, or another process, takes precedence.
    .where('evidence_notice_at', '=', claimedAtMs)
    .executeTakeFirst()
  if (row === undefined || row.dispute_id === null || numUpdatedRows === 0n) return
  // After downtime, no reminder is sent for evidence that is no longer accepted.
  if (respondByMs === null || respondByMs <= nowMs) return
  const [transaction, steps] = await Promise.all([
    trx
      .selectFrom('transactions')
      .selectAll()
      .where('merchant_id', '=', merchantId)
      .where('id', '=', transactionId)
      .executeTakeFirstOrThrow(),
    trx
      .selectFrom('transaction_records')
      .selectAll()
      .where('merchant_id', '=', merchantId)
      .where('payment_id', '=', row.payment_id)
      .where('dispute_id', '=', row.dispute_id)
      .orderBy('id')
      .execute(),
  ])
  const event = toEvidenceDueEvent(
    fromRecordRow(row),
    fromTransactionRow(transaction),
    steps.map(fromRecordRow),
  )
  // The first and the last reminder of a step are two events.
  const subject = `${id}/${nextMs === null ? 'last' : 'first'}`
  await addToOutbox(trx, {
    ...event,
    id: makeEventId(),
    merchantId,
    transactionId,
    subject,
    createdAtMs: nowMs,
  })
}
