import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '../dialect.ts'

/** Customers, the vault with its keys, and the cards saved in it. Where a network token came from. */
export function savedCards(dialect: Dialect): Migration {
  const { binary, time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('customers')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('email', 'text', (c) => c.notNull())
        .addColumn('first_name', 'text')
        .addColumn('last_name', 'text')
        .addColumn('phone', 'text')
        .addColumn('description', 'text')
        .addColumn('type', 'text', (c) => c.notNull())
        .addColumn('address', 'text')
        .addColumn('city', 'text')
        .addColumn('country', 'text')
        .addColumn('postal_code', 'text')
        .addColumn('region', 'text')
        .addColumn('saved_cards', 'integer', (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('customers_pk', ['merchant_id', 'id'])
        .execute()
      await db.schema
        .createIndex('customers_created')
        .on('customers')
        .columns(['merchant_id', 'created_at', 'id'])
        .execute()
      await db.schema
        .createIndex('customers_email')
        .on('customers')
        .columns(['merchant_id', 'email', 'created_at', 'id'])
        .execute()

      await db.schema
        .createTable('vault_keks')
        .addColumn('kid', 'text', (c) => c.primaryKey())
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('key_sealed', binary)
        .addColumn('created_at', time, (c) => c.notNull())
        .addColumn('updated_at', time, (c) => c.notNull())
        .execute()
      // One key is new, one wraps: processes that make the next at once agree on one.
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
        .addColumn('dedupe_hash', 'text')
        .addColumn('dek_id', 'text')
        .addColumn('number_sealed', binary)
        .addColumn('created_at', time, (c) => c.notNull())
        .addColumn('updated_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('payment_methods_pk', ['merchant_id', 'id'])
        .addUniqueConstraint('payment_methods_transaction', ['merchant_id', 'transaction_id'])
        .execute()
      // A card is saved once for a customer, whatever the code above believes.
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

      await db.schema.alterTable('transactions').addColumn('payment_method_source', 'text').execute()
    },
  }
}
