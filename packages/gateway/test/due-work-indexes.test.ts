import { join } from 'node:path'

import SqliteDatabase from 'better-sqlite3'
import { expect, it, onTestFinished, vi } from 'vitest'

import { startTestGateway, TestClock } from './test-gateway.ts'

const DAY_MS = 86_400_000

/** The tables that stay small, however many payments there were. */
const SMALL = [
  // The rows that a statement itself contains.
  'CONSTANT',
  // A dozen per merchant.
  'branding_assets',
  // The hours of payments that changed in the last second.
  'payment_recounts',
  'told',
  'kysely_migration',
  'picked',
  // One row for each account that ever failed or was paused.
  'provider_health',
  'removed_merchants',
  'schema_versions',
  'signing_keys',
  'sqlite_master',
  'vault_keks',
  'webhook_subscriptions',
]

/**
 * Once at the start: migrations, the leftovers of an earlier process, and the clocks of sandboxes. Once a day: the
 * merchants.
 */
const IS_ONCE =
  /^with "table_list"|^update transactions|^update "stored_answers" set "lease_until"|^select "id", "clock_offset_ms" from "merchants" where "clock_offset_ms"|^select "id" from "merchants" order by "id"$/

it('finds due jobs by indexes, however much is already done', async () => {
  const prepare = vi.spyOn(SqliteDatabase.prototype, 'prepare')
  onTestFinished(() => prepare.mockRestore())
  const gateway = await startTestGateway({ env: { SLUICE_RETENTION_DAYS: '30' } })
  onTestFinished(() => gateway.close())
  await gateway.send('POST', '/simulators/webhooks/subscriptions', { url: 'http://127.0.0.1:9/unread' })
  await gateway.pay()
  await gateway.app.runDueWork()
  // Old enough for its customer to be erased.
  if (gateway.clock instanceof TestClock) gateway.clock.advance(32 * DAY_MS)
  await gateway.app.runDueWork()
  const sources = [...new Set(prepare.mock.calls.map(([source]) => source))]
  const statements = sources.filter((it) => /^\s*(select|delete|update|with) /.test(it) && !IS_ONCE.test(it))
  expect(statements.filter((it) => it.includes('from "continuations"')).length).toBeGreaterThan(1)
  expect(statements.filter((it) => it.includes('set lease_until')).length).toBe(1)
  expect(statements.filter((it) => it.includes('set "response_excerpt"')).length).toBe(1)

  const database = new SqliteDatabase(join(gateway.dataDir, 'sluice.db'), { readonly: true })
  onTestFinished(() => void database.close())
  const readsAll = (plan: string): boolean => {
    const [, table = ''] = /^SCAN (\w+)/.exec(plan) ?? []
    // Reading all rows of one merchant is too much, too; each scan must use an index for the few relevant rows.
    const isWhole = table !== '' && !SMALL.includes(table) && !plan.includes('USING INDEX')
    return (
      isWhole ||
      /^SEARCH (attempts|authentication|attempt_authentications|continuations|event|events|payment_methods|risk_events|sessions|transactions|webhook_attempts|webhook_deliveries) .*\(merchant_id=\?\)$/.test(
        plan,
      )
    )
  }
  const slow = statements.flatMap((statement) => {
    const values = Array<null>((statement.match(/\?/g) ?? []).length).fill(null)
    const rows = database.prepare(`explain query plan ${statement}`).all(...values) as { detail: string }[]
    return rows.filter(({ detail }) => readsAll(detail)).map(({ detail }) => ({ statement, detail }))
  })
  expect(slow).toEqual([])
})
