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
  /** The name of the sandbox; null if the merchant is not a sandbox. */
  sandbox_id: Fixed<string | null>
  /** The merchant whose people created the sandbox at the portal; null if its operator did. */
  made_by: ColumnType<string | null, string | null | undefined, never>
  name: string
  /** ACTIVE | INACTIVE */
  status: string
  /** JSON: language and branding. */
  settings: string
  /** The key of the card fingerprint, sealed under the master key. */
  fingerprint_key_sealed: Fixed<Buffer>
  /** FILE | PORTAL: who manages the merchant's settings. */
  managed_by: string
  /** Incremented by each change of the settings at the portal. */
  settings_version: ColumnType<number, number | undefined, number>
  /** The offset of the merchant's clock, which only sandboxes may move. */
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

/** An origin that may use a client key. */
export interface ClientKeyOriginTable {
  client_key: Fixed<string>
  /** Web origin, or `*` for any (test environment only). */
  origin: Fixed<string>
}

export interface EncryptionKeyTable {
  merchant_id: Fixed<string>
  kid: Fixed<string>
  alg: Fixed<string>
  /** 1, 2, 3 … per merchant and algorithm, so that processes that create the next key at once agree on one. */
  generation: Fixed<number>
  /** JSON. */
  public_jwk: Fixed<string>
  /** The private JWK, sealed under the master key. */
  private_sealed: Fixed<Buffer>
  not_before: Fixed<number>
  expires_at: Fixed<number>
  created_at: Fixed<number>
}

/** Logos and fonts of merchants, fetched once because the gateway's pages load nothing from others. */
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
  /** The time at which cleanup first found that no settings name it; null while they do. */
  unused_since: Late<number>
}

/** Removed sandboxes. Data that late requests wrote for them is deleted later. */
export interface RemovedMerchantTable {
  merchant_id: Fixed<string>
  removed_at: Fixed<number>
}

/** The data of a sandbox at one moment. */
export interface SandboxSnapshotTable {
  merchant_id: Fixed<string>
  name: Fixed<string>
  /** The migrations of the database that match the rows. */
  schema: Fixed<string>
  clock_offset_ms: Fixed<number>
  row_count: number
  transaction_count: number
  /** The rows by table as compressed JSON. Sealed values stay sealed. Null once a customer in it was erased. */
  contents: Buffer | null
  taken_at: Fixed<number>
}

/** The injected faults of a sandbox. */
export interface SandboxFaultTable {
  merchant_id: Fixed<string>
  /** The kind of fault, from the vocabulary. */
  kind: Fixed<string>
  /** JSON: the parameters of the fault. */
  setting: string
  /** The end of the fault. */
  until: number
}

export const MERCHANT_TABLES: OwnedTables<keyof MerchantTables> = {
  tenants: [
    // A test begins without faults, so no snapshot contains them.
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
    // Rows of many tables identify a person, so the data of a snapshot is deleted as a whole.
    sandbox_snapshots: {
      emptied: 'row_count transaction_count contents',
      kept: 'merchant_id name schema clock_offset_ms taken_at',
    },
    sandbox_faults: { kept: 'merchant_id kind setting until' },
  },
}
