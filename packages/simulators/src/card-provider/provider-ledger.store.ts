import type { Exemption, ProcessingCode } from '@sluice/types/vocabulary'
import {
  type Compilable,
  type CompiledQuery,
  type Expression,
  type Kysely,
  type Selectable,
  sql,
  type Transaction,
} from 'kysely'

import { addEvent } from '../events/event-outbox.store.ts'
import type { SimulatedAuthorizationTable, SimulatorTables } from '../simulator.tables.ts'
import type { LedgerEntry, ProviderLedger } from './provider-ledger.ts'

export interface ProviderLedgerOptions {
  readonly db: Kysely<SimulatorTables>
  /** Runs work in one database transaction. */
  readonly transact: <T>(work: (trx: Transaction<SimulatorTables>) => Promise<T>) => Promise<T>
  /** If it is absent, each row builds its statement again and waits for the disk. */
  readonly prepareRecord?: PrepareRecord
}

/**
 * Builds a statement once for all rows. A row survives the end of the process at once, and a power loss after the
 * gateway's next commit, which for the same payment comes later.
 */
export type PrepareRecord = <R extends Readonly<Record<string, unknown>>>(
  build: (db: Kysely<SimulatorTables>, row: Operands<R>) => Compilable,
) => (db: Kysely<SimulatorTables>, row: R) => CompiledQuery

/** The columns of a row, as the named parameters of a statement. */
export type Operands<R> = { readonly [Name in keyof R]: Expression<Exclude<R[Name], undefined>> }

const rebuild: PrepareRecord = (build) => (db, row) => build(db, toOperands(row)).compile()

function toOperands<R extends Readonly<Record<string, unknown>>>(row: R): Operands<R> {
  const operands = Object.entries(row).map(([name, value]) => [name, sql.val(value)])
  return Object.fromEntries(operands) as Operands<R>
}

/** Stores the providers' ledger in the database. */
export function createProviderLedgerStore({
  db,
  transact,
  prepareRecord = rebuild,
}: ProviderLedgerOptions): ProviderLedger {
  const writeEntry = prepareRecord(buildEntry)
  return {
    find: (providerId, idempotencyKey) => find(db, providerId, idempotencyKey),

    async record(entry, whenVoided) {
      const row = toRow(entry)
      const voided = toRow({ ...entry, ...whenVoided })
      const either = Object.fromEntries(DECIDED.map((name) => [`voided_${name}`, voided[name]]))
      const query = writeEntry(db, { ...row, ...either } as Row & Voided)
      const { rows } = await db.executeQuery(query)
      const [decided] = rows as readonly Pick<Row, (typeof DECIDED)[number]>[]
      return decided ? toEntry({ ...row, ...decided }) : find(db, entry.providerId, entry.idempotencyKey)
    },

    operate: ({ providerId, idempotencyKey, originalKey }, decide, eventOf) =>
      transact(async (trx) => {
        // An update that changes nothing locks the original in both databases.
        await trx
          .updateTable('simulated_authorizations')
          .set((row) => ({ processing_code: row.ref('processing_code') }))
          .where('provider_id', '=', providerId)
          .where('idempotency_key', '=', originalKey)
          .execute()
        const known = await select(trx, providerId, idempotencyKey).executeTakeFirst()
        if (known) return toEntry(known)
        // These are two searches, because with `or` SQLite reads all rows of the provider.
        const booked = await trx
          .selectFrom('simulated_authorizations')
          .selectAll()
          .where('provider_id', '=', providerId)
          .where('idempotency_key', '=', originalKey)
          .unionAll(
            trx
              .selectFrom('simulated_authorizations')
              .selectAll()
              .where('provider_id', '=', providerId)
              .where('original_key', '=', originalKey)
              .where('idempotency_key', '<>', originalKey),
          )
          .execute()
        const entry = decide(booked.flatMap((row) => toEntry(row) ?? []))
        const isWritten = await insert(trx, toRow(entry))
        const event = isWritten ? eventOf(entry) : null
        if (event) await addEvent(trx, event)
        return isWritten ? entry : find(trx, providerId, idempotencyKey)
      }),

    async fence(providerId, idempotencyKey, nowMs) {
      const isFenced = await insert(db, toFenceRow(providerId, idempotencyKey, nowMs))
      return isFenced ? null : find(db, providerId, idempotencyKey)
    },
  }
}

/** The columns of an authorization that differ if its void came first. */
const DECIDED = [
  'processing_code',
  'provider_response_code',
  'provider_response_message',
  'retryable',
] as const

/** The same columns of a row, with the new values. */
type Voided = { readonly [Name in (typeof DECIDED)[number] as `voided_${Name}`]: Row[Name] }

