import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/** API clients, the keys of access tokens, refresh tokens with their families, assertions that were used, and users. */
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
        .addColumn('second_secret_until', time)
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
      await createUserTables(db, { binary, time })
    },
  }
}

/** Users, their sign-in methods, and the sign-ins in progress. */
async function createUserTables(
  db: Kysely<unknown>,
  { binary, time }: Pick<ReturnType<typeof columnTypes>, 'binary' | 'time'>,
): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('merchant_id', 'text')
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('roles', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('totp_sealed', binary)
    .addColumn('totp_used_step', 'integer')
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('activated_at', time)
    .addColumn('sign_ins_ended_at', time)
    .addColumn('owner_changed_at', time)
    .execute()
  // Several merchants may invite an address, each once; only one user can have accepted it.
  await sql`create unique index users_invited on users (email, coalesce(merchant_id, ''))`.execute(db)
  await sql`create unique index users_accepted on users (email) where activated_at is not null`.execute(db)
  await db.schema.createIndex('users_merchant').on('users').column('merchant_id').execute()
  await db.schema
    .createTable('sign_in_links')
    .addColumn('token_hash', binary, (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('good_from', time)
    .addColumn('requested_by', 'text')
    .addColumn('expires_at', time, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('user_notices')
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('about_user_id', 'text', (c) => c.notNull())
    .addColumn('about', 'text', (c) => c.notNull())
    .addColumn('done_by', 'text')
    .addColumn('created_at', time, (c) => c.notNull())
    .addPrimaryKeyConstraint('user_notices_key', ['user_id', 'id'])
    .execute()
  await db.schema
    .createTable('passkeys')
    .addColumn('credential_id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('public_key', binary, (c) => c.notNull())
    .addColumn('sign_count', 'integer', (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('used_at', time)
    .execute()
  await db.schema
    .createTable('recovery_codes')
    .addColumn('code_hash', binary, (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('external_identities')
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addPrimaryKeyConstraint('external_identities_key', ['issuer', 'subject'])
    .execute()
  await db.schema
    .createTable('login_codes')
    .addColumn('code_hash', binary, (c) => c.primaryKey())
    .addColumn('attempt_id', 'text', (c) => c.notNull().unique())
    .addColumn('grant_id', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('client_id', 'text', (c) => c.notNull())
    .addColumn('redirect_uri', 'text', (c) => c.notNull())
    .addColumn('code_challenge', 'text', (c) => c.notNull())
    .addColumn('nonce', 'text')
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('methods', 'text', (c) => c.notNull())
    .addColumn('authenticated_at', time, (c) => c.notNull())
    .addColumn('expires_at', time, (c) => c.notNull())
    .addColumn('used_at', time)
    .addColumn('revoked_at', time)
    .execute()
  await db.schema
    .createTable('sign_in_failures')
    .addColumn('subject_hash', binary, (c) => c.primaryKey())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('counts_until', time, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('sign_in_networks')
    .addColumn('network_hash', binary, (c) => c.primaryKey())
    .addColumn('known_until', time, (c) => c.notNull())
    .execute()
  for (const table of ['sign_in_links', 'passkeys', 'recovery_codes', 'external_identities', 'login_codes'])
    await db.schema.createIndex(`${table}_user`).on(table).column('user_id').execute()
  for (const [table, column] of [
    ['sign_in_links', 'expires_at'],
    ['login_codes', 'expires_at'],
    ['sign_in_failures', 'counts_until'],
    ['sign_in_networks', 'known_until'],
  ] as const)
    await db.schema.createIndex(`${table}_expiry`).on(table).column(column).execute()
}
