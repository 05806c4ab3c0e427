import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { Secret } from '@sluice/platform/kernel/secret'
import type { Timers } from '@sluice/platform/kernel/timers'

import type { DeliveryQueue, ClaimRequest } from './delivery-queue.ts'
import type { AttemptRecord, Endpoint, LeasedDelivery, SubscriptionKey, DeliveryVerdict } from './delivery.ts'
import { createDispatcher, type Dispatcher, type DispatcherLimits } from './dispatcher.ts'
import type { PostAnswer } from './post-webhook.ts'

const NOW_MS = Date.UTC(2026, 0, 15, 12)

interface Waiting extends SubscriptionKey {
  readonly id: string
  nextAtMs: number
  leaseUntilMs: number | null
  tries: number
}

/** A queue that holds everything in memory, and can be away. */
class MemoryQueue implements DeliveryQueue {
  readonly waiting: Waiting[] = []
  readonly recorded: { readonly id: string; readonly verdict: DeliveryVerdict; readonly attempts: number }[] =
    []
  readonly canceled: SubscriptionKey[] = []
  looks = 0
  /** The merchants of each claim. */
  readonly claims: (readonly string[])[] = []
  /** Waited for before what a claim takes is given. */
  beforeClaimed: (subscriptionIds: readonly string[]) => Promise<void> = () => Promise.resolve()
  isAway = false
  isActive = true
  /** Its secret cannot be opened. */
  unreadable: string | null = null
  laboratory: Endpoint['laboratory'] = null

  add(subscriptionId: string, count = 1, nextAtMs = NOW_MS): void {
    for (let each = 0; each < count; each += 1) {
      const id = `${subscriptionId}-${this.waiting.length + 1}`
      this.waiting.push({ merchantId: 'm', subscriptionId, id, nextAtMs, leaseUntilMs: null, tries: 0 })
    }
  }
  #due = (one: Waiting, nowMs: number) => one.leaseUntilMs === null && one.nextAtMs <= nowMs
  async listReady(nowMs: number) {
    this.looks += 1
    if (this.isAway) throw new Error('database away')
    const ids = new Set(this.waiting.filter((one) => this.#due(one, nowMs)).map((one) => one.subscriptionId))
    return [...ids].map((subscriptionId) => ({ merchantId: 'm', subscriptionId, host: subscriptionId }))
  }
  async findNextDue(nowMs: number) {
    const times = this.waiting.map(({ nextAtMs }) => nextAtMs).filter((atMs) => atMs > nowMs)
    return times.length > 0 ? Math.min(...times) : null
  }
  async claim(
    merchantId: string,
    inputs: readonly ClaimRequest[],
    { nowMs, leaseMs }: { readonly nowMs: number; readonly leaseMs: number },
  ): Promise<readonly LeasedDelivery[]> {
    const leaseUntilMs = nowMs + leaseMs
    const subscriptionIds = inputs.map(({ subscriptionId }) => subscriptionId)
    this.claims.push(subscriptionIds)
    const taken = inputs.flatMap(({ subscriptionId, limit }) =>
      this.waiting
        .filter((one) => one.subscriptionId === subscriptionId && this.#due(one, nowMs))
        .slice(0, limit),
    )
    for (const one of taken) one.leaseUntilMs = leaseUntilMs
    await this.beforeClaimed(subscriptionIds)
    return taken.map((one) => ({
      ...one,
      merchantId,
      eventId: one.id,
      attempts: one.tries,
      wasPostponed: false,
      leaseUntilMs,
    }))
  }
  async readPayloads(leased: readonly LeasedDelivery[]) {
    return leased.map((delivery) => ({ ...delivery, payload: '{}' }))
  }
  async findEndpoints(merchantId: string, subscriptionIds: readonly string[]) {
    return new Map(
      subscriptionIds.map((subscriptionId) => [subscriptionId, this.#endpoint(merchantId, subscriptionId)]),
    )
  }
  #endpoint(merchantId: string, subscriptionId: string): Endpoint | Error {
    if (subscriptionId === this.unreadable) return new Error('the secret was sealed with another key')
    return {
      merchantId,
      subscriptionId,
      url: `https://${subscriptionId}.example/`,
      isActive: this.isActive,
      revision: 0,
      secrets: [new Secret('whsec_AAAA')],
      signingKey: null,
      failingSinceMs: null,
      laboratory: this.laboratory,
    }
  }
  async record(
    { id }: LeasedDelivery,
    { attempts, verdict }: { readonly attempts: readonly AttemptRecord[]; readonly verdict: DeliveryVerdict },
  ) {
    this.recorded.push({ id, verdict, attempts: attempts.length })
    const at = this.waiting.findIndex((one) => one.id === id)
    const [one] = this.waiting.splice(at, 1)
    if (one && verdict.nextAtMs !== null)
      this.waiting.push({ ...one, nextAtMs: verdict.nextAtMs, leaseUntilMs: null, tries: one.tries + 1 })
    return { counts: true, disabled: false }
  }
  async postpone({ id }: LeasedDelivery, { untilMs }: { readonly untilMs: number }) {
    const one = this.waiting.find((each) => each.id === id)
    if (one) Object.assign(one, { nextAtMs: untilMs, leaseUntilMs: null })
  }
  async release(deliveries: readonly LeasedDelivery[]) {
    for (const { id } of deliveries) {
      const one = this.waiting.find((each) => each.id === id)
      if (one) one.leaseUntilMs = null
    }
  }
  async cancelOpen(key: SubscriptionKey) {
    this.canceled.push(key)
    this.waiting.length = 0
  }
  async endLeases() {}
}

let queue: MemoryQueue
let dispatcher: Dispatcher
let nowMs: number
let naps: { readonly ms: number; readonly end: () => void }[]
let errors: unknown[]
let posted: string[]

const TAKEN: PostAnswer = { status: 200, retryAfter: null, excerpt: '' }
/** The receivers by host; hosts that are not listed accept everything. */
let answers: Record<string, (signal: AbortSignal | undefined) => Promise<PostAnswer>>

/** Naps are ended by the test, or by a wake-up. */
const timers: Timers = {
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const end = () => resolve()
      if (ms === 0 || signal?.aborted) end()
      signal?.addEventListener('abort', end)
      naps.push({ ms, end })
    }),
}
/** A promise that the test resolves. */
function createGate(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((open) => {
    resolve = () => open()
  })
  return { promise, resolve: () => resolve() }
}

const hang = (signal: AbortSignal | undefined) =>
  new Promise<PostAnswer>((_, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('given up')))
  })

