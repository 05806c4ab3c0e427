import { expect, it } from 'vitest'
import type { FlowRecord } from './flow-record.ts'
import { createMemoryFlowStore } from './flow-store.ts'

const record: FlowRecord = {
  id: 'first',
  order: 'T1 order-1',
  version: 1,
  reference: 'order-1',
  transactionId: null,
  returnUrl: 'https://shop.example/',
  place: 'frame',
  receiver: 'gateway',
  windowSize: null,
  position: { kind: 'authorizing' },
  sinceMs: 0,
  expiresAtMs: 1_000,
}
const second = { ...record, id: 'second' }

it('gives an order to one flow at a time, and to the next when it is released', async () => {
  const store = createMemoryFlowStore({ now: () => 0 })
  expect(await store.insert(record)).toBe(record)
  expect(await store.insert(second)).toBe(record)
  expect(await store.read('second')).toBeUndefined()
  await store.replace({ ...record, version: 2, order: null })
  expect(await store.insert(second)).toBe(second)
  expect(await store.read('first')).toMatchObject({ version: 2 })
})

it('replaces only the previous version: a second writer changes nothing', async () => {
  const store = createMemoryFlowStore({ now: () => 0 })
  await store.insert(record)
  const ended = { ...record, version: 2, position: { kind: 'ended', end: 'approved' } } as const
  expect(await store.replace(ended)).toBe(true)
  expect(await store.replace({ ...record, version: 2 })).toBe(false)
  expect(await store.replace({ ...record, version: 4 })).toBe(false)
  expect(await store.read('first')).toBe(ended)
})

it('deletes expired entries, and the oldest when there are too many', async () => {
  let nowMs = 0
  const store = createMemoryFlowStore({ maxFlows: 2, now: () => nowMs })
  await store.insert(record)
  await store.insert({ ...second, order: 'T1 order-2' })
  await store.insert({ ...second, id: 'third', order: 'T1 order-3' })
  expect(await store.read('first')).toBeUndefined()
  expect(await store.read('third')).toBeDefined()
  nowMs = 1_000
  expect(await store.read('third')).toBeUndefined()
  expect(await store.replace({ ...second, version: 2 })).toBe(false)
  expect(await store.insert({ ...second, order: 'T1 order-3', expiresAtMs: 2_000 })).toMatchObject({
    id: 'second',
  })
})
