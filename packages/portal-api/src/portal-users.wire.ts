import { toTimestamp } from '@sluice/platform/kernel/clock'
import { MERCHANT_CAPS } from '@sluice/platform/kernel/merchant-caps'
import { notFoundRefusal, RequestRefusal, validationRefusal } from '@sluice/platform/http/request-refusal'

import type { PortalSession } from './portal-session.ts'
import type { PortalNotice, PortalUser, UserLink, UserProblem } from './portal-users.ts'

/** The problems of an invitation, by member. */
const PROBLEMS: Readonly<
  Record<
    Exclude<UserProblem, 'user_unknown' | 'last_owner' | 'nothing_waits' | 'confirmation_not_allowed'>,
    readonly [string, string]
  >
> = {
  email_not_valid: ['email', 'must be an email'],
  email_taken: ['email', 'is taken'],
  users_full: [
    'email',
    `the merchant has ${MERCHANT_CAPS.users} people, the maximum: remove one who no longer signs in`,
  ],
  name_missing: ['name', 'is required'],
  roles_not_valid: ['roles', 'must be roles of a merchant'],
}

const CONFLICTS = {
  nothing_waits: 'This person has no pending link',
  confirmation_not_allowed:
    'The person or a second owner can confirm this. The owner who requested it cannot, nor can anyone who has been an owner for less than 24 hours.',
} as const

export function toWireNotice({ id, kind, aboutUserId, about, doneBy, createdAtMs }: PortalNotice) {
  return { id, kind, user_id: aboutUserId, about, done_by: doneBy, at: toTimestamp(createdAtMs) }
}

export function toWireLink({ user, url, goodFromMs, expiresAtMs }: UserLink) {
  return {
    user: toWireUser(user),
    url,
    good_from: goodFromMs === null ? null : toTimestamp(goodFromMs),
    expires_at: toTimestamp(expiresAtMs),
  }
}

export function toWireUser({
  id,
  email,
  name,
  roles,
  activatedAtMs,
  waitsUntilMs,
  hasAuthenticator,
  passkeys,
}: PortalUser) {
  return {
    id,
    email,
    name,
    roles,
    status: activatedAtMs === null ? 'INVITED' : 'ACTIVE',
    waits_until: waitsUntilMs === null ? null : toTimestamp(waitsUntilMs),
    has_second_factor: hasAuthenticator || passkeys > 0,
  }
}

/** Returns the person behind a one-time link, whom no invitation made: `status` is `LINK`. */
export function toWireLinkUser({ userId, name, roles }: Pick<PortalSession, 'userId' | 'name' | 'roles'>) {
  return {
    id: userId,
    email: null,
    name,
    roles,
    status: 'LINK',
    waits_until: null,
    has_second_factor: false,
  }
}

/** Returns the response to a refused change of users. */
export function refusalOfUser(problem: UserProblem): RequestRefusal {
  if (problem === 'user_unknown') return notFoundRefusal()
  if (problem === 'last_owner')
    return new RequestRefusal(409, { error: 'Conflict', message: 'A merchant must keep at least one owner' })
  if (problem === 'nothing_waits' || problem === 'confirmation_not_allowed')
    return new RequestRefusal(409, { error: 'Conflict', message: CONFLICTS[problem] })
  const [property, message] = PROBLEMS[problem]
  return validationRefusal([{ property, message, params: [property] }])
}
