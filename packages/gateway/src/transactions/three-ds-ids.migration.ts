import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Finds the attempt that a 3DS server transaction id was assigned to, of whatever merchant. */
export function indexThreeDsIds(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createIndex('three_ds_server_trans_ids')
        .on('attempt_authentications')
        .column('three_ds_server_trans_id')
        .where(sql.ref('three_ds_server_trans_id'), 'is not', null)
        .execute()
    },
  }
}
