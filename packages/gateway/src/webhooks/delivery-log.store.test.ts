import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { describe, expect, it, vi } from 'vitest'

import { createSystemRandom, systemTimers } from '@sluice/platform/system'
import { openDatabase } from '@sluice/platform/database/open-database'
import { createTransact } from '@sluice/platform/database/transact'

import { describeOnBothDatabases, type OpenFresh } from '../../test/databases.ts'
import { createManualClock } from '../../../platform/test/manual-clock.ts'
import { gatewayMigrations } from '../composition/gateway-migrations.ts'
import type { Database } from '../composition/tables.ts'
import type { ReplaySelection } from './delivery-log.ts'
import { createDeliveryLog } from './delivery-log.store.ts'

const NOW_MS = Date.UTC(2026, 0, 31)
const MERCHANT = 'merchant-1'

/** Two subscriptions, the second disabled, and ten failed deliveries of each, a second between them. */
async function open(openFresh: OpenFresh) {
  const { db } = await openFresh()
  const clock = createManualClock(NOW_MS)
  const random = createSystemRandom(clock)
  const onDue = vi.fn<(merchantId: string) => void>()
  const audit: { readonly actor: string; readonly detail: unknown }[] = []
  const log = createDeliveryLog({
    db,
    transact: createTransact({ db, random, timers: systemTimers }),
    clock,
    audit: { write: async (_, { actor, detail }) => void audit.push({ actor, detail }) },
    onDue,
  })
  for (const [id, status] of [
    ['active', 'ACTIVE'],
    ['disabled', 'DISABLED'],
  ] as const) {
    const row = { merchant_id: MERCHANT, id, url: 'https://x', filters: '["*"]', status, created_at: 0 }
    await db
      .insertInto('webhook_subscriptions')
      .values({ ...row, secret_sealed: Buffer.from('x') })
      .execute()
  }
  for (let number = 0; number < 10; number += 1) {
    const eventId = `msg_${number}`
    const at = NOW_MS - 60_000 + number * 1000
    const event = { transaction_id: `t${number}`, type: 'x', payload: '{}', created_at: at }
    await db
      .insertInto('events')
      .values({ merchant_id: MERCHANT, id: eventId, ...event })
      .execute()
    for (const subscriptionId of ['active', 'disabled']) {
      await db
        .insertInto('webhook_deliveries')
        .values({
          merchant_id: MERCHANT,
          id: `${eventId}.${subscriptionId}`,
          event_id: eventId,
          subscription_id: subscriptionId,
          status: number % 2 === 0 ? 'FAILED' : 'DELIVERED',
          attempts: 10,
          tries: 10,
          next_at: at,
          created_at: at,
        })
        .execute()
    }
  }
  const replay = (selection: ReplaySelection, limit = 100) =>
    log.replay(MERCHANT, selection, { limit, actor: 'merchant' })
  const due = async () => {
    const rows = await db.selectFrom('webhook_deliveries').selectAll().where('status', '=', 'DUE').execute()
    return rows.map(({ id, attempts, tries, next_at }) => [id, attempts, tries, next_at]).sort()
  }
  return { db, log, replay, due, onDue, audit }
}

