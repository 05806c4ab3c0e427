import { expect, it } from 'vitest'

import { Secret } from '../kernel/secret.ts'
import { deriveKey, openBytes } from '../crypto/aead.ts'
import { createSealer } from '../secrets/sealer.ts'
import type { AnswerRecords, Claim } from './answer-records.ts'
import { createIdempotency, type NamedRequest, storedAnswerPurpose } from './idempotency.ts'

const DAY_MS = 86_400_000

const LOOKUP_KEY = new Secret(Buffer.alloc(32, 5))
const SEALER = createSealer(Buffer.alloc(32, 7), {
  bytes: (length) => new Uint8Array(length).fill(9),
  uuid: () => 'unused',
})

/** Records in memory, with the same promises as the store's. */
function memoryRecords() {
  const rows = new Map<string, { claim: Claim; leaseUntilMs: number; sealed: Buffer | null }>()
  const own = ({ name, claimId }: Claim) => {
    const row = rows.get(name)
    return row?.claim.claimId === claimId ? row : undefined
  }
  const records: AnswerRecords = {
    async claim(claim) {
      const row = rows.get(claim.name)
      if (row && row.claim.bodyLookup !== claim.bodyLookup) return { kind: 'other_body' }
      if (row?.sealed) return { kind: 'answered', sealed: row.sealed }
      if (row && row.leaseUntilMs > claim.createdAtMs) return { kind: 'running' }
      rows.set(claim.name, { claim, leaseUntilMs: claim.leaseUntilMs, sealed: null })
      return { kind: 'taken' }
    },
    async renew(claim, leaseUntilMs) {
      const row = own(claim)
      if (row) row.leaseUntilMs = leaseUntilMs
      return row !== undefined
    },
    async keep(claim, sealed) {
      const row = own(claim)
      if (row) row.sealed = Buffer.from(sealed)
    },
    async release(claim) {
      if (own(claim)) rows.delete(claim.name)
    },
    async endLeases() {
      for (const row of rows.values()) row.leaseUntilMs = 0
    },
    async purgeOlderThan(createdAtMs) {
      const old = [...rows].filter(([, { claim }]) => claim.createdAtMs < createdAtMs)
      for (const [name] of old) rows.delete(name)
      return old.length
    },
  }
  return { records, rows }
}

function prepare(changes: Partial<AnswerRecords> = {}, lookupKey = LOOKUP_KEY) {
  const { records, rows } = memoryRecords()
  let nowMs = 1_700_000_000_000
  let count = 0
  const sleepers: { readonly untilMs: number; readonly wake: () => void }[] = []
  const problems: unknown[] = []
  const idempotency = createIdempotency({
    records: { ...records, ...changes },
    lookupKey,
    sealer: SEALER,
    realTime: { now: () => nowMs },
    random: {
      bytes: (length) => new Uint8Array(length).fill((count += 1)),
      uuid: () => `claim-${(count += 1)}`,
    },
    timers: {
      sleep: (ms, signal) =>
        new Promise((wake) => {
          sleepers.push({ untilMs: nowMs + ms, wake })
          signal?.addEventListener('abort', () => wake())
        }),
    },
    onError: (error) => problems.push(error),
  })
  const settle = () => new Promise(setImmediate)
  const advance = async (ms: number) => {
    await settle()
    const endMs = nowMs + ms
    for (;;) {
      const next = sleepers.filter(({ untilMs }) => untilMs <= endMs).sort((a, b) => a.untilMs - b.untilMs)[0]
      if (!next) break
      sleepers.splice(sleepers.indexOf(next), 1)
      nowMs = Math.max(nowMs, next.untilMs)
      next.wake()
      await settle()
    }
    nowMs = endMs
  }
  return { idempotency, rows, advance, problems }
}

const request = (changes: Partial<NamedRequest> = {}): NamedRequest => ({
  merchantId: 'm1',
  method: 'POST',
  route: '/api/customers',
  params: {},
  key: 'k1',
  body: Buffer.from('{"email":"ada@example.com"}'),
  ...changes,
})

const created = async () => ({ status: 201, body: { id: 'c1' }, headers: { location: '/api/customers/c1' } })

it('keeps status, body and headers', async () => {
  const { idempotency } = prepare()
  const first = await idempotency.once(request(), created)
  const again = await idempotency.once(request(), () => Promise.reject(new Error('must not run')))
  expect(again).toEqual(first)
  expect(again).toEqual({ kind: 'answered', answer: await created() })
})

it.each([
  ['route', { route: '/api/sessions' }],
  ['path parameter', { params: { id: 'c2' } }],
  ['method', { method: 'DELETE' }],
  ['key', { key: 'k2' }],
])('treats another %s as another request', async (_, changes) => {
  const { idempotency } = prepare()
  await idempotency.once(request(), created)
  const other = await idempotency.once(request(changes), async () => ({ status: 200, body: 'other' }))
  expect(other).toEqual({ kind: 'answered', answer: { status: 200, body: 'other' } })
})

