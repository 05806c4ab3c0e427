import { PORTAL_ROLES, type PortalRole } from '@sluice/types/vocabulary'
import { sendAnswer } from '@sluice/platform/http/answer'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal } from '@sluice/platform/http/request-refusal'

import { serveChanges } from './changes.routes.ts'
import type { PortalAuth } from './portal-auth.ts'
import type { PortalUser, PortalUsers } from './portal-users.ts'
import { LINK_USER } from './portal-links.routes.ts'
import { refusalOfUser, toWireLink, toWireLinkUser, toWireUser } from './portal-users.wire.ts'
import { readMembers, textOf } from './read-members.ts'

const PATH = '/portal/users'
const ONE = `${PATH}/:id`

/** Serves the users of a merchant to its owners. @see docs/protocol/portal-sign-in.md#portal-users */
export function registerPortalUsers(
  server: HttpServer,
  { users, auth }: { readonly users: PortalUsers; readonly auth: PortalAuth },
): void {
  const onChange = serveChanges(server, auth)

  server.get(PATH, { config: AT_PORTAL }, async (request, reply) => {
    const { merchantId, ...person } = await auth.requirePermission('listUsers', request)
    const data = (await users.list(merchantId)).map(toWireUser)
    // A person who came by a one-time link is not a user that could be changed, but has an owner's rights.
    return sendAnswer(reply, 200, {
      data: person.userId === LINK_USER ? [toWireLinkUser(person), ...data] : data,
    })
  })

  onChange('POST', PATH, 'inviteUser', async ({ request, person, merchantId }) => {
    const { email, name, roles } = readMembers(request, ['email', 'name', 'roles'])
    const requested = { merchantId, email: textOf(email), name: textOf(name), roles: readRoles(roles) }
    const invited = await users.invite(requested, asOwner(person))
    if (!invited.ok) throw refusalOfUser(invited.refusal)
    const { user } = invited.value
    const done = { action: 'user.invite', subject: user.id, detail: rolesOf(user) } as const
    return { status: 201, body: toWireLink(invited.value), done }
  })

  onChange('POST', `${ONE}/roles`, 'changeUserRoles', async ({ request, person, merchantId, id: userId }) => {
    const changed = await users.changeRoles(
      { userId, merchantId },
      readRoles(readMembers(request, ['roles'])['roles']),
      asOwner(person),
    )
    if (!changed.ok) throw refusalOfUser(changed.refusal)
    const done = {
      action: 'user.change-roles',
      subject: userId,
      detail: rolesOf(changed.value),
    } as const
    return { status: 200, body: toWireUser(changed.value), done }
  })

  onChange('POST', `${ONE}/reset`, 'resetUserSignIn', async ({ person, merchantId, id: userId }) => {
    const reset = await users.resetSignIn({ userId, merchantId }, asOwner(person))
    if (!reset.ok) throw refusalOfUser(reset.refusal)
    const done = { action: 'user.reset', subject: userId, detail: {} } as const
    return { status: 200, body: toWireLink(reset.value), done }
  })

  onChange('POST', `${ONE}/confirm`, 'confirmUserLink', async ({ person, merchantId, id: userId }) => {
    const confirmed = await users.confirmLink({ userId, merchantId }, person.userId)
    if (!confirmed.ok) throw refusalOfUser(confirmed.refusal)
    const done = { action: 'user.confirm', subject: userId, detail: {} } as const
    return { status: 200, body: toWireUser(confirmed.value), done }
  })

  onChange('POST', `${ONE}/cancel`, 'cancelUserLink', async ({ person, merchantId, id: userId }) => {
    if (!person.roles.includes('owner') && person.userId !== userId) throw notFoundRefusal()
    const canceled = await users.cancelLink({ userId, merchantId })
    if (!canceled.ok) throw refusalOfUser(canceled.refusal)
    const done = { action: 'user.cancel', subject: userId, detail: {} } as const
    return { status: 204, body: null, done }
  })

  onChange('DELETE', ONE, 'removeUser', async ({ person, merchantId, id: userId }) => {
    const removed = await users.remove({ userId, merchantId }, asOwner(person))
    if (!removed.ok) throw refusalOfUser(removed.refusal)
    const done = { action: 'user.remove', subject: userId, detail: {} } as const
    return { status: 204, body: null, done }
  })
}

function asOwner({ userId }: { readonly userId: string }) {
  return { as: 'owner', userId } as const
}

function rolesOf({ roles }: PortalUser): { readonly roles: string } {
  return { roles: roles.join(',') }
}

/** None for a value that is not a list of roles, which is refused like an empty list. */
function readRoles(value: unknown): readonly PortalRole[] {
  const isRoles =
    Array.isArray(value) && value.every((role) => (PORTAL_ROLES as readonly unknown[]).includes(role))
  return isRoles ? (value as readonly PortalRole[]) : []
}
