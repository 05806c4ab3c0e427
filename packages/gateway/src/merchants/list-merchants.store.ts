import type { Kysely } from 'kysely'

import type { MerchantTables } from './merchants.tables.ts'

/** Returns the ids of all merchants, including inactive ones. */
export async function listMerchantIds(db: Kysely<MerchantTables>): Promise<readonly string[]> {
  const rows = await db.selectFrom('merchants').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}
