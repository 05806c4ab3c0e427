import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'

import { type MigrationsFor, openDatabase } from '@sluice/platform/database/open-database'

import { describeOnBothDatabases } from '../../test/databases.ts'
import { makeAttempt, makeTransaction } from '../../test/transaction-fixtures.ts'
import { gatewayMigrations } from '../composition/gateway-migrations.ts'
import type { Database } from '../composition/tables.ts'
import type { Attempt } from './execution/attempt.ts'
import { toAttemptRow } from './execution/execution-rows.store.ts'

/** The version of the first release. */
const initial: MigrationsFor = (dialect) =>
  Object.fromEntries(Object.entries(gatewayMigrations(dialect)).filter(([name]) => name.startsWith('0001-')))

/** Returns the row without the columns that later migrations add. */
function toInitialRow(attempt: Attempt) {
  const {
    skipped_accounts: _skipped,
    provider_reference: _reference,
    challenge_preference: _preference,
    exemption: _exemption,
    exemption_applied: _applied,
    ...named
  } = toAttemptRow(attempt, 1_000)
  const { provider_report: _report, ...row } = named
  return row
}

const INDEXES = {
  sqlite: `select name from sqlite_master where type = 'index' and tbl_name in ('provider_orders', 'reconciliation_alerts')`,
  postgres: `select indexname as name from pg_indexes where tablename in ('provider_orders', 'reconciliation_alerts')`,
}

describeOnBothDatabases('orders and alerts in a database of 0.1.0', (_open, { dialect, makeLocation }) => {
  it('keep their rows; an earlier attempt gets an order, and a transaction may have several of each', async () => {
    const location = await makeLocation()
    const before = await openDatabase<Database>(location, initial)
    const transaction = makeTransaction()
    const { id: transaction_id, merchantId: merchant_id } = transaction
    const first = { ...makeAttempt(transaction, 1), providerId: 'sim-b', accountId: 'sim-b-eur' }
    const second = makeAttempt(transaction, 2)
    const of = { transaction_id, merchant_id }
    const order = {
      ...of,
      provider_id: second.providerId,
      attempt_id: second.id,
      provider_account_id: second.accountId,
      provider_transaction_id: 'ps-2',
      provider_user_id: 'user-2',
      created_at: 2_000,
    }
    const alert = {
      ...of,
      kind: 'LATE_SUCCESS',
      provider_id: second.providerId,
      attempt_id: second.id,
      detail: '{"amount":"10.00"}',
      reversal_due_at: 5_000,
      reversal_tries: 3,
      reversed_at: null,
      created_at: 3_000,
    }
    const single = { ...order, transaction_id: 'another', attempt_id: 'only' }
    await before.db.insertInto('attempts').values([first, second].map(toInitialRow)).execute()
    await before.db.insertInto('provider_orders').values([order, single]).execute()
    await before.db.insertInto('reconciliation_alerts').values(alert).execute()
    await before.close()

    const { db, close } = await openDatabase<Database>(location, gatewayMigrations)
    onTestFinished(() => close())
    const earlier = {
      ...order,
      provider_id: 'sim-b',
      attempt_id: first.id,
      provider_account_id: 'sim-b-eur',
      provider_transaction_id: null,
      provider_user_id: null,
      created_at: first.createdAtMs,
    }
    const orders = await db.selectFrom('provider_orders').selectAll().orderBy('created_at', 'desc').execute()
    expect(orders).toHaveLength(3)
    expect(orders).toEqual(expect.arrayContaining([earlier, order, single]))
    expect(await db.selectFrom('reconciliation_alerts').selectAll().execute()).toMatchObject([
      { ...alert, reversal_key: `void-${second.id}`, reversal_key_at: alert.created_at },
    ])

    await db
      .insertInto('reconciliation_alerts')
      .values({ ...alert, attempt_id: first.id })
      .execute()
    await expect(db.insertInto('reconciliation_alerts').values(alert).execute()).rejects.toThrow(/unique/i)
    await expect(db.insertInto('provider_orders').values(order).execute()).rejects.toThrow(/unique/i)
    const { rows } = await sql.raw<{ name: string }>(INDEXES[dialect]).execute(db)
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['provider_orders_merchant', 'reconciliation_alerts_reversal']),
    )
  })
})
