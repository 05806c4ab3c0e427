import type { Kysely } from 'kysely'

import type { Database } from '../composition/tables.ts'

/**
 * Checks that a merchant exists.
 *
 * @param name - what the operator called it, for the message.
 * @throws When the database has no such merchant.
 */
export async function requireMerchant(db: Kysely<Database>, merchantId: string, name: string): Promise<void> {
  const row = await db.selectFrom('merchants').select('id').where('id', '=', merchantId).executeTakeFirst()
  if (row === undefined) throw new Error(`This database has no merchant ${name}.`)
}
