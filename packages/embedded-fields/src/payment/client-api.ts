import type {
  ClientEnvelope,
  ClientPaymentRequest,
  ClientSession,
  ClientSessionStatus,
  CompleteAuthenticationRequest,
  RequestAuthenticationRequest,
  SessionCanceled,
} from '@sluice/types'
import { challengePageAddress } from '../protocol/frame-address.ts'

/** An acquirer may take half a minute. A connection that is silent for longer is considered dead. */
const REQUEST_TIMEOUT_MS = 60_000

/** `offline`: no complete answer arrived, so the effect of the request is unknown. */
export type ApiAnswer<T> =
  | { readonly kind: 'ok'; readonly body: T }
  | { readonly kind: 'refused'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'offline' }

/** The gateway's browser endpoints for one session. @see docs/protocol/browser-api.md#browser-api */
export interface ClientApi {
  readonly sessionId: string
  /** The address of a full-page challenge by the bank, which then leads to the session's `return_url`. */
  readonly challengePage: string
  getSession(): Promise<ApiAnswer<ClientSession>>
  /** A request that may be sent again, because the gateway then returns the first answer. */
  pay(request: ClientPaymentRequest): () => Promise<ApiAnswer<ClientEnvelope>>
  requestAuthentication(
    threeDsServerTransId: string,
    request: RequestAuthenticationRequest,
  ): Promise<ApiAnswer<ClientEnvelope>>
  completeAuthentication(request: CompleteAuthenticationRequest): Promise<ApiAnswer<ClientEnvelope>>
  cancel(): Promise<ApiAnswer<SessionCanceled>>
  getStatus(): Promise<ApiAnswer<ClientSessionStatus>>
}

/** @param baseUrl - The gateway that serves this frame: all calls are same-origin. */
export function connectClientApi(baseUrl: string, clientKey: string, sessionId: string): ClientApi {
  const root = `${baseUrl}/api/client/sessions/${encodeURIComponent(sessionId)}`

  async function call<T>(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<ApiAnswer<T>> {
    try {
      const response = await fetch(root + path, {
        method,
        headers: {
          'x-client-key': clientKey,
          ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
          ...(key && { 'idempotency-key': key }),
        },
        ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
        credentials: 'omit',
        cache: 'no-store',
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
      const answer: unknown = await response.json().catch(() => null)
      if (!response.ok) return { kind: 'refused', status: response.status, body: answer }
      return answer === null ? { kind: 'offline' } : { kind: 'ok', body: answer as T }
    } catch {
      return { kind: 'offline' }
    }
  }

  return {
    sessionId,
    challengePage: challengePageAddress(baseUrl, clientKey, sessionId),
    getSession: () => call('GET', ''),
    pay: (request) => {
      const key = crypto.randomUUID()
      return () => call('POST', '/payments', request, key)
    },
    requestAuthentication: (id, request) =>
      call('POST', `/three-ds/${encodeURIComponent(id)}/request-authentication`, request),
    completeAuthentication: (request) => call('POST', '/three-ds/authentication-completed', request),
    cancel: () => call('POST', '/cancel'),
    getStatus: () => call('GET', '/status'),
  }
}
