import { toTimestamp } from '../kernel/clock.ts'
import { MERCHANT_CAPS } from '../kernel/merchant-caps.ts'
import { notFoundRefusal, RequestRefusal, validationRefusal } from '../platform/http/request-refusal.ts'
import type { PortalUser, UserLink, UserProblem } from './portal-users.ts'

/** What is wrong with an invitation, by the member that says it. */
const PROBLEMS: Readonly<
  Record<Exclude<UserProblem, 'user_unknown' | 'last_owner'>, readonly [string, string]>
> = {
  email_not_valid: ['email', 'must be an email'],
  email_taken: ['email', 'is taken'],
  users_full: [
    'email',
    `there are ${MERCHANT_CAPS.users} people, as many as a merchant may have: remove one who signs in no more`,
  ],
  name_missing: ['name', 'is required'],
  roles_not_valid: ['roles', 'must be roles of a merchant'],
}

export function toWireLink({ user, url, expiresAtMs }: UserLink) {
  return { user: toWireUser(user), url, expires_at: toTimestamp(expiresAtMs) }
}

export function toWireUser({
  id,
  email,
  name,
  roles,
  activatedAtMs,
  hasAuthenticator,
  passkeys,
}: PortalUser) {
  return {
    id,
    email,
    name,
    roles,
    status: activatedAtMs === null ? 'INVITED' : 'ACTIVE',
    has_second_factor: hasAuthenticator || passkeys > 0,
  }
}

/** Why users stay as they are, as an answer. */
export function refusalOfUser(problem: UserProblem): RequestRefusal {
  if (problem === 'user_unknown') return notFoundRefusal()
  if (problem === 'last_owner')
    return new RequestRefusal(409, { error: 'Conflict', message: 'A merchant keeps at least one owner' })
  const [property, message] = PROBLEMS[problem]
  return validationRefusal([{ property, message, params: [property] }])
}
