import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'

import { openDatabase } from '@sluice/platform/database/open-database'

import { gatewayMigrations } from '../src/composition/gateway-migrations.ts'
import { GATEWAY_TABLES } from '../src/composition/tables.ts'
import { startPostgres } from '../../platform/test/postgres.ts'
import { startTestGateway } from './test-gateway.ts'

const OPERATIONS = readFileSync(join(import.meta.dirname, '../../../docs/operations/postgresql.md'), 'utf8')
const GROWTH = OPERATIONS.slice(OPERATIONS.indexOf('## Growth'))

/** The tables that are searched before the merchant is known, so that their key cannot contain it. */
const FOUND_WITHOUT_MERCHANT: readonly string[] = [
  'api_clients',
  'client_assertions',
  'client_key_origins',
  'client_keys',
  'continuation_handles',
  'external_identities',
  'login_codes',
  'merchants',
  'passkeys',
  'portal_links',
  'portal_sessions',
  'provider_orders',
  'recovery_codes',
  'refresh_families',
  'refresh_tokens',
  'sign_in_links',
  'three_ds_ids',
  'user_notices',
  'users',
  'wallet_token_uses',
]

async function openPostgres() {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const databaseUrl = await postgres.createDatabase()
  const database = await openDatabase({ databaseUrl }, gatewayMigrations)
  onTestFinished(() => database.close())
  return { databaseUrl, db: database.db }
}

it('every table of merchants can be partitioned by merchant, except the documented ones', async () => {
  const { db } = await openPostgres()
  const refused: string[] = []
  for (const { table } of GATEWAY_TABLES.tenants) {
    // PostgreSQL accepts it only if every unique key contains the merchant, which is also a condition of Citus.
    const spread = `create table spread_${table} (like ${table} including all) partition by hash (merchant_id)`
    await sql
      .raw(spread)
      .execute(db)
      .catch(() => refused.push(table))
  }
  expect(refused.sort()).toEqual([...FOUND_WITHOUT_MERCHANT])
  for (const table of FOUND_WITHOUT_MERCHANT) expect(GROWTH).toContain(`\`${table}\``)
})

it('no key contains a time, so that a repetition in another month finds the first row', async () => {
  const { db } = await openPostgres()
  const { rows } = await sql<{ key: string }>`
    select index.relname || '.' || attribute.attname as key
    from pg_index join pg_class as index on index.oid = pg_index.indexrelid
    join pg_class as owner on owner.oid = pg_index.indrelid and owner.relnamespace = 'public'::regnamespace
    join pg_attribute as attribute on attribute.attrelid = index.oid
    where pg_index.indisunique and (attribute.attname like '%\\_at' or attribute.attname like '%month%')
  `.execute(db)
  expect(rows).toEqual([])
})

it('the documented partitioning works on tables with payments, and payments continue', async () => {
  const { databaseUrl, db } = await openPostgres()
  const before = await startTestGateway({ databaseUrl })
  const { transaction } = await before.pay({ flow: 'NO_METHOD_FRICTIONLESS' })
  await before.app.close()

  const [, script = ''] = /```sql\n([\s\S]+?)```/.exec(GROWTH) ?? []
  expect(script).toContain('partition by hash (merchant_id)')
  await sql.raw(script).execute(db)

  const after = await startTestGateway({ databaseUrl, dataDir: before.dataDir })
  onTestFinished(() => after.close())
  expect(await after.status(transaction.id)).toMatchObject({ status: 'APPROVED' })
  expect((await after.pay({ flow: 'NO_METHOD_FRICTIONLESS' })).transaction).toMatchObject({
    status: 'APPROVED',
  })
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from transactions_0 as half
    full join transactions_1 as other on false
  `.execute(db)
  expect(Number(rows[0]?.count)).toBe(2)
  await expect(sql`update transactions set status = 'DECLINED'`.execute(db)).rejects.toThrow(
    'a final transaction status cannot change',
  )
})
