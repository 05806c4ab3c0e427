import { PORTAL_ROLES, type PortalRole } from '@sluice/types/vocabulary'
import type { FastifyRequest } from 'fastify'

import { toTimestamp } from '../kernel/clock.ts'
import type { AuditEntry } from '../platform/audit/audit-entry.ts'
import { answerOnceAt } from '../platform/http/answer-once.ts'
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
import type { PortalUser, PortalUsers, UserLink, UserProblem } from './portal-users.ts'

const PATH = '/portal/users'
const ONE = `${PATH}/:id`

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
  const { idempotency } = server.edge.options

  /** Serves a change; the same request again is answered as before, for one-time links that were lost on the way, too. */
  function onChange(
    method: 'POST' | 'DELETE',
    url: string,
    action: PortalAction,
    change: (asked: Asked) => Promise<Change>,
  ): void {
    server.route({
      method,
      url,
      config: AT_PORTAL,
      async handler(request, reply) {
        const person = await door.admit(action, request)
        const { merchantId } = person
        const { id: userId = '' } = request.params as { readonly id?: string }
        const { status, body } = await answerOnceAt(url, request, merchantId, idempotency, async () => {
          const { done, ...answer } = await change({ request, merchantId, user: { userId, merchantId } })
          await door.note(request, person, done)
          return answer
        })
        return sendAnswer(reply, status, body)
      },
    })
  }

  server.get(PATH, { config: AT_PORTAL }, async (request, reply) => {
    const { merchantId } = await door.admit('listUsers', request)
    return sendAnswer(reply, 200, { data: (await users.list(merchantId)).map(toWireUser) })
  })

  onChange('POST', PATH, 'inviteUser', async ({ request, merchantId }) => {
    const { email, name, roles } = readMembers(request, ['email', 'name', 'roles'])
    const invited = await users.invite({
      merchantId,
      email: text(email),
      name: text(name),
      roles: readRoles(roles),
    })
    if (!invited.ok) throw refusalOf(invited.refusal)
    const { user } = invited.value
    const done = { action: 'user.invite', subject: user.id, detail: rolesOf(user) } as const
    return { status: 201, body: toWireLink(invited.value), done }
  })

  onChange('POST', `${ONE}/roles`, 'changeUserRoles', async ({ request, user }) => {
    const changed = await users.changeRoles(user, readRoles(readMembers(request, ['roles'])['roles']))
    if (!changed.ok) throw refusalOf(changed.refusal)
    const done = {
      action: 'user.change-roles',
      subject: user.userId,
      detail: rolesOf(changed.value),
    } as const
    return { status: 200, body: toWireUser(changed.value), done }
  })

  onChange('POST', `${ONE}/reset`, 'resetUserSignIn', async ({ user }) => {
    const reset = await users.resetSignIn(user)
    if (!reset.ok) throw refusalOf(reset.refusal)
    const done = { action: 'user.reset', subject: user.userId, detail: {} } as const
    return { status: 200, body: toWireLink(reset.value), done }
  })

  onChange('DELETE', ONE, 'removeUser', async ({ user }) => {
    const removed = await users.remove(user)
    if (!removed.ok) throw refusalOf(removed.refusal)
    const done = { action: 'user.remove', subject: user.userId, detail: {} } as const
    return { status: 204, body: null, done }
  })
}

/** A change that an owner asks for. */
interface Asked {
  readonly request: FastifyRequest
  readonly merchantId: string
  /** The user that the path names. */
  readonly user: { readonly userId: string; readonly merchantId: string }
}

interface Change {
  readonly status: number
  readonly body: unknown
  /** What the audit trail says. */
  readonly done: Pick<AuditEntry, 'action' | 'subject' | 'detail'>
}

function toWireLink({ user, url, expiresAtMs }: UserLink) {
  return { user: toWireUser(user), url, expires_at: toTimestamp(expiresAtMs) }
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

function rolesOf({ roles }: PortalUser): { readonly roles: string } {
  return { roles: roles.join(',') }
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
