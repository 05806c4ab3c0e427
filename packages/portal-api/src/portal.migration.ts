import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/** Portal sessions, programs that wait for one, and the one-time links of a test environment. */
export function createPortalTables(dialect: Dialect): Migration {
  const { binary, time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('portal_sessions')
        .addColumn('id_hash', binary, (c) => c.primaryKey())
        .addColumn('user_id', 'text', (c) => c.notNull())
        .addColumn('merchant_id', 'text')
        .addColumn('roles', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('email', 'text')
        .addColumn('authenticated_at', time, (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addColumn('seen_at', time, (c) => c.notNull())
        .addColumn('device', 'text')
        .addColumn('id', 'text', (c) => c.notNull().unique())
        .addColumn('address', 'text', (c) => c.notNull())
        .addColumn('user_agent', 'text')
        .addColumn('viewed_merchant_id', 'text')
        .addColumn('viewed_until', time)
        .execute()
      // The index covers only browser sessions: sessions of unattended programs do not expire, and a scan would skip
      // them each time.
      await db.schema
        .createIndex('portal_sessions_seen')
        .on('portal_sessions')
        .column('seen_at')
        .where(sql.ref('device'), 'is', null)
        .execute()
      await db.schema.createIndex('portal_sessions_user').on('portal_sessions').column('user_id').execute()
      await db.schema.createIndex('portal_sessions_age').on('portal_sessions').column('created_at').execute()
      await db.schema
        .createTable('portal_links')
        .addColumn('token_hash', binary, (c) => c.primaryKey())
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('expires_at', time, (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('portal_devices')
        .addColumn('device_hash', binary, (c) => c.primaryKey())
        .addColumn('user_code', 'text', (c) => c.notNull().unique())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('address', 'text', (c) => c.notNull())
        .addColumn('network_narrow', 'text', (c) => c.notNull())
        .addColumn('network_middle', 'text', (c) => c.notNull())
        .addColumn('network_wide', 'text', (c) => c.notNull())
        .addColumn('expires_at', time, (c) => c.notNull())
        .addColumn('polled_at', time)
        .addColumn('login', 'text')
        .addColumn('denied_at', time)
        .execute()
      await db.schema.createIndex('portal_devices_expiry').on('portal_devices').column('expires_at').execute()
      await db.schema
        .createTable('safeguard_runs')
        .addColumn('safeguard', 'text', (c) => c.primaryKey())
        .addColumn('checked_at', time, (c) => c.notNull())
        .addColumn('problems', 'text', (c) => c.notNull())
        .execute()
      await db.schema.createIndex('portal_links_expiry').on('portal_links').column('expires_at').execute()
    },
  }
}
