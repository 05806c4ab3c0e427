import { PORTAL_ROLES, type PortalRole } from '@sluice/types/vocabulary'
import { MERCHANT_CAPS } from '@sluice/platform/kernel/merchant-caps'
import { AT_SERVER, type IssuedLink, normalizeEmail, type User, type UserRefusal } from '@sluice/identity'
import { listUsers } from '@sluice/gateway-core/operator-tools/list-users'
import { useUsers, type UserTools } from '@sluice/gateway-core/operator-tools/use-users'

import type { CommandCall, RunCommand } from './command.ts'
import { MISUSED, type Outcome, Refusal, printOutcome } from './operator-outcome.ts'

/** The outcome of a change, and the user who was changed. */
interface UserOutcome extends Outcome {
  readonly subject: string | null
  /** Further details for the audit trail. */
  readonly detail?: { readonly reason?: string }
}

/** A reason must explain the change to the owners who read it. */
const REASON_MIN_CHARS = 10

interface UserRequest {
  readonly email: string
  readonly options: CommandCall['options']
}

/** Actions that change users, with the name of the change in the audit trail. */
const CHANGES = {
  invite: { change: 'user.invite', act: invite },
  remove: { change: 'user.remove', act: remove },
  reset: { change: 'user.reset', act: reset },
} as const

const MESSAGES: Readonly<Record<UserRefusal, string>> = {
  email_not_valid: 'The e-mail address is invalid.',
  name_missing: 'Set --name to the name of the person, up to 100 characters.',
  roles_not_valid:
    'These roles cannot be combined: operator is a role of the service, all other roles belong to a merchant.',
  email_taken: 'A user of this or another merchant already has this e-mail address.',
  user_unknown: 'No user has this e-mail address.',
  users_full: `The merchant has ${MERCHANT_CAPS.users} people, the maximum: remove somebody who no longer signs in.`,
  nothing_waits: 'This person has no pending link.',
  confirmation_not_allowed: 'Only the person concerned or a second owner can confirm it.',
  last_owner: 'Nobody else can manage users: invite another owner first, who accepts the invitation.',
}

/** Lists, invites, resets and removes the people who sign in to the portal. */
export const run: RunCommand = async ({ config, action, operand, options }) => {
  const merchant = typeof options['merchant'] === 'string' ? options['merchant'] : null
  if (action === 'list')
    return printOutcome(options, async () => describeUsers(await listUsers(config, merchant)))
  const { change, act } = CHANGES[action as keyof typeof CHANGES]
  const asked = { email: operand ?? '', options }
  return printOutcome(options, () => useUsers(config, merchant, change, (tools) => act(tools, asked)))
}

function describeUsers(users: readonly User[]): Outcome {
  const lines = users.length === 0 ? ['No users.'] : users.flatMap(describeUser)
  return { value: users.map(toValue), lines }
}

async function invite(
  { users, merchantId }: UserTools,
  { email, options }: UserRequest,
): Promise<UserOutcome> {
  const name = typeof options['name'] === 'string' ? options['name'] : ''
  const invited = await users.invite(
    { merchantId, email, name, roles: readRoles(options, merchantId) },
    AT_SERVER,
  )
  if (!invited.ok) throw new Refusal(MESSAGES[invited.refusal], MISUSED)
  return describeLink(invited.value)
}

async function remove(tools: UserTools, { email }: UserRequest): Promise<UserOutcome> {
  const user = await findByEmail(tools, email)
  const removed = await tools.users.remove({ userId: user.id, merchantId: tools.merchantId }, AT_SERVER)
  if (!removed.ok) throw new Refusal(MESSAGES[removed.refusal])
  return { value: { id: user.id, removed: true }, lines: [`${user.email} was removed.`], subject: user.id }
}

async function reset(tools: UserTools, { email, options }: UserRequest): Promise<UserOutcome> {
  const user = await findByEmail(tools, email)
  const reason = typeof options['reason'] === 'string' ? options['reason'].trim() : ''
  if (user.roles.includes('owner') && user.activatedAtMs !== null && reason.length < REASON_MIN_CHARS)
    throw new Refusal(
      `Resetting an owner requires --reason with at least ${REASON_MIN_CHARS} characters; the owners can read it.`,
      MISUSED,
    )
  const issued = await tools.users.resetSignIn({ userId: user.id, merchantId: tools.merchantId }, AT_SERVER)
  if (!issued.ok) throw new Refusal(MESSAGES[issued.refusal])
  return { ...describeLink(issued.value), detail: reason === '' ? {} : { reason } }
}

async function findByEmail({ users, merchantId }: UserTools, email: string): Promise<User> {
  const wanted = normalizeEmail(email)
  const user = (await users.list(merchantId)).find((one) => one.email === wanted)
  if (user === undefined) throw new Refusal(MESSAGES.user_unknown)
  return user
}

function readRoles({ roles }: CommandCall['options'], merchantId: string | null): readonly PortalRole[] {
  if (typeof roles !== 'string') return [merchantId === null ? 'operator' : 'owner']
  const given = roles.split(',').map((role) => role.trim())
  const unknown = given.find((role) => !(PORTAL_ROLES as readonly string[]).includes(role))
  if (unknown !== undefined)
    throw new Refusal(`Unknown role ${unknown}. The roles are ${PORTAL_ROLES.join(', ')}.`, MISUSED)
  return given as PortalRole[]
}

function describeLink({ user, url, expiresAtMs }: IssuedLink): UserOutcome {
  const until = toTime(expiresAtMs)
  return {
    value: { ...toValue(user), url, expires_at: until },
    lines: [url, `The link is for ${user.email} and works once, until ${until}.`],
    subject: user.id,
  }
}

function toValue(user: User) {
  const { id, email, name, roles } = user
  return {
    id,
    email,
    name,
    roles,
    invited: user.activatedAtMs === null,
    authenticator: user.hasAuthenticator,
    passkeys: user.passkeys,
    recovery_codes: user.recoveryCodes,
  }
}

function describeUser(user: User): readonly string[] {
  const proofs = [
    ...(user.hasPassword ? ['password'] : []),
    ...(user.hasAuthenticator ? ['authenticator app'] : []),
    ...(user.passkeys > 0 ? [`passkeys: ${user.passkeys}`] : []),
  ]
  const state = user.activatedAtMs === null ? 'invited' : proofs.join(', ')
  return [`${user.email}  ${user.roles.join(',')}  ${user.name}`, `  ${state}`]
}

function toTime(epochMs: number): string {
  return new Date(epochMs).toISOString()
}
