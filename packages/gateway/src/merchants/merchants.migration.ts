import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/** Creates merchants with the data from their operator: terminals, client keys, encryption keys, branding. */
export function createMerchantTables(dialect: Dialect): Migration {
  const { binary, time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('merchants')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('sandbox_id', 'text', (c) => c.unique())
        .addColumn('made_by', 'text')
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('settings', 'text', (c) => c.notNull())
        .addColumn('fingerprint_key_sealed', binary, (c) => c.notNull())
        .addColumn('managed_by', 'text', (c) => c.notNull())
        .addColumn('settings_version', 'integer', (c) => c.notNull().defaultTo(1))
        .addColumn('clock_offset_ms', time, (c) => c.notNull().defaultTo(0))
        .addColumn('created_at', time, (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('terminals')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('features', 'text', (c) => c.notNull())
        .addColumn('brands', 'text', (c) => c.notNull())
        .addColumn('options', 'text', (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('terminals_pk', ['merchant_id', 'id'])
        .execute()
      await db.schema
        .createTable('client_keys')
        .addColumn('client_key', 'text', (c) => c.primaryKey())
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .execute()
      await db.schema.createIndex('client_keys_merchant').on('client_keys').column('merchant_id').execute()
      await db.schema
        .createTable('client_key_origins')
        .addColumn('client_key', 'text', (c) => c.notNull())
        .addColumn('origin', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('client_key_origins_pk', ['client_key', 'origin'])
        .execute()
      await db.schema
        .createIndex('client_key_origins_origin')
        .on('client_key_origins')
        .column('origin')
        .execute()
      await db.schema
        .createTable('encryption_keys')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('kid', 'text', (c) => c.notNull())
        .addColumn('alg', 'text', (c) => c.notNull())
        .addColumn('generation', 'integer', (c) => c.notNull())
        .addColumn('public_jwk', 'text', (c) => c.notNull())
        .addColumn('private_sealed', binary, (c) => c.notNull())
        .addColumn('not_before', time, (c) => c.notNull())
        .addColumn('expires_at', time, (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('encryption_keys_pk', ['merchant_id', 'kid'])
        .addUniqueConstraint('encryption_keys_generation', ['merchant_id', 'alg', 'generation'])
        .execute()
      await db.schema
        .createIndex('encryption_keys_expires')
        .on('encryption_keys')
        .column('expires_at')
        .execute()
      await db.schema
        .createTable('branding_assets')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('source_url', 'text', (c) => c.notNull())
        .addColumn('digest', 'text', (c) => c.notNull())
        .addColumn('media_type', 'text', (c) => c.notNull())
        // Placed before the bytes, because cleanup reads it in every row and SQLite reads a row from the left.
        .addColumn('unused_since', time)
        .addColumn('bytes', binary, (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('branding_assets_pk', ['merchant_id', 'kind', 'source_url'])
        .execute()
      await db.schema.createIndex('branding_assets_digest').on('branding_assets').column('digest').execute()
      await db.schema
        .createTable('removed_merchants')
        .addColumn('merchant_id', 'text', (c) => c.primaryKey())
        .addColumn('removed_at', time, (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('sandbox_snapshots')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('schema', 'text', (c) => c.notNull())
        .addColumn('clock_offset_ms', time, (c) => c.notNull())
        .addColumn('row_count', 'integer', (c) => c.notNull())
        .addColumn('transaction_count', 'integer', (c) => c.notNull())
        .addColumn('contents', binary)
        .addColumn('taken_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('sandbox_snapshots_pk', ['merchant_id', 'name'])
        .execute()
      await db.schema
        .createTable('sandbox_faults')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('setting', 'text', (c) => c.notNull())
        .addColumn('until', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('sandbox_faults_pk', ['merchant_id', 'kind'])
        .execute()
    },
  }
}
