import type { ColumnType } from 'kysely'

import type { Fixed, Late } from '../platform/database/columns.ts'
import { happened, ownedByMerchant, type OwnedTables } from '../platform/database/owned-tables.ts'

/** Rows of identity. Times are epoch milliseconds, JSON is text, booleans are 0 or 1. */
export interface IdentityTables {
  api_clients: ApiClientTable
  signing_keys: SigningKeyTable
  refresh_families: RefreshFamilyTable
  refresh_tokens: RefreshTokenTable
  client_assertions: ClientAssertionTable
}

/** Signed assertions that have proven their client, each once. */
export interface ClientAssertionTable {
  /** SHA-256 of client id and `jti`. */
  assertion_hash: Fixed<Buffer>
  merchant_id: Fixed<string>
  expires_at: Fixed<number>
}

export interface ApiClientTable {
  client_id: Fixed<string>
  merchant_id: Fixed<string>
  /** SHA-256 of the secret; secrets are generated with 256 bits, so no slow hash is needed. */
  secret_hash: Buffer
  /** Of a second secret that is accepted as well, while one takes the place of the other. */
  second_secret_hash: Buffer | null
  /** JSON array of roles. */
  roles: string
  /** JSON array of JWKs by which the client may prove itself without a secret. */
  public_keys: ColumnType<string, string | undefined, string>
  /** UUID shown as the token's subject. */
  subject: Fixed<string>
  status: string
  created_at: Fixed<number>
}

export interface SigningKeyTable {
  kid: Fixed<string>
  /** 1, 2, 3 …: the latest signs, all verify. Processes that start together agree on one. */
  generation: Fixed<number>
  alg: Fixed<string>
  /** JSON. */
  public_jwk: Fixed<string>
  /** The private JWK sealed under the master key. */
  private_sealed: Fixed<Buffer>
  /** From then on it signs; before, it is published only. Null: from the beginning. */
  signs_from: Fixed<number | null>
  /** When it was revoked: tokens that it signed count no more. */
  revoked_at: Late<number>
  created_at: Fixed<number>
}

/** All refresh tokens that descend from one client authentication. Renewing and revoking one lock its row. */
export interface RefreshFamilyTable {
  family_id: Fixed<string>
  client_id: Fixed<string>
  merchant_id: Fixed<string>
  scope: Fixed<string>
  created_at: Fixed<number>
  /** The family ends here, however often it was renewed. */
  expires_at: Fixed<number>
  /** When its latest token expires; after that nothing of it is needed. */
  idle_at: number
  revoked_at: number | null
}

export interface RefreshTokenTable {
  /** SHA-256 of the token. */
  token_hash: Fixed<Buffer>
  family_id: Fixed<string>
  created_at: Fixed<number>
  expires_at: Fixed<number>
  used_at: number | null
}

export const IDENTITY_TABLES: OwnedTables<keyof IdentityTables> = {
  tenants: [
    {
      table: 'refresh_tokens',
      column: 'family_id',
      through: { table: 'refresh_families', key: 'family_id', column: 'merchant_id' },
    },
    ...ownedByMerchant('client_assertions', 'api_clients', 'refresh_families'),
  ],
  service: ['signing_keys'],
  deadlines: [
    { table: 'refresh_families', column: 'expires_at' },
    { table: 'refresh_families', column: 'idle_at' },
    { table: 'refresh_tokens', column: 'expires_at' },
  ],
  realTimes: [
    ...happened('created_at', 'api_clients', 'signing_keys', 'refresh_families', 'refresh_tokens'),
    ...happened('revoked_at', 'refresh_families', 'signing_keys'),
    { table: 'signing_keys', column: 'signs_from', because: 'keys belong to the service' },
    { table: 'client_assertions', column: 'expires_at', because: 'assertions end at the time in them' },
    ...happened('used_at', 'refresh_tokens'),
  ],
}
