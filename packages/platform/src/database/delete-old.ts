import { type Kysely, sql } from 'kysely'

/**
 * The embedded database deletes in the thread that serves requests: 5,000 rows took 44 ms of its processor, 200 take 4. Far from
 * what a statement has time for, too: a delete of all that is old after a long outage would be cut off for ever.
 */
const BATCH = 200

/** Together many times what a busy service leaves behind between two rounds. */
const BATCHES_MAX = 1_250

/** Selects the old rows of a table. */
export interface OldRows<Table extends string> {
  readonly table: Table
  /** The columns of its primary key. */
  readonly key: readonly string[]
  readonly column: string
  readonly untilMs: number
}

const USUAL = { batch: BATCH, batchesMax: BATCHES_MAX }

/** The running batch of each database. */
const underWay = new WeakMap<object, Promise<unknown>>()

/**
 * Deletes old rows with one statement, up to a limit; the rest follows next time. Returns the number of deleted rows.
 */
export function deleteOld<Tables>(
  db: Kysely<Tables>,
  rows: OldRows<keyof Tables & string>,
  limits = USUAL,
): Promise<number> {
  return deleteInBatches(db, (limit) => deleteBatch(db, rows, limit), limits)
}

/**
 * Does the same for rows that a single statement cannot find or delete. However many tables have old rows, only one
 * batch runs at a time: a payment waits for one batch, not for one of each table.
 *
 * @param deleteSome - deletes up to the given number of rows, and returns how many it deleted.
 */
export async function deleteInBatches(
  db: object,
  deleteSome: (limit: number) => Promise<number>,
  { batch, batchesMax } = USUAL,
): Promise<number> {
  let deleted = 0
  for (let batches = 0; batches < batchesMax; batches += 1) {
    const before = underWay.get(db) ?? Promise.resolve()
    const deleting = before.then(() => deleteSome(batch))
    // One that fails is its own task's matter.
    underWay.set(
      db,
      deleting.catch(() => undefined),
    )
    const now = await deleting
    deleted += now
    if (now < batch) break
  }
  return deleted
}

async function deleteBatch<Tables>(
  db: Kysely<Tables>,
  { table, key, column, untilMs }: OldRows<keyof Tables & string>,
  limit: number,
): Promise<number> {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${sql.ref(column)} <= ${untilMs} limit ${limit}
    )
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}
