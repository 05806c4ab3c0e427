import type { ColumnType } from 'kysely'

import type { Fixed, Late } from '@sluice/platform/database/columns'
import { happened, ownedByMerchant, type OwnedTables, staying } from '@sluice/platform/database/owned-tables'

/** Rows of merchants. Times are epoch milliseconds, JSON is text, booleans are 0 or 1. */
export interface MerchantTables {
  merchants: MerchantTable
  terminals: TerminalTable
  client_keys: ClientKeyTable
  client_key_origins: ClientKeyOriginTable
  encryption_keys: EncryptionKeyTable
  branding_assets: BrandingAssetTable
  removed_merchants: RemovedMerchantTable
  sandbox_snapshots: SandboxSnapshotTable
  sandbox_faults: SandboxFaultTable
}

export interface MerchantTable {
  id: Fixed<string>
  /** Name of the sandbox that the merchant is; null for a merchant that is none. */
  sandbox_id: Fixed<string | null>
  /** The merchant whose people made the sandbox at the portal; null when its operator did. */
  made_by: ColumnType<string | null, string | null | undefined, never>
  name: string
  /** ACTIVE | INACTIVE */
  status: string
  /** JSON: language and branding. */
  settings: string
  /** The key of the card fingerprint, sealed under the master key. */
  fingerprint_key_sealed: Fixed<Buffer>
  /** FILE | PORTAL: who says what the merchant has. */
  managed_by: string
  /** Grows with each change of the settings at the portal. */
  settings_version: ColumnType<number, number | undefined, number>
  /** How far the merchant's clock was moved; only sandboxes have theirs moved. */
  clock_offset_ms: ColumnType<number, number | undefined, number>
  created_at: Fixed<number>
}

export interface TerminalTable {
  merchant_id: Fixed<string>
  id: Fixed<string>
  /** ACTIVE | INACTIVE | NOT_ACCEPTING */
  status: string
  /** JSON array of terminal features. */
  features: string
  /** JSON array of card brands. */
  brands: string
  /** JSON: provider accounts in order of preference, retries, what to do without 3DS, registered origin. */
  options: string
  created_at: Fixed<number>
}

export interface ClientKeyTable {
  client_key: Fixed<string>
  merchant_id: Fixed<string>
  /** ACTIVE | INACTIVE */
  status: string
  created_at: Fixed<number>
}

/** Where a client key may be used from. */
export interface ClientKeyOriginTable {
  client_key: Fixed<string>
  /** Web origin, or `*` for any (test environment only). */
  origin: Fixed<string>
}

export interface EncryptionKeyTable {
  merchant_id: Fixed<string>
  kid: Fixed<string>
  alg: Fixed<string>
  /** 1, 2, 3 … per merchant and algorithm: processes that make the next key at once agree on one. */
  generation: Fixed<number>
  /** JSON. */
  public_jwk: Fixed<string>
  /** The private JWK sealed under the master key. */
  private_sealed: Fixed<Buffer>
  not_before: Fixed<number>
  expires_at: Fixed<number>
  created_at: Fixed<number>
}

/** Logos and fonts of merchants, fetched once: our pages load nothing from others. */
export interface BrandingAssetTable {
  merchant_id: Fixed<string>
  /** logo | font */
  kind: Fixed<string>
  source_url: Fixed<string>
  /** SHA-256 of the bytes, hexadecimal. */
  digest: Fixed<string>
  media_type: Fixed<string>
  bytes: Fixed<Buffer>
  created_at: Fixed<number>
  /** When upkeep first found that no settings name it; null while they do. */
  unused_since: Late<number>
}

/** Sandboxes that were removed: what late requests wrote for them is swept up later. */
export interface RemovedMerchantTable {
  merchant_id: Fixed<string>
  removed_at: Fixed<number>
}

/** What the data of a sandbox were at one moment. */
export interface SandboxSnapshotTable {
  merchant_id: Fixed<string>
  name: Fixed<string>
  /** The migrations of the database, whose tables the rows fit. */
  schema: Fixed<string>
  clock_offset_ms: Fixed<number>
  row_count: number
  transaction_count: number
  /** JSON of the rows by table, compressed. What is sealed in a row stays sealed. Null once a customer in it was erased. */
  contents: Buffer | null
  taken_at: Fixed<number>
}

/** What goes wrong on purpose for a sandbox. */
export interface SandboxFaultTable {
  merchant_id: Fixed<string>
  /** A kind of the vocabulary of faults. */
  kind: Fixed<string>
  /** JSON: what the kind has to say besides. */
  setting: string
  /** The fault is over from then on. */
  until: number
}

export const MERCHANT_TABLES: OwnedTables<keyof MerchantTables> = {
  tenants: [
    // A test begins with nothing broken, so no snapshot has them.
    ...ownedByMerchant('sandbox_faults').map((owned) => ({ ...owned, onReset: 'FORGOTTEN' as const })),
    ...staying(
      {
        table: 'client_key_origins',
        column: 'client_key',
        through: { table: 'client_keys', key: 'client_key', column: 'merchant_id' },
      },
      ...ownedByMerchant(
        'client_keys',
        'terminals',
        'encryption_keys',
        'branding_assets',
        'sandbox_snapshots',
      ),
      { table: 'merchants', column: 'id' },
    ),
  ],
  service: ['removed_merchants'],
  deadlines: [],
  realTimes: [
    ...happened('created_at', 'merchants', 'terminals', 'client_keys', 'encryption_keys', 'branding_assets'),
    ...happened('removed_at', 'removed_merchants'),
    { table: 'branding_assets', column: 'unused_since', because: 'pages are open in real time' },
    ...happened('taken_at', 'sandbox_snapshots'),
    { table: 'sandbox_faults', column: 'until', because: 'who moves the clock does so while a fault is on' },
    { table: 'encryption_keys', column: 'not_before', because: 'others hold the public key and its times' },
    { table: 'encryption_keys', column: 'expires_at', because: 'others hold the public key and its times' },
  ],
  erasure: {
    merchants: {
      kept: `id sandbox_id made_by name status settings fingerprint_key_sealed managed_by settings_version
      clock_offset_ms created_at`,
    },
    terminals: { kept: 'merchant_id id status features brands options created_at' },
    client_keys: { kept: 'client_key merchant_id status created_at' },
    client_key_origins: { kept: 'client_key origin' },
    encryption_keys: {
      kept: 'merchant_id kid alg generation public_jwk private_sealed not_before expires_at created_at',
    },
    branding_assets: { kept: 'merchant_id kind source_url digest media_type bytes created_at unused_since' },
    removed_merchants: { kept: 'merchant_id removed_at' },
    // Rows of many tables identify a person, so the data of a snapshot goes as a whole.
    sandbox_snapshots: {
      emptied: 'row_count transaction_count contents',
      kept: 'merchant_id name schema clock_offset_ms taken_at',
    },
    sandbox_faults: { kept: 'merchant_id kind setting until' },
  },
}
