import type { ExpressionBuilder } from 'kysely'

import type { IdentityTables } from '../identity.tables.ts'

/** Ends the sign-ins of a user that began before; an end that is known already and later stays. */
export function laterEnd(user: ExpressionBuilder<IdentityTables, 'users'>, endSignInsAtMs: number) {
  return user
    .case()
    .when('sign_ins_ended_at', '>', endSignInsAtMs)
    .then(user.ref('sign_ins_ended_at'))
    .else(endSignInsAtMs)
    .end()
}
