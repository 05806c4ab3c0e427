import { type Kysely, sql } from 'kysely'

import { systemTimers } from '../system.ts'
import { describeIndex, type IndexDefinition, readValidity } from './index-migration.ts'

/** Poll interval while another process builds the index. */
const LOOK_MS = 500

/** An arbitrary number that the gateway locks for nothing else; the second key is the index's. */
const REPAIR_LOCK = 5_107_003

export interface IndexConnections<DB> {
  /** Its statements may take long on a large table, because none of them delays a payment. */
  readonly building: Kysely<DB>
  /** Uses a short lock timeout. */
  readonly locking: Kysely<DB>
}

/**
 * Builds an index on PostgreSQL while payments continue, outside a transaction. It resumes where a killed process
 * stopped. Each partition of a partitioned table is indexed separately.
 */
export async function buildIndex<DB>(
  { building, locking }: IndexConnections<DB>,
  index: IndexDefinition,
): Promise<void> {
  if (!(await isPartitioned(building, index.table))) return buildOnTable(building, index)
  const isValid = await readValidity(building, index)
  if (isValid === true) return
  // The parent index becomes valid once every partition's index is attached.
  if (isValid === null)
    await sql
      .raw(`create index if not exists ${index.name} on only ${index.table} ${index.on}`)
      .execute(locking)
  for (const { oid, table, schema } of await listUnindexed(building, index)) {
    const name = `${index.name}_${oid}`
    await buildOnTable(building, { ...index, name, table, schema })
    await sql`alter index ${sql.id(index.name)} attach partition ${sql.id(schema, name)}`.execute(locking)
  }
}

async function isPartitioned<DB>(db: Kysely<DB>, table: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_class where oid = to_regclass(${table}) and relkind = 'p'`.execute(db)
  return rows.length > 0
}

/**
 * Lists the partitions whose part of an index is not attached yet: one that was created after the index has its own. Supports one
 * level of partitioning, as documented.
 */
async function listUnindexed<DB>(db: Kysely<DB>, { name, table }: IndexDefinition) {
  const { rows } = await sql<{ readonly oid: string; readonly table: string; readonly schema: string }>`
    select relid::oid::text as oid, relid::text as "table", nspname as "schema"
    from pg_partition_tree(to_regclass(${table})) join pg_class on pg_class.oid = relid
      join pg_namespace on pg_namespace.oid = relnamespace
    where isleaf and parentrelid is not null and not exists (
      select from pg_inherits join pg_index on indexrelid = inhrelid
      where inhparent = to_regclass(${name}) and indrelid = relid)
    order by relid`.execute(db)
  return rows
}

/** An index of a table, or of a partition whose schema need not be in the search path. */
interface PlacedIndex extends IndexDefinition {
  readonly schema?: string
}

interface IndexState {
  /** Null if the index does not exist yet. */
  readonly isValid: boolean | null
  /** Whether a session builds an index of the table, be it that of a process that was killed. */
  readonly isUnderWay: boolean
}

/** Polls instead of blocking: a blocked session would hold a snapshot that the other build waits for. */
async function buildOnTable<DB>(db: Kysely<DB>, index: PlacedIndex): Promise<void> {
  let wasLeft = false
  for (;;) {
    const { isValid, isUnderWay } = await readState(db, index)
    if (isValid === true) return
    const isLeft = isValid === false && !isUnderWay
    const isOurs: boolean = !isUnderWay && (isValid === null || wasLeft)
    if (isOurs && (await buildAlone(db, index))) return
    // A build that ends during the check seems abandoned: its index was not valid a moment ago, and it no longer
    // runs.
    wasLeft = isLeft && !isOurs
    await systemTimers.sleep(LOOK_MS)
  }
}

/**
 * Builds the index, unless another process is about to. Two that found it unfinished would each drop what the other has built.
 *
 * @returns whether the index is valid now.
 */
async function buildAlone<DB>(db: Kysely<DB>, index: PlacedIndex): Promise<boolean> {
  const { rows } = await sql<{ readonly isOurs: boolean }>`
    select pg_try_advisory_lock(${sql.lit(REPAIR_LOCK)}, hashtext(${index.name})) as "isOurs"`.execute(db)
  if (rows[0]?.isOurs !== true) return false
  try {
    // Another process may have built it since the last look, or have begun to.
    const { isValid, isUnderWay } = await readState(db, index)
    if (isValid === true || isUnderWay) return isValid === true
    if (isValid === false) await dropUnfinished(db, index)
    await sql.raw(`create index concurrently if not exists ${describeIndex(index)}`).execute(db)
    return (await readValidity(db, index)) === true
  } finally {
    await sql`select pg_advisory_unlock(${sql.lit(REPAIR_LOCK)}, hashtext(${index.name}))`.execute(db)
  }
}

async function dropUnfinished<DB>(db: Kysely<DB>, { schema, name }: PlacedIndex): Promise<void> {
  const path = schema === undefined ? [name] : [schema, name]
  await sql`drop index concurrently if exists ${sql.id(...path)}`.execute(db)
}

async function readState<DB>(db: Kysely<DB>, { name, table }: IndexDefinition): Promise<IndexState> {
  const { rows } = await sql<IndexState>`
    select (select indisvalid from pg_index join pg_class on pg_class.oid = indexrelid
        where indrelid = to_regclass(${table}) and relname = ${name}) as "isValid",
      exists (select from pg_stat_progress_create_index
        where datname = current_database() and relid = to_regclass(${table})) as "isUnderWay"`.execute(db)
  const [state] = rows
  if (!state) throw new Error(`PostgreSQL returned no state for index ${name}`)
  return state
}
