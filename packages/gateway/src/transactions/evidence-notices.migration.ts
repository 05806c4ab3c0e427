import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/** Adds the time at which a merchant is reminded of the evidence for a dispute. */
export function remindOfEvidence(dialect: Dialect): Migration {
  const { time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('transaction_records').addColumn('evidence_notice_at', time).execute()
      await db.schema
        .createIndex('transaction_records_evidence_notice')
        .on('transaction_records')
        .column('evidence_notice_at')
        .where(sql.ref('evidence_notice_at'), 'is not', null)
        .execute()
    },
  }
}
