import { expect, it } from 'vitest'

import { makeUuid } from '@sluice/platform/kernel/random'

import { describeOnBothDatabases } from '../../test/databases.ts'
import { collectQueries, explainQuery } from '../../../platform/test/explain-query.ts'
import { type FailedRequest, FAILURES_KEPT_MS, FAILURES_MAX } from './failed-request.ts'
import { createFailedRequests } from './failed-requests.store.ts'

const NOW_MS = 1_800_000_000_000

let made = 0

function failure(changes: Partial<FailedRequest> = {}): FailedRequest {
  const createdAtMs = changes.createdAtMs ?? NOW_MS + (made += 1)
  return {
    id: makeUuid(createdAtMs, Buffer.alloc(16, made % 256)),
    merchantId: 'm1',
    endpoint: 'authorize',
    status: 422,
    property: 'amount',
    message: 'is required',
    requestId: `r${made}`,
    transactionId: null,
    caller: 'merchant',
    createdAtMs,
    ...changes,
  }
}

const PAGE = { sinceMs: 0, beforeId: null, limit: 10 }

describeOnBothDatabases('failed requests', (openFresh, { dialect }) => {
  it('are grouped by endpoint and error, with first and last time, for one merchant', async () => {
    const { db } = await openFresh()
    const store = createFailedRequests(db)
    const first = failure()
    const last = failure({ transactionId: 't1' })
    const missing = failure({ status: 404, property: null, message: null })
    await store.add([first, last, missing, failure({ merchantId: 'm2' }), failure({ endpoint: 'manage' })])
    const groups = await store.group('m1', 0)
    expect(groups[0]).toEqual({
      endpoint: 'authorize',
      status: 422,
      property: 'amount',
      message: 'is required',
      count: 2,
      firstAtMs: first.createdAtMs,
      lastAtMs: last.createdAtMs,
    })
    expect(groups).toHaveLength(3)
    expect(await store.list('m1', first, PAGE)).toEqual([last, first])
    expect(await store.list('m1', missing, PAGE)).toEqual([missing])
    expect(await store.list('m1', first, { ...PAGE, beforeId: last.id })).toEqual([first])
    expect(await store.list('m3', first, PAGE)).toEqual([])
    expect(await store.group('m1', last.createdAtMs)).toHaveLength(3)
    expect(await store.group('m1', NOW_MS + 1_000_000)).toEqual([])
  })

  it('stay for a week, and the newest ten thousand of a merchant', async () => {
    const { db } = await openFresh()
    const store = createFailedRequests(db)
    const old = failure({ createdAtMs: NOW_MS - FAILURES_KEPT_MS })
    await store.add([old, failure({ merchantId: 'm2' })])
    expect(await store.purgeOld(NOW_MS)).toBe(1)
    expect(await store.list('m1', old, PAGE)).toEqual([])
    const kinds = Array.from({ length: FAILURES_MAX + 10 }, (_, index) => ({
      ...failure({ createdAtMs: NOW_MS + 10_000 + index }),
    }))
    for (let from = 0; from < kinds.length; from += 2_000) await store.add(kinds.slice(from, from + 2_000))
    const [group] = await store.group('m1', 0)
    expect(group).toMatchObject({ count: FAILURES_MAX, firstAtMs: kinds[10]?.createdAtMs })
    expect(await store.group('m2', 0)).toHaveLength(1)
  })

  it('are found by the primary key', async () => {
    const { db } = await openFresh()
    const store = createFailedRequests(db)
    const queries = await collectQueries(db, async () => {
      await store.group('m1', NOW_MS)
      await store.list('m1', failure(), { ...PAGE, sinceMs: NOW_MS })
    })
    expect(queries).toHaveLength(2)
    for (const query of queries)
      expect(await explainQuery(db, dialect, query)).toContain(
        dialect === 'sqlite' ? 'id>?' : 'failed_requests_pk',
      )
  })
})
