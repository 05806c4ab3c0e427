import { type Kysely, sql } from 'kysely'

import type { Dialect } from '../database/dialect.ts'
import { KEY_ID_BYTES, type Keyring } from './keyring.ts'
import type { Sealer } from './sealer.ts'

/** A column with something sealed under the master key. */
export interface SealedColumn {
  readonly table: string
  /** The columns of the table's primary key. */
  readonly key: readonly string[]
  readonly column: string
  /** Returns the purpose for which the row's value is sealed. */
  readonly purpose: (row: Readonly<Record<string, unknown>>) => string
}

/** Payments get their turn between batches. */
const BATCH = 100

export interface ResealPorts<DB> {
  readonly db: Kysely<DB>
  readonly dialect: Dialect
  readonly keyring: Keyring
  readonly sealer: Sealer
}

/**
 * Reseals values under other master keys with the current one, row by row. A row that changed in the meantime is
 * skipped, because its change sealed it. So it may be stopped at any time, and run during payments and in several
 * processes.
 *
 * @returns how many values it sealed.
 * @throws When something is sealed under a master key that the keyring does not have.
 */
export async function resealAll<DB>(
  ports: ResealPorts<DB>,
  columns: readonly SealedColumn[],
): Promise<number> {
  let sealed = 0
  for (const column of columns) {
    for (;;) {
      const rows = await readOutdated(ports, column)
      for (const row of rows) await reseal(ports, column, row)
      sealed += rows.length
      if (rows.length < BATCH) break
    }
  }
  return sealed
}

/** Counts the values that another master key than the current one has sealed. */
export async function countOutdated<DB>(
  ports: Pick<ResealPorts<DB>, 'db' | 'dialect' | 'keyring'>,
  columns: readonly SealedColumn[],
): Promise<number> {
  let outdated = 0
  for (const column of columns) {
    const { rows } = await sql<{ readonly outdated: number | string }>`
      select count(*) as outdated from ${sql.table(column.table)} where ${isOutdated(ports, column)}`.execute(
      ports.db,
    )
    outdated += Number(rows[0]?.outdated ?? 0)
  }
  return outdated
}

type Row = Readonly<Record<string, unknown>>

async function readOutdated<DB>(ports: ResealPorts<DB>, column: SealedColumn): Promise<readonly Row[]> {
  const names = sql.join([...column.key, column.column].map((name) => sql.ref(name)))
  const { rows } = await sql<Row>`
    select ${names} from ${sql.table(column.table)} where ${isOutdated(ports, column)} limit ${BATCH}`.execute(
    ports.db,
  )
  return rows
}

/** A sealed value begins with the id of its master key. */
function isOutdated<DB>(
  { dialect, keyring }: Pick<ResealPorts<DB>, 'dialect' | 'keyring'>,
  { column }: SealedColumn,
) {
  const current = Buffer.from(keyring.current().id, 'hex')
  const name = sql.ref(column)
  const start =
    dialect === 'postgres'
      ? sql`substring(${name} from 1 for ${sql.lit(KEY_ID_BYTES)})`
      : sql`substr(${name}, 1, ${sql.lit(KEY_ID_BYTES)})`
  return sql<boolean>`${name} is not null and ${start} <> ${current}`
}

async function reseal<DB>({ db, sealer }: ResealPorts<DB>, sealed: SealedColumn, row: Row): Promise<void> {
  const purpose = sealed.purpose(row)
  const before = row[sealed.column] as Buffer
  const after = sealer.seal(purpose, sealer.open(purpose, before))
  const isRow = sql.join(
    sealed.key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
    sql` and `,
  )
  const column = sql.ref(sealed.column)
  await sql`update ${sql.table(sealed.table)} set ${column} = ${after} where ${isRow} and ${column} = ${before}`.execute(
    db,
  )
}
