import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Remembers which of several 3DS servers authenticates an attempt: another one does not know its ids and results. */
export function rememberThreeDsServers(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('attempt_authentications').addColumn('three_ds_server', 'text').execute()
    },
  }
}
