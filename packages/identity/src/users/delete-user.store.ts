import type { Transaction } from 'kysely'

import type { IdentityTables } from '../identity.tables.ts'

/** Deletes a user and everything that belongs to them. */
export async function deleteUser(trx: Transaction<IdentityTables>, userId: string): Promise<boolean> {
  await deleteSignIn(trx, userId)
  await trx.deleteFrom('login_codes').where('user_id', '=', userId).execute()
  await trx.deleteFrom('user_notices').where('user_id', '=', userId).execute()
  const { numDeletedRows } = await trx.deleteFrom('users').where('id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the credentials and links of a user. */
export async function deleteSignIn(trx: Transaction<IdentityTables>, userId: string): Promise<void> {
  await trx.deleteFrom('sign_in_links').where('user_id', '=', userId).execute()
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx.deleteFrom('external_identities').where('user_id', '=', userId).execute()
}
