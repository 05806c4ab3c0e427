import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/** Creates saved cards, the keys of the vault, and the one-time uses of payment data. */
export function createPaymentMethodTables(dialect: Dialect): Migration {
  const { binary, time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('payment_methods')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('customer_id', 'text')
        .addColumn('transaction_id', 'text', (c) => c.notNull())
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('tokenize_for', 'text', (c) => c.notNull())
        .addColumn('brand', 'text', (c) => c.notNull())
        .addColumn('masked', 'text', (c) => c.notNull())
        .addColumn('expiration_month', 'integer', (c) => c.notNull())
        .addColumn('expiration_year', 'integer', (c) => c.notNull())
        .addColumn('authentication_status', 'text')
        .addColumn('network_transaction_id', 'text')
        .addColumn('dedupe_hash', 'text')
        .addColumn('dek_id', 'text')
        .addColumn('number_sealed', binary)
        .addColumn('created_at', time, (c) => c.notNull())
        .addColumn('updated_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('payment_methods_pk', ['merchant_id', 'id'])
        .addUniqueConstraint('payment_methods_transaction', ['merchant_id', 'transaction_id'])
        .execute()
      // A card is saved once for a customer, even if the code has a bug.
      await db.schema
        .createIndex('payment_methods_once')
        .on('payment_methods')
        .columns(['merchant_id', 'customer_id', 'dedupe_hash'])
        .unique()
        .where(sql.ref('status'), '=', sql.lit('ACTIVE'))
        .execute()
      await db.schema
        .createIndex('payment_methods_dek')
        .on('payment_methods')
        .columns(['merchant_id', 'dek_id'])
        .execute()
      await db.schema
        .createTable('vault_keks')
        .addColumn('kid', 'text', (c) => c.primaryKey())
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('key_sealed', binary)
        .addColumn('created_at', time, (c) => c.notNull())
        .addColumn('updated_at', time, (c) => c.notNull())
        .execute()
      // At most one key is new and one wraps, so that processes that create the next key at once agree on one.
      await db.schema
        .createIndex('vault_keks_current')
        .on('vault_keks')
        .column('status')
        .unique()
        .where(sql.ref('status'), 'in', [sql.lit('PENDING'), sql.lit('ACTIVE')])
        .execute()
      await db.schema
        .createTable('vault_deks')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('period', 'text', (c) => c.notNull())
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('kek_kid', 'text', (c) => c.notNull())
        .addColumn('key_wrapped', binary, (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addColumn('retired_at', time)
        .addPrimaryKeyConstraint('vault_deks_pk', ['merchant_id', 'id'])
        .execute()
      await db.schema
        .createIndex('vault_deks_active')
        .on('vault_deks')
        .columns(['merchant_id', 'period'])
        .unique()
        .where(sql.ref('status'), '=', sql.lit('ACTIVE'))
        .execute()
      await db.schema
        .createIndex('vault_deks_retired')
        .on('vault_deks')
        .column('retired_at')
        .where(sql.ref('status'), '=', sql.lit('DECRYPT_ONLY'))
        .execute()
      await db.schema.createIndex('vault_deks_kek').on('vault_deks').column('kek_kid').execute()
      await db.schema
        .createTable('vault_dedupe_keys')
        .addColumn('merchant_id', 'text', (c) => c.primaryKey())
        .addColumn('key_sealed', binary, (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('sealed_field_uses')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('use_key', 'text', (c) => c.notNull())
        .addColumn('terminal_id', 'text', (c) => c.notNull())
        .addColumn('reference', 'text', (c) => c.notNull())
        .addColumn('expires_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('sealed_field_uses_pk', ['merchant_id', 'use_key'])
        .execute()
      await db.schema
        .createIndex('sealed_field_uses_expiry')
        .on('sealed_field_uses')
        .column('expires_at')
        .execute()
      await db.schema
        .createTable('wallet_token_uses')
        .addColumn('use_key', 'text', (c) => c.notNull())
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('terminal_id', 'text', (c) => c.notNull())
        .addColumn('reference', 'text', (c) => c.notNull())
        .addColumn('expires_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('wallet_token_uses_pk', ['use_key'])
        .execute()
      await db.schema
        .createIndex('wallet_token_uses_expiry')
        .on('wallet_token_uses')
        .column('expires_at')
        .execute()
    },
  }
}
