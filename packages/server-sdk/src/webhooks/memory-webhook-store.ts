import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'
import type { WebhookStore } from './deduplicator.ts'

/** Options for the in-memory store. */
export interface MemoryWebhookStoreOptions {
  /**
   * The maximum number of stored messages; the oldest are removed first.
   *
   * @defaultValue 100,000, about 20 MB: a day of more than one a second.
   */
  readonly maxMessages?: number
  /** @defaultValue `Date.now` */
  readonly now?: () => number
}

const MEMORY_WEBHOOK_STORE_OPTIONS: KnownOptions<MemoryWebhookStoreOptions> = { maxMessages: true, now: true }

const MAX_MESSAGES = 100_000

/**
 * Stores messages in memory: for one process and for tests. A restart loses them, so a message that is sent again is
 * handled again.
 *
 * @throws When there is no such option. {@link ConfigurationError}
 */
export function createMemoryWebhookStore(options: MemoryWebhookStoreOptions = {}): WebhookStore {
  refuseUnknownOptions(options, MEMORY_WEBHOOK_STORE_OPTIONS)
  const { maxMessages = MAX_MESSAGES, now = Date.now } = options
  // The messages in the order of their last change, oldest first.
  const messages = new Map<string, { readonly isDone: boolean; readonly untilMs: number }>()

  function remember(id: string, isDone: boolean, forMs: number): void {
    messages.delete(id)
    messages.set(id, { isDone, untilMs: now() + forMs })
    const [oldest] = messages.keys()
    if (messages.size > maxMessages && oldest !== undefined) messages.delete(oldest)
  }

  return {
    claim(id, leaseMs) {
      const message = messages.get(id)
      if (message && message.untilMs > now()) return Promise.resolve(message.isDone ? 'done' : 'busy')
      remember(id, false, leaseMs)
      return Promise.resolve('claimed')
    },
    confirm(id, keepMs) {
      remember(id, true, keepMs)
      return Promise.resolve()
    },
    release(id) {
      if (messages.get(id)?.isDone === false) messages.delete(id)
      return Promise.resolve()
    },
  }
}
