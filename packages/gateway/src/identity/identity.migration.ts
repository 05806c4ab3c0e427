import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '../platform/database/dialect.ts'

/** API clients, the keys of access tokens, refresh tokens with their families, and assertions that were used. */
export function createIdentityTables(dialect: Dialect): Migration {
  const { binary, time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('api_clients')
        .addColumn('client_id', 'text', (c) => c.primaryKey())
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('secret_hash', binary, (c) => c.notNull())
        .addColumn('second_secret_hash', binary)
        .addColumn('roles', 'text', (c) => c.notNull())
        .addColumn('public_keys', 'text', (c) => c.notNull().defaultTo('[]'))
        .addColumn('subject', 'text', (c) => c.notNull())
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .execute()
      await db.schema.createIndex('api_clients_merchant').on('api_clients').column('merchant_id').execute()
      await db.schema
        .createTable('signing_keys')
        .addColumn('kid', 'text', (c) => c.primaryKey())
        .addColumn('generation', 'integer', (c) => c.notNull().unique())
        .addColumn('alg', 'text', (c) => c.notNull())
        .addColumn('public_jwk', 'text', (c) => c.notNull())
        .addColumn('private_sealed', binary, (c) => c.notNull())
        .addColumn('signs_from', time)
        .addColumn('revoked_at', time)
        .addColumn('created_at', time, (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('refresh_families')
        .addColumn('family_id', 'text', (c) => c.primaryKey())
        .addColumn('client_id', 'text', (c) => c.notNull())
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('scope', 'text', (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addColumn('expires_at', time, (c) => c.notNull())
        .addColumn('idle_at', time, (c) => c.notNull())
        .addColumn('revoked_at', time)
        .execute()
      await db.schema.createIndex('refresh_families_idle').on('refresh_families').column('idle_at').execute()
      await db.schema
        .createIndex('refresh_families_merchant')
        .on('refresh_families')
        .column('merchant_id')
        .execute()
      await db.schema
        .createTable('refresh_tokens')
        .addColumn('token_hash', binary, (c) => c.primaryKey())
        .addColumn('family_id', 'text', (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addColumn('expires_at', time, (c) => c.notNull())
        .addColumn('used_at', time)
        .execute()
      await db.schema.createIndex('refresh_tokens_family').on('refresh_tokens').column('family_id').execute()
      await db.schema
        .createTable('client_assertions')
        .addColumn('assertion_hash', binary, (c) => c.primaryKey())
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('expires_at', time, (c) => c.notNull())
        .execute()
      await db.schema
        .createIndex('client_assertions_expiry')
        .on('client_assertions')
        .column('expires_at')
        .execute()
    },
  }
}