function buildEntry(db: Kysely<SimulatorTables>, given: Operands<Row & Voided>): Compilable {
  const {
    voided_processing_code: processingCode,
    voided_provider_response_code: responseCode,
    voided_provider_response_message: responseMessage,
    voided_retryable: retryable,
    ...row
  } = given
  return db
    .insertInto('simulated_authorizations')
    .values((eb) => {
      const isVoided = eb.exists(
        eb
          .selectFrom('simulated_authorizations as void')
          .select('void.type')
          .where('void.provider_id', '=', row.provider_id)
          .where('void.original_key', '=', row.idempotency_key)
          .where('void.type', '=', 'VOID'),
      )
      const either = <T>(undone: Expression<T>, made: Expression<T>) =>
        eb.case().when(isVoided).then(undone).else(made).end()
      return {
        ...row,
        processing_code: either(processingCode, row.processing_code),
        provider_response_code: either(responseCode, row.provider_response_code),
        provider_response_message: either(responseMessage, row.provider_response_message),
        // If all branches are parameters, PostgreSQL types them as text.
        retryable: eb.cast<number>(either(retryable, row.retryable), 'integer'),
      }
    })
    .onConflict((conflict) => conflict.columns(['provider_id', 'idempotency_key']).doNothing())
    .returning(DECIDED)
}

const select = (from: Kysely<SimulatorTables>, providerId: string, idempotencyKey: string) =>
  from
    .selectFrom('simulated_authorizations')
    .selectAll()
    .where('provider_id', '=', providerId)
    .where('idempotency_key', '=', idempotencyKey)

async function find(
  from: Kysely<SimulatorTables>,
  providerId: string,
  idempotencyKey: string,
): Promise<LedgerEntry | null> {
  const row = await select(from, providerId, idempotencyKey).executeTakeFirst()
  return row ? toEntry(row) : null
}

/** Returns false if the key already has a row. */
async function insert(into: Kysely<SimulatorTables>, row: Row): Promise<boolean> {
  const written = await into
    .insertInto('simulated_authorizations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider_id', 'idempotency_key']).doNothing())
    .returning('idempotency_key')
    .executeTakeFirst()
  return written !== undefined
}

/** The `type` of a fenced key. Only the first row of a key is stored, whichever it is. */
const FENCE = 'FENCE'

type Row = Selectable<SimulatedAuthorizationTable>

function toFenceRow(providerId: string, idempotencyKey: string, nowMs: number): Row {
  return {
    provider_id: providerId,
    idempotency_key: idempotencyKey,
    type: FENCE,
    merchant_id: null,
    transaction_id: null,
    account_id: '',
    amount: 0,
    currency: '',
    original_key: null,
    parent_key: null,
    releases_rest: 0,
    processing_code: '2024',
    provider_response_code: FENCE,
    provider_response_message: '',
    retryable: 0,
    approval_code: '',
    reference_number: '',
    systan: 0,
    created_at: nowMs,
    failed_amount: 0,
    exemption: null,
  }
}

function toRow(entry: LedgerEntry): Row {
  return {
    provider_id: entry.providerId,
    idempotency_key: entry.idempotencyKey,
    type: entry.type,
    merchant_id: entry.merchantId,
    transaction_id: entry.transactionId,
    account_id: entry.accountId,
    amount: entry.amountMinor,
    currency: entry.currency,
    original_key: entry.originalKey,
    parent_key: entry.parentKey,
    releases_rest: entry.releasesRest ? 1 : 0,
    processing_code: entry.processingCode,
    provider_response_code: entry.providerResponseCode,
    provider_response_message: entry.providerResponseMessage,
    retryable: entry.retryable ? 1 : 0,
    approval_code: entry.approvalCode,
    reference_number: entry.referenceNumber,
    systan: entry.systan,
    created_at: entry.createdAtMs,
    failed_amount: entry.failedMinor,
    exemption: entry.exemption,
  }
}

/** Returns null for a fence, which is no entry. */
export function toEntry(row: Row): LedgerEntry | null {
  const { merchant_id: merchantId, transaction_id: transactionId } = row
  if (row.type === FENCE || merchantId === null || transactionId === null) return null
  return {
    providerId: row.provider_id,
    idempotencyKey: row.idempotency_key,
    type: row.type as LedgerEntry['type'],
    merchantId,
    transactionId,
    accountId: row.account_id,
    amountMinor: row.amount,
    currency: row.currency,
    originalKey: row.original_key,
    parentKey: row.parent_key,
    releasesRest: row.releases_rest === 1,
    processingCode: row.processing_code as ProcessingCode,
    providerResponseCode: row.provider_response_code,
    providerResponseMessage: row.provider_response_message,
    retryable: row.retryable === 1,
    approvalCode: row.approval_code,
    referenceNumber: row.reference_number,
    systan: row.systan,
    createdAtMs: row.created_at,
    failedMinor: row.failed_amount,
    exemption: row.exemption as Exemption | null,
  }
}
