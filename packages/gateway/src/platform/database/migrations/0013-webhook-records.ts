import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '../dialect.ts'

/** Attempts are forgotten by their age, and a secret is taken from a file once. */
export function webhookRecords(dialect: Dialect): Migration {
  const { binary } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createIndex('webhook_attempts_started')
        .on('webhook_attempts')
        .column('started_at')
        .execute()
      await db.schema.alterTable('webhook_subscriptions').addColumn('file_secret_hash', binary).execute()
    },
  }
}
