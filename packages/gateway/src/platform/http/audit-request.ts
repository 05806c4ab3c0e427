import type { FastifyReply, FastifyRequest } from 'fastify'

import type { AuditOrigin } from '../audit/audit-origin.ts'
import type { NoteSecurityEvent } from '../audit/security-log.ts'
import { clientAddress } from './network-address.ts'

export function auditOriginOf(request: FastifyRequest): AuditOrigin {
  const { caller } = request
  return {
    clientId: caller?.kind === 'merchant' ? caller.clientId : null,
    address: clientAddress(request),
    requestId: request.id,
  }
}

/** Notes a request for an endpoint that was answered 401 or 403. The token endpoint notes its own, with the client's id. */
export function noteRefusal(
  request: FastifyRequest,
  { statusCode }: FastifyReply,
  note: NoteSecurityEvent,
): void {
  const { endpoint } = request.routeOptions.config
  if (endpoint === undefined || endpoint === 'issueToken' || (statusCode !== 401 && statusCode !== 403))
    return
  const { caller } = request
  note(
    {
      merchantId: caller?.merchantId ?? null,
      actor: caller === null ? 'caller' : 'merchant',
      action: 'access.refuse',
      subject: endpoint,
      detail: { outcome: statusCode },
    },
    auditOriginOf(request),
  )
}
