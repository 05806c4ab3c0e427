import { ConfigurationError } from '../errors/configuration-error.ts'
import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'

/** A store's answer about a message that is about to be handled. */
export type Claim = 'claimed' | 'busy' | 'done'

/**
 * Stores handled messages: a table, a key-value store. All processes of a receiver share it.
 *
 * {@link createMemoryWebhookStore} is one for a single process.
 */
export interface WebhookStore {
  /**
   * Claims a message, unless it is claimed: atomically, so that only one of two concurrent callers gets it.
   *
   * @param leaseMs - a claim that is neither confirmed nor released ends after that, since its process may have died.
   * @returns `claimed` for you to handle; `busy` while another claim lasts; `done` when it was confirmed.
   */
  claim(id: string, leaseMs: number): Promise<Claim>
  /** Records that the message was handled, for `keepMs`. */
  confirm(id: string, keepMs: number): Promise<void>
  /** Releases a claim, because the message was not handled. */
  release(id: string): Promise<void>
}

/** Options for claiming and storing messages. */
export interface DeduplicatorOptions {
  /**
   * The time for which a handled message is remembered, in milliseconds.
   *
   * @defaultValue 7 days: the gateway tries for 75 hours, and a person may replay a message after the weekend.
   */
  readonly keepMs?: number
  /**
   * The time limit for handling one message, in milliseconds: after that, another process may try.
   *
   * @defaultValue 60,000. The gateway waits 15 s for an answer.
   */
  readonly leaseMs?: number
  /** @defaultValue `Date.now` */
  readonly now?: () => number
}

/** `handled` now; `duplicate` of an earlier one; `busy`: another process has it, so do not acknowledge. */
export type Handling = 'handled' | 'duplicate' | 'busy'

/** Runs the work of a message once. */
export interface Deduplicator {
  /**
   * Runs `work` unless the message was handled. Of two calls at once in this process, the second waits for the first and
   * ends as it does.
   *
   * @param id - the header `webhook-id`.
   * @throws What `work` throws; the message counts as not handled then, and the next attempt runs `work` again.
   */
  once(id: string, work: () => unknown): Promise<Handling>
}

const DEDUPLICATOR_OPTIONS: KnownOptions<DeduplicatorOptions> = { keepMs: true, leaseMs: true, now: true }

const STORE_METHODS = ['claim', 'confirm', 'release'] as const satisfies readonly (keyof WebhookStore)[]

/** A week: longer than the gateway’s own attempts. */
const KEEP_MS = 7 * 86_400_000

/** Four times what the gateway waits. */
const LEASE_MS = 60_000

/**
 * Creates a guard that prevents a repeated message from being handled twice. Only after `work` ended well is a message
 * remembered, so none is lost when a process dies in between; `work` may then run a second time.
 *
 * A receiver with a database does better: it writes the id in the same transaction as the change.
 *
 * @throws When the store lacks a method, or there is no such option. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * const deduplicator = createDeduplicator(createMemoryWebhookStore())
 * ```
 */
export function createDeduplicator(store: WebhookStore, options: DeduplicatorOptions = {}): Deduplicator {
  if (STORE_METHODS.some((method) => typeof store?.[method] !== 'function'))
    throw new ConfigurationError('store', `must have the methods ${STORE_METHODS.join(', ')}`)
  refuseUnknownOptions(options, DEDUPLICATOR_OPTIONS)
  const { keepMs = KEEP_MS, leaseMs = LEASE_MS, now = Date.now } = options
  const running = new Map<string, Promise<Handling>>()

  async function handle(id: string, work: () => unknown): Promise<Handling> {
    const claimedAtMs = now()
    const claim = await store.claim(id, leaseMs)
    if (claim !== 'claimed') return claim === 'done' ? 'duplicate' : 'busy'
    try {
      await work()
    } catch (error) {
      // A claim that ran out may have been taken by now. A release that fails costs a wait, not the reason.
      if (now() - claimedAtMs < leaseMs) await store.release(id).catch(() => undefined)
      throw error
    }
    await store.confirm(id, keepMs)
    return 'handled'
  }

  return {
    async once(id, work) {
      const first = running.get(id)
      if (first) return (await first) === 'handled' ? 'duplicate' : first
      const handling = handle(id, work)
      running.set(id, handling)
      try {
        return await handling
      } finally {
        running.delete(id)
      }
    },
  }
}
