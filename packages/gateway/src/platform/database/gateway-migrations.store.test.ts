import { expect, it, onTestFinished } from 'vitest'
import { sql } from 'kysely'

import { describeOnBothDatabases } from '../../../test/databases.ts'
import { gatewayMigrations } from './gateway-migrations.ts'
import { type MigrationsFor, openDatabase } from './open-database.ts'
import type { Database } from '../../composition/tables.ts'

/** As the release had it that knew nothing of deliveries. */
const BEFORE_DELIVERIES: MigrationsFor = (dialect) =>
  Object.fromEntries(Object.entries(gatewayMigrations(dialect)).filter(([name]) => name < '0009'))

const APPROVED = 'transaction-svc:transaction:purchase:approved'

describeOnBothDatabases('gatewayMigrations', (_open, { makeLocation }) => {
  it('take a database along that has subscriptions, events and changes in it', async () => {
    const location = await makeLocation()
    const before = await openDatabase<Database>(location, BEFORE_DELIVERIES)
    await sql`
      insert into webhook_subscriptions (merchant_id, id, url, filters, secret_sealed, status, created_at)
      values ('m', 's', 'https://shop.example/hooks', '["transaction:approved"]', ${Buffer.from('sealed')}, 'ACTIVE', 1)
    `.execute(before.db)
    await sql`
      insert into events (merchant_id, id, transaction_id, type, payload, created_at)
      values ('m', 'msg_1', 't', ${APPROVED}, '{}', 2)
    `.execute(before.db)
    await sql`
      insert into configuration_changes (merchant_id, id, action, kind, record_id, members, created_at)
      values ('m', 'c', 'changed', 'terminal', 'T-1', '["status","brands"]', 3)
    `.execute(before.db)
    await before.close()

    const { db, close } = await openDatabase<Database>(location, gatewayMigrations)
    onTestFinished(close)
    expect(await db.selectFrom('webhook_subscriptions').selectAll().execute()).toMatchObject([
      { id: 's', status: 'ACTIVE', failing_since: null, second_secret_sealed: null, laboratory: null },
    ])
    const asked = await db.selectFrom('webhook_subscription_events').select('event_type').execute()
    expect(asked.map(({ event_type }) => event_type)).toContain(APPROVED)
    // Nobody was promised what happened before: it is not sent now.
    expect(await db.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([])
    const [entry, ...others] = await db.selectFrom('audit_entries').selectAll().execute()
    expect(others).toEqual([])
    expect(entry).toMatchObject({ about: 'm', action: 'configuration.apply', subject: 'T-1', created_at: 3 })
    expect(JSON.parse(entry?.detail ?? '')).toMatchObject({ change: 'changed', kind: 'terminal' })
  })
})
