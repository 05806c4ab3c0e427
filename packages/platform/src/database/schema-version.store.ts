import { type Kysely, sql } from 'kysely'

import { oldestOf, schemaOf } from './schema-number.ts'

/** Makes the table that says which version made the present schema, and which versions can work with it. */
export const SCHEMA_VERSIONS_MIGRATION = '0024-database-schema-versions'

/** The record that a version writes after its migrations. */
export interface SchemaVersion {
  /** The number of the last migration. */
  readonly schema: number
  /** Versions that know at least this schema can work with the tables. */
  readonly oldest: number
  /** The version that migrated; null in a database of a version that recorded none. */
  readonly version: string | null
}

/** Describes the schema version for operators. */
export function describeSchema({ schema, oldest, version }: SchemaVersion): string {
  const maker = version === null ? '' : ` (migrated by Sluice ${version})`
  return `schema ${schema}${maker}, compatible with versions from schema ${oldest}`
}

/**
 * Reads which version made the tables.
 *
 * @param names - of the migrations that the database went through.
 */
export async function readSchemaVersion<DB>(
  db: Kysely<DB>,
  names: readonly string[],
): Promise<SchemaVersion> {
  const byNames = { schema: schemaOf(names), oldest: oldestOf(names), version: null }
  if (!names.includes(SCHEMA_VERSIONS_MIGRATION)) return byNames
  const { rows } = await sql<SchemaVersion>`
    select "schema", oldest, version from schema_versions order by "schema" desc limit 1`.execute(db)
  const [recorded] = rows
  // A process that ended between its migrations and its record left their names only.
  return recorded && recorded.schema >= byNames.schema
    ? { ...recorded, oldest: Math.max(recorded.oldest, byNames.oldest) }
    : byNames
}

/** Records the version whose migrations the database has, and returns what is recorded. */
export async function recordSchemaVersion<DB>(
  db: Kysely<DB>,
  names: readonly string[],
  { version, nowMs }: { readonly version: string; readonly nowMs: number },
): Promise<SchemaVersion> {
  // A correction of an earlier version adds to what a later one made, and is not its maker.
  if (names.includes(SCHEMA_VERSIONS_MIGRATION))
    await sql`insert into schema_versions ("schema", oldest, version, migrated_at)
      values (${schemaOf(names)}, ${oldestOf(names)}, ${version}, ${nowMs}) on conflict do nothing`.execute(
      db,
    )
  return readSchemaVersion(db, names)
}
