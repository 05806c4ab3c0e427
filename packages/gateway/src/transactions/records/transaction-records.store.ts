import { type Kysely, sql } from 'kysely'

import type { AddToOutbox } from '@sluice/platform/database/outbox-event'
import type { Transact } from '@sluice/platform/database/transact'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'

import { describeAlert, type ReconciliationAlert } from '../execution/alert.ts'
import type { ProviderOrder } from '../execution/execution-records.ts'
import { moneyOf, overdrawnMinor } from '../execution/money.ts'
import type { ReportedRecord } from '../execution/provider.ts'
import { storeAlert } from '../execution/receipts.store.ts'
import { fromTransactionRow } from '../execution/transaction-rows.store.ts'
import type { Transaction } from '../execution/transaction.ts'
import type { TransactionTables } from '../transactions.tables.ts'
import { endsDispute, firstNoticeAt } from './evidence-notices.ts'
import { fromRecordRow, type RecordKeys, toRecordRow } from './record-rows.store.ts'
import { isDispute, type RecordSums, sumsOf, type TransactionRecord } from './record.ts'
import { toRecordEvent } from './record.wire.ts'

export interface TransactionRecordsOptions {
  readonly db: Kysely<TransactionTables>
  /** Runs work in one database transaction. */
  readonly transact: Transact<TransactionTables>
  readonly clock: Clock
  readonly random: Pick<Random, 'uuid'>
  readonly addToOutbox: AddToOutbox
  readonly makeEventId: () => string
}

/** A record as a provider reports it, with its identity there. */
export interface NewRecord {
  readonly reported: ReportedRecord
  readonly fact: string
  readonly providerReference: string | null
  readonly occurredAtMs: number
  /** The attempt to which the record applies. */
  readonly of: ProviderOrder
}

export type TransactionRecords = ReturnType<typeof createTransactionRecords>

export function createTransactionRecords(options: TransactionRecordsOptions) {
  const { db, transact } = options
  return {
    /**
     * Stores a record once, with its sums and its event. Amounts never cause a refusal. Returns the alert about a
     * payment whose returns exceed what it captured; null if there is none.
     */
    async add(record: NewRecord): Promise<ReconciliationAlert | null> {
      try {
        return await transact((trx) => insertRecord(trx, record, options))
      } catch (error) {
        if (error instanceof KnownRecord) return null
        throw error
      }
    },

    /**
     * Returns the records of a transaction and of its follow-up operations, oldest first; null for an unknown
     * transaction.
     */
    async list(
      merchantId: string,
      transactionId: string,
      limit: number,
    ): Promise<readonly TransactionRecord[] | null> {
      const family = await findFamily(db, merchantId, transactionId)
      if (family === null) return null
      const { own, parent, paymentId } = family
      const rows = await db
        .selectFrom('transaction_records as record')
        .innerJoin('transactions', (join) =>
          join
            .onRef('transactions.merchant_id', '=', 'record.merchant_id')
            .onRef('transactions.id', '=', 'record.transaction_id'),
        )
        .selectAll('record')
        .where('record.merchant_id', '=', merchantId)
        .where('record.payment_id', '=', paymentId)
        .where((eb) =>
          parent === null
            ? eb.lit(true)
            : eb.or([eb('transactions.id', '=', own.id), eb('transactions.parent_id', '=', own.id)]),
        )
        .orderBy('record.id')
        .limit(limit)
        .execute()
      return rows.map(fromRecordRow)
    },
  }
}

async function insertRecord(
  trx: Kysely<TransactionTables>,
  { reported, fact, providerReference, occurredAtMs, of }: NewRecord,
  { clock, random, addToOutbox, makeEventId }: TransactionRecordsOptions,
): Promise<ReconciliationAlert | null> {
  const { merchantId, transactionId, providerId, accountId } = of
  const family = await findFamily(trx, merchantId, transactionId)
  if (family === null) throw new Error(`Transaction ${transactionId} is gone`)
  const { own, holderIds, paymentId } = family
  const nowMs = clock.now()
  const sums = sumsOf(reported)
  const keys: RecordKeys = { paymentId, providerId, accountId, fact }
  const holders: Transaction[] = []
  // Locks in the order of all writers: the authorization before its capture.
  for (const id of holderIds) holders.push(await addSums(trx, merchantId, id, sums))
  const steps = isDispute(reported.kind) ? await listSteps(trx, merchantId, paymentId, reported) : []
  const id = random.uuid()
  const record: TransactionRecord = {
    ...reported,
    id,
    merchantId,
    transactionId,
    providerReference,
    disputeId: isDispute(reported.kind) ? (steps[0]?.id ?? id) : null,
    occurredAtMs,
    createdAtMs: nowMs,
  }
  if (steps.length > 0) await endReminders(trx, record)
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('transaction_records')
    .values({ ...toRecordRow(record, keys), evidence_notice_at: reminderOf(record, steps) })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'provider_id', 'provider_account_id', 'fact']).doNothing(),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) throw new KnownRecord()

  const event = toRecordEvent(record, own, [...steps, record])
  const outgoing = { ...event, id: makeEventId(), merchantId, transactionId, subject: id, createdAtMs: nowMs }
  await addToOutbox(trx, outgoing)
  return alertOverdrawn(trx, holders, of, nowMs)
}

