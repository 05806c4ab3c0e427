import { expect, it } from 'vitest'

import { SECTIONS } from './sections.ts'
import { PORTAL_ROLES, readRights } from './testing/read-rights.ts'

const MERCHANT_ROLES = PORTAL_ROLES.filter((role) => role !== 'operator')

/** Returns the roles that may open a page by the table of rights, in the form of the navigation. */
function rolesOf(action: string) {
  const [roles, inTest] = (['production', 'test'] as const).map((environment) =>
    MERCHANT_ROLES.filter((role) => readRights(environment)[role].includes(action)),
  )
  if (inTest?.length === 0) return 'operator'
  if (roles?.length === 0) return 'test'
  return roles?.length === MERCHANT_ROLES.length ? 'everybody' : roles
}

it.each(SECTIONS)('names the roles that may open $name', ({ action, roles }) => {
  expect(roles).toEqual(rolesOf(action))
})
