import type { CallDescription, GatewayErrorCode } from '../errors/gateway-error.ts'
import { findHeaderProblem } from './header-rules.ts'

/** A request as hooks see it: no headers, no body, no ids of the path, so that it may be logged. */
export interface RequestView {
  /** The same object for every try of one call. */
  readonly call: CallDescription
  /** The destination, `https://gateway.example`. */
  readonly origin: string
  /** 1 for the first try. */
  readonly attempt: number
}

/** The end of an attempt: with a `status`, or with the `errorCode` of the failure. */
export interface ResponseView extends RequestView {
  /** HTTP status, 200 to 599; undefined if no response arrived. */
  readonly status: number | undefined
  /** The code of the error if no usable response arrived; otherwise undefined. */
  readonly errorCode: GatewayErrorCode | undefined
  /** The id of the request in the gateway's log; undefined without a response. */
  readonly requestId: string | undefined
  /** Milliseconds from sending to the last byte; of a stream of events to its beginning. */
  readonly durationMs: number
}

/** A try that failed and will be followed by another. */
export interface RetryView extends RequestView {
  /** The code of the error that caused the retry. */
  readonly errorCode: GatewayErrorCode
  /** HTTP status of the last attempt; undefined if no response arrived. */
  readonly status: number | undefined
  /** Milliseconds until the next try. */
  readonly waitMs: number
}

/** A success whose answer differs from the contract in members that decide nothing. */
export interface ContractDeviationView {
  /** The call that was answered. */
  readonly call: CallDescription
  /** HTTP status, 200 to 299, or 404 of a status. */
  readonly status: number
  /** The id of the request in the gateway's log; undefined if the response has none. */
  readonly requestId: string | undefined
  /** Dotted paths of the members that are missing or of the wrong type, `result.customer`. Never a value. */
  readonly members: readonly string[]
}

/**
 * Functions that watch requests, those for access tokens too. They cannot stop or change a payment: what they throw is
 * ignored, and a promise that they return is not waited for.
 */
export interface Hooks {
  /** Called before an attempt. The returned headers are added, for trace context; this package's own headers stay. */
  readonly onRequest?: (request: RequestView) => Readonly<Record<string, string>> | void
  /** Called after every {@link Hooks.onRequest}, with any outcome. */
  readonly onResponse?: (response: ResponseView) => void
  /** Called before the wait for the next attempt. */
  readonly onRetry?: (retry: RetryView) => void
  /**
   * Called after a success whose response deviates harmlessly from the contract: the response is returned unchanged.
   */
  readonly onContractDeviation?: (deviation: ContractDeviationView) => void
}

/** Every hook of a client as one, which never throws. */
export interface Watch {
  request(view: RequestView): Readonly<Record<string, string>>
  response(view: ResponseView): void
  retry(view: RetryView): void
  contractDeviation(view: ContractDeviationView): void
}

export function combineHooks(hooks: readonly Hooks[]): Watch {
  return {
    request: (view) =>
      Object.assign({}, ...hooks.map((hook) => usableHeaders(attempt(() => hook.onRequest?.(view))))),
    response: (view) => hooks.forEach((hook) => attempt(() => hook.onResponse?.(view))),
    retry: (view) => hooks.forEach((hook) => attempt(() => hook.onRetry?.(view))),
    contractDeviation: (view) => hooks.forEach((hook) => attempt(() => hook.onContractDeviation?.(view))),
  }
}

function attempt(run: () => unknown): unknown {
  try {
    const result = run()
    if (result instanceof Promise) result.catch(() => {})
    return result
  } catch {
    return undefined
  }
}

function usableHeaders(given: unknown): Record<string, string> {
  if (typeof given !== 'object' || given === null || given instanceof Promise) return {}
  return Object.fromEntries(
    Object.entries(given as Record<string, string>).filter(
      ([name, value]) => findHeaderProblem(name, value) === null,
    ),
  )
}
