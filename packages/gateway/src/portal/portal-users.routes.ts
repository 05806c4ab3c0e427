import { PORTAL_ROLES, type PortalRole } from '@sluice/types/vocabulary'
import type { FastifyRequest } from 'fastify'

import { toTimestamp } from '../kernel/clock.ts'
import { sendAnswer } from '../platform/http/answer.ts'
import { AT_PORTAL } from '../platform/http/endpoint-routes.ts'
import type { HttpServer } from '../platform/http/http-server.ts'
import { readJson } from '../platform/http/raw-json.ts'
import {
  malformedBodyRefusal,
  notFoundRefusal,
  RequestRefusal,
  validationRefusal,
} from '../platform/http/request-refusal.ts'
import type { PortalDoor } from './open-door.ts'
import type { PortalAction } from './portal-rights.ts'
import type { PortalUser, PortalUsers, UserProblem } from './portal-users.ts'

const PATH = '/portal/users'
const ONE = `${PATH}/:id`
const CONFIG = { config: AT_PORTAL }

/** What is wrong with an invitation, by the member that says it. */
const PROBLEMS: Readonly<
  Record<Exclude<UserProblem, 'user_unknown' | 'last_owner'>, readonly [string, string]>
> = {
  email_not_valid: ['email', 'must be an email'],
  email_taken: ['email', 'is taken'],
  name_missing: ['name', 'is required'],
  roles_not_valid: ['roles', 'must be roles of a merchant'],
}

/** Serves the people of a merchant, to its owners. @see docs/protocol.md#portal-users */
export function registerPortalUsers(
  server: HttpServer,
  { users, door }: { readonly users: PortalUsers; readonly door: PortalDoor },
): void {
  const owner = (action: PortalAction, request: FastifyRequest) => door.admit(action, request)
  const userOf = async (action: PortalAction, request: FastifyRequest) => {
    const { merchantId } = await owner(action, request)
    const { id: userId } = request.params as { readonly id: string }
    return { userId, merchantId }
  }

  server.get(PATH, CONFIG, async (request, reply) => {
    const { merchantId } = await owner('listUsers', request)
    return sendAnswer(reply, 200, { data: (await users.list(merchantId)).map(toWireUser) })
  })

  server.post(PATH, CONFIG, async (request, reply) => {
    const { merchantId } = await owner('inviteUser', request)
    const { email, name, roles } = readMembers(request, ['email', 'name', 'roles'])
    const invited = await users.invite({
      merchantId,
      email: text(email),
      name: text(name),
      roles: readRoles(roles),
    })
    if (!invited.ok) throw refusalOf(invited.refusal)
    const { user, url, expiresAtMs } = invited.value
    return sendAnswer(reply, 201, { user: toWireUser(user), url, expires_at: toTimestamp(expiresAtMs) })
  })

  server.post(`${ONE}/roles`, CONFIG, async (request, reply) => {
    const user = await userOf('changeUserRoles', request)
    const changed = await users.changeRoles(user, readRoles(readMembers(request, ['roles'])['roles']))
    if (!changed.ok) throw refusalOf(changed.refusal)
    return sendAnswer(reply, 200, toWireUser(changed.value))
  })

  server.post(`${ONE}/reset`, CONFIG, async (request, reply) => {
    const reset = await users.resetSignIn(await userOf('resetUserSignIn', request))
    if (!reset.ok) throw refusalOf(reset.refusal)
    const { user, url, expiresAtMs } = reset.value
    return sendAnswer(reply, 200, { user: toWireUser(user), url, expires_at: toTimestamp(expiresAtMs) })
  })

  server.delete(ONE, CONFIG, async (request, reply) => {
    const removed = await users.remove(await userOf('removeUser', request))
    if (!removed.ok) throw refusalOf(removed.refusal)
    return sendAnswer(reply, 204, null)
  })
}

function toWireUser({ id, email, name, roles, activatedAtMs, hasAuthenticator, passkeys }: PortalUser) {
  return {
    id,
    email,
    name,
    roles,
    status: activatedAtMs === null ? 'INVITED' : 'ACTIVE',
    has_second_factor: hasAuthenticator || passkeys > 0,
  }
}

function refusalOf(problem: UserProblem): RequestRefusal {
  if (problem === 'user_unknown') return notFoundRefusal()
  if (problem === 'last_owner')
    return new RequestRefusal(409, { error: 'Conflict', message: 'A merchant keeps at least one owner' })
  const [property, message] = PROBLEMS[problem]
  return validationRefusal([{ property, message, params: [property] }])
}

/** The members of a body, none of which is another. */
function readMembers(request: FastifyRequest, names: readonly string[]): Readonly<Record<string, unknown>> {
  const reading = readJson(request.rawBody ?? new Uint8Array())
  if (!reading.ok || typeof reading.value !== 'object' || reading.value === null) throw malformedBodyRefusal()
  const unknown = Object.keys(reading.value).filter((name) => !names.includes(name))
  if (unknown.length > 0)
    throw validationRefusal(
      unknown.map((property) => ({ property, message: 'is not allowed', params: [property] })),
    )
  return reading.value as Readonly<Record<string, unknown>>
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** None for what is no list of roles: that is refused as no role is. */
function readRoles(value: unknown): readonly PortalRole[] {
  const isRoles =
    Array.isArray(value) && value.every((role) => (PORTAL_ROLES as readonly unknown[]).includes(role))
  return isRoles ? (value as readonly PortalRole[]) : []
}
