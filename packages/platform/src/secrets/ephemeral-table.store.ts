import { type Kysely, sql } from 'kysely'

import { DatabaseOpenError } from '../database/database-open-error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Random } from '../kernel/random.ts'
import type { Timers } from '../kernel/timers.ts'
import type { EphemeralSecrets } from './ephemeral-secrets.ts'

/** A schema of its own, so that dumps can leave it out as a whole. */
const EPHEMERAL_SCHEMA = 'sluice_volatile'

/** UNLOGGED: no row reaches the write-ahead log, its archive, a replica or a base backup, and a crash empties both. */
const TABLES = [
  `create unlogged table if not exists ${EPHEMERAL_SCHEMA}.secrets (
    name text primary key, secret bytea not null, kept_at bigint not null)`,
  // One row as long as the server has lost nothing.
  `create unlogged table if not exists ${EPHEMERAL_SCHEMA}.eras (
    id integer primary key, name text not null, began_at bigint not null)`,
]

interface EphemeralTables {
  readonly secrets: { readonly name: string; readonly secret: Buffer; readonly kept_at: number }
  readonly eras: { readonly id: number; readonly name: string; readonly began_at: number }
}

/**
 * An arbitrary number that the gateway locks for nothing else: processes that start together create the tables one
 * after another.
 */
const CREATION_LOCK = 5_107_001

/** The table is locked, by a dump for example: the remains go with the next call. */
const LOCK_NOT_AVAILABLE = '55P03'

/** Each row takes three of the 65,535 parameters that a statement of PostgreSQL may have. */
const ROWS_OF_ONE_INSERT = 1_000

/** After a crash every process has restored what it holds within this time: two calls of `maintain`, plus a margin. */
export const RESTORED_WITHIN_MS = 12_000
const FOLLOW_INTERVAL_MS = 200

export interface EphemeralTableOptions<DB> {
  readonly db: Kysely<DB>
  /** The machine's time. */
  readonly realTime: Clock
  readonly random: Random
  readonly timers: Timers
  /** Whether this process removes remains; one of several is enough. */
  readonly removesRemains: boolean
}

/**
 * Stores secrets in an UNLOGGED table of PostgreSQL, for several processes. A crash of the server empties it:
 * processes that still hold a secret in memory write it again.
 *
 * @throws When the schema is missing and the user lacks the privilege to create it, or the server writes the tables
 *   to its log nevertheless. {@link DatabaseOpenError}
 */
export async function openEphemeralTable<DB>(options: EphemeralTableOptions<DB>): Promise<EphemeralSecrets> {
  const { realTime, random, timers, removesRemains } = options
  await createTables(options.db)
  await refuseLoggedTables(options.db)
  const db: Kysely<EphemeralTables> = (options.db as unknown as Kysely<EphemeralTables>).withSchema(
    EPHEMERAL_SCHEMA,
  )
  const held = new Map<string, { readonly secret: Buffer; readonly keptAtMs: number }>()
  let era = await readOrBeginEra(db, realTime, random)

  const insert = (name: string, secret: Buffer, keptAtMs: number) =>
    db
      .insertInto('secrets')
      .values({ name, secret, kept_at: keptAtMs })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  const read = async (name: string) =>
    (await db.selectFrom('secrets').select('secret').where('name', '=', name).executeTakeFirst())?.secret ??
    null
  const isRestoring = async (): Promise<boolean> => {
    const current = await readOrBeginEra(db, realTime, random)
    return realTime.now() - current.beganAtMs < RESTORED_WITHIN_MS
  }

  return {
    async keep(name, secret) {
      if (held.has(name)) return
      const keptAtMs = realTime.now()
      await insert(name, Buffer.from(secret), keptAtMs)
      held.set(name, { secret: Buffer.from(secret), keptAtMs })
    },

    async find(name) {
      for (;;) {
        const secret = await read(name)
        if (secret !== null) return secret
        const own = held.get(name)
        if (own) {
          // If the database server lost nothing, another process erased the secret.
          const current = await readOrBeginEra(db, realTime, random)
          if (current.name === era.name) held.delete(name)
          else await insert(name, own.secret, own.keptAtMs)
        } else if (!(await isRestoring())) return null
        else await timers.sleep(FOLLOW_INTERVAL_MS)
      }
    },

    async erase(name) {
      held.delete(name)
      await db.deleteFrom('secrets').where('name', '=', name).execute()
    },

    async listNames(untilMs) {
      const rows = await db.selectFrom('secrets').select('name').where('kept_at', '<=', untilMs).execute()
      return rows.map(({ name }) => name)
    },

    async maintain() {
      const current = await readOrBeginEra(db, realTime, random)
      if (current.name === era.name) {
        const names = [...held.keys()]
        const rows = names.length === 0 ? [] : await db.selectFrom('secrets').select('name').execute()
        const kept = new Set(rows.map(({ name }) => name))
        // Another process erased them.
        for (const name of names) if (!kept.has(name)) held.delete(name)
      } else {
        for (const [name, { secret, keptAtMs }] of held) await insert(name, secret, keptAtMs)
        era = current
      }
      if (removesRemains) await removeRemains(db)
    },
  }
}

