/**
 * What a merchant owns, and which of its times are deadlines: what removing a sandbox and moving its clock go by. A test
 * walks the real schema and demands that every table and every time stands in these lists.
 *
 * @decision 0018
 */

/** Rows of a merchant: by a column of its own, or by the row of another table that they hang on. */
export interface TenantTable {
  readonly table: string
  /** Holds the merchant's id; `through` another table, that table's `key`. */
  readonly column: string
  readonly through?: { readonly table: string; readonly key: string; readonly column: string }
}

/** A stored time that follows the clock of the merchant. */
export interface Deadline {
  readonly table: string
  readonly column: string
  /** Only rows with this value; at others the column means something else. */
  readonly only?: { readonly column: string; readonly is: string }
}

/** A stored time that stays where it is when the clock is moved. */
export interface RealTime {
  readonly table: string
  readonly column: string
  readonly because: string
}

function ownedBy(...tables: readonly string[]): TenantTable[] {
  return tables.map((table) => ({ table, column: 'merchant_id' }))
}

/** In the order of removal: what hangs on a row goes before it. */
export const TENANT_TABLES: readonly TenantTable[] = [
  {
    table: 'client_key_origins',
    column: 'client_key',
    through: { table: 'client_keys', key: 'client_key', column: 'merchant_id' },
  },
  {
    table: 'refresh_tokens',
    column: 'family_id',
    through: { table: 'refresh_families', key: 'family_id', column: 'merchant_id' },
  },
  ...ownedBy(
    'api_clients',
    'client_keys',
    'terminals',
    'encryption_keys',
    'refresh_families',
    'sessions',
    'reference_holds',
    'transactions',
    'attempts',
    'continuations',
    'continuation_handles',
    'transaction_history',
    'events',
    'sealed_field_uses',
    'wallet_token_uses',
    'stored_answers',
    'operation_requests',
    'webhook_attempts',
    'webhook_deliveries',
    'webhook_subscription_events',
    'webhook_subscriptions',
    'customers',
    'payment_methods',
    'vault_deks',
    'vault_dedupe_keys',
    'branding_assets',
    'provider_orders',
    'provider_callbacks',
    'reconciliation_alerts',
  ),
  { table: 'merchants', column: 'id' },
]

/** Tables that belong to the service. */
export const SERVICE_TABLES: readonly string[] = [
  'vault_keks',
  'signing_keys',
  'removed_merchants',
  'audit_entries',
]

export const DEADLINES: readonly Deadline[] = [
  { table: 'sessions', column: 'expires_at' },
  { table: 'continuations', column: 'expires_at' },
  { table: 'attempts', column: 'due_at' },
  { table: 'attempts', column: 'challenge_expires_at' },
  // The bank's result is waited for so long after it.
  { table: 'attempts', column: 'cres_received_at' },
  // How long a provider has been silent is counted from the last change; what has ended keeps its times.
  { table: 'transactions', column: 'updated_at', only: { column: 'status', is: 'PENDING' } },
  { table: 'transactions', column: 'settles_at' },
  { table: 'transactions', column: 'refundable_until' },
  { table: 'transactions', column: 'authorization_expires_at' },
  { table: 'transactions', column: 'release_due_at' },
  { table: 'reconciliation_alerts', column: 'reversal_due_at' },
  { table: 'webhook_deliveries', column: 'next_at', only: { column: 'status', is: 'DUE' } },
  // For how long a receiver has failed is counted from here.
  { table: 'webhook_subscriptions', column: 'failing_since' },
  { table: 'webhook_subscriptions', column: 'second_secret_until' },
  { table: 'refresh_tokens', column: 'expires_at' },
  { table: 'refresh_families', column: 'expires_at' },
  { table: 'refresh_families', column: 'idle_at' },
]

const RECORD_OF_THE_PAST = 'says when something happened'

function happened(column: string, ...tables: readonly string[]): RealTime[] {
  return tables.map((table) => ({ table, column, because: RECORD_OF_THE_PAST }))
}

export const REAL_TIMES: readonly RealTime[] = [
  ...happened(
    'created_at',
    'merchants',
    'api_clients',
    'client_keys',
    'terminals',
    'encryption_keys',
    'signing_keys',
    'refresh_families',
    'refresh_tokens',
    'sessions',
    'reference_holds',
    'stored_answers',
    'operation_requests',
    'transactions',
    'attempts',
    'continuations',
    'continuation_handles',
    'transaction_history',
    'events',
    'webhook_subscriptions',
    'webhook_subscription_events',
    'webhook_deliveries',
    'customers',
    'payment_methods',
    'vault_keks',
    'vault_deks',
    'vault_dedupe_keys',
    'branding_assets',
    'provider_orders',
    'reconciliation_alerts',
    'audit_entries',
  ),
  ...happened('received_at', 'provider_callbacks'),
  ...happened('reversed_at', 'reconciliation_alerts'),
  ...happened('retired_at', 'vault_deks'),
  ...happened('disabled_at', 'webhook_subscriptions'),
  ...happened('postponed_at', 'webhook_deliveries'),
  ...happened('last_attempt_at', 'webhook_deliveries'),
  ...happened('delivered_at', 'webhook_deliveries'),
  ...happened('started_at', 'webhook_attempts'),
  ...happened('updated_at', 'payment_methods', 'vault_keks', 'sessions', 'attempts'),
  ...happened('used_at', 'refresh_tokens'),
  ...happened('revoked_at', 'refresh_families'),
  ...happened('removed_at', 'removed_merchants'),
  { table: 'encryption_keys', column: 'not_before', because: 'others hold the public key and its times' },
  { table: 'encryption_keys', column: 'expires_at', because: 'others hold the public key and its times' },
  { table: 'continuations', column: 'lease_until', because: 'leases are between processes' },
  { table: 'stored_answers', column: 'lease_until', because: 'leases are between processes' },
  { table: 'webhook_deliveries', column: 'lease_until', because: 'leases are between processes' },
  { table: 'sealed_field_uses', column: 'expires_at', because: 'sealed fields age by the time in them' },
  { table: 'wallet_token_uses', column: 'expires_at', because: 'wallet tokens end at the time in them' },
]
