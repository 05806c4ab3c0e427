import { toTimestamp } from '@sluice/platform/kernel/clock'
import type { FoundAuditEntry, SearchAudit } from '@sluice/platform/audit/audit-search'
import { sendAnswer } from '@sluice/platform/http/answer'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { validationRefusal } from '@sluice/platform/http/request-refusal'

import { serveChanges } from './changes.routes.ts'
import type { PortalAuth } from './portal-auth.ts'
import type { PortalUsers } from './portal-users.ts'
import { toWireNotice } from './portal-users.wire.ts'
import { readMembers } from './read-members.ts'

const PAGE = 50
const IDS_MAX = 20
const ID = /^[0-9a-f-]{36}$/

/** Serves owners' notices about changes to their merchant's users. @see docs/protocol/portal-sign-in.md#portal-users */
export function registerUserNotices(
  server: HttpServer,
  ports: { readonly auth: PortalAuth; readonly users: PortalUsers; readonly searchAudit: SearchAudit },
): void {
  const { auth, users, searchAudit } = ports

  server.get('/portal/notices', { config: AT_PORTAL }, async (request, reply) => {
    const { userId } = await auth.requirePermission('listNotices', request)
    return sendAnswer(reply, 200, { data: (await users.listNotices(userId)).map(toWireNotice) })
  })

  const acknowledge = '/portal/notices/acknowledge'
  serveChanges(server, auth)('POST', acknowledge, 'acknowledgeNotices', async ({ request, person }) => {
    const ids = readIds(readMembers(request, ['ids'])['ids'])
    await users.acknowledgeNotices(person.userId, ids)
    const detail = { notices: ids.join(',') }
    const done = { action: 'user.acknowledge', subject: person.userId, detail } as const
    return { status: 204, body: null, done }
  })

  server.get('/portal/users/trail', { config: AT_PORTAL }, async (request, reply) => {
    const { merchantId } = await auth.requirePermission('searchUserTrail', request)
    const { cursor } = request.query as { readonly cursor?: unknown }
    if (cursor !== undefined && !isId(cursor)) throw invalid('cursor')
    const filters = { merchantId, actionPrefix: 'user.' }
    const found = await searchAudit(filters, { beforeId: cursor ?? null, limit: PAGE })
    const names = new Map((await users.list(merchantId)).map(({ id, name }) => [id, name]))
    for (const id of found.entries.flatMap(actingPerson))
      // People of the service have no name for a merchant; a person who was removed has the id left.
      if (!names.has(id) && (await users.find(id)) === null) names.set(id, id)
    return sendAnswer(reply, 200, {
      data: found.entries.map((entry) => toWireEntry(entry, names)),
      next_cursor: found.nextBeforeId,
    })
  })
}

/** Merchants see neither the names nor the addresses of the service's staff. */
function toWireEntry(entry: FoundAuditEntry, names: ReadonlyMap<string, string>) {
  const { id, createdAtMs, action, subject, detail } = entry
  const [by] = actingPerson(entry)
  const { roles = null, reason = null } = detail
  return {
    id,
    at: toTimestamp(createdAtMs),
    action,
    by: by === undefined ? null : (names.get(by) ?? null),
    user_id: subject,
    about: names.get(subject) ?? null,
    roles,
    reason,
  }
}

/** Returns the id of the person who acted, or nothing if the operator used the command line. */
function actingPerson({ actor, detail }: FoundAuditEntry): readonly string[] {
  return actor === 'user' && detail['user_id'] !== undefined ? [String(detail['user_id'])] : []
}

function readIds(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length > IDS_MAX || !value.every(isId)) throw invalid('ids')
  return value
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value)
}

function invalid(property: string) {
  return validationRefusal([{ property, message: 'has an invalid format', params: [property] }])
}
