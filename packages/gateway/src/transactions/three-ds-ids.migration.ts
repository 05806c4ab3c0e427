import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Keeps two attempts, of whatever merchants, from having the same 3DS server transaction id. */
export function indexThreeDsIds(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createIndex('three_ds_server_trans_ids')
        .unique()
        .on('attempt_authentications')
        .column('three_ds_server_trans_id')
        .where(sql.ref('three_ds_server_trans_id'), 'is not', null)
        .execute()
    },
  }
}
