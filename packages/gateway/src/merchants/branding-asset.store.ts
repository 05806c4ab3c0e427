import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'

import type { Clock } from '@sluice/platform/kernel/clock'

import type { MerchantTables } from './merchants.tables.ts'
import {
  BRANDING_ASSET_MAX_BYTES,
  type BrandingAsset,
  type BrandingAssetKind,
  brandingAssetPath,
  mediaTypeOf,
} from './branding-asset.ts'
import type { ConfiguredMerchant } from './configured-merchant.ts'

export interface BrandingPorts {
  /** Fetches from the internet; throws with a reason. */
  readonly fetchAsset: (url: string, maxBytes: number) => Promise<Uint8Array>
}

/** A merchant whose images and fonts are stored here. */
export interface PreparedBranding {
  readonly merchant: ConfiguredMerchant
  /** The addresses of the assets to fetch and store. */
  readonly assets: readonly BrandingAsset[]
  readonly problems: readonly string[]
}

/** Fetches the assets of a merchant's pages that are not stored yet, once, when they are configured. */
export async function prepareBranding(
  db: Kysely<MerchantTables>,
  merchant: ConfiguredMerchant,
  ports: BrandingPorts,
): Promise<PreparedBranding> {
  const assets: BrandingAsset[] = []
  const problems: string[] = []
  const settle = async (kind: BrandingAssetKind, sourceUrl: string | null) => {
    if (sourceUrl === null) return null
    const known = await findDigest(db, merchant.id, kind, sourceUrl)
    if (known !== null) return brandingAssetPath(known)
    try {
      const asset = await fetchBrandingAsset(merchant.id, kind, sourceUrl, ports)
      assets.push(asset)
      return brandingAssetPath(asset.digest)
    } catch (error) {
      problems.push(
        `the ${kind} of ${merchant.name}, ${sourceUrl}, cannot be used: ${(error as Error).message}`,
      )
      return null
    }
  }
  const branding = {
    ...merchant.branding,
    logo_url: await settle('logo', merchant.branding.logo_url),
    font_url: await settle('font', merchant.branding.font_url),
  }
  return { merchant: { ...merchant, branding }, assets, problems }
}

/** @throws When it cannot be fetched, or has an unsupported format; the message names the reason. */
export async function fetchBrandingAsset(
  merchantId: string,
  kind: BrandingAssetKind,
  sourceUrl: string,
  { fetchAsset }: BrandingPorts,
): Promise<BrandingAsset> {
  const bytes = await fetchAsset(sourceUrl, BRANDING_ASSET_MAX_BYTES[kind])
  const mediaType = mediaTypeOf(kind, bytes)
  if (mediaType === null)
    throw new Error(kind === 'font' ? 'it is not a WOFF2 file' : 'it is not a PNG, JPEG or WebP image')
  const digest = createHash('sha256').update(bytes).digest('hex')
  return { merchantId, kind, sourceUrl, digest, mediaType, bytes }
}

async function findDigest(
  db: Kysely<MerchantTables>,
  merchantId: string,
  kind: BrandingAssetKind,
  sourceUrl: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('branding_assets')
    .select(['digest', 'unused_since'])
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', kind)
    .where('source_url', '=', sourceUrl)
    .executeTakeFirst()
  if (row === undefined || row.unused_since === null) return row?.digest ?? null
  // Marks the file as used, so that cleanup does not delete it before the settings name it. If cleanup was faster,
  // the file is fetched again.
  const kept = await db
    .updateTable('branding_assets')
    .set({ unused_since: null })
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', kind)
    .where('source_url', '=', sourceUrl)
    .returning('digest')
    .executeTakeFirst()
  return kept?.digest ?? null
}

/** Stores an asset; one that another process fetched in the meantime stays. */
export async function storeBrandingAsset(
  trx: Transaction<MerchantTables>,
  { merchantId, kind, sourceUrl, digest, mediaType, bytes }: BrandingAsset,
  clock: Clock,
): Promise<void> {
  await trx
    .insertInto('branding_assets')
    .values({
      merchant_id: merchantId,
      kind,
      source_url: sourceUrl,
      digest,
      media_type: mediaType,
      bytes: Buffer.from(bytes),
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns an asset by its name here. */
export async function findBrandingAsset(
  db: Kysely<MerchantTables>,
  digest: string,
): Promise<{ readonly mediaType: string; readonly bytes: Buffer } | null> {
  const row = await db
    .selectFrom('branding_assets')
    .select(['media_type', 'bytes'])
    .where('digest', '=', digest)
    .limit(1)
    .executeTakeFirst()
  return row ? { mediaType: row.media_type, bytes: row.bytes } : null
}
