import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { DatabaseOpenError } from './database-open-error.ts'
import { type DatabaseLocation, describeLocation, resetCommandFor } from './database-location.ts'
import type { Dialect } from './dialect.ts'
import { knownBefore, oldestOf } from './schema-number.ts'
import { readSchemaVersion, type SchemaVersion } from './schema-version.store.ts'

/** Kysely's list of the migrations that a database went through. */
const LIST = 'kysely_migration'

/** The schema of the list; no row if there is none. */
const FIND_LIST: Readonly<Record<Dialect, string>> = {
  sqlite: `select null as schema from sqlite_master where name = '${LIST}'`,
  postgres: `select relnamespace::regnamespace::text as schema from pg_class where oid = to_regclass('${LIST}')`,
}

/** The recorded migrations of a database. */
export interface RecordedMigrations {
  /** The names in alphabetical order; empty for an empty database. */
  readonly names: readonly string[]
  /** The schema of PostgreSQL that the tables are in; null for the embedded database and an empty one. */
  readonly schema: string | null
  /** The version that created the tables. */
  readonly made: SchemaVersion
}

/** The recorded migrations, without those that break earlier versions. */
const OLDEST_EVER = oldestOf([])

/** Reads the names of the migrations that a database went through. */
export async function readRecordedMigrations<DB>(
  db: Kysely<DB>,
  dialect: Dialect,
): Promise<RecordedMigrations> {
  const { rows: lists } = await sql.raw<{ readonly schema: string | null }>(FIND_LIST[dialect]).execute(db)
  const [list] = lists
  if (!list) return { names: [], schema: null, made: await readSchemaVersion(db, []) }
  const names = await readRecordedNames(db)
  return { names, schema: list.schema, made: await readSchemaVersion(db, names) }
}

/** Reads the list, which must be there, in alphabetical order. */
export async function readRecordedNames<DB>(db: Kysely<DB>): Promise<readonly string[]> {
  const { rows } = await sql
    .raw<{ readonly name: string }>(`select name from ${LIST} order by name`)
    .execute(db)
  return rows.map(({ name }) => name)
}

/** Lists the migrations that a database has and a version lacks. */
export function listForeign(
  names: readonly string[],
  known: Readonly<Record<string, Migration>>,
): readonly string[] {
  return names.filter((name) => !Object.hasOwn(known, name))
}

/**
 * Refuses a database with migrations that this version does not have and cannot ignore. It only compares, and changes
 * nothing.
 *
 * Version 0.1.0 started a new list of migrations. A database without any of these is older than 0.1.0, whatever its
 * state.
 *
 * @param release - the version of this program, for the message.
 * @throws When there is such a migration; the message names the database, its version and the way out.
 *   {@link DatabaseOpenError}
 * @decision 0104
 */
export function refuseUnknownMigrations(
  { names, schema, made }: RecordedMigrations,
  known: Readonly<Record<string, Migration>>,
  location: DatabaseLocation,
  release: string,
): void {
  const foreign = listForeign(names, known)
  const knows = knownBefore(foreign)
  if (foreign.length === 0 || (foreign.length < names.length && knows >= made.oldest)) return
  const place = capitalize(describeLocation(location) + (schema === null ? '' : `, schema ${schema},`))
  if (foreign.length === names.length) {
    throw new DatabaseOpenError(
      `${place} was created by an unreleased version before 0.1.0; its last migration is ${findLast(foreign)}. ` +
        'This version cannot read it and has not changed it. ' +
        `To delete it, run ${resetCommandFor(location)}, which asks for confirmation, or use another database.`,
    )
  }
  if (knows < OLDEST_EVER) {
    throw new DatabaseOpenError(
      `${place} was created by a later version or for another environment: it has the migrations ` +
        `${foreign.join(', ')}, which this gateway does not know. ` +
        'Start the gateway that created it, or use another database.',
    )
  }
  const maker = made.version === null ? 'a later version of Sluice' : `Sluice ${made.version}`
  throw new DatabaseOpenError(
    `${place} was migrated to schema ${made.schema} by ${maker}, and versions that do not know schema ${made.oldest} cannot work ` +
      `with it. This is Sluice ${release}, which knows schema ${knows}, and has not changed it. ` +
      `Start ${maker} or a later one; to stay with ${release}, restore a backup from before the upgrade.`,
  )
}

/** Names of the simulators' sort after those of the gateway, and say less about the version. */
const findLast = (names: readonly string[]): string | undefined =>
  names.findLast((name) => /^\d/.test(name)) ?? names.at(-1)

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
