import type { Secret } from '@sluice/shared/secret'

/** A request to a provider's API, as data. The runtime sends it. */
export interface HttpRequest {
  /** The purpose of the request, for logs: `create payment intent`. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /**
   * The path below the provider's address, with its query; it begins with a slash. It is logged, so it contains
   * names of payments, but never a secret.
   */
  readonly path: string
  /** The headers, with lower-case names. Credentials are {@link Secret}s. */
  readonly headers: Readonly<Record<string, string | Secret<string>>>
  /** The body, encoded as the provider expects it; null if there is none. It may hold card data, so it is never logged. */
  readonly body: Secret<string> | null
  /** Whether the provider may move money because of this request. At most one request of a call does; it may be repeated unchanged. */
  readonly movesMoney: boolean
  /** The delay before the runtime sends the request, because the provider was busy. */
  readonly afterMs?: number
}

/** A response with any status. */
export interface HttpAnswer {
  readonly kind: 'answer'
  readonly status: number
  /** The headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * The reason why a request has no response. Only after `NEVER_SENT` is it certain that the provider did not see the
 * request: no connection was made, or none was free in time.
 */
export interface HttpFailure {
  readonly kind: 'failure'
  readonly code: 'NEVER_SENT' | 'TIMEOUT' | 'CONNECTION_LOST' | 'ANSWER_TOO_LARGE' | 'ANSWER_MALFORMED'
}

/** The result of one request. */
export type HttpResult = HttpAnswer | HttpFailure

/** A request of a call, and its result. */
export interface Exchange {
  readonly request: HttpRequest
  readonly result: HttpResult
}

/** The exchanges of a call so far, in order. */
export type Transcript = readonly Exchange[]
