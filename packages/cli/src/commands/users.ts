import { PORTAL_ROLES, type PortalRole } from '@sluice/types/vocabulary'
import { MERCHANT_CAPS } from '@sluice/platform/kernel/merchant-caps'
import { AT_SERVER, type IssuedLink, normalizeEmail, type User, type UserRefusal } from '@sluice/identity'
import { useUsers, type UserTools } from '@sluice/gateway-core/operator-tools/use-users'

import type { CommandCall, RunCommand } from './command.ts'
import { MISUSED, type Outcome, Refusal, tellOutcome } from './operator-outcome.ts'

/** And the user who was changed. */
interface UserOutcome extends Outcome {
  readonly subject: string | null
  /** Further details for the audit trail. */
  readonly detail?: { readonly reason?: string }
}

/** An empty reason is left out. */
const REASON_MIN_CHARS = 10

interface Asked {
  readonly email: string
  readonly options: CommandCall['options']
}

const ACTIONS = {
  list: { change: null, act: list },
  invite: { change: 'user.invite', act: invite },
  remove: { change: 'user.remove', act: remove },
  reset: { change: 'user.reset', act: reset },
} as const

const MESSAGES: Readonly<Record<UserRefusal, string>> = {
  email_not_valid: 'The e-mail address is not valid.',
  name_missing: 'Give the name of the person with --name, up to 100 characters.',
  roles_not_valid:
    'These roles do not fit: an operator belongs to the service, every other role to a merchant.',
  email_taken: 'There is a user with this e-mail address already, of this or another merchant.',
  user_unknown: 'There is no such user.',
  users_full: `The merchant has ${MERCHANT_CAPS.users} people, as many as there may be: remove one who signs in no more.`,
  nothing_waits: 'No link of this person waits.',
  confirmation_not_allowed: 'The person, or a second owner confirms it.',
  last_owner: 'This is the last one who may manage users: invite another first, who accepts.',
}

/** Looks after the people who sign in to the portal. */
export const run: RunCommand = async ({ config, action, operand, options }) => {
  const { change, act } = ACTIONS[action as keyof typeof ACTIONS]
  const merchant = typeof options['merchant'] === 'string' ? options['merchant'] : null
  const asked = { email: operand ?? '', options }
  return tellOutcome(options, () => useUsers(config, merchant, change, (tools) => act(tools, asked)))
}

async function list({ users, merchantId }: UserTools): Promise<UserOutcome> {
  const found = await users.list(merchantId)
  const lines = found.length === 0 ? ['No users.'] : found.flatMap(describeUser)
  return { value: found.map(toValue), lines, subject: null }
}

async function invite({ users, merchantId }: UserTools, { email, options }: Asked): Promise<UserOutcome> {
  const name = typeof options['name'] === 'string' ? options['name'] : ''
  const invited = await users.invite(
    { merchantId, email, name, roles: readRoles(options, merchantId) },
    AT_SERVER,
  )
  if (!invited.ok) throw new Refusal(MESSAGES[invited.refusal], MISUSED)
  return describeLink(invited.value)
}

async function remove(tools: UserTools, { email }: Asked): Promise<UserOutcome> {
  const user = await findByEmail(tools, email)
  const removed = await tools.users.remove({ userId: user.id, merchantId: tools.merchantId }, AT_SERVER)
  if (!removed.ok) throw new Refusal(MESSAGES[removed.refusal])
  return { value: { id: user.id, removed: true }, lines: [`${user.email} was removed.`], subject: user.id }
}

async function reset(tools: UserTools, { email, options }: Asked): Promise<UserOutcome> {
  const user = await findByEmail(tools, email)
  const reason = typeof options['reason'] === 'string' ? options['reason'].trim() : ''
  if (user.roles.includes('owner') && user.activatedAtMs !== null && reason.length < REASON_MIN_CHARS)
    throw new Refusal(
      `Give --reason for the reset of an owner, ${REASON_MIN_CHARS} characters or more: the owners can read it.`,
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
    throw new Refusal(`There is no role ${unknown}; the roles are ${PORTAL_ROLES.join(', ')}.`, MISUSED)
  return given as PortalRole[]
}

function describeLink({ user, url, expiresAtMs }: IssuedLink): UserOutcome {
  const until = toTime(expiresAtMs)
  return {
    value: { ...toValue(user), url, expires_at: until },
    lines: [url, `The link is for ${user.email}, good once and until ${until}.`],
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