function create(limits: Partial<DispatcherLimits> = {}): Dispatcher {
  dispatcher = createDispatcher({
    queue,
    clock: { now: () => nowMs },
    realTime: { now: () => nowMs },
    random: { bytes: (length) => new Uint8Array(length).fill(128), uuid: () => '' },
    timers,
    sign: (_, { id }) => ({ 'webhook-id': id, 'webhook-timestamp': '1', 'webhook-signature': 'v1,' }),
    post: ({ url }, { signal }) => {
      const [name = ''] = new URL(url).hostname.split('.')
      posted.push(name)
      return answers[name]?.(signal) ?? Promise.resolve(TAKEN)
    },
    onError: (error) => errors.push(error),
    limits: { stopMs: 0, ...limits },
  })
  return dispatcher
}

beforeEach(() => {
  queue = new MemoryQueue()
  nowMs = NOW_MS
  naps = []
  errors = []
  posted = []
  answers = {}
})
afterEach(async () => {
  await dispatcher.stop()
})

const count = (name: string) => posted.filter((one) => one === name).length

describe('a dispatcher', () => {
  it('sends what is due when it is woken, and nothing twice', async () => {
    queue.add('a', 25)
    queue.add('b', 1, NOW_MS + 1)
    create().wake('m')
    await vi.waitFor(() => expect(queue.recorded).toHaveLength(25))
    expect(new Set(queue.recorded.map(({ id }) => id)).size).toBe(25)
    expect(count('b')).toBe(0)
  })

  it('sends a limited number to one endpoint at once, and the rest as slots become free', async () => {
    queue.add('slow', 5)
    const finish: (() => void)[] = []
    answers = { slow: () => new Promise((resolve) => finish.push(() => resolve(TAKEN))) }
    create({ perEndpoint: 2 }).wake('m')
    await vi.waitFor(() => expect(finish).toHaveLength(2))
    finish[0]?.()
    await vi.waitFor(() => expect(finish).toHaveLength(3))
    for (let sent = 1; sent < 5; sent += 1) {
      await vi.waitFor(() => expect(finish[sent]).toBeDefined())
      finish[sent]?.()
    }
    await vi.waitFor(() => expect(queue.recorded).toHaveLength(5))
  })

  it('keeps sending to a receiver while some of its calls hang, in the remaining slots', async () => {
    queue.add('a', 1)
    create({ perEndpoint: 10 }).wake('m')
    await vi.waitFor(() => expect(queue.recorded).toHaveLength(1))
    queue.add('a', 30)
    let asked = 0
    answers = { a: (signal) => ((asked += 1) <= 6 ? hang(signal) : Promise.resolve(TAKEN)) }
    dispatcher.wake('m')
    await vi.waitFor(() => expect(queue.recorded).toHaveLength(5))
    nowMs += 2_000
    dispatcher.wake('m')
    await vi.waitFor(() => expect(queue.recorded).toHaveLength(25))
    expect(count('a')).toBe(31)
  })

  it('lets receivers that hang delay no other, however many and however much they have waiting', async () => {
    for (let each = 0; each < 20; each += 1) {
      queue.add(`hanging-${each}`, 50)
      answers[`hanging-${each}`] = hang
    }
    queue.add('healthy', 1)
    create({ perEndpoint: 4, total: 16 })
    // Once known to be swift it has its own half; the hanging ones fill theirs.
    answers['healthy'] = () => Promise.resolve(TAKEN)
    queue.waiting.unshift(...queue.waiting.splice(-1))
    dispatcher.wake('m')
    await vi.waitFor(() => expect(count('healthy')).toBe(1))
    queue.add('healthy', 100)
    dispatcher.wake('m')
    await vi.waitFor(() => expect(count('healthy')).toBe(101))
    expect(posted.length - count('healthy')).toBe(8)
  })

  it('claims and sends the deliveries of a fast receiver while the claim of others hangs', async () => {
    queue.add('swift', 1)
    create({ perEndpoint: 4, total: 16 }).wake('m')
    await vi.waitFor(() => expect(queue.recorded).toHaveLength(1))

    queue.claims.length = 0
    const hanging = createGate()
    queue.beforeClaimed = (names) => (names.includes('slow') ? hanging.promise : Promise.resolve())
    for (const name of ['slow', 'slower']) queue.add(name, 20)
    dispatcher.wake('m')
    await vi.waitFor(() => expect(queue.claims).toEqual([['slow', 'slower']]))
    for (let sent = 2; sent <= 4; sent += 1) {
      queue.add('swift', 1)
      dispatcher.wake('m')
      await vi.waitFor(() => expect(count('swift')).toBe(sent))
    }
    expect(queue.claims).toEqual([['slow', 'slower'], ['swift'], ['swift'], ['swift']])

    // All slots of the others are taken, by receivers that hang too.
    answers = { slow: hang, slower: hang }
    hanging.resolve()
    await vi.waitFor(() => expect(count('slow') + count('slower')).toBe(8))
    queue.add('swift', 12)
    dispatcher.wake('m')
    await vi.waitFor(() => expect(count('swift')).toBe(16))
    expect(count('slow') + count('slower')).toBe(8)
  })

  it('claims for many subscriptions of a merchant at once, and never more than may be sent', async () => {
    for (let each = 0; each < 10; each += 1) {
      queue.add(`hanging-${each}`, 20)
      answers[`hanging-${each}`] = hang
    }
    const claimed = createGate()
    queue.beforeClaimed = () => claimed.promise
    create({ perEndpoint: 4, total: 16 }).wake('m')
    await vi.waitFor(() => expect(queue.claims).toHaveLength(1))
    // Slots are taken before the result of the claim is known.
    dispatcher.wake('m')
    await vi.waitFor(() => expect(queue.looks).toBe(2))
    claimed.resolve()
    await vi.waitFor(() => expect(posted).toHaveLength(8))
    expect(queue.claims).toEqual([['hanging-0', 'hanging-1']])
    expect(queue.waiting.filter(({ leaseUntilMs }) => leaseUntilMs !== null)).toHaveLength(8)
  })

  it('returns slots for which a claim found nothing', async () => {
    const claim = vi.spyOn(queue, 'claim').mockResolvedValueOnce([]).mockResolvedValueOnce([])
    queue.add('a', 4)
    answers = { a: hang }
    create({ perEndpoint: 4, total: 8 })
    // Another process had taken it in between.
    for (const claims of [1, 2]) {
      dispatcher.wake('m')
      await vi.waitFor(() => expect(claim).toHaveBeenCalledTimes(claims))
    }
    dispatcher.wake('m')
    await vi.waitFor(() => expect(count('a')).toBe(4))
  })

  it('claims again after a claim if a hint arrived during it', async () => {
    queue.add('swift', 1)
    create().wake('m')
    await vi.waitFor(() => expect(queue.recorded).toHaveLength(1))
    const claimed = createGate()
    queue.beforeClaimed = () => claimed.promise
    queue.add('swift', 1)
    dispatcher.wake('m')
    await vi.waitFor(() => expect(queue.claims).toHaveLength(2))
    const { looks } = queue
    queue.add('swift', 1)
    dispatcher.wake('m')
    dispatcher.wake('m')
    expect(queue.looks).toBe(looks)
    claimed.resolve()
    await vi.waitFor(() => expect(count('swift')).toBe(3))
    expect([queue.looks, queue.claims.length]).toEqual([looks + 1, 3])
  })

  it('continues after a failed claim', async () => {
    queue.add('a', 1)
    queue.beforeClaimed = () => Promise.reject(new Error('database away'))
    create({ perEndpoint: 2, total: 2 }).wake('m')
    await vi.waitFor(() => expect(errors).toHaveLength(1))
    queue.beforeClaimed = () => Promise.resolve()
    // Deliveries that it may have claimed nevertheless are due again when the lease ends.
    for (const one of queue.waiting) one.leaseUntilMs = null
    queue.add('a', 1)
    dispatcher.wake('m')
    await vi.waitFor(() => expect(queue.recorded).toHaveLength(2))
  })

  it('continues after claimed deliveries could not be read', async () => {
    vi.spyOn(queue, 'readPayloads').mockRejectedValueOnce(new Error('database away'))
    queue.add('a', 1)
    create({ perEndpoint: 1, total: 2 }).wake('m')
    await vi.waitFor(() => expect(errors).toHaveLength(1))
    // It is due again when the lease ends.
    for (const one of queue.waiting) one.leaseUntilMs = null
    dispatcher.wake('m')
    await vi.waitFor(() => expect(queue.recorded).toHaveLength(1))
  })

  it('sleeps until the next delivery is due, and at most until the next poll', async () => {
    queue.add('a', 1, NOW_MS + 700)
    create({ pollMs: 5_000 }).start()
    await vi.waitFor(() => expect(naps.map(({ ms }) => ms)).toEqual([700]))
    nowMs += 700
    naps[0]?.end()
    await vi.waitFor(() => expect(queue.recorded).toHaveLength(1))
    await vi.waitFor(() => expect(naps.at(-1)?.ms).toBe(5_000))
  })

  it('shortens a sleep for its retries', async () => {
    answers = { a: () => Promise.resolve({ ...TAKEN, status: 500 }) }
    create({ pollMs: 60_000 }).start()
    await vi.waitFor(() => expect(naps).toHaveLength(1))
    queue.add('a')
    dispatcher.wake('m')
    const shortened = () => naps.filter(({ ms }) => ms > 4_000 && ms < 6_000)
    await vi.waitFor(() => expect(shortened()).toHaveLength(1))
  })

  it('does not call an endpoint again soon after a failure, unless a merchant waits for it', async () => {
    answers = { a: () => Promise.resolve({ ...TAKEN, status: 500 }) }
    create({ pollMs: 60_000 }).start()
    await vi.waitFor(() => expect(naps).toHaveLength(1))
    queue.add('a')
    dispatcher.wake('m')
    await vi.waitFor(() => expect(naps.some(({ ms }) => ms === 1_000)).toBe(true))
    queue.add('a')
    queue.add('a')
    queue.add('a')
    expect(await dispatcher.runDue()).toBe(3)
  })

  it('claims at once for all that failed, once their wait is over', async () => {
    const names = Array.from({ length: 8 }, (_, place) => `failing-${place}`)
    for (const name of names) {
      queue.add(name, 12)
      answers[name] = () => Promise.resolve({ ...TAKEN, status: 500 })
    }
    create().wake('m')
    await vi.waitFor(() => expect(posted).toHaveLength(80))
    const rests = () => naps.filter(({ ms }) => ms === 1_000)
    await vi.waitFor(() => expect(rests()).toHaveLength(1))
    queue.claims.length = 0
    rests()[0]?.end()
    await vi.waitFor(() => expect(posted).toHaveLength(96))
    expect(queue.claims).toEqual([names])
  })

  it('continues after the database was unavailable', async () => {
    queue.isAway = true
    queue.add('a')
    create().start()
    await vi.waitFor(() => expect(errors).toHaveLength(1))
    queue.isAway = false
    await vi.waitFor(() => expect(naps).toHaveLength(1))
    naps[0]?.end()
    await vi.waitFor(() => expect(queue.recorded).toHaveLength(1))
  })

  it('does not query again and again while nothing happens', async () => {
    create().start()
    await vi.waitFor(() => expect(naps).toHaveLength(1))
    expect(queue.looks).toBe(1)
  })

  it('leaves the remaining deliveries of a disabled subscription', async () => {
    queue.isActive = false
    queue.add('a', 3)
    create().wake('m')
    await vi.waitFor(() => expect(queue.canceled).toMatchObject([{ merchantId: 'm', subscriptionId: 'a' }]))
    expect(posted).toEqual([])
  })

  it('continues with the others when one subscription cannot be read', async () => {
    queue.unreadable = 'broken'
    queue.add('broken', 3)
    queue.add('a', 2)
    create().wake('m')
    await vi.waitFor(() => expect(queue.recorded).toHaveLength(2))
    expect([count('a'), count('broken'), errors.length]).toEqual([2, 0, 1])
  })

  it('uses the slots of a subscription that cannot be read for others', async () => {
    queue.unreadable = 'broken'
    queue.add('broken', 2)
    create({ perEndpoint: 2, total: 4 }).wake('m')
    await vi.waitFor(() => expect(errors).toHaveLength(1))
    queue.add('a', 2)
    dispatcher.wake('m')
    await vi.waitFor(() => expect(queue.recorded).toHaveLength(2))
  })

  it('waits for due deliveries on request, and no longer than one attempt may take', async () => {
    queue.add('a', 3)
    expect(await create().runDue('m')).toBe(3)
    expect(await dispatcher.runDue('m')).toBe(0)
    queue.add('hanging')
    answers = { hanging: hang }
    naps = []
    const running = dispatcher.runDue()
    await vi.waitFor(() => expect(count('hanging')).toBe(1))
    expect(naps.map(({ ms }) => ms)).toEqual([16_000])
    naps[0]?.end()
    expect(await running).toBe(0)
  })

  it('releases running deliveries when it stops, as if they had not been attempted', async () => {
    queue.add('hanging')
    answers = { hanging: hang }
    create().wake('m')
    await vi.waitFor(() => expect(count('hanging')).toBe(1))
    await dispatcher.stop()
    expect(queue.recorded).toEqual([])
    expect(queue.waiting).toMatchObject([{ leaseUntilMs: null, tries: 0 }])
    dispatcher.wake('m')
    expect(count('hanging')).toBe(1)
  })

  it('applies injected faults', async () => {
    const calm = { duplicate: 0, reorder: 0, drop: 0, delaySeconds: 0, seed: null }
    queue.laboratory = { ...calm, duplicate: 1 }
    queue.add('twice')
    await create().runDue()
    expect([count('twice'), queue.recorded[0]?.attempts]).toEqual([2, 2])
    queue.laboratory = { ...calm, drop: 1 }
    queue.add('dropped')
    await dispatcher.runDue()
    expect(count('dropped')).toBe(0)
    expect(queue.recorded.at(-1)?.verdict.status).toBe('DELIVERED')
    queue.laboratory = { ...calm, delaySeconds: 60 }
    queue.add('late')
    await dispatcher.runDue()
    expect(count('late')).toBe(0)
    expect(queue.waiting).toMatchObject([{ nextAtMs: NOW_MS + 60_000 }])
  })
})
