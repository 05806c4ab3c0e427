import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '../dialect.ts'

/** From when a signing key signs, and when it was revoked. */
export function signingGenerations(dialect: Dialect): Migration {
  const { time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const column of ['signs_from', 'revoked_at'])
        await db.schema.alterTable('signing_keys').addColumn(column, time).execute()
    },
  }
}
