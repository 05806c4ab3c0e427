import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the 3DS server that authenticates an attempt, because no other server knows its ids and results. */
export function rememberThreeDsServers(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('attempt_authentications').addColumn('three_ds_server', 'text').execute()
    },
  }
}