/** The value of `pg_class.relpersistence` for unlogged tables. */
const UNLOGGED = 'u'

/** Some servers that speak PostgreSQL's protocol accept the word UNLOGGED and log the table. @decision 0004 */
async function refuseLoggedTables<DB>(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ name: string; persistence: string }>`
    select pg_class.relname as name, pg_class.relpersistence as persistence
    from pg_class join pg_namespace on pg_namespace.oid = pg_class.relnamespace
    where pg_namespace.nspname = ${EPHEMERAL_SCHEMA} and pg_class.relkind = 'r'`.execute(db)
  const logged = rows.filter(({ persistence }) => persistence !== UNLOGGED).map(({ name }) => name)
  if (rows.length > 0 && logged.length === 0) return
  throw new DatabaseOpenError(
    `The database logs writes to ${EPHEMERAL_SCHEMA}.${logged[0] ?? 'secrets'}, which must be UNLOGGED: card data of challenges would stay in ` +
      `backups and replicas. Use a PostgreSQL server, and drop the schema ${EPHEMERAL_SCHEMA} if the table was altered.`,
  )
}

/** Reads the stored secrets without storing any; none if no gateway has opened the table yet. */
export async function listNamesInTable<DB>(db: Kysely<DB>, untilMs: number): Promise<readonly string[]> {
  const { rows } = await sql`select 1 from pg_namespace where nspname = ${EPHEMERAL_SCHEMA}`.execute(db)
  if (rows.length === 0) return []
  const kept = await sql<{ readonly name: string }>`
    select name from ${sql.table(`${EPHEMERAL_SCHEMA}.secrets`)} where kept_at <= ${untilMs}`.execute(db)
  return kept.rows.map(({ name }) => name)
}

/** Deletes the tables with what they hold; the schema stays, as its operator may have made it. */
export async function dropEphemeralTables<DB>(db: Kysely<DB>): Promise<void> {
  for (const table of ['secrets', 'eras'])
    await sql`drop table if exists ${sql.table(`${EPHEMERAL_SCHEMA}.${table}`)}`.execute(db)
}

function createTables<DB>(db: Kysely<DB>): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${CREATION_LOCK})`.execute(trx)
    const { rows } = await sql`select 1 from pg_namespace where nspname = ${EPHEMERAL_SCHEMA}`.execute(trx)
    // Even with "if not exists" it would take the right to create schemas.
    if (rows.length === 0) await sql.raw(`create schema ${EPHEMERAL_SCHEMA}`).execute(trx)
    for (const table of TABLES) await sql.raw(table).execute(trx)
  })
}

interface Era {
  readonly name: string
  readonly beganAtMs: number
}

async function readOrBeginEra(db: Kysely<EphemeralTables>, realTime: Clock, random: Random): Promise<Era> {
  for (;;) {
    const row = await db.selectFrom('eras').select(['name', 'began_at']).executeTakeFirst()
    if (row) return { name: row.name, beganAtMs: row.began_at }
    await db
      .insertInto('eras')
      .values({ id: 1, name: random.uuid(), began_at: realTime.now() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }
}

/**
 * A deleted row stays readable in the table's file until its page is written over. Emptying the table gives it a new
 * file; the secrets that are still needed move there.
 */
async function removeRemains(db: Kysely<EphemeralTables>): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      const table = sql.table(`${EPHEMERAL_SCHEMA}.secrets`)
      await sql`lock table ${table} in access exclusive mode nowait`.execute(trx)
      const size = sql<number>`pg_relation_size(${`${EPHEMERAL_SCHEMA}.secrets`}::regclass)`
      const { rows } = await sql<{ size: number }>`select ${size} as size`.execute(trx)
      if (rows[0]?.size === 0) return
      const kept = await trx.selectFrom('secrets').selectAll().execute()
      await sql`truncate table ${table}`.execute(trx)
      for (let from = 0; from < kept.length; from += ROWS_OF_ONE_INSERT)
        await trx
          .insertInto('secrets')
          .values(kept.slice(from, from + ROWS_OF_ONE_INSERT))
          .execute()
    })
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error
  }
}
