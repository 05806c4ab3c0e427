import { type Kysely, sql } from 'kysely'

import { systemTimers } from '../system.ts'
import { describeIndex, type IndexDefinition } from './index-migration.ts'

/** Between two looks at a build of another process. */
const LOOK_MS = 500

export interface IndexConnections<DB> {
  /** Its statements may take as long as the table is large: none of them holds a payment up. */
  readonly building: Kysely<DB>
  /** Its statements give up a lock that they do not get soon. */
  readonly locking: Kysely<DB>
}

/**
 * Builds an index on PostgreSQL while payments go on, outside a transaction. It goes on where a killed process left off. Of a
 * partitioned table each partition is indexed by itself.
 */
export async function buildIndex<DB>(
  { building, locking }: IndexConnections<DB>,
  index: IndexDefinition,
): Promise<void> {
  const partitions = await listPartitions(building, index.table)
  if (partitions.length === 0) return buildOnTable(building, index)
  // It counts once every partition has its part.
  await sql
    .raw(`create index if not exists ${index.name} on only ${index.table} ${index.on}`)
    .execute(locking)
  for (const { oid, table } of partitions) {
    const name = `${index.name}_${oid}`
    await buildOnTable(building, { ...index, name, table })
    await sql`alter index ${sql.id(index.name)} attach partition ${sql.id(name)}`.execute(locking)
  }
}

/** One level, as the documentation splits tables. */
async function listPartitions<DB>(db: Kysely<DB>, table: string) {
  const { rows } = await sql<{ readonly oid: string; readonly table: string }>`
    select relid::oid::text as oid, relid::text as "table" from pg_partition_tree(to_regclass(${table}))
    where isleaf and parentrelid is not null order by relid`.execute(db)
  return rows
}

interface IndexState {
  /** Null while there is no such index; false for one that was never finished, which slows writes down and answers nothing. */
  readonly isValid: boolean | null
  /** Whether a session builds an index of the table, be it that of a process that was killed. */
  readonly isUnderWay: boolean
}

/** Waiting is looking again: a session that waits inside the server would be one of those that the other build waits for. */
async function buildOnTable<DB>(db: Kysely<DB>, index: IndexDefinition): Promise<void> {
  for (;;) {
    const { isValid, isUnderWay } = await readState(db, index)
    if (isUnderWay) await systemTimers.sleep(LOOK_MS)
    else if (isValid === true) return
    else {
      if (isValid === false) await sql`drop index concurrently if exists ${sql.id(index.name)}`.execute(db)
      await sql.raw(`create index concurrently if not exists ${describeIndex(index)}`).execute(db)
    }
  }
}

async function readState<DB>(db: Kysely<DB>, { name, table }: IndexDefinition): Promise<IndexState> {
  const { rows } = await sql<IndexState>`
    select (select indisvalid from pg_index where indexrelid = to_regclass(${name})) as "isValid",
      exists (select from pg_stat_progress_create_index
        where datname = current_database() and relid = to_regclass(${table})) as "isUnderWay"`.execute(db)
  const [state] = rows
  if (!state) throw new Error('PostgreSQL says nothing of its indexes')
  return state
}
