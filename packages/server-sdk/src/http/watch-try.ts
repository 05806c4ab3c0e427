import type { Settings } from '../client-options.ts'
import type { GatewayErrorCode } from '../errors/gateway-error.ts'
import type { OutgoingRequest } from './outgoing-request.ts'
import { readRequestId } from './read-request-id.ts'

/** A try that hooks watch from its beginning to its end. */
export interface WatchedTry {
  /** All headers of the request: its own, those that hooks add, and the request's id. */
  readonly headers: Readonly<Record<string, string>>
  /** The id that the gateway's log knows the request by. */
  readonly requestId: string
  answered(answer: { readonly status: number; readonly headers: Headers }): void
  failed(errorCode: GatewayErrorCode): void
}

/** Calls the hooks at the start of an attempt. */
export function watchTry(
  { watch, monotonicMs }: Pick<Settings, 'watch' | 'monotonicMs'>,
  request: OutgoingRequest,
  attempt: number,
): WatchedTry {
  const view = { call: request.call, origin: new URL(request.url).origin, attempt }
  const added = watch.request(view)
  // This lets the operator find a request whose response was lost.
  const requestId = request.headers['x-request-id'] ?? added['x-request-id'] ?? crypto.randomUUID()
  const sentAtMs = monotonicMs()
  const reportResponse = (status?: number, id?: string, errorCode?: GatewayErrorCode) =>
    watch.response({ ...view, status, requestId: id, errorCode, durationMs: monotonicMs() - sentAtMs })
  return {
    headers: { ...added, ...request.headers, 'x-request-id': requestId },
    requestId,
    answered: ({ status, headers }) => reportResponse(status, readRequestId(headers)),
    failed: (errorCode) => reportResponse(undefined, requestId, errorCode),
  }
}
