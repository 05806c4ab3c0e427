import type { TransactionEvent } from '@sluice/types'
import { createEventStreamReader } from '@sluice/types/vocabulary'
import type { Settings } from '../client-options.ts'
import { ConnectionError } from '../errors/connection-error.ts'
import { RateLimitError } from '../errors/rate-limit-error.ts'
import { RequestTimeoutError } from '../errors/request-timeout-error.ts'
import { ServerError } from '../errors/server-error.ts'
import { ServiceUnavailableError } from '../errors/service-unavailable-error.ts'
import { retryAfterSecondsOf } from '../http/classify-failure.ts'
import { wait } from '../http/limit.ts'
import { FIRST_WAIT_MAX_MS } from '../http/retry-decision.ts'
import type { Transport } from '../http/transport.ts'
import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'

/** An event as received. */
export interface StreamedEvent {
  /** The event's id, which is also its `webhook-id`: the position from which to resume. */
  readonly id: string
  /** The event, as a webhook contains it. */
  readonly event: TransactionEvent
  /** The bytes that a webhook of the event is signed over, as text. */
  readonly rawBody: string
}

/** Options for following events. */
export interface EventStreamOptions {
  /**
   * The id of the last event that was handled; `'0'` begins with the first there ever was.
   *
   * @defaultValue what happens from now on
   */
  readonly after?: string | undefined
  /** Ends the stream: the loop over its events ends as after a last one. */
  readonly signal?: AbortSignal | undefined
  /**
   * Called with `open` each time the stream opens, and with `interrupted` when its connection was lost. The client opens it
   * again either way; a stream that the gateway ends because the access token has expired is not an interruption.
   */
  readonly onState?: ((state: 'open' | 'interrupted') => void) | undefined
}

/** The merchant's events as they happen, without a receiver of webhooks. */
export interface Events {
  /**
   * Follows the events about the merchant's transactions: each once, all of them, in one order. A connection that ends
   * is reopened after the last event, after a wait that grows to at most 30 s, and after the time in a `Retry-After`;
   * missed events come first.
   *
   * @throws When the client lacks the role to read transactions. {@link PermissionError}
   * @throws When `after` is no event of this merchant. {@link NotFoundError}
   * @see docs/protocol/events.md#event-stream
   *
   * @example
   * ```ts
   * for await (const { id, event } of client.events.listen({ after: lastHandledId })) {
   *   console.log(id, event.event, event.payload.reference)
   * }
   * ```
   */
  listen(options?: EventStreamOptions): AsyncIterable<StreamedEvent>
}

const EVENT_STREAM_OPTIONS: KnownOptions<EventStreamOptions> = { after: true, signal: true, onState: true }

/** Up to here the longest wait doubles: a gateway that is away for long is not pressed. */
const WAIT_MAX_MS = 30_000

const PASSING = [ConnectionError, RequestTimeoutError, RateLimitError, ServerError, ServiceUnavailableError]

export function createEvents(transport: Transport, settings: Settings): Events {
  async function* listen(options: EventStreamOptions = {}) {
    refuseUnknownOptions(options, EVENT_STREAM_OPTIONS)
    const { after: from, signal, onState } = options
    let after = from
    let spreadMs = FIRST_WAIT_MAX_MS
    while (!signal?.aborted) {
      let askedMs = 0
      let isInterrupted = false
      try {
        const query = after === undefined ? {} : { after }
        const read = createEventStreamReader()
        for await (const piece of transport.stream('streamEvents', { query }, { signal })) {
          spreadMs = FIRST_WAIT_MAX_MS
          for (const { id, data } of read(piece)) {
            if (id !== null) after = id
            if (data === '') onState?.('open')
            else if (id !== null)
              yield { id, event: JSON.parse(data) as TransactionEvent, rawBody: data } satisfies StreamedEvent
          }
        }
      } catch (error) {
        if (signal?.aborted) return
        if (!PASSING.some((one) => error instanceof one)) throw error
        isInterrupted = true
        askedMs = (retryAfterSecondsOf(error) ?? 0) * 1_000
      }
      // The gateway ends a stream whose access token has run out; that is no fault.
      if (isInterrupted) onState?.('interrupted')
      // The wait is random, as between the attempts of a call, so that clients do not all reconnect to a restarted
      // gateway at once.
      const waitMs = askedMs + Math.floor(settings.random() * spreadMs)
      await wait(waitMs, signal ?? new AbortController().signal, settings.startTimer).catch(() => undefined)
      spreadMs = Math.min(spreadMs * 2, WAIT_MAX_MS)
    }
  }
  return { listen }
}
