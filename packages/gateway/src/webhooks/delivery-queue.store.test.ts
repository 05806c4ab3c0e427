import { readFileSync } from 'node:fs'
import { sql, type Updateable } from 'kysely'
import { beforeEach, expect, it } from 'vitest'

import { Secret } from '@sluice/platform/kernel/secret'
import type { OpenDatabase } from '@sluice/platform/database/open-database'
import { createTransact, type Transact } from '@sluice/platform/database/transact'
import { createSealer } from '@sluice/platform/secrets/sealer'
import { createSystemRandom, systemTimers } from '@sluice/platform/system'

import { describeOnBothDatabases } from '../../test/databases.ts'
import { createManualClock, type ManualClock } from '../../../platform/test/manual-clock.ts'
import type { Database } from '../composition/tables.ts'
import type { WebhookSubscriptionTable } from './webhooks.tables.ts'
import { configureSubscriptions } from './configure-subscriptions.store.ts'
import type { ConfiguredSubscription } from './configured-subscription.ts'
import type { DeliveryQueue, ClaimRequest } from './delivery-queue.ts'
import { createDeliveryQueue } from './delivery-queue.store.ts'
import type { AttemptRecord, ClaimedDelivery, DeliveryVerdict } from './delivery.ts'
import { createAddToOutbox } from './outbox.store.ts'
import { createSubscriptionStore } from './subscription.store.ts'
import type { SubscriptionStore } from './subscription.ts'

const MERCHANT = 'merchant-1'
const APPROVED = 'transaction-svc:transaction:purchase:approved'
const LEASE_MS = 25_000
const ATTEMPT: AttemptRecord = {
  startedAtMs: 1,
  durationMs: 12.4,
  status: 200,
  error: null,
  responseExcerpt: 'ok',
}
const NOTED = { counts: true, disabled: false }
const LATE = { counts: false, disabled: false }
const DELIVERED: DeliveryVerdict = { status: 'DELIVERED', nextAtMs: null, disable: null }

/** Published with an implementation of Standard Webhooks. */
function vectorKey(): string {
  const text = readFileSync(new URL('../../test/vectors/webhooks.json', import.meta.url), 'utf8')
  const { vectors } = JSON.parse(text) as { readonly vectors: readonly { readonly secret_key?: string }[] }
  return vectors.find(({ secret_key }) => secret_key !== undefined)?.secret_key ?? ''
}

