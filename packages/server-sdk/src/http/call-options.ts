import type { Settings } from '../client-options.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'
import { readHeaders } from './header-rules.ts'
import { readDurationMs } from './read-duration.ts'

/** The options of a call that only reads. */
export interface ReadOptions {
  /** Ends the call. A sent request may still be executed: {@link RequestAbortedError} reports whether. */
  readonly signal?: AbortSignal | undefined
  /**
   * Time limit for one attempt in milliseconds, from sending to the last byte of the response; 1 to 2,147,483,647.
   *
   * @defaultValue `timeoutMs` of the client
   */
  readonly timeoutMs?: number | undefined
  /**
   * Milliseconds until the whole call ends, with its access token, its tries and the waits between them.
   *
   * @defaultValue `deadlineMs` of the client
   */
  readonly deadlineMs?: number | undefined
  /** Added to the request; headers that this package sets itself are refused. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The options of a call that acts. */
export interface CallOptions extends ReadOptions {
  /**
   * Identifies the request, so that it is executed once: 1 to 255 visible ASCII characters. Send the same key and the
   * same body to get the outcome of a request whose response was lost. Not for `DELETE`.
   *
   * @defaultValue a random one for each call
   */
  readonly idempotencyKey?: string | undefined
  /**
   * Whether the call is tried again, with the same `Idempotency-Key`, when it may already have been done. Only for
   * gateways that honour the header; ours does.
   *
   * @defaultValue `retryUnsafe` of the client
   */
  readonly retryUnsafe?: boolean | undefined
}

/** {@link CallOptions}, checked and completed. */
export interface CallSettings {
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
  readonly deadlineMs: number
  readonly headers: Readonly<Record<string, string>>
  readonly idempotencyKey: string | undefined
  readonly retryUnsafe: boolean
}

const CALL_OPTIONS: KnownOptions<CallOptions> = {
  signal: true,
  timeoutMs: true,
  deadlineMs: true,
  headers: true,
  idempotencyKey: true,
  retryUnsafe: true,
}

/** White space at an end would get lost on the way. */
const KEY_SHAPE = /^(?! )[\x20-\x7e]{1,255}(?<! )$/

/**
 * Completes the options of a call with those of the client.
 *
 * @throws When an option is unusable, or is none; nothing was sent. {@link ConfigurationError}
 */
export function readCallOptions(options: CallOptions, settings: Settings): CallSettings {
  refuseUnknownOptions(options, CALL_OPTIONS)
  const { signal, idempotencyKey } = options
  // The check does not use the class, because signals of another realm or a library are valid too.
  if (signal !== undefined && !('aborted' in signal && 'addEventListener' in signal))
    throw new ConfigurationError('signal', 'must be an AbortSignal')
  if (idempotencyKey !== undefined && !KEY_SHAPE.test(idempotencyKey))
    throw new ConfigurationError('idempotencyKey', 'must be 1 to 255 visible ASCII characters')
  return {
    signal,
    timeoutMs: readDurationMs('timeoutMs', options.timeoutMs ?? settings.timeoutMs),
    deadlineMs: readDurationMs('deadlineMs', options.deadlineMs ?? settings.deadlineMs),
    headers: { ...settings.headers, ...readHeaders(options.headers) },
    idempotencyKey,
    retryUnsafe: options.retryUnsafe ?? settings.retryUnsafe,
  }
}
