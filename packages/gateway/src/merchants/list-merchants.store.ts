import type { Kysely } from 'kysely'

import type { MerchantTables } from './merchants.tables.ts'

/** The ids of all merchants, also of those that do no business any more. */
export async function listMerchantIds(db: Kysely<MerchantTables>): Promise<readonly string[]> {
  const rows = await db.selectFrom('merchants').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}
