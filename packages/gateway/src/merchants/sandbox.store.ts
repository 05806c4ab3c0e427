import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'

import type { Clock } from '@sluice/platform/kernel/clock'
import { belongsTo } from '@sluice/platform/database/owned-rows'
import type { Deadline, OwnedTables } from '@sluice/platform/database/owned-tables'
import type { Transact } from '@sluice/platform/database/transact'

import type { MerchantTable, MerchantTables } from './merchants.tables.ts'
import type { ListedSandbox, SandboxFollowers, SandboxRecord } from './sandbox.ts'

/** Longer than a request can write that began, or read a cached merchant, before the removal. */
const LATE_WRITES_MS = 600_000

/** The number of removed merchants that one sweep processes. */
const SWEEP_BATCH = 20

/** Limits a list: a test run that removes no sandboxes creates many, and callers who need one know its id. */
const LISTED_MAX = 1_000

const RECORD = ['id', 'sandbox_id', 'made_by', 'clock_offset_ms'] as const

export interface SandboxStoreOptions {
  readonly db: Kysely<MerchantTables>
  readonly transact: Transact<MerchantTables>
  readonly clock: Clock
  /** The tables of all slices. */
  readonly tables: Pick<OwnedTables, 'tenants' | 'deadlines'>
  readonly followers: SandboxFollowers
}

/** Stores the data that only sandboxes have. */
export type SandboxStore = ReturnType<typeof createSandboxStore>

export function createSandboxStore({
  db,
  transact,
  clock,
  tables: { tenants, deadlines },
  followers,
}: SandboxStoreOptions) {
  const removeAll = async (trx: Transaction<MerchantTables>, merchantId: string) => {
    for (const owned of tenants) {
      await sql`delete from ${sql.table(owned.table)} where ${belongsTo(owned, merchantId)}`.execute(trx)
    }
  }
  const tableOf = new Map(tenants.map((row) => [row.table, row]))
  return {
    async find(sandboxId: string): Promise<SandboxRecord | null> {
      const row = await db
        .selectFrom('merchants')
        .select(RECORD)
        .where('sandbox_id', '=', sandboxId)
        .executeTakeFirst()
      return row ? toRecord(row) : null
    },

    /** Returns the sandbox of this merchant id; null if the merchant is not a sandbox. */
    async findOf(merchantId: string): Promise<SandboxRecord | null> {
      const row = await db
        .selectFrom('merchants')
        .select(RECORD)
        .where('id', '=', merchantId)
        .executeTakeFirst()
      return row === undefined || row.sandbox_id === null ? null : toRecord(row)
    },

    /** Returns the sandboxes that a merchant is or has created, oldest first; all of them for null. */
    async list(ofMerchantId: string | null): Promise<readonly ListedSandbox[]> {
      const rows = await db
        .selectFrom('merchants')
        .select([...RECORD, 'name', 'created_at'])
        .where('sandbox_id', 'is not', null)
        .$if(ofMerchantId !== null, (all) =>
          all.where((row) => row.or([row('id', '=', ofMerchantId), row('made_by', '=', ofMerchantId)])),
        )
        .orderBy('created_at')
        .orderBy('id')
        .limit(LISTED_MAX)
        .execute()
      return rows.map((row) => ({ ...toRecord(row), name: row.name, createdAtMs: row.created_at }))
    },

    /**
     * Moves every stored deadline of the sandbox nearer in one commit, then those of its followers. Returns how far its clock
     * is then ahead; null for an unknown sandbox.
     */
    async advance(sandboxId: string, byMs: number): Promise<number | null> {
      const moved = await transact(async (trx) => {
        const merchant = await trx
          .updateTable('merchants')
          .set((row) => ({ clock_offset_ms: row('clock_offset_ms', '+', byMs) }))
          .where('sandbox_id', '=', sandboxId)
          .returning(['id', 'clock_offset_ms'])
          .executeTakeFirst()
        if (!merchant) return null
        for (const deadline of deadlines) {
          const owner = tableOf.get(deadline.table)
          if (!owner) throw new Error(`The owner of the rows of ${deadline.table} is unknown`)
          await advanceDeadline(trx, deadline, belongsTo(owner, merchant.id), byMs)
        }
        return merchant
      })
      if (moved === null) return null
      await followers.moveClock(moved.id, moved.clock_offset_ms)
      return moved.clock_offset_ms
    },

    /** Moves the followers' clocks as far as the sandboxes' own: a process may have died before it called them. */
    async moveFollowers(): Promise<void> {
      const moved = await db
        .selectFrom('merchants')
        .select(['id', 'clock_offset_ms'])
        .where('clock_offset_ms', '>', 0)
        .execute()
      for (const { id, clock_offset_ms: offsetMs } of moved) await followers.moveClock(id, offsetMs)
    },

    /** Removes everything the sandbox owns in one commit, then at its followers. Returns false for an unknown sandbox. */
    async remove(sandboxId: string): Promise<boolean> {
      const removed = await transact(async (trx) => {
        // An update without changes locks the row on both databases: of two concurrent removals, the second finds nothing.
        const merchant = await trx
          .updateTable('merchants')
          .set((row) => ({ name: row.ref('name') }))
          .where('sandbox_id', '=', sandboxId)
          .returning('id')
          .executeTakeFirst()
        if (!merchant) return null
        await removeAll(trx, merchant.id)
        await trx
          .insertInto('removed_merchants')
          .values({ merchant_id: merchant.id, removed_at: clock.now() })
          .execute()
        return merchant.id
      })
      if (removed === null) return false
      await followers.removeMerchant(removed)
      return true
    },

    /**
     * Removes what running requests wrote for sandboxes after their removal. Returns how many sandboxes are now completely
     * removed.
     */
    async sweep(): Promise<number> {
      const removed = await db
        .selectFrom('removed_merchants')
        .select('merchant_id')
        .where('removed_at', '<=', clock.now() - LATE_WRITES_MS)
        .limit(SWEEP_BATCH)
        .execute()
      for (const { merchant_id: merchantId } of removed) {
        // This row is deleted last: the next sweep finds by it what this one left.
        await followers.removeMerchant(merchantId)
        await transact(async (trx) => {
          await removeAll(trx, merchantId)
          await trx.deleteFrom('removed_merchants').where('merchant_id', '=', merchantId).execute()
        })
      }
      return removed.length
    },
  }
}

async function advanceDeadline(
  trx: Transaction<MerchantTables>,
  { table, column, only }: Deadline,
  isOwned: RawBuilder<unknown>,
  byMs: number,
): Promise<void> {
  const time = sql.ref(column)
  const isMeant = only ? sql`${sql.ref(only.column)} = ${only.is}` : sql`1 = 1`
  await sql`
    update ${sql.table(table)} set ${time} = ${time} - ${byMs}
    where ${time} is not null and ${isMeant} and ${isOwned}
  `.execute(trx)
}

function toRecord(row: Pick<Selectable<MerchantTable>, (typeof RECORD)[number]>): SandboxRecord {
  return {
    sandboxId: row.sandbox_id ?? '',
    merchantId: row.id,
    madeBy: row.made_by,
    clockOffsetMs: row.clock_offset_ms,
  }
}
