import type { FastifyRequest } from 'fastify'

import type { AuditEntry } from '@sluice/platform/audit/audit-entry'
import { answerOnceAt } from '@sluice/platform/http/answer-once'
import { sendAnswer } from '@sluice/platform/http/answer'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'

import type { PortalAuth } from './portal-auth.ts'
import type { PortalAction } from './portal-rights.ts'
import type { PortalSession } from './portal-session.ts'

/** A change that a person requests. */
export interface ChangeRequest {
  readonly request: FastifyRequest
  readonly merchantId: string
  readonly person: PortalSession
  /** The id in the path; empty if the path has none. */
  readonly id: string
}

/** The outcome of the change. */
export interface AppliedChange {
  readonly status: number
  readonly body: unknown
  /** The entry for the audit trail. */
  readonly done: Pick<AuditEntry, 'action' | 'subject' | 'detail'>
}

/** Serves a change at a path, whose `:id` names what is changed. */
export type ServeChange = (
  method: 'POST' | 'DELETE',
  url: string,
  action: PortalAction,
  change: (asked: ChangeRequest) => Promise<AppliedChange>,
) => void

/** Serves changes; the same request again is answered as before, for secrets and links that were lost on the way, too. */
export function serveChanges(server: HttpServer, auth: PortalAuth): ServeChange {
  const { idempotency } = server.edge.options
  return (method, url, action, change) => {
    server.route({
      method,
      url,
      config: AT_PORTAL,
      async handler(request, reply) {
        const person = await auth.requirePermission(action, request)
        const { merchantId } = person
        const { id = '' } = request.params as { readonly id?: string }
        const { status, body } = await answerOnceAt(url, request, merchantId, idempotency, async () => {
          const { done, ...answer } = await change({ request, person, merchantId, id })
          await auth.record(request, person, done)
          return answer
        })
        return sendAnswer(reply, status, body)
      },
    })
  }
}
