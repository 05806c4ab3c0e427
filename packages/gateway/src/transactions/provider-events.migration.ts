import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/** Adds the inbox for events from providers. */
export function keepProviderEvents(dialect: Dialect): Migration {
  const { binary, time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('provider_events')
        .addColumn('provider_id', 'text', (c) => c.notNull())
        .addColumn('provider_account_id', 'text', (c) => c.notNull())
        .addColumn('event_id', 'text', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('fact', 'text', (c) => c.notNull())
        .addColumn('body_hash', 'text', (c) => c.notNull())
        .addColumn('call_key', 'text')
        .addColumn('ref', 'text')
        .addColumn('transaction_id', 'text')
        .addColumn('attempt_id', 'text')
        .addColumn('sealed_event', binary)
        .addColumn('due_at', time)
        .addColumn('tries', 'integer', (c) => c.notNull())
        .addColumn('failures', 'integer', (c) => c.notNull())
        .addColumn('occurred_at', time, (c) => c.notNull())
        .addColumn('received_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('provider_events_pk', ['provider_id', 'provider_account_id', 'event_id'])
        .execute()
      await createIndexes(db)
      // Events name no merchant.
      await db.schema.createIndex('attempts_id').on('attempts').column('id').execute()
    },
  }
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('provider_events_due')
    .on('provider_events')
    .column('due_at')
    .where(sql.ref('due_at'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('provider_events_awaited')
    .on('provider_events')
    .columns(['provider_id', 'provider_account_id', 'ref'])
    .where(sql.ref('due_at'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('provider_events_unapplied')
    .on('provider_events')
    .columns(['state', 'provider_id'])
    .where(sql.ref('state'), '<>', sql.lit('APPLIED'))
    .execute()
  await db.schema.createIndex('provider_events_age').on('provider_events').column('received_at').execute()
  await db.schema
    .createIndex('provider_events_sealed')
    .on('provider_events')
    .column('received_at')
    .where(sql.ref('sealed_event'), 'is not', null)
    .execute()
  // Payloads are erased with the person who paid.
  await db.schema
    .createIndex('provider_events_transaction')
    .on('provider_events')
    .column('transaction_id')
    .where(sql.ref('sealed_event'), 'is not', null)
    .execute()
}
