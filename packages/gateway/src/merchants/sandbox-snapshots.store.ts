import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'

import type { Clock } from '@sluice/platform/kernel/clock'
import type { Connection } from '@sluice/platform/database/connection'
import { isUniqueViolation } from '@sluice/platform/database/database-errors'
import type { Dialect } from '@sluice/platform/database/dialect'
import {
  deleteOwnedRows,
  insertOwnedRows,
  postponeDeadlines,
  readOwnedRows,
} from '@sluice/platform/database/owned-rows'
import type { Deadline, TenantTable } from '@sluice/platform/database/owned-tables'
import { readRecordedMigrations } from '@sluice/platform/database/recorded-migrations'
import type { Transact } from '@sluice/platform/database/transact'

import type { MerchantTables, SandboxSnapshotTable } from './merchants.tables.ts'
import type { SandboxSnapshot, SandboxSnapshots, SnapshotRefusal } from './sandbox-snapshots.ts'
import { countSnapshotRows, readContents, writeContents } from './snapshot-contents.store.ts'

/** A few thousand payments, because a snapshot is held in memory, and written and read in one commit. */
const ROWS_MAX = 50_000

/** The maximum for one sandbox; each snapshot may have some megabytes. */
const SNAPSHOTS_MAX = 20

/** The pending work that a sandbox may have. */
export type PendingWork = 'EXECUTING' | 'CHALLENGED' | null

export interface SandboxSnapshotOptions {
  readonly db: Kysely<MerchantTables>
  readonly transact: Transact<MerchantTables>
  readonly clock: Clock
  readonly dialect: Dialect
  /** The tables of all slices, and of outside parties whose books are in the same database. */
  readonly tables: { readonly tenants: readonly TenantTable[]; readonly deadlines: readonly Deadline[] }
  /** The table whose row count users see. */
  readonly transactionTable: string
  readonly findUnderWay: (connection: Connection, merchantId: string) => Promise<PendingWork>
  /** Called after each change of the sandbox's data. */
  readonly onChange: (merchantId: string) => void
  /** Returns whether a saved card is sealed under a key that no longer exists. */
  readonly hasUnreadableCard: (connection: Connection, merchantId: string) => Promise<boolean>
}

/** Rolls the commit back. */
class Refused extends Error {
  readonly refusal: SnapshotRefusal

  constructor(refusal: SnapshotRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}

export function createSandboxSnapshots(options: SandboxSnapshotOptions): SandboxSnapshots {
  const { db, clock, dialect, findUnderWay } = options
  const { tenants, deadlines } = options.tables
  const going = tenants.filter(({ onReset }) => onReset !== 'STAYS')
  const copied = going.filter(({ onReset }) => onReset === undefined)

  /**
   * All statements use one snapshot of the database, and of two changes of one sandbox the second waits for the
   * first.
   */
  const change = async <T>(
    merchantId: string,
    work: (trx: Transaction<MerchantTables>, clockOffsetMs: number) => Promise<T>,
  ): Promise<T | SnapshotRefusal> => {
    try {
      return await options.transact(async (trx) => {
        if (dialect === 'postgres') await sql`set transaction isolation level repeatable read`.execute(trx)
        const merchant = await trx
          .updateTable('merchants')
          .set((row) => ({ name: row.ref('name') }))
          .where('id', '=', merchantId)
          .returning('clock_offset_ms')
          .executeTakeFirst()
        if (!merchant) throw new Refused('UNKNOWN')
        return work(trx, merchant.clock_offset_ms)
      })
    } catch (error) {
      if (error instanceof Refused) return error.refusal
      // A payment began while its data was being restored.
      if (isUniqueViolation(error)) return 'BUSY'
      throw error
    }
  }

  const empty = async (trx: Transaction<MerchantTables>, merchantId: string, clockOffsetMs: number) => {
    if ((await findUnderWay(trx, merchantId)) === 'EXECUTING') throw new Refused('BUSY')
    await deleteOwnedRows(trx, going, merchantId)
    await trx
      .updateTable('merchants')
      .set({ clock_offset_ms: clockOffsetMs })
      .where('id', '=', merchantId)
      .execute()
  }

  const readSchema = async (trx: Transaction<MerchantTables>) =>
    (await readRecordedMigrations<MerchantTables>(trx, dialect)).names.join(' ')

  return {
    async reset(merchantId) {
      const refusal = await change(merchantId, async (trx) => {
        await empty(trx, merchantId, 0)
        return null
      })
      options.onChange(merchantId)
      return refusal
    },

    take: (merchantId, name) =>
      change(merchantId, async (trx, clockOffsetMs) => {
        const underWay = await findUnderWay(trx, merchantId)
        if (underWay !== null) throw new Refused(underWay === 'EXECUTING' ? 'BUSY' : 'CHALLENGED')
        const rows = await readOwnedRows(trx, copied, merchantId, ROWS_MAX)
        if (rows === null) throw new Refused('TOO_LARGE')
        await removeNamed(trx, merchantId, name)
        if ((await selectInfo(trx, merchantId).execute()).length >= SNAPSHOTS_MAX)
          throw new Refused('TOO_MANY')
        const taken = {
          name,
          clock_offset_ms: clockOffsetMs,
          row_count: countSnapshotRows(rows),
          transaction_count: rows[options.transactionTable]?.length ?? 0,
          taken_at: clock.now(),
        }
        await trx
          .insertInto('sandbox_snapshots')
          .values({
            ...taken,
            merchant_id: merchantId,
            schema: await readSchema(trx),
            contents: await writeContents(rows),
          })
          .execute()
        return toSnapshot(taken)
      }),

    async restore(merchantId, name) {
      const restored = await change(merchantId, async (trx) => {
        const found = await trx
          .selectFrom('sandbox_snapshots')
          .selectAll()
          .where('merchant_id', '=', merchantId)
          .where('name', '=', name)
          .executeTakeFirst()
        if (!found) throw new Refused('UNKNOWN')
        if (found.contents === null) throw new Refused('CUSTOMER_ERASED')
        if (found.schema !== (await readSchema(trx))) throw new Refused('OTHER_SCHEMA')
        await empty(trx, merchantId, found.clock_offset_ms)
        const rows = await readContents(found.contents)
        await insertOwnedRows(trx, copied, postponeDeadlines(rows, deadlines, clock.now() - found.taken_at))
        if (await options.hasUnreadableCard(trx, merchantId)) throw new Refused('KEYS_GONE')
        return toSnapshot(found)
      })
      options.onChange(merchantId)
      return restored
    },

    async list(merchantId) {
      const rows = await selectInfo(db, merchantId).orderBy('taken_at', 'desc').orderBy('name').execute()
      return rows.map(toSnapshot)
    },

    remove: (merchantId, name) => removeNamed(db, merchantId, name),
  }
}

function selectInfo(db: Kysely<MerchantTables>, merchantId: string) {
  return db
    .selectFrom('sandbox_snapshots')
    .select(['name', 'clock_offset_ms', 'row_count', 'transaction_count', 'taken_at'])
    .where('merchant_id', '=', merchantId)
}

async function removeNamed(db: Kysely<MerchantTables>, merchantId: string, name: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sandbox_snapshots')
    .where('merchant_id', '=', merchantId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

function toSnapshot(
  row: Omit<Selectable<SandboxSnapshotTable>, 'merchant_id' | 'schema' | 'contents'>,
): SandboxSnapshot {
  return {
    name: row.name,
    takenAtMs: row.taken_at,
    rowCount: row.row_count,
    transactionCount: row.transaction_count,
    clockOffsetMs: row.clock_offset_ms,
  }
}
