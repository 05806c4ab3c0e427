import type { ManageType, ProcessingCode } from '@sluice/types/vocabulary'
import type { Kysely, Selectable } from 'kysely'

import type { SimulatedAuthorizationTable, SimulatorTables } from '../simulator.tables.ts'
import type { LedgerEntry, ProviderLedger } from './provider-ledger.ts'

/** Keeps the providers' ledger in the database. */
export function createProviderLedgerStore(db: Kysely<SimulatorTables>): ProviderLedger {
  const select = (providerId: string, idempotencyKey: string) =>
    db
      .selectFrom('simulated_authorizations')
      .selectAll()
      .where('provider_id', '=', providerId)
      .where('idempotency_key', '=', idempotencyKey)

  /** False when the key has a row already. */
  const insert = async (row: Row): Promise<boolean> => {
    const written = await db
      .insertInto('simulated_authorizations')
      .values(row)
      .onConflict((conflict) => conflict.columns(['provider_id', 'idempotency_key']).doNothing())
      .returning('idempotency_key')
      .executeTakeFirst()
    return written !== undefined
  }

  return {
    async find(providerId: string, idempotencyKey: string): Promise<LedgerEntry | null> {
      const row = await select(providerId, idempotencyKey).executeTakeFirst()
      return row && row.operation !== FENCE ? toEntry(row) : null
    },

    async isVoided(providerId: string, originalKey: string): Promise<boolean> {
      const row = await db
        .selectFrom('simulated_authorizations')
        .select('idempotency_key')
        .where('provider_id', '=', providerId)
        .where('original_key', '=', originalKey)
        .where('operation', '=', 'VOID')
        .where('processing_code', '=', '0000')
        .executeTakeFirst()
      return row !== undefined
    },

    async record(entry: LedgerEntry): Promise<LedgerEntry | null> {
      const isWritten = await insert(toRow(entry))
      return isWritten ? entry : this.find(entry.providerId, entry.idempotencyKey)
    },

    async fence(providerId, idempotencyKey, nowMs) {
      const isFenced = await insert(toFenceRow(providerId, idempotencyKey, nowMs))
      return isFenced ? null : this.find(providerId, idempotencyKey)
    },
  }
}

/** Stands in `operation` where a key was fenced: whichever row of a key is written first stays the only one. */
const FENCE = 'FENCE'

type Row = Selectable<SimulatedAuthorizationTable>

function toFenceRow(providerId: string, idempotencyKey: string, nowMs: number): Row {
  return {
    provider_id: providerId,
    idempotency_key: idempotencyKey,
    processing_code: '2024',
    provider_response_code: FENCE,
    provider_response_message: '',
    retryable: 0,
    approval_code: '',
    reference_number: '',
    systan: 0,
    created_at: nowMs,
    operation: FENCE,
    original_key: idempotencyKey,
    amount: 0,
  }
}

function toRow(entry: LedgerEntry): Row {
  return {
    provider_id: entry.providerId,
    idempotency_key: entry.idempotencyKey,
    processing_code: entry.processingCode,
    provider_response_code: entry.providerResponseCode,
    provider_response_message: entry.providerResponseMessage,
    retryable: entry.retryable ? 1 : 0,
    approval_code: entry.approvalCode,
    reference_number: entry.referenceNumber,
    systan: entry.systan,
    created_at: entry.createdAtMs,
    operation: entry.operation?.type ?? null,
    original_key: entry.operation?.originalKey ?? null,
    amount: entry.operation?.amountMinor ?? null,
  }
}

function toEntry(row: Row): LedgerEntry {
  return {
    providerId: row.provider_id,
    idempotencyKey: row.idempotency_key,
    processingCode: row.processing_code as ProcessingCode,
    providerResponseCode: row.provider_response_code,
    providerResponseMessage: row.provider_response_message,
    retryable: row.retryable === 1,
    approvalCode: row.approval_code,
    referenceNumber: row.reference_number,
    systan: row.systan,
    createdAtMs: row.created_at,
    ...(row.operation !== null &&
      row.original_key !== null &&
      row.amount !== null && {
        operation: {
          type: row.operation as ManageType,
          originalKey: row.original_key,
          amountMinor: row.amount,
        },
      }),
  }
}
