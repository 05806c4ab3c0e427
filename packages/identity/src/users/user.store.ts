import { createSignInStarts } from './begin-sign-in.store.ts'
import { createUserLookup } from './find-users.store.ts'
import { createMemberships } from './memberships.store.ts'
import { createSignInLinks } from './sign-in-links.store.ts'
import { createUserNotices } from './user-notices.store.ts'
import { createUserSecrets, type UserSecretsOptions } from './user-secrets.store.ts'
import type { UserStore } from './user.ts'

/** Stores users. Each group of operations has its own file. */
export function createUserStore({ db, transact, sealer }: UserSecretsOptions): UserStore {
  return {
    ...createUserLookup(db),
    ...createMemberships(transact),
    ...createSignInStarts(transact),
    ...createSignInLinks(db),
    ...createUserSecrets({ db, transact, sealer }),
    ...createUserNotices(db, transact),
  }
}
