import type { HttpRequest, HttpResult } from '../kit/http-message.ts'

/** A request with its secrets revealed, just before it is sent. Nothing else may access it. */
export interface RevealedRequest {
  readonly method: HttpRequest['method']
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The body; empty without one. */
  readonly body: string
  /** Whether the provider may move money because of this request: then the carrier must not repeat it on its own. */
  readonly movesMoney: boolean
}

/**
 * Carries a request to a provider's address. It follows no redirect, bounds the size of the answer, and never rejects: a request that certainly
 * did not leave this machine ends in `NEVER_SENT`.
 *
 * @param limitMs - from the call to the last byte received; waiting for a connection counts.
 */
export type Send = (request: RevealedRequest, limitMs: number) => Promise<HttpResult>
