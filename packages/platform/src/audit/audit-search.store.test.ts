import { expect, it } from 'vitest'

import { describeOnBothDatabases } from '../../test/databases.ts'
import { collectQueries, explainQuery } from '../../test/explain-query.ts'
import { makeUuid } from '../kernel/random.ts'
import { createSearchAudit } from './audit-search.store.ts'

const NOW_MS = 1_800_000_000_000

function row(number: number, changes: Readonly<Record<string, unknown>> = {}) {
  return {
    id: makeUuid(NOW_MS + number, Buffer.alloc(16, number % 256)),
    about: 'm1',
    actor: 'user',
    action: 'portal.change',
    subject: 'manage',
    detail: JSON.stringify({ user_id: 'u-1' }),
    created_at: NOW_MS + number,
    ...changes,
  }
}

const FIRST = { beforeId: null, limit: 50 }

describeOnBothDatabases('a search of the audit trail', (openFresh, { dialect }) => {
  it('finds entries by every filter, newest first, page by page', async () => {
    const { db } = await openFresh()
    const rows = [
      row(1),
      row(2, { about: null, actor: 'operator', detail: '{}' }),
      row(3, { detail: JSON.stringify({ user_id: 'u_1' }) }),
      row(4, {
        action: 'card.open',
        subject: 'card-1',
        detail: JSON.stringify({ reason: '"user_id":"u-1"' }),
      }),
    ]
    await db.insertInto('audit_entries').values(rows).execute()
    const search = createSearchAudit(db)
    const times = async (...input: Parameters<typeof search>) =>
      (await search(...input)).entries.map(({ createdAtMs }) => createdAtMs - NOW_MS)
    expect(await times({}, FIRST)).toEqual([4, 3, 2, 1])
    expect(await times({ userId: 'u-1' }, FIRST)).toEqual([1])
    expect(await times({ userId: 'u_1' }, FIRST)).toEqual([3])
    expect(await times({ merchantId: 'm1', action: 'card.open', subject: 'card-1' }, FIRST)).toEqual([4])
    expect(await times({ actor: 'operator' }, FIRST)).toEqual([2])
    expect(await times({ fromMs: NOW_MS + 2, toMs: NOW_MS + 4 }, FIRST)).toEqual([3, 2])
    const page = await search({}, { beforeId: null, limit: 3 })
    expect(page.entries).toHaveLength(3)
    expect(await times({}, { beforeId: page.nextBeforeId, limit: 3 })).toEqual([1])
    expect((await search({}, FIRST)).nextBeforeId).toBeNull()
  })

  it('continues after two thousand entries that do not match, in the order of time', async () => {
    const { db } = await openFresh()
    const rows = Array.from({ length: 2_001 }, (_, number) => row(number))
    for (let from = 0; from < rows.length; from += 500)
      await db
        .insertInto('audit_entries')
        .values(rows.slice(from, from + 500))
        .execute()
    const search = createSearchAudit(db)
    const first = await search({ subject: 'nothing' }, FIRST)
    expect(first.entries).toEqual([])
    expect(first.nextBeforeId).not.toBeNull()
    expect(await search({ subject: 'nothing' }, { ...FIRST, beforeId: first.nextBeforeId })).toEqual({
      entries: [],
      nextBeforeId: null,
    })
    const [query] = await collectQueries(db, () => search({ fromMs: NOW_MS }, FIRST))
    if (!query) throw new Error('nothing was asked')
    const plan = await explainQuery(db, dialect, query)
    expect(plan).toContain(dialect === 'sqlite' ? 'id>?' : 'audit_entries_pkey')
  })
})
