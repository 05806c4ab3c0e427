import { type Endpoint, ENDPOINTS } from '@sluice/types'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { AuditOrigin } from '../audit/audit-origin.ts'
import type { RecordSecurityEvent } from '../audit/security-log.ts'
import { clientAddress } from './network-address.ts'

export function auditOriginOf(request: FastifyRequest): AuditOrigin {
  const { caller, operator } = request
  return {
    clientId: caller?.kind === 'merchant' ? caller.clientId : null,
    ...(caller?.kind === 'merchant' && caller.userId !== undefined ? { userId: caller.userId } : {}),
    ...(operator === null || operator.token === null ? {} : { operatorToken: operator.token }),
    address: clientAddress(request),
    requestId: request.id,
  }
}

/** Writes down a request that was answered 401 or 403. An endpoint that reads the client's credentials does so itself. */
export function recordRefusal(
  request: FastifyRequest,
  { statusCode }: FastifyReply,
  note: RecordSecurityEvent,
): void {
  const { endpoint } = request.routeOptions.config
  if (endpoint === undefined || (statusCode !== 401 && statusCode !== 403)) return
  const { auth }: Endpoint = ENDPOINTS[endpoint]
  if (auth === 'client-credentials') return
  const { caller, operator } = request
  note(
    {
      merchantId: caller?.merchantId ?? null,
      actor: caller !== null ? 'merchant' : operator !== null ? 'operator' : 'caller',
      action: 'access.refuse',
      subject: endpoint,
      isAboutKnown: caller !== null || operator !== null,
      detail: { outcome: statusCode },
    },
    auditOriginOf(request),
  )
}
