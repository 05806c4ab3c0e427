import { type Clock, toTimestamp } from '@sluice/platform/kernel/clock'
import { sendAnswer } from '@sluice/platform/http/answer'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal } from '@sluice/platform/http/request-refusal'

import type { DeviceRequests } from './device-request.ts'
import type { PortalAuth } from './portal-auth.ts'
import { endOfSession, type PortalSession, type PortalSessions, type SessionsOf } from './portal-session.ts'

export interface SessionListPorts {
  readonly auth: PortalAuth
  readonly sessions: Pick<PortalSessions, 'end'>
  readonly devices: Pick<DeviceRequests, 'takeBack'>
  readonly realTime: Clock
}

const PATH = '/portal/sessions'
const OF_USER = '/portal/users/:id/sessions'

/** Routes that list and end portal sessions. @see docs/protocol/portal-sign-in.md#portal-sessions */
export function registerPortalSessionList(
  server: HttpServer,
  { auth, sessions, devices, realTime }: SessionListPorts,
): void {
  server.get(PATH, { config: AT_PORTAL }, async (request, reply) => {
    const person = await auth.requirePerson('listSessions', request)
    return sendAnswer(reply, 200, { data: await list(person, person.id) })
  })

  server.delete(`${PATH}/:id`, { config: AT_PORTAL }, async (request, reply) => {
    const person = await auth.requirePerson('endSession', request)
    const { id } = request.params as { readonly id: string }
    if ((await sessions.end(person, { id })) === 0) throw notFoundRefusal()
    await auth.record(request, person, {
      action: 'session.end',
      subject: id,
      detail: { user: person.userId },
    })
    return sendAnswer(reply, 204, null)
  })

  server.delete(PATH, { config: AT_PORTAL }, async (request, reply) => {
    const person = await auth.requirePerson('endOtherSessions', request)
    const ended = await endAll(person, person.id)
    const detail = { user: person.userId, kept: person.id, ended }
    await auth.record(request, person, { action: 'session.end', subject: person.userId, detail })
    return sendAnswer(reply, 204, null)
  })

  server.get(OF_USER, { config: AT_PORTAL }, async (request, reply) => {
    const { id, merchantId } = await auth.requirePermission('listUserSessions', request)
    const { id: userId } = request.params as { readonly id: string }
    return sendAnswer(reply, 200, { data: await list({ userId, merchantId }, id) })
  })

  server.delete(OF_USER, { config: AT_PORTAL }, async (request, reply) => {
    const person = await auth.requirePermission('endUserSessions', request)
    const { id: userId } = request.params as { readonly id: string }
    const ended = await endAll({ userId, merchantId: person.merchantId }, null)
    await auth.record(request, person, {
      action: 'session.end',
      subject: userId,
      detail: { user: userId, ended },
    })
    return sendAnswer(reply, 204, null)
  })

  const list = async (person: SessionsOf, currentId: string) =>
    (await auth.listSessions(person)).map((session) => toWireSession(session, currentId, realTime.now()))

  /** Otherwise a program that was just approved would start a session right afterwards. */
  async function endAll(person: SessionsOf, kept: string | null): Promise<number> {
    await devices.takeBack(person)
    return sessions.end(person, { allBut: kept })
  }
}

function toWireSession(session: PortalSession, currentId: string, nowMs: number) {
  const { id, device, address, userAgent, createdAtMs, seenAtMs } = session
  const isCurrent = id === currentId
  return {
    id,
    kind: device === null ? 'BROWSER' : 'DEVICE',
    name: device,
    address,
    user_agent: userAgent,
    started_at: toTimestamp(createdAtMs),
    last_used_at: toTimestamp(seenAtMs),
    ends_at: toTimestamp(endOfSession(session, isCurrent ? nowMs : seenAtMs)),
    is_current: isCurrent,
  }
}
