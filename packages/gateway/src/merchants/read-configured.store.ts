import type { Kysely } from 'kysely'

import { brandingAssetPath } from './branding-asset.ts'
import type { ConfiguredClientKey, ConfiguredMerchant } from './configured-merchant.ts'
import { ANY_ORIGIN, toMerchant, toTerminal } from './merchant.store.ts'
import type { ManagedBy } from './merchant.ts'
import type { MerchantTables } from './merchants.tables.ts'

/** A merchant with all its settings as configured; its block lists are only named. */
export interface ReadMerchant {
  readonly managedBy: ManagedBy
  /** Incremented by each change at the portal. */
  readonly version: number
  readonly merchant: ConfiguredMerchant
}

/** Reads a merchant's settings in the form of a configuration; null for an unknown merchant. */
export async function readConfigured(
  db: Kysely<MerchantTables>,
  merchantId: string,
): Promise<ReadMerchant | null> {
  const row = await db.selectFrom('merchants').selectAll().where('id', '=', merchantId).executeTakeFirst()
  if (!row) return null
  const merchant = toMerchant(row)
  const { branding } = merchant
  const terminals = await db
    .selectFrom('terminals')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('id')
    .execute()
  return {
    managedBy: row.managed_by as ManagedBy,
    version: row.settings_version,
    merchant: {
      ...merchant,
      branding: {
        ...branding,
        logo_url: await findSourceUrl(db, merchantId, branding.logo_url),
        font_url: await findSourceUrl(db, merchantId, branding.font_url),
      },
      terminals: terminals.map(toTerminal),
      clientKeys: await readClientKeys(db, merchantId),
    },
  }
}

async function readClientKeys(
  db: Kysely<MerchantTables>,
  merchantId: string,
): Promise<readonly ConfiguredClientKey[]> {
  const keys = await db
    .selectFrom('client_keys')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at')
    .orderBy('client_key')
    .execute()
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('client_key_origins')
    .selectAll()
    .where(
      'client_key',
      'in',
      keys.map(({ client_key: id }) => id),
    )
    .orderBy('origin')
    .execute()
  return keys.map(({ client_key: clientKey, status }) => {
    const origins = rows.filter((row) => row.client_key === clientKey).map(({ origin }) => origin)
    return {
      clientKey,
      status: status as ConfiguredClientKey['status'],
      origins: origins.includes(ANY_ORIGIN) ? '*' : origins,
    }
  })
}

/** Returns the original address of a stored image or font. */
async function findSourceUrl(
  db: Kysely<MerchantTables>,
  merchantId: string,
  path: string | null | undefined,
): Promise<string | null> {
  if (!path) return null
  const rows = await db
    .selectFrom('branding_assets')
    .select(['digest', 'source_url'])
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.find(({ digest }) => brandingAssetPath(digest) === path)?.source_url ?? null
}
