import type { FastifyRequest } from 'fastify'

import type { AuditEntry } from '@sluice/platform/audit/audit-entry'
import { onBehalfOf } from '@sluice/platform/audit/audit-origin'
import { PORTAL_CLIENT } from '@sluice/platform/http/caller'
import { clientAddress } from '@sluice/platform/http/network-address'

import type { PortalAction } from './portal-rights.ts'
import type { PortalSession } from './portal-session.ts'

/** The parts of a request that authentication reads. */
export type PortalRequest = Pick<FastifyRequest, 'headers' | 'id' | 'ip' | 'socket'>

/** A change that a user requested. */
interface RequestedChange {
  readonly action: PortalAction
  readonly userId: string
  readonly merchantId: string | null
}

/** The portal's entries in the audit trail. Each names the user, the address and the request. */
export interface UserTrail {
  /** Records an action of a user. */
  record(
    request: PortalRequest,
    person: Pick<PortalSession, 'userId' | 'merchantId'>,
    done: Pick<AuditEntry, 'action' | 'subject' | 'detail'>,
  ): Promise<void>
  /** Records that a user requested a change, before the change is made. */
  recordRequest(request: PortalRequest, change: RequestedChange): Promise<void>
  /** Records that a change was refused, if {@link recordRequest} recorded it. */
  recordRefusal(request: PortalRequest, status: number): Promise<void>
  /** Executes a user's request: every audit entry that is recorded during it names the user. */
  onBehalfOf<T>(request: PortalRequest, person: Pick<PortalSession, 'userId'>, work: () => T): T
}

export function createUserTrail(writeAudit: (entry: AuditEntry) => Promise<void>): UserTrail {
  const requested = new WeakMap<PortalRequest, RequestedChange>()
  const record: UserTrail['record'] = (request, { userId, merchantId }, done) =>
    onBehalfOf(originOf(request, userId), () => writeAudit({ merchantId, actor: 'user', ...done }))
  return {
    record,
    async recordRequest(request, change) {
      await record(request, change, { action: 'portal.change', subject: change.action, detail: {} })
      requested.set(request, change)
    },
    async recordRefusal(request, status) {
      const change = requested.get(request)
      if (change === undefined) return
      const detail = { outcome: status }
      await record(request, change, { action: 'portal.refuse', subject: change.action, detail })
    },
    onBehalfOf: (request, { userId }, work) => onBehalfOf(originOf(request, userId), work),
  }
}

function originOf(request: PortalRequest, userId: string) {
  return { clientId: PORTAL_CLIENT, userId, address: clientAddress(request), requestId: request.id }
}