it('treats a request with its path parameters in another order as the same', async () => {
  const { idempotency } = prepare()
  await idempotency.once(request({ params: { id: 'c1', card: 'd1' } }), created)
  const again = await idempotency.once(request({ params: { card: 'd1', id: 'c1' } }), () =>
    Promise.reject(new Error('must not run')),
  )
  expect(again).toEqual({ kind: 'answered', answer: await created() })
})

it('passes the handler a value that is stable for the same request', async () => {
  const seen: string[] = []
  for (const changes of [{}, {}, { key: 'k2' }, { route: '/x' }, { body: Buffer.from('{}') }]) {
    // Each time a table of its own: as after a crash, when the answer was not stored.
    await prepare().idempotency.once(request(changes), async (requestKey) => {
      seen.push(requestKey)
      return { status: 200 }
    })
  }
  expect(seen[0]).toBe(seen[1])
  expect(new Set(seen).size).toBe(4)
})

it('does not store failures and exceptions', async () => {
  const { idempotency, rows } = prepare()
  expect(await idempotency.once(request(), async () => ({ status: 404 }))).toMatchObject({
    answer: { status: 404 },
  })
  await expect(idempotency.once(request(), () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(rows.size).toBe(0)
  expect(await idempotency.once(request(), created)).toMatchObject({ answer: { status: 201 } })
})

it('holds its lease as long as the handler works, and loses it within half a minute when the process dies', async () => {
  const { idempotency, advance } = prepare()
  let finish: (answer: { status: number }) => void = () => undefined
  const slow = idempotency.once(request(), () => new Promise((resolve) => (finish = resolve)))
  await advance(300_000)
  expect(await idempotency.once(request(), created)).toEqual({ kind: 'running', retryAfterSeconds: 1 })
  finish({ status: 200 })
  expect(await slow).toEqual({ kind: 'answered', answer: { status: 200 } })

  const dead = prepare({ renew: () => Promise.reject(new Error('the process is gone')) })
  void dead.idempotency.once(request(), () => new Promise(() => undefined))
  await dead.advance(29_000)
  expect(await dead.idempotency.once(request(), created)).toMatchObject({ kind: 'running' })
  await dead.advance(1_000)
  expect(await dead.idempotency.once(request(), created)).toMatchObject({ answer: { status: 201 } })
})

it('reports the outcome even if it could not be stored', async () => {
  const { idempotency, problems } = prepare({ keep: () => Promise.reject(new Error('no database')) })
  expect(await idempotency.once(request(), created)).toMatchObject({ answer: { status: 201 } })
  expect(problems).toEqual([new Error('no database')])
})

it('looks up under its own key, so the table alone does not help to test guesses', async () => {
  const names = new Set<string>()
  for (const lookupKey of [LOOKUP_KEY, new Secret(Buffer.alloc(32, 6))]) {
    const { idempotency, rows } = prepare({}, lookupKey)
    await idempotency.once(request(), created)
    for (const { claim } of rows.values()) names.add(claim.name).add(claim.bodyLookup)
  }
  expect(names.size).toBe(4)
})

it('stores answers for thirty days', async () => {
  const { idempotency, advance } = prepare()
  await idempotency.once(request(), created)
  await advance(30 * DAY_MS)
  expect(await idempotency.purgeOld()).toBe(0)
  await advance(1)
  expect(await idempotency.purgeOld()).toBe(1)
})

it('seals under body and key, and under the master key: guessing both opens nothing', async () => {
  const { idempotency, rows } = prepare()
  await idempotency.once(request(), created)
  const [row] = rows.values()
  const other = prepare({ claim: async () => ({ kind: 'answered', sealed: row!.sealed! }) })
  await expect(other.idempotency.once(request(), created)).resolves.toMatchObject({ answer: { status: 201 } })
  for (const changes of [{ key: 'guessed' }, { body: Buffer.from('{}') }, { merchantId: 'm2' }]) {
    await expect(other.idempotency.once(request(changes), created)).rejects.toThrow()
  }
  const { claim, sealed } = row!
  const aad = `${claim.merchantId} ${claim.name}`
  const open = (key: string, layer = SEALER.open(storedAnswerPurpose(claim), sealed!)) =>
    openBytes(deriveKey(request().body, 'stored answer', Buffer.from(key)), layer, aad)
  // An order number gives a key that others can guess; the outer layer is what they lack.
  expect(() => open('k1', sealed!)).toThrow()
  expect(JSON.parse(open('k1').toString())).toEqual(await created())
  for (const key of ['', claim.name, claim.bodyLookup, claim.claimId]) expect(() => open(key)).toThrow()
})
