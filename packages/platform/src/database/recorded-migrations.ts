import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { DatabaseOpenError } from './database-open-error.ts'
import { type DatabaseLocation, describeLocation, resetCommandFor } from './database-location.ts'
import type { Dialect } from './dialect.ts'

/** Kysely's list of the migrations that a database went through. */
const LIST = 'kysely_migration'

/** The schema that the list is in; no row while there is none. */
const FIND_LIST: Readonly<Record<Dialect, string>> = {
  sqlite: `select null as schema from sqlite_master where name = '${LIST}'`,
  postgres: `select relnamespace::regnamespace::text as schema from pg_class where oid = to_regclass('${LIST}')`,
}

/** What a database went through. */
export interface RecordedMigrations {
  /** In alphabetical order; none for an empty database. */
  readonly names: readonly string[]
  /** The schema of PostgreSQL that the tables are in; null for the embedded database and an empty one. */
  readonly schema: string | null
}

/** Reads the names of the migrations that a database went through. */
export async function readRecordedMigrations<DB>(
  db: Kysely<DB>,
  dialect: Dialect,
): Promise<RecordedMigrations> {
  const { rows: lists } = await sql.raw<{ readonly schema: string | null }>(FIND_LIST[dialect]).execute(db)
  const [list] = lists
  if (!list) return { names: [], schema: null }
  const { rows } = await sql
    .raw<{ readonly name: string }>(`select name from ${LIST} order by name`)
    .execute(db)
  return { names: rows.map(({ name }) => name), schema: list.schema }
}

/** From this number on a migration only adds what the versions before it can ignore, unless its name says otherwise. */
const FIRST_ADDITIVE = 17
const BREAKS_EARLIER = '-breaks-earlier'

/** Lists the migrations of a later version with which this one can work: going back to this version is a start, not a restore. */
export function listLaterAdditions(
  names: readonly string[],
  known: Readonly<Record<string, Migration>>,
): readonly string[] {
  return names.filter((name) => {
    const [, number = '0'] = /^(\d{4})-/.exec(name) ?? []
    return !Object.hasOwn(known, name) && Number(number) >= FIRST_ADDITIVE && !name.endsWith(BREAKS_EARLIER)
  })
}

/**
 * Refuses a database that went through migrations that this version does not have and cannot ignore. It only compares: nothing is
 * changed.
 *
 * Migrations began anew with 0.1.0. A database that went through none of the present ones was made before it, however far
 * it got.
 *
 * @throws When there is such a migration; the message names the database, its version and the way out.
 *   {@link DatabaseOpenError}
 * @decision 0104
 */
export function refuseUnknownMigrations(
  { names, schema }: RecordedMigrations,
  known: Readonly<Record<string, Migration>>,
  location: DatabaseLocation,
): void {
  const foreign = names.filter((name) => !Object.hasOwn(known, name))
  const additions = foreign.length === names.length ? [] : listLaterAdditions(names, known)
  const unknown = foreign.filter((name) => !additions.includes(name))
  if (unknown.length === 0) return
  const place = capitalize(describeLocation(location) + (schema === null ? '' : `, schema ${schema},`))
  if (unknown.length === names.length) {
    throw new DatabaseOpenError(
      `${place} was made by an unreleased version before 0.1.0; its last migration is ${findLast(unknown)}. ` +
        'This version cannot read it and has not changed it. ' +
        `To delete it, run ${resetCommandFor(location)}, which asks first; or use another database.`,
    )
  }
  throw new DatabaseOpenError(
    `${place} was made by a later version or for another environment: it went through ` +
      `${unknown.join(', ')}, which this gateway does not know. ` +
      'Start the gateway that made it, or use another database.',
  )
}

/** Names of the simulators' sort after those of the gateway, and say less about the version. */
const findLast = (names: readonly string[]): string | undefined =>
  names.findLast((name) => /^\d/.test(name)) ?? names.at(-1)

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
