import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { describeOnBothDatabases, type OpenFresh } from '../../test/databases.ts'
import { Secret } from '../kernel/secret.ts'
import { createTransact } from '../database/transact.ts'
import { createSystemRandom, systemTimers } from '../system.ts'
import { createAuditChain } from './audit-chain.ts'
import type { AuditEntry } from './audit-entry.ts'
import { createAuditTrail } from './audit-trail.store.ts'
import { createMaintainAuditTrail } from './maintain-audit-trail.ts'

const ENTRY: AuditEntry = {
  merchantId: 'm1',
  actor: 'merchant',
  action: 'card.open',
  subject: 'card-1',
  detail: {},
}

async function openTrail(open: OpenFresh) {
  const { db, dialect } = await open()
  const time = { nowMs: 1_800_000_000_000 }
  const clock = { now: () => time.nowMs }
  const random = createSystemRandom(clock)
  const transact = createTransact({ db, random, timers: systemTimers })
  const linkRecord = createAuditChain(new Secret(new Uint8Array(32).fill(7)))
  const trail = createAuditTrail({ db, transact, dialect, clock, random, linkRecord })
  const rows = () => db.selectFrom('audit_entries').selectAll().orderBy('seq').execute()
  return { db, dialect, time, clock, trail, rows, transact }
}

describeOnBothDatabases('the audit trail', (open) => {
  it('gives every entry the next position, chained to the previous one', async () => {
    const { db, trail, rows } = await openTrail(open)
    expect(await trail.findAnchor()).toBeNull()
    await trail.write(db, ENTRY)
    await trail.write(db, { ...ENTRY, merchantId: null, subject: 'card-2', detail: { count: 2 } })
    expect(await trail.link()).toBe(2)
    await trail.write(db, ENTRY)
    expect(await trail.link()).toBe(1)
    expect(await trail.link()).toBe(0)
    const entries = await rows()
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect(new Set(entries.map(({ hash }) => hash)).size).toBe(3)
    expect(await trail.findAnchor()).toEqual({ seq: 3, hash: entries[2]?.hash })
  })

  it('is chained once by processes that chain at the same time', async () => {
    const { db, trail, rows } = await openTrail(open)
    for (let count = 0; count < 20; count += 1) await trail.write(db, ENTRY)
    const linked = await Promise.all([trail.link(), trail.link(), trail.link()])
    for (let rest = 1; rest > 0; rest = await trail.link());
    expect(linked.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(20)
    expect((await rows()).map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  it('commits an entry together with its change, or neither', async () => {
    const { trail, rows, transact } = await openTrail(open)
    const change = transact(async (trx) => {
      await trail.write(trx, ENTRY)
      throw new Error('the change failed')
    })
    await expect(change).rejects.toThrow('the change failed')
    expect(await rows()).toEqual([])
  })

  it('does not change its entries, before or after they are chained', async () => {
    const { db, dialect, trail } = await openTrail(open)
    const forge = () => db.updateTable('audit_entries').set({ seq: 9, hash: 'x' }).execute()
    const rename = () =>
      db
        .updateTable('audit_entries')
        .set({ subject: 'another card' } as object)
        .execute()
    const remove = () => db.deleteFrom('audit_entries').execute()
    const empty = () =>
      dialect === 'postgres'
        ? sql`truncate audit_entries`.execute(db)
        : db.deleteFrom('audit_entries').execute()
    await trail.write(db, ENTRY)
    await expect(rename()).rejects.toThrow('audit entry')
    await expect(remove()).rejects.toThrow('audit entry')
    await trail.link()
    await expect(forge()).rejects.toThrow('audit entry')
    await expect(rename()).rejects.toThrow('audit entry')
    await expect(remove()).rejects.toThrow('audit entry')
    await expect(empty()).rejects.toThrow('audit entry')
  })

  it('logs the end of the chain once a day', async () => {
    const { db, trail, time, clock } = await openTrail(open)
    const told: number[] = []
    const maintain = createMaintainAuditTrail({ audit: trail, clock, onAnchor: ({ seq }) => told.push(seq) })
    await maintain()
    await trail.write(db, ENTRY)
    await maintain()
    await trail.write(db, ENTRY)
    await maintain()
    expect(told).toEqual([1])
    time.nowMs += 86_400_000
    await maintain()
    expect(told).toEqual([1, 2])
  })
})
