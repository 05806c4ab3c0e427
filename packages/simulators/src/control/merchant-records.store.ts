import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'

import type { SimulatorTables } from '../simulator.tables.ts'
import { SIMULATOR_TABLES } from '../simulator-tenancy.ts'
import type { SimulatorControl } from './control.ts'

export interface MerchantRecordsOptions {
  /** Runs work in one database transaction. */
  readonly transact: <T>(work: (trx: Transaction<SimulatorTables>) => Promise<T>) => Promise<T>
}

/** Moves and deletes a merchant's rows, by the list of the simulators' tables. */
export function createMerchantRecords({
  transact,
}: MerchantRecordsOptions): Pick<SimulatorControl, 'moveClock' | 'removeMerchant'> {
  return {
    moveClock: (merchantId, offsetMs) =>
      transact(async (trx) => {
        const before = await lockClock(trx, merchantId)
        if (offsetMs <= before) return before
        const byMs = offsetMs - before
        for (const { table, column } of SIMULATOR_TABLES.deadlines) {
          const time = sql.ref(column)
          await sql`
            update ${sql.table(table)} set ${time} = ${time} - ${byMs}
            where ${time} is not null and ${belongsTo(table, merchantId)}
          `.execute(trx)
        }
        await trx
          .updateTable('simulated_clocks')
          .set({ clock_offset_ms: offsetMs })
          .where('merchant_id', '=', merchantId)
          .execute()
        return offsetMs
      }),

    removeMerchant: (merchantId) =>
      transact(async (trx) => {
        for (const { table } of SIMULATOR_TABLES.tenants) {
          await sql`delete from ${sql.table(table)} where ${belongsTo(table, merchantId)}`.execute(trx)
        }
      }),
  }
}

/** Returns how far the clock is ahead, and locks it until the commit. */
async function lockClock(trx: Kysely<SimulatorTables>, merchantId: string): Promise<number> {
  const { clock_offset_ms: offsetMs } = await trx
    .insertInto('simulated_clocks')
    .values({ merchant_id: merchantId, clock_offset_ms: 0 })
    .onConflict((conflict) =>
      conflict
        .column('merchant_id')
        .doUpdateSet((row) => ({ clock_offset_ms: row.ref('simulated_clocks.clock_offset_ms') })),
    )
    .returning('clock_offset_ms')
    .executeTakeFirstOrThrow()
  return offsetMs
}

function belongsTo(table: keyof SimulatorTables, merchantId: string): RawBuilder<unknown> {
  const through = SIMULATOR_TABLES.tenants.find((owned) => owned.table === table)?.through
  if (!through) return sql`merchant_id = ${merchantId}`
  const key = sql.ref(through.key)
  return sql`${key} in (select ${key} from ${sql.table(through.table)} where merchant_id = ${merchantId})`
}
