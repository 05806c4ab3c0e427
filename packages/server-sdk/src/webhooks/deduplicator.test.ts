import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { hold } from '../../test/fake-gateway.ts'
import { createDeduplicator } from './deduplicator.ts'
import { createMemoryWebhookStore } from './memory-webhook-store.ts'

const DAY_MS = 86_400_000

function createReceiver() {
  // No claim may be measured by the clock's own size.
  const clock = { ms: Date.UTC(2026, 10, 23) }
  const now = () => clock.ms
  const store = createMemoryWebhookStore({ now })
  // A second process, which shares only the store.
  const [deduplicator, elsewhere] = [createDeduplicator(store, { now }), createDeduplicator(store, { now })]
  return { clock, store, deduplicator, elsewhere }
}

describe('deduplicator', () => {
  it('runs the work of a message once, here and elsewhere', async () => {
    const { deduplicator, elsewhere } = createReceiver()
    const work = vi.fn()
    expect(await deduplicator.once('a', work)).toBe('handled')
    expect(await deduplicator.once('a', work)).toBe('duplicate')
    expect(await elsewhere.once('a', work)).toBe('duplicate')
    expect(await elsewhere.once('b', work)).toBe('handled')
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('lets a concurrent second message wait here, and returns busy elsewhere', async () => {
    const { deduplicator, elsewhere } = createReceiver()
    const gate = hold<void>()
    const work = vi.fn(() => gate.promise)
    const both = [deduplicator.once('a', work), deduplicator.once('a', work)]
    expect(await elsewhere.once('a', work)).toBe('busy')
    gate.release()
    expect(await Promise.all(both)).toEqual(['handled', 'duplicate'])
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('lets the next attempt work when the first threw, and acknowledges nothing in the meantime', async () => {
    const { deduplicator } = createReceiver()
    const gate = hold<void>()
    const failing = () => gate.promise.then(() => Promise.reject(new Error('no database')))
    const both = [deduplicator.once('a', failing), deduplicator.once('a', failing)]
    gate.release()
    const outcomes = await Promise.allSettled(both)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await deduplicator.once('a', () => {})).toBe('handled')
  })

  it('lets another process work when the first one died', async () => {
    const { clock, store, elsewhere } = createReceiver()
    expect(await store.claim('a', 60_000)).toBe('claimed')
    expect(await elsewhere.once('a', () => {})).toBe('busy')
    clock.ms += 60_000
    expect(await elsewhere.once('a', () => {})).toBe('handled')
  })

  it('does not release a claim that expired and was claimed again', async () => {
    const { clock, deduplicator, elsewhere } = createReceiver()
    const [slow, other] = [hold<void>(), hold<void>()]
    const first = deduplicator.once('a', () => slow.promise.then(() => Promise.reject(new Error('late'))))
    await Promise.resolve()
    clock.ms += 60_000
    const second = elsewhere.once('a', () => other.promise)
    slow.release()
    await expect(first).rejects.toThrow('late')
    expect(await deduplicator.once('a', () => {})).toBe('busy')
    other.release()
    expect(await second).toBe('handled')
  })

  it('throws the error of the work even if the store fails after it', async () => {
    const store = createMemoryWebhookStore()
    const broken = { ...store, release: () => Promise.reject(new Error('store is away')) }
    const work = () => Promise.reject(new Error('no database'))
    await expect(createDeduplicator(broken).once('a', work)).rejects.toThrow('no database')
  })

  it('stores messages for a week', async () => {
    const { clock, deduplicator } = createReceiver()
    await deduplicator.once('a', () => {})
    clock.ms += 7 * DAY_MS - 1
    expect(await deduplicator.once('a', () => {})).toBe('duplicate')
    clock.ms += 1
    expect(await deduplicator.once('a', () => {})).toBe('handled')
  })

  it('has a bounded memory, and forgets the oldest first', async () => {
    const deduplicator = createDeduplicator(createMemoryWebhookStore({ maxMessages: 2 }))
    for (const id of ['a', 'b', 'c']) await deduplicator.once(id, () => {})
    expect(await deduplicator.once('c', () => {})).toBe('duplicate')
    expect(await deduplicator.once('b', () => {})).toBe('duplicate')
    expect(await deduplicator.once('a', () => {})).toBe('handled')
  })

  it('handles each message exactly once, however deliveries and failures mix', async () => {
    const delivery = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      fails: fc.boolean(),
      isElsewhere: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(delivery, { maxLength: 30 }),
        fc.scheduler(),
        async (deliveries, scheduler) => {
          const { deduplicator, elsewhere } = createReceiver()
          const done = new Map<string, number>()
          const answers = deliveries.map(async ({ id, fails, isElsewhere }) => {
            const answer = await (isElsewhere ? elsewhere : deduplicator)
              .once(id, async () => {
                await scheduler.schedule(Promise.resolve())
                if (fails) throw new Error('no database')
                done.set(id, (done.get(id) ?? 0) + 1)
              })
              .catch(() => 'failed')
            return { id, answer }
          })
          await scheduler.waitFor(Promise.all(answers))
          for (const { id, answer } of await Promise.all(answers)) {
            expect(done.get(id) ?? 0).toBeLessThanOrEqual(1)
            if (answer === 'handled' || answer === 'duplicate') expect(done.get(id)).toBe(1)
          }
        },
      ),
    )
  })
})