describeOnBothDatabases('the queue of deliveries', (open) => {
  let database: OpenDatabase<Database>
  let transact: Transact<Database>
  let clock: ManualClock
  let realTime: ManualClock
  let commits = 0
  let queue: DeliveryQueue
  let subscriptions: SubscriptionStore
  let due: string[]
  let events = 0

  beforeEach(async () => {
    database = await open()
    const { db, dialect } = database
    clock = createManualClock()
    realTime = createManualClock()
    due = []
    const random = createSystemRandom(clock)
    const sealer = createSealer(Buffer.alloc(32, 7), random)
    transact = createTransact({ db, random, timers: systemTimers })
    commits = 0
    const countCommits: typeof transact = (work) => {
      commits += 1
      return transact(work)
    }
    queue = createDeliveryQueue({ db, dialect, transact: countCommits, sealer, clock, realTime })
    subscriptions = createSubscriptionStore({
      db,
      transact,
      sealer,
      clock,
      random,
      audit: { write: () => Promise.resolve() },
    })
  })

  const subscribe = async (filters: readonly string[] = ['*'], merchantId = MERCHANT) => {
    const made = await subscriptions.add({ merchantId, url: 'https://shop.example/hooks', filters })
    if (made === null) throw new Error('the merchant has as many subscriptions as there may be')
    return made
  }
  const addEvent = async (type = APPROVED, merchantId = MERCHANT) => {
    events += 1
    const event = { id: `msg_${events}`, transactionId: `tx-${events}`, type, payload: `{"n":${events}}` }
    const addToOutbox = createAddToOutbox((id) => due.push(id))
    await transact((trx) => addToOutbox(trx, { ...event, merchantId, createdAtMs: clock.now() }))
    return event.id
  }
  const listReady = () => queue.listReady(clock.now(), null)
  /** Each a little longer than the one before: no two end together, however close they begin. */
  let leaseMs = LEASE_MS
  const claimOf = async (inputs: readonly ClaimRequest[]) =>
    queue.readPayloads(await queue.claim(MERCHANT, inputs, { nowMs: clock.now(), leaseMs: (leaseMs += 1) }))
  const claim = (subscriptionId: string, { limit = 10 } = {}) => claimOf([{ subscriptionId, limit }])
  /** Lets the time pass that leases go by; a server's is not ours to move. */
  const outlast = async (ms: number) => {
    if (database.dialect === 'sqlite') return realTime.advance(ms)
    await sql`update webhook_deliveries set lease_until = lease_until - ${ms}`.execute(database.db)
  }
  const findEndpoint = async (subscriptionId: string) => {
    const found = (await queue.findEndpoints(MERCHANT, [subscriptionId])).get(subscriptionId)
    if (found instanceof Error) throw found
    return found
  }
  const claimOne = async (subscriptionId: string): Promise<ClaimedDelivery> => {
    const [delivery] = await claim(subscriptionId, { limit: 1 })
    if (!delivery) throw new Error('nothing was due')
    return delivery
  }
  const record = (delivery: ClaimedDelivery, verdict: DeliveryVerdict, attempts = [ATTEMPT], revision = 0) =>
    queue.record(delivery, { attempts, verdict, revision, nowMs: clock.now() })
  const statuses = async () => {
    const rows = await database.db.selectFrom('webhook_deliveries').select(['status']).orderBy('id').execute()
    return rows.map(({ status }) => status)
  }
  /** Applies a configuration file that lists these. */
  const configure = (
    list: readonly ConfiguredSubscription[],
    makeWebhookSecret = (): Secret<string> => {
      throw new Error('the subscription has a secret')
    },
  ) =>
    transact((trx) =>
      configureSubscriptions(trx, MERCHANT, list, {
        sealer: createSealer(Buffer.alloc(32, 7), createSystemRandom(clock)),
        clock,
        makeWebhookSecret,
      }),
    )
  const change = (id: string, values: Updateable<WebhookSubscriptionTable>) =>
    database.db.updateTable('webhook_subscriptions').set(values).where('id', '=', id).execute()
  const read = (id: string) =>
    database.db.selectFrom('webhook_subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it('contains a delivery for each subscription to the event, and for no other', async () => {
    const all = await subscribe(['*'])
    const approved = await subscribe(['transaction:approved'])
    const named = await subscribe([APPROVED, 'transaction:approved'])
    await subscribe(['transaction:declined', 'tokenization-webhook:payment-method:deleted'])
    await subscribe(['*'], 'merchant-2')
    const eventId = await addEvent()
    const rows = await database.db.selectFrom('webhook_deliveries').selectAll().execute()
    expect(rows.map(({ id }) => id).sort()).toEqual(
      [all, approved, named].map(({ id }) => `${eventId}.${id}`).sort(),
    )
    expect(rows.every(({ status, merchant_id }) => status === 'DUE' && merchant_id === MERCHANT)).toBe(true)
    expect(due).toEqual([MERCHANT])
  })

  it('stores the results of many attempts together, each with its own verdict', async () => {
    const { id } = await subscribe()
    for (let made = 0; made < 12; made += 1) await addEvent()
    const claimed = await claim(id, { limit: 12 })
    const nextAtMs = clock.now() + 60_000
    const verdictAt = (place: number): DeliveryVerdict =>
      place % 2 === 0
        ? { status: 'FAILED', nextAtMs: null, disable: null }
        : { status: 'DUE', nextAtMs: nextAtMs + place, disable: null }
    const counted = await Promise.all(
      claimed.map((delivery, place) =>
        record(delivery, verdictAt(place), [{ ...ATTEMPT, status: 500 + place }]),
      ),
    )
    expect(counted).toEqual(claimed.map(() => NOTED))
    // The first does not wait; the others have arrived in the meantime.
    expect(commits).toBe(2)

    const rows = await database.db.selectFrom('webhook_deliveries').selectAll().execute()
    for (const [place, delivery] of claimed.entries()) {
      const { status, nextAtMs: dueAtMs } = verdictAt(place)
      expect(rows.find((row) => row.id === delivery.id)).toMatchObject({
        status,
        ...(dueAtMs !== null && { next_at: dueAtMs }),
        attempts: 1,
        tries: 1,
        lease_until: null,
        last_status: 500 + place,
        delivered_at: null,
      })
    }
    const attempts = await database.db
      .selectFrom('webhook_attempts')
      .select(['delivery_id', 'status'])
      .execute()
    expect(new Map(attempts.map((attempt) => [attempt.delivery_id, attempt.status]))).toEqual(
      new Map(claimed.map((delivery, place) => [delivery.id, 500 + place])),
    )
    expect((await read(id)).failing_since).toBe(clock.now())
  })

  it('gives no hint without a subscription, or when the commit is rolled back', async () => {
    await addEvent()
    await subscribe()
    const addToOutbox = createAddToOutbox((id) => due.push(id))
    const event = { merchantId: MERCHANT, transactionId: 'tx', type: APPROVED, payload: '{}', createdAtMs: 0 }
    await expect(
      transact(async (trx) => {
        await addToOutbox(trx, { ...event, id: 'msg_rolled_back' })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect([due, await statuses()]).toEqual([[], []])
  })

  it('records the deliveries of a disabled subscription without sending them', async () => {
    const { id } = await subscribe()
    await change(id, { status: 'DISABLED' })
    await addEvent()
    expect([await statuses(), await listReady()]).toEqual([['CANCELED'], []])
  })

  it('lists subscriptions with something due, of all merchants or of some', async () => {
    const { id } = await subscribe()
    const other = await subscribe(['*'], 'merchant-2')
    for (let count = 0; count < 3; count += 1) await addEvent()
    await addEvent(APPROVED, 'merchant-2')
    const keys = [
      { merchantId: MERCHANT, subscriptionId: id, host: 'shop.example' },
      { merchantId: 'merchant-2', subscriptionId: other.id, host: 'shop.example' },
    ]
    expect((await listReady()).toSorted((a, b) => a.merchantId.localeCompare(b.merchantId))).toEqual(keys)
    expect(await queue.listReady(clock.now(), ['merchant-2'])).toEqual([keys[1]])
    expect(await queue.listReady(clock.now() - 1, null)).toEqual([])
    expect(await queue.findNextDue(clock.now() - 1)).toBe(clock.now())
    expect(await queue.findNextDue(clock.now())).toBeNull()
  })

  it('assigns each delivery to one process, until the lease ends', async () => {
    const { id } = await subscribe()
    for (let count = 0; count < 3; count += 1) await addEvent()
    const [some, rest] = await Promise.all([claim(id, { limit: 2 }), claim(id, { limit: 2 })])
    expect(new Set([...some, ...rest].map((delivery) => delivery.id)).size).toBe(3)
    expect(some.every(({ payload }) => payload.startsWith('{"n":'))).toBe(true)
    expect([await claim(id), await listReady()]).toEqual([[], []])
    await outlast(LEASE_MS / 2)
    expect([await claim(id), await listReady()]).toEqual([[], []])
    await outlast(LEASE_MS)
    expect(await listReady()).toHaveLength(1)
    expect(await claim(id)).toHaveLength(3)
  })

  it('leases by one clock for all processes, however far ahead or behind the clock of one is', async () => {
    const { db, dialect } = database
    const { id } = await subscribe()
    if (dialect === 'sqlite') {
      await addEvent()
      // The embedded database has one process.
      return expect((await claimOne(id)).leaseUntilMs).toBe(realTime.now() + leaseMs)
    }
    const sealer = createSealer(Buffer.alloc(32, 7), createSystemRandom(clock))
    const hour = 3_600_000
    for (const aheadMs of [hour, -hour]) {
      await addEvent()
      const other = createDeliveryQueue({
        db,
        dialect,
        transact,
        sealer,
        clock,
        realTime: createManualClock(Date.now() + aheadMs),
      })
      const inputs = [{ subscriptionId: id, limit: 10 }]
      const times = { nowMs: clock.now(), leaseMs: LEASE_MS }
      expect(await claim(id)).toHaveLength(1)
      expect(await other.listReady(clock.now(), null)).toEqual([])
      expect(await other.claim(MERCHANT, inputs, times)).toEqual([])
      await outlast(leaseMs)
      const [taken] = await other.claim(MERCHANT, inputs, times)
      expect(Math.abs((taken?.leaseUntilMs ?? 0) - LEASE_MS - Date.now())).toBeLessThan(hour / 2)
      expect(await listReady()).toEqual([])
      await queue.release(taken ? [taken] : [])
      await db.deleteFrom('webhook_deliveries').execute()
    }
  })

  it('claims from many subscriptions at once, and no more than requested from each', async () => {
    const [one, two, three] = [await subscribe(), await subscribe(), await subscribe()]
    for (let count = 0; count < 4; count += 1) await addEvent()
    await database.db
      .updateTable('webhook_deliveries')
      .set({ status: 'DELIVERED' })
      .where('subscription_id', '=', two.id)
      .execute()
    const inputs = [
      { subscriptionId: one.id, limit: 3 },
      { subscriptionId: two.id, limit: 3 },
      { subscriptionId: 'unknown', limit: 3 },
      { subscriptionId: three.id, limit: 1 },
    ]
    const taken = await claimOf(inputs)
    expect(taken.map(({ subscriptionId }) => subscriptionId).toSorted()).toEqual(
      [one.id, one.id, one.id, three.id].toSorted(),
    )
    expect((await claimOf(inputs)).map(({ subscriptionId }) => subscriptionId).toSorted()).toEqual(
      [one.id, three.id].toSorted(),
    )
    expect(new Set(taken.map(({ payload }) => payload)).size).toBe(3)
  })

  it('finds only the deliveries of a merchant, and reports whose secret cannot be opened', async () => {
    const [one, broken] = [await subscribe(), await subscribe()]
    const other = await subscribe(['*'], 'merchant-2')
    await change(broken.id, { secret_sealed: Buffer.from('sealed with another key') })
    const found = await queue.findEndpoints(MERCHANT, [one.id, broken.id, other.id, 'unknown'])
    expect(new Set(found.keys())).toEqual(new Set([one.id, broken.id]))
    expect(found.get(broken.id)).toBeInstanceOf(Error)
    expect(found.get(one.id)).toMatchObject({ isActive: true, url: 'https://shop.example/hooks' })
  })

  it('returns first those that waited longest', async () => {
    const { id } = await subscribe()
    const first = await addEvent()
    clock.advance(10)
    await addEvent()
    expect((await claimOne(id)).eventId).toBe(first)
  })

  it('stores the result of an attempt', async () => {
    const { id } = await subscribe()
    await addEvent()
    const failed: DeliveryVerdict = { status: 'DUE', nextAtMs: clock.now() + 5_000, disable: null }
    const error = { ...ATTEMPT, status: 500, error: 'answered 500', responseExcerpt: null }
    expect(await record(await claimOne(id), failed, [error])).toEqual(NOTED)
    expect(await read(id)).toMatchObject({ failing_since: clock.now() })
    expect(await claim(id)).toEqual([])
    clock.advance(5_000)
    const delivery = await claimOne(id)
    expect(delivery).toMatchObject({ attempts: 1, tries: 1, wasPostponed: false })
    expect(await record(delivery, DELIVERED)).toEqual(NOTED)
    expect(await read(id)).toMatchObject({ failing_since: null, status: 'ACTIVE' })
    expect(await database.db.selectFrom('webhook_deliveries').selectAll().execute()).toMatchObject([
      { status: 'DELIVERED', attempts: 2, lease_until: null, last_status: 200, delivered_at: clock.now() },
    ])
    expect(
      await database.db.selectFrom('webhook_attempts').selectAll().orderBy('number').execute(),
    ).toMatchObject([
      { number: 1, status: 500, error: 'answered 500', response_excerpt: null },
      { number: 2, status: 200, error: null, duration_ms: 12, response_excerpt: 'ok' },
    ])
  })

  it('accepts the result of the holder of the lease, and of no other process', async () => {
    const { id } = await subscribe()
    await addEvent()
    const late = await claimOne(id)
    await outlast(leaseMs)
    const [taken] = await claim(id)
    if (!taken) throw new Error('the lease has not ended')
    expect(await record(late, DELIVERED)).toEqual(LATE)
    expect(await statuses()).toEqual(['DUE'])
    expect(await record(taken, DELIVERED)).toEqual(NOTED)
    expect(await record(taken, { ...DELIVERED, status: 'FAILED' })).toEqual(LATE)
    expect(await statuses()).toEqual(['DELIVERED'])
  })

  it('cancels open deliveries when a subscription is disabled; those that arrive all the same count', async () => {
    const { id } = await subscribe()
    for (let count = 0; count < 4; count += 1) await addEvent()
    const [gone, arriving, failing] = await claim(id, { limit: 3 })
    if (!gone || !arriving || !failing) throw new Error('not enough was due')
    await record(gone, { status: 'CANCELED', nextAtMs: null, disable: 'GONE' })
    expect(await read(id)).toMatchObject({
      status: 'DISABLED',
      disabled_reason: 'GONE',
      disabled_at: clock.now(),
    })
    expect(await statuses()).toEqual(Array(4).fill('CANCELED'))
    await record(arriving, DELIVERED)
    await record(failing, { status: 'DUE', nextAtMs: clock.now() + 1, disable: null })
    expect((await statuses()).toSorted()).toEqual(['CANCELED', 'CANCELED', 'CANCELED', 'DELIVERED'])
    expect(await subscriptions.enable(MERCHANT, id, 'merchant')).toBe(true)
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', disabled_reason: null, failing_since: null })
  })

  it('disables a subscription that failed for five days, unless something arrived meanwhile', async () => {
    const { id } = await subscribe()
    for (let count = 0; count < 4; count += 1) await addEvent()
    await change(id, { failing_since: clock.now() - 5 * 86_400_000 })
    const [arriving, late, later] = await claim(id, { limit: 3 })
    if (!arriving || !late || !later) throw new Error('not enough was due')
    const given: DeliveryVerdict = { status: 'DUE', nextAtMs: clock.now() + 5_000, disable: 'FAILING' }
    await record(arriving, DELIVERED)
    await record(late, given)
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', failing_since: clock.now() })
    expect((await statuses()).toSorted()).toEqual(['DELIVERED', 'DUE', 'DUE', 'DUE'])
    await change(id, { failing_since: clock.now() - 5 * 86_400_000 })
    await record(later, given)
    expect(await read(id)).toMatchObject({ status: 'DISABLED', disabled_reason: 'FAILING' })
    expect((await statuses()).toSorted()).toEqual(['CANCELED', 'CANCELED', 'CANCELED', 'DELIVERED'])
  })

  it('counts failures of the current address only, regardless of who changes the address', async () => {
    const { id } = await subscribe()
    const failingSinceMs = clock.now() - 5 * 86_400_000
    const failingSince = async () => (await read(id)).failing_since
    const url = 'https://shop.example/hooks'
    const configured = { id, url, filters: ['*'], status: null, secret: null, signingKey: null }
    await change(id, { failing_since: failingSinceMs })
    await subscriptions.change({ merchantId: MERCHANT, id, url, filters: ['transaction:approved'] })
    await configure([configured])
    expect(await failingSince()).toBe(failingSinceMs)
    await subscriptions.change({ merchantId: MERCHANT, id, url: `${url}/new`, filters: ['*'] })
    expect(await failingSince()).toBeNull()
    await change(id, { failing_since: failingSinceMs })
    await configure([configured])
    expect(await failingSince()).toBeNull()
  })

  it('does not disable because of a lease that another process has taken over', async () => {
    const { id } = await subscribe()
    await addEvent()
    await addEvent()
    const late = await claimOne(id)
    await outlast(leaseMs)
    const taken = await claim(id)
    expect(taken).toHaveLength(2)
    const gone: DeliveryVerdict = { status: 'CANCELED', nextAtMs: null, disable: 'GONE' }
    expect(await record(late, gone)).toEqual(LATE)
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', disabled_reason: null })
    expect(await statuses()).toEqual(['DUE', 'DUE'])
    // It does not count either if another delivery, whose lease is ours, is in the same batch; that one counts.
    const effects = await Promise.all(taken.map((delivery) => record(delivery, gone)))
    expect(effects).toEqual([{ counts: true, disabled: true }, NOTED])
    expect(await read(id)).toMatchObject({ status: 'DISABLED', disabled_reason: 'GONE' })
  })

  it('counts no failures against a subscription that was reset in the meantime', async () => {
    const { id } = await subscribe()
    for (let count = 0; count < 4; count += 1) await addEvent()
    const [gone, failing, arriving, spent] = await claim(id, { limit: 4 })
    if (!gone || !failing || !arriving || !spent) throw new Error('not enough was due')
    const url = 'https://shop.example/new'
    await subscriptions.change({ merchantId: MERCHANT, id, url, filters: ['*'] })
    await record(failing, { status: 'DUE', nextAtMs: clock.now() + 5_000, disable: 'FAILING' })
    await record(spent, { status: 'FAILED', nextAtMs: null, disable: null })
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', failing_since: null })
    expect(await record(gone, { status: 'CANCELED', nextAtMs: null, disable: 'GONE' })).toEqual(NOTED)
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', url })
    expect((await claim(id)).map((delivery) => delivery.id)).toEqual([gone.id])
    const failingSinceMs = clock.now() - 1_000
    await change(id, { failing_since: failingSinceMs })
    expect(await record(arriving, DELIVERED)).toEqual(NOTED)
    expect(await read(id)).toMatchObject({ failing_since: failingSinceMs })
    expect((await statuses()).toSorted()).toEqual(['DELIVERED', 'DUE', 'DUE', 'FAILED'])
  })

  it('disables for a 410 that is stored together with a failure of the fifth day', async () => {
    const { id } = await subscribe()
    for (let count = 0; count < 3; count += 1) await addEvent()
    const [first, failing, gone] = await claim(id, { limit: 3 })
    if (!first || !failing || !gone) throw new Error('not enough was due')
    // While the first is being written, the other two arrive together.
    const again: DeliveryVerdict = { status: 'DUE', nextAtMs: clock.now() + 5_000, disable: null }
    const effects = await Promise.all([
      record(first, again),
      record(failing, { ...again, disable: 'FAILING' }),
      record(gone, { status: 'CANCELED', nextAtMs: null, disable: 'GONE' }),
    ])
    expect(effects).toEqual([NOTED, NOTED, { counts: true, disabled: true }])
    expect(await read(id)).toMatchObject({ status: 'DISABLED', disabled_reason: 'GONE' })
  })

  it('sends nothing to a subscription that its merchant has switched off, until it is enabled', async () => {
    const { id } = await subscribe()
    await addEvent()
    expect(await subscriptions.switchOff('merchant-2', id)).toBe(false)
    expect(await subscriptions.switchOff(MERCHANT, 'unknown')).toBe(false)
    expect(await statuses()).toEqual(['DUE'])
    expect(await subscriptions.switchOff(MERCHANT, id)).toBe(true)
    expect(await read(id)).toMatchObject({ status: 'DISABLED', disabled_reason: 'MERCHANT' })
    await addEvent()
    expect(await statuses()).toEqual(['CANCELED', 'CANCELED'])
    await subscriptions.enable(MERCHANT, id, 'merchant')
    await addEvent()
    expect((await statuses()).toSorted()).toEqual(['CANCELED', 'CANCELED', 'DUE'])
  })

  it('keeps the deliveries of a subscription that was enabled in the meantime', async () => {
    const { id } = await subscribe()
    await addEvent()
    // A dispatcher read that it was disabled, and then its merchant enabled it.
    await queue.cancelOpen({ merchantId: MERCHANT, subscriptionId: id })
    expect(await statuses()).toEqual(['DUE'])
    await change(id, { status: 'DISABLED' })
    await queue.cancelOpen({ merchantId: MERCHANT, subscriptionId: id })
    expect(await statuses()).toEqual(['CANCELED'])
  })

  it('releases, postpones, and ends the leases of a process that has died', async () => {
    const { id } = await subscribe()
    await addEvent()
    await queue.release([await claimOne(id)])
    const delivery = await claimOne(id)
    await queue.postpone(delivery, { untilMs: clock.now() + 60, nowMs: clock.now() })
    expect(await queue.findNextDue(clock.now())).toBe(clock.now() + 60)
    clock.advance(60)
    expect(await claimOne(id)).toMatchObject({ wasPostponed: true, attempts: 0 })
    expect(await listReady()).toEqual([])
    await queue.endLeases()
    expect(await listReady()).toHaveLength(1)
  })

  it('signs with both secrets for a day after a rotation, and with one after that', async () => {
    const { id, secret } = await subscribe()
    const secrets = async () => {
      const endpoint = await findEndpoint(id)
      return endpoint?.secrets.map((one) => one.reveal())
    }
    expect(await secrets()).toEqual([secret])
    const rotated = await subscriptions.rotateSecret(MERCHANT, id, 'request-1')
    expect(rotated?.previousValidUntilMs).toBe(clock.now() + 86_400_000)
    expect(await secrets()).toEqual([rotated?.secret, secret])
    // The same request again, after its answer was lost.
    expect(await subscriptions.rotateSecret(MERCHANT, id, 'request-1')).toEqual(rotated)
    clock.advance(86_400_000)
    expect(await secrets()).toEqual([rotated?.secret])
    expect(await subscriptions.rotateSecret(MERCHANT, 'unknown', null)).toBeNull()
    expect(await subscriptions.rotateSecret('merchant-2', id, null)).toBeNull()
  })

  it('follows the configuration file, and does not send what the file has withdrawn', async () => {
    const seed = vectorKey()
    const wanted = {
      id: 'orders',
      url: 'https://shop.example/hooks',
      filters: ['*'],
      status: null,
      secret: new Secret(`whsec_${Buffer.alloc(32, 1).toString('base64')}`),
      signingKey: new Secret(seed),
    }
    const endpoint = () => findEndpoint('orders')
    await configure([wanted])
    expect((await endpoint())?.signingKey?.reveal()).toBe(seed)
    expect((await configure([wanted])).changes).toEqual([])
    await addEvent()
    const other = new Secret(`whsec_${Buffer.alloc(32, 2).toString('base64')}`)
    expect((await configure([{ ...wanted, secret: other, signingKey: null }])).changes).toMatchObject([
      { members: ['secret', 'signing_key'] },
    ])
    expect((await endpoint())?.secrets.map((one) => one.reveal())).toEqual([
      other.reveal(),
      wanted.secret.reveal(),
    ])
    expect((await endpoint())?.signingKey).toBeNull()
    // A secret that the merchant rotated stays, however often the same file is applied.
    const rotated = await subscriptions.rotateSecret(MERCHANT, 'orders', null)
    expect((await configure([{ ...wanted, secret: other, signingKey: null }])).changes).toEqual([])
    expect((await endpoint())?.secrets[0]?.reveal()).toBe(rotated?.secret)
    // No longer listed: nothing is sent, and nothing more is written down.
    await configure([])
    await addEvent()
    expect(await statuses()).toEqual(['CANCELED'])
    expect(await read('orders')).toMatchObject({ status: 'DISABLED', disabled_reason: 'OPERATOR' })
    await configure([{ ...wanted, status: 'ACTIVE' }])
    await addEvent()
    expect((await statuses()).toSorted()).toEqual(['CANCELED', 'DUE'])
  })

  it('applies a secret of the file once, also when the subscription had it before the file named it', async () => {
    const secret = new Secret(`whsec_${Buffer.alloc(32, 1).toString('base64')}`)
    const url = 'https://shop.example/hooks'
    const listed = { id: 'orders', url, filters: ['*'], status: null, signingKey: null }
    await configure([{ ...listed, secret: null }], () => secret)
    expect((await configure([{ ...listed, secret }])).changes).toEqual([])
    const rotated = await subscriptions.rotateSecret(MERCHANT, 'orders', null)
    expect((await configure([{ ...listed, secret }])).changes).toEqual([])
    expect((await findEndpoint('orders'))?.secrets[0]?.reveal()).toBe(rotated?.secret)
  })
})
