import type { StatusFound, StatusNotFound, Transaction } from '@sluice/types'
import { isFinalStatus } from '@sluice/types/vocabulary'
import { isGatewayError, type AnyGatewayError } from './errors/is-gateway-error.ts'
import type { ReadOptions } from './http/call-options.ts'
import { retryAfterSecondsOf } from './http/classify-failure.ts'
import { startLimit, type StartTimer, wait } from './http/limit.ts'
import { readDurationMs } from './http/read-duration.ts'
import { startSystemTimer } from './http/system-timer.ts'
import { type KnownOptions, refuseUnknownOptions } from './refuse-unknown-options.ts'
import type { TransactionNotifier } from './webhooks/transaction-notifier.ts'

/** Options for `awaitFinal`. */
export interface AwaitFinalOptions {
  /**
   * Milliseconds until waiting ends, with or without an outcome; 1 to 2,147,483,647.
   *
   * @defaultValue 20,000: a page that loads longer is closed.
   */
  readonly timeoutMs?: number | undefined
  /**
   * Milliseconds before the second query; each further wait is half as long again, up to 5 s, and varies by a fifth, so
   * that concurrent callers do not query together.
   *
   * @defaultValue 500
   */
  readonly intervalMs?: number | undefined
  /** Ends waiting by throwing its reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * Ends the wait early when a webhook reports the transaction. The client still queries the gateway for the result.
   */
  readonly notifier?: Pick<TransactionNotifier, 'subscribe'> | undefined
}

/** The result of waiting. */
export type FinalOutcome =
  /** The status of the transaction is final: `status` says how it went. */
  | { readonly kind: 'final'; readonly transaction: Transaction }
  /**
   * The outcome is not known yet: show that, keep the order, and wait for the webhook. `transaction` is the last
   * known state, `null` if there is none; `error` is the failure of the last query.
   */
  | {
      readonly kind: 'pending'
      readonly transaction: Transaction | null
      readonly error: AnyGatewayError | null
    }

/**
 * Polls a transaction until it is final, or until the deadline. Of a session, a transaction that is `INVALID` is not
 * the end: its shopper may correct the form and pay.
 */
export type AwaitFinal = (id: string, options?: AwaitFinalOptions) => Promise<FinalOutcome>

export interface AwaitFinalPorts {
  readonly status: (id: string, options: ReadOptions) => Promise<StatusFound | StatusNotFound>
  readonly startTimer?: StartTimer
  /** A random number from 0 up to 1. */
  readonly random?: () => number
}

const AWAIT_FINAL_OPTIONS: KnownOptions<AwaitFinalOptions> = {
  timeoutMs: true,
  intervalMs: true,
  signal: true,
  notifier: true,
}

const TIMEOUT_MS = 20_000
const INTERVAL_MS = 500
const INTERVAL_GROWTH = 1.5
const INTERVAL_MAX_MS = 5_000
const JITTER = 0.2

/** Errors that may have passed by the next query. All others would only repeat. */
const PASSING: ReadonlySet<string> = new Set([
  'connection_failed',
  'rate_limited',
  'request_timed_out',
  'server_failed',
  'service_unavailable',
])

/** Makes `client.transactions.awaitFinal`. */
export function createAwaitFinal(ports: AwaitFinalPorts): AwaitFinal {
  const { status, startTimer = startSystemTimer, random = Math.random } = ports

  return async (id, options = {}) => {
    refuseUnknownOptions(options, AWAIT_FINAL_OPTIONS)
    const { signal, notifier } = options
    const timeoutMs = readDurationMs('timeoutMs', options.timeoutMs ?? TIMEOUT_MS)
    const intervalMs = readDurationMs('intervalMs', options.intervalMs ?? INTERVAL_MS)
    let transaction: Transaction | null = null
    let error: AnyGatewayError | null = null
    let tell = () => {}
    const unsubscribe = notifier?.subscribe(id, () => tell())
    const limit = startLimit(timeoutMs, signal, startTimer)

    async function ask(): Promise<void> {
      try {
        transaction = (await status(id, { signal: limit.signal })).transaction ?? transaction
        error = null
      } catch (caught) {
        if (limit.signal.aborted) return
        if (!isGatewayError(caught) || !PASSING.has(caught.code)) throw caught
        error = caught
      }
    }

    async function pause(ms: number, news: Promise<void>): Promise<void> {
      const over = new AbortController()
      const either = AbortSignal.any([limit.signal, over.signal])
      await Promise.race([news, wait(ms, either, startTimer).catch(() => undefined)])
      over.abort()
    }

    try {
      let pauseMs = intervalMs
      while (!limit.signal.aborted) {
        // Registers before the query, because news that arrives during it may be newer than its response.
        const news = new Promise<void>((resolve) => (tell = resolve))
        await ask()
        const current = transaction as Transaction | null
        if (current && isEnd(current, id)) return { kind: 'final', transaction: current }
        const jitter = 1 - JITTER + 2 * JITTER * random()
        await pause(Math.max(pauseMs * jitter, retryAfterMs(error)), news)
        pauseMs = Math.min(pauseMs * INTERVAL_GROWTH, INTERVAL_MAX_MS)
      }
      signal?.throwIfAborted()
      return { kind: 'pending', transaction, error }
    } finally {
      unsubscribe?.()
      limit.release()
    }
  }
}

/** A form of a session that was not valid ends nothing: the shopper may correct it, which makes another transaction. */
function isEnd({ id, status }: Transaction, askedFor: string): boolean {
  return isFinalStatus(status) && (status !== 'INVALID' || id === askedFor)
}

/** Returns the delay that the gateway requested. */
function retryAfterMs(error: AnyGatewayError | null): number {
  return (retryAfterSecondsOf(error) ?? 0) * 1000
}
