import { AsyncLocalStorage } from 'node:async_hooks'

/** The origin of a request that the audit trail records. */
export interface AuditOrigin {
  /** The API client; null where none has proven itself. */
  readonly clientId: string | null
  /** The person at the portal; none where a program called. */
  readonly userId?: string
  /** The name of the operator token in the request; absent if the endpoint requires none. Never the token itself. */
  readonly operatorToken?: string
  readonly address: string
  readonly requestId: string
}

const origins = new AsyncLocalStorage<AuditOrigin>()

/** Runs work on behalf of a request: every entry that is written during it names the request. */
export function onBehalfOf<T>(origin: AuditOrigin, work: () => T): T {
  return origins.run(origin, work)
}

/** Returns the id of the current request; null for the gateway's own work. */
export function currentRequestId(): string | null {
  return origins.getStore()?.requestId ?? null
}

/** Returns the members of an entry that say where it comes from; none for the gateway's own work. */
export function describeOrigin(origin: AuditOrigin | undefined = origins.getStore()): Record<string, string> {
  if (origin === undefined) return {}
  const { clientId, userId, operatorToken, address, requestId } = origin
  return {
    ...(clientId === null ? {} : { client_id: clientId }),
    ...(userId === undefined ? {} : { user_id: userId }),
    ...(operatorToken === undefined ? {} : { operator_token: operatorToken }),
    address,
    request_id: requestId,
  }
}
