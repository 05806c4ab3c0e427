import { type Kysely, sql, type Transaction } from 'kysely'

import type { MerchantTables } from './merchants.tables.ts'

/**
 * Pages show the branding with which they were opened as long as their session lasts, an hour. A day leaves time to
 * change back.
 */
const KEPT_UNUSED_MS = 86_400_000

/** The tries of one day. With the current logo and font a merchant uses 6 MB at most. */
const UNUSED_MAX = 10

/** Matches images and fonts that the current settings of the merchant name. */
const IS_USED = sql<boolean>`exists (
  select 1 from merchants
  where merchants.id = branding_assets.merchant_id
    and merchants.settings like '%/branding/' || branding_assets.digest || '"%')`

/**
 * Deletes logos and fonts that no settings have named for a day.
 *
 * @param nowMs - real time.
 * @returns the number of deleted files.
 */
export async function removeUnusedBranding(db: Kysely<MerchantTables>, nowMs: number): Promise<number> {
  await db
    .updateTable('branding_assets')
    .set({ unused_since: null })
    .where('unused_since', 'is not', null)
    .where(IS_USED)
    .execute()
  await db
    .updateTable('branding_assets')
    .set({ unused_since: nowMs })
    .where('unused_since', 'is', null)
    .where(({ not }) => not(IS_USED))
    .execute()
  const { numDeletedRows } = await db
    .deleteFrom('branding_assets')
    .where('unused_since', '<=', nowMs - KEPT_UNUSED_MS)
    .where(({ not }) => not(IS_USED))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes at once the oldest of a merchant's unused logos and fonts beyond the newest ten, after a change of the settings. */
export async function removeSurplusBranding(
  trx: Transaction<MerchantTables>,
  merchantId: string,
): Promise<void> {
  const surplus = await trx
    .selectFrom('branding_assets')
    .select(['kind', 'source_url'])
    .where('merchant_id', '=', merchantId)
    .where(({ not }) => not(IS_USED))
    .orderBy('created_at', 'desc')
    .orderBy('source_url')
    .execute()
  for (const { kind, source_url: sourceUrl } of surplus.slice(UNUSED_MAX))
    await trx
      .deleteFrom('branding_assets')
      .where('merchant_id', '=', merchantId)
      .where('kind', '=', kind)
      .where('source_url', '=', sourceUrl)
      .execute()
}