describeOnBothDatabases('the log of deliveries', (openFresh) => {
  it('deletes attempts after a month, and keeps their deliveries', async () => {
    const { db, log } = await open(openFresh)
    const attempt = { merchant_id: MERCHANT, delivery_id: 'msg_0.active', duration_ms: 1 }
    const startedAt = [NOW_MS - 30 * 86_400_000, NOW_MS - 30 * 86_400_000 + 1]
    const attempts = startedAt.map((started_at, index) => ({ ...attempt, number: index + 9, started_at }))
    await db.insertInto('webhook_attempts').values(attempts).execute()
    expect(await log.purgeOldAttempts()).toBe(1)
    expect(await log.find(MERCHANT, 'msg_0.active')).toMatchObject({ attempts: 10, log: [{ number: 10 }] })
  })

  it('schedules abandoned deliveries again, oldest first and with their attempts, and reports that more remain', async () => {
    const { replay, due, onDue, audit } = await open(openFresh)
    const failed = { kind: 'failed', fromMs: null, toMs: null, subscriptionId: null } as const
    expect(await replay(failed, 3)).toEqual({ replayed: 3, hasMore: true })
    expect(await due()).toEqual(['msg_0', 'msg_2', 'msg_4'].map((id) => [`${id}.active`, 10, 0, NOW_MS]))
    expect(await replay(failed, 3)).toEqual({ replayed: 2, hasMore: false })
    expect(await replay(failed, 3)).toEqual({ replayed: 0, hasMore: false })
    expect(onDue.mock.calls).toEqual([[MERCHANT], [MERCHANT]])
    expect(audit).toEqual([
      { actor: 'merchant', detail: { replayed: 3, which: 'failed' } },
      { actor: 'merchant', detail: { replayed: 2, which: 'failed' } },
    ])
  })

  it('includes the start of a period and excludes its end, in every status of the deliveries', async () => {
    const { replay, due } = await open(openFresh)
    const at = (number: number) => NOW_MS - 60_000 + number * 1000
    const range = { kind: 'range', fromMs: at(2), toMs: at(5), subscriptionId: 'active' } as const
    expect(await replay(range)).toEqual({ replayed: 3, hasMore: false })
    expect((await due()).map(([id]) => id)).toEqual(['msg_2.active', 'msg_3.active', 'msg_4.active'])
  })

  it('limits abandoned deliveries to those created in the requested period', async () => {
    const { replay, due } = await open(openFresh)
    const at = (number: number) => NOW_MS - 60_000 + number * 1000
    const failed = { kind: 'failed', subscriptionId: null } as const
    expect(await replay({ ...failed, fromMs: at(2), toMs: at(6) })).toEqual({ replayed: 2, hasMore: false })
    expect((await due()).map(([id]) => id)).toEqual(['msg_2.active', 'msg_4.active'])
    expect(await replay({ ...failed, fromMs: at(7), toMs: null })).toEqual({ replayed: 1, hasMore: false })
    expect(await replay({ ...failed, fromMs: null, toMs: at(1) })).toEqual({ replayed: 1, hasMore: false })
    expect((await due()).map(([id]) => id)).toEqual([0, 2, 4, 8].map((number) => `msg_${number}.active`))
  })

  it('does not touch disabled subscriptions or other merchants', async () => {
    const { log, replay, due } = await open(openFresh)
    expect(
      await replay({ kind: 'failed', fromMs: null, toMs: null, subscriptionId: 'disabled' }),
    ).toMatchObject({ replayed: 0 })
    expect(await replay({ kind: 'ids', ids: ['msg_0.disabled'] })).toMatchObject({ replayed: 0 })
    const all = { kind: 'failed', fromMs: null, toMs: null, subscriptionId: null } as const
    expect(await log.replay('merchant-2', all, { limit: 9, actor: 'merchant' })).toMatchObject({
      replayed: 0,
    })
    expect(await log.subscriptionsOf('merchant-2', ['msg_0.active'])).toBeNull()
    expect(await log.subscriptionsOf(MERCHANT, ['msg_0.active', 'msg_1.active'])).toEqual(['active'])
    expect(await log.find('merchant-2', 'msg_0.active')).toBeNull()
    expect(await due()).toEqual([])
  })

  it('replays many ids in one commit', async () => {
    const { replay, due } = await open(openFresh)
    const ids = Array.from({ length: 10 }, (_, number) => `msg_${number}.active`)
    expect(await replay({ kind: 'ids', ids })).toEqual({ replayed: 10, hasMore: false })
    expect(await due()).toHaveLength(10)
  })
})

describe('the log of deliveries', () => {
  it('uses indexes, however much was delivered', async () => {
    const prepare = vi.spyOn(SqliteDatabase.prototype, 'prepare')
    const dataDir = mkdtempSync(join(tmpdir(), 'sluice-log-'))
    const database = await openDatabase<Database>({ dataDir }, gatewayMigrations)
    try {
      const { log, replay } = await open(() => Promise.resolve(database))
      prepare.mockClear()
      const search = {
        merchantId: MERCHANT,
        subscriptionId: null,
        status: null,
        eventType: null,
        transactionId: null,
        fromMs: null,
        toMs: null,
        after: null,
        limit: 20,
      }
      await log.list({ ...search, after: { createdAtMs: NOW_MS, id: 'x' } })
      await log.list({ ...search, transactionId: 't1' })
      await replay({ kind: 'failed', fromMs: null, toMs: null, subscriptionId: null })
      const statements = prepare.mock.calls
        .map(([source]) => source)
        .filter((it) => it.includes('delivery"."id'))
      const plans = statements.map((statement) => {
        const values = Array<null>((statement.match(/\?/g) ?? []).length).fill(null)
        const reader = new SqliteDatabase(join(dataDir, 'sluice.db'), { readonly: true })
        const rows = reader.prepare(`explain query plan ${statement}`).all(...values) as { detail: string }[]
        reader.close()
        return rows.map(({ detail }) => detail).join('; ')
      })
      expect(plans).toHaveLength(3)
      expect(plans[0]).toContain('webhook_deliveries_created')
      expect(plans[1]).toContain('(merchant_id=? AND id=?)')
      expect(plans[2]).toContain('webhook_deliveries_given_up')
      for (const plan of plans) expect(plan).not.toMatch(/SCAN delivery(?! USING INDEX)/)
      expect(plans[0]).not.toContain('TEMP B-TREE')
      expect(plans[2]).not.toContain('TEMP B-TREE')
    } finally {
      prepare.mockRestore()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})