/** Only steps of disputes request evidence, and not after a later step, because reports may arrive in any order. */
function reminderOf(
  { kind, respondByMs, createdAtMs, occurredAtMs }: TransactionRecord,
  steps: readonly TransactionRecord[],
): number | null {
  const asks = isDispute(kind) && !endsDispute(kind) && respondByMs !== null
  const isOutdated = steps.some((step) => replacesReminders(step) && step.occurredAtMs > occurredAtMs)
  return asks && !isOutdated ? firstNoticeAt(respondByMs, createdAtMs) : null
}

function replacesReminders({ kind, respondByMs }: TransactionRecord): boolean {
  return respondByMs !== null || endsDispute(kind)
}

/** A step with another date replaces the reminders of the steps before it; a step that ends the dispute ends them. */
async function endReminders(trx: Kysely<TransactionTables>, record: TransactionRecord): Promise<void> {
  if (!replacesReminders(record)) return
  await trx
    .updateTable('transaction_records')
    .set({ evidence_notice_at: null })
    .where('merchant_id', '=', record.merchantId)
    .where('dispute_id', '=', record.disputeId)
    .where('evidence_notice_at', 'is not', null)
    .where('occurred_at', '<=', record.occurredAtMs)
    .execute()
}

/** The record is already stored, so the commit that would count it again is rolled back. */
class KnownRecord extends Error {
  override readonly name = 'KnownRecord'
}

/** A transaction, and the transactions whose amounts its records affect, the authorization first. */
interface Family {
  readonly own: Transaction
  readonly parent: Transaction | null
  readonly paymentId: string
  readonly holderIds: readonly string[]
}

async function findFamily(
  db: Kysely<TransactionTables>,
  merchantId: string,
  transactionId: string,
): Promise<Family | null> {
  const find = async (id: string | null) => {
    if (id === null) return null
    const row = await db
      .selectFrom('transactions')
      .selectAll()
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .executeTakeFirst()
    return row ? fromTransactionRow(row) : null
  }
  const own = await find(transactionId)
  if (own === null) return null
  const parent = await find(own.parentId)
  const grandparent = await find(parent?.parentId ?? null)
  const above = [grandparent, parent].filter((each) => each !== null)
  const holders = own.transactionType === 'REFUND' ? above : [...above, own]
  return {
    own,
    parent,
    paymentId: (above[0] ?? own).id,
    holderIds: holders.map(({ id }) => id),
  }
}

async function addSums(
  trx: Kysely<TransactionTables>,
  merchantId: string,
  id: string,
  sums: RecordSums,
): Promise<Transaction> {
  const plus = (column: string, minor: number) => sql<number>`coalesce(${sql.ref(column)}, 0) + ${minor}`
  const row = await trx
    .updateTable('transactions')
    .set((eb) => ({
      capture_failed_amount: plus('capture_failed_amount', sums.captureFailedMinor),
      refund_failed_amount: plus('refund_failed_amount', sums.refundFailedMinor),
      returned_amount: plus('returned_amount', sums.returnedMinor),
      disputed_amount: plus('disputed_amount', sums.disputedMinor),
      version: eb('version', '+', 1),
    }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return fromTransactionRow(row)
}

async function listSteps(
  trx: Kysely<TransactionTables>,
  merchantId: string,
  paymentId: string,
  { disputeReference }: ReportedRecord,
): Promise<readonly TransactionRecord[]> {
  if (disputeReference === null) return []
  const rows = await trx
    .selectFrom('transaction_records')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('payment_id', '=', paymentId)
    .where('dispute_reference', '=', disputeReference)
    .orderBy('id')
    .execute()
  return rows.map(fromRecordRow)
}

async function alertOverdrawn(
  trx: Kysely<TransactionTables>,
  holders: readonly Transaction[],
  of: ProviderOrder,
  nowMs: number,
): Promise<ReconciliationAlert | null> {
  for (const { id, ...holder } of holders) {
    const money = moneyOf(holder)
    const overdrawn = money === null ? 0 : overdrawnMinor(money)
    if (overdrawn === 0) continue
    const detail = { account_id: of.accountId, overdrawn_amount: String(overdrawn) }
    const alert = describeAlert({ ...of, transactionId: id }, 'OVERDRAWN', detail, null)
    await storeAlert(trx, alert, nowMs)
    return alert
  }
  return null
}
