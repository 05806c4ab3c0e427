import { type Connection, withTables } from '@sluice/platform/database/connection'
import type { Clock } from '@sluice/platform/kernel/clock'

import type { FileVersion } from './configuration-file.ts'
import type { ConfigurationFileTables } from './configuration-file.tables.ts'

/** The last applied file. */
export interface AppliedFile extends FileVersion {
  /** Incremented each time a file is applied. */
  readonly place: number
  /** The routes in it that some live process could not serve. */
  readonly heldBack: number
}

/** A restart with a file over a thousand versions old is not expected. */
const REMEMBERED_MAX = 1_000

/** Reads the last applied file; null before the first. */
export async function findAppliedFile(connection: Connection): Promise<AppliedFile | null> {
  const row = await withTables<ConfigurationFileTables>(connection)
    .selectFrom('applied_files')
    .select(['digest', 'revision', 'place', 'held_back'])
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  const { digest, revision, place, held_back: heldBack } = row
  return { digest, revision, place, heldBack }
}

/** Returns whether a file was ever applied. */
export async function wasApplied(connection: Connection, digest: string): Promise<boolean> {
  const row = await withTables<ConfigurationFileTables>(connection)
    .selectFrom('applied_files')
    .select('place')
    .where('digest', '=', digest)
    .executeTakeFirst()
  return row !== undefined
}

/** Records a file as the last applied one. */
export async function recordAppliedFile(
  connection: Connection,
  { digest, revision }: FileVersion,
  heldBack: number,
  clock: Clock,
): Promise<void> {
  const trx = withTables<ConfigurationFileTables>(connection)
  const place = ((await findAppliedFile(trx))?.place ?? 0) + 1
  const row = { revision, place, held_back: heldBack, applied_at: clock.now() }
  await trx
    .insertInto('applied_files')
    .values({ digest, ...row })
    .onConflict((conflict) => conflict.column('digest').doUpdateSet(row))
    .execute()
  await trx
    .deleteFrom('applied_files')
    .where('place', '<=', place - REMEMBERED_MAX)
    .execute()
}
