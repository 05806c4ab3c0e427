import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { createOrderTables } from './alternative-provider/order-tables.migration.ts'
import { EPOCH_MS } from './epoch-ms.ts'

/** Creates the simulators' tables, which production does not have. */
export function simulatorMigrations(): Readonly<Record<string, Migration>> {
  return {
    '0001-simulators': {
      async up(db: Kysely<unknown>): Promise<void> {
        await createClocks(db)
        await createCardTables(db)
        await createOrderTables(db)
      },
    },
    '0010-simulators-hosted-challenges': {
      async up(db: Kysely<unknown>): Promise<void> {
        await db.schema.alterTable('simulated_challenges').addColumn('return_url', 'text').execute()
      },
    },
    '0018-simulators-failed-amounts': {
      async up(db: Kysely<unknown>): Promise<void> {
        for (const table of ['simulated_authorizations', 'simulated_refunds'])
          await db.schema
            .alterTable(table)
            .addColumn('failed_amount', 'bigint', (c) => c.notNull().defaultTo(0))
            .execute()
      },
    },
    '0026-simulators-held-payments': { up: createHeldPayments },
    '0030-simulators-exemptions': {
      async up(db: Kysely<unknown>): Promise<void> {
        await db.schema.alterTable('simulated_authorizations').addColumn('exemption', 'text').execute()
      },
    },
  }
}

async function createHeldPayments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('simulated_held_payments')
    .addColumn('provider_id', 'text', (c) => c.notNull())
    .addColumn('idempotency_key', 'text', (c) => c.notNull())
    .addColumn('merchant_id', 'text', (c) => c.notNull())
    .addColumn('trans_id', 'text', (c) => c.notNull())
    .addColumn('payment', 'text', (c) => c.notNull())
    .addColumn('payable_at', EPOCH_MS)
    .addColumn('created_at', EPOCH_MS, (c) => c.notNull())
    .addPrimaryKeyConstraint('simulated_held_payments_pk', ['provider_id', 'idempotency_key'])
    .execute()
  await db.schema
    .createIndex('simulated_held_payments_trans_id')
    .on('simulated_held_payments')
    .columns(['provider_id', 'trans_id'])
    .execute()
}

async function createClocks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('simulated_clocks')
    .addColumn('merchant_id', 'text', (c) => c.notNull().primaryKey())
    .addColumn('clock_offset_ms', 'bigint', (c) => c.notNull())
    .execute()
}

async function createCardTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('simulated_challenges')
    .addColumn('three_ds_server_trans_id', 'text', (c) => c.primaryKey())
    .addColumn('merchant_id', 'text', (c) => c.notNull())
    .addColumn('acs_trans_id', 'text', (c) => c.notNull())
    .addColumn('ds_trans_id', 'text', (c) => c.notNull())
    .addColumn('message_version', 'text', (c) => c.notNull())
    .addColumn('flow', 'text', (c) => c.notNull())
    .addColumn('cres_form', 'text', (c) => c.notNull())
    .addColumn('brand', 'text', (c) => c.notNull())
    .addColumn('card_last4', 'text', (c) => c.notNull())
    .addColumn('merchant_name', 'text')
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('notification_url', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('created_at', EPOCH_MS, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('simulated_challenge_rounds')
    .addColumn('three_ds_server_trans_id', 'text', (c) => c.notNull())
    .addColumn('round', 'integer', (c) => c.notNull())
    .addColumn('wrong_passwords', 'integer', (c) => c.notNull())
    .addColumn('outcome', 'text')
    .addColumn('trans_status', 'text')
    .addColumn('trans_status_reason', 'text')
    .addColumn('challenge_cancel', 'text')
    .addColumn('authentication_value', 'text')
    .addColumn('opened_at', EPOCH_MS, (c) => c.notNull())
    .addColumn('ended_at', EPOCH_MS)
    .addPrimaryKeyConstraint('simulated_challenge_rounds_pk', ['three_ds_server_trans_id', 'round'])
    .execute()
  await db.schema
    .createTable('simulated_authorizations')
    .addColumn('provider_id', 'text', (c) => c.notNull())
    .addColumn('idempotency_key', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('merchant_id', 'text')
    .addColumn('transaction_id', 'text')
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('original_key', 'text')
    .addColumn('parent_key', 'text')
    .addColumn('releases_rest', 'integer', (c) => c.notNull())
    .addColumn('processing_code', 'text', (c) => c.notNull())
    .addColumn('provider_response_code', 'text', (c) => c.notNull())
    .addColumn('provider_response_message', 'text', (c) => c.notNull())
    .addColumn('retryable', 'integer', (c) => c.notNull())
    .addColumn('approval_code', 'text', (c) => c.notNull())
    .addColumn('reference_number', 'text', (c) => c.notNull())
    .addColumn('systan', 'integer', (c) => c.notNull())
    .addColumn('created_at', EPOCH_MS, (c) => c.notNull())
    .addPrimaryKeyConstraint('simulated_authorizations_pk', ['provider_id', 'idempotency_key'])
    .execute()
  await db.schema
    .createIndex('simulated_authorizations_original')
    .on('simulated_authorizations')
    .columns(['provider_id', 'original_key'])
    .execute()
}
