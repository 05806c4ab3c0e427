import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '../dialect.ts'

/** Which order a wallet's token paid for: no other may be paid with it, of whichever merchant. */
export function walletTokens(dialect: Dialect): Migration {
  const { time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
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
