import type { ColumnType } from 'kysely'

/** Set once at insert, never updated. */
type Fixed<T> = ColumnType<T, T, never>

/** Left out at insert, set by a later commit. */
type Late<T> = ColumnType<T | null, undefined, T | null>

/** Every table of the gateway. Times are epoch milliseconds, JSON is text, booleans are 0 or 1. */
export interface Database {
  merchants: MerchantTable
  api_clients: ApiClientTable
  client_keys: ClientKeyTable
  client_key_origins: ClientKeyOriginTable
  terminals: TerminalTable
  encryption_keys: EncryptionKeyTable
  signing_keys: SigningKeyTable
  refresh_families: RefreshFamilyTable
  refresh_tokens: RefreshTokenTable
  sessions: SessionTable
  reference_holds: ReferenceHoldTable
  transactions: TransactionTable
  attempts: AttemptTable
  continuations: ContinuationTable
  continuation_handles: ContinuationHandleTable
  transaction_history: TransactionHistoryTable
  events: EventTable
  sealed_field_uses: SealedFieldUseTable
  wallet_token_uses: WalletTokenUseTable
  stored_answers: StoredAnswerTable
  operation_requests: OperationRequestTable
  provider_orders: ProviderOrderTable
  provider_callbacks: ProviderCallbackTable
  reconciliation_alerts: ReconciliationAlertTable
  webhook_subscriptions: WebhookSubscriptionTable
  webhook_subscription_events: WebhookSubscriptionEventTable
  webhook_deliveries: WebhookDeliveryTable
  webhook_attempts: WebhookAttemptTable
  branding_assets: BrandingAssetTable
  removed_merchants: RemovedMerchantTable
  customers: CustomerTable
  vault_keks: VaultKekTable
  vault_deks: VaultDekTable
  vault_dedupe_keys: VaultDedupeKeyTable
  payment_methods: PaymentMethodTable
  audit_entries: AuditEntryTable
}

export interface MerchantTable {
  id: Fixed<string>
  /** Name of the sandbox that the merchant is; null for a merchant that is none. */
  sandbox_id: Fixed<string | null>
  name: string
  /** ACTIVE | INACTIVE */
  status: string
  /** JSON: language and branding. */
  settings: string
  /** The key of the card fingerprint, sealed under the master key. */
  fingerprint_key_sealed: Fixed<Buffer>
  /** How far the merchant's clock was moved; only sandboxes have theirs moved. */
  clock_offset_ms: ColumnType<number, number | undefined, number>
  created_at: Fixed<number>
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
  /** UUID shown as the token's subject. */
  subject: Fixed<string>
  status: string
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

export interface SigningKeyTable {
  kid: Fixed<string>
  /** 1, 2, 3 …: the latest signs, all verify. Processes that start together agree on one. */
  generation: Fixed<number>
  alg: Fixed<string>
  /** JSON. */
  public_jwk: Fixed<string>
  /** The private JWK sealed under the master key. */
  private_sealed: Fixed<Buffer>
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

export interface SessionTable {
  merchant_id: Fixed<string>
  /** SHA-256 of the session id: the id itself opens a payment page, so the database does not hold it. */
  id_hash: Fixed<string>
  /** EMBEDDED | HOSTED */
  kind: Fixed<string>
  terminal_id: Fixed<string>
  reference: Fixed<string>
  /** Empty for a page without one. */
  description: Fixed<string>
  currency: Fixed<string>
  amount: Fixed<number>
  transaction_type: Fixed<string>
  return_url: Fixed<string>
  /** JSON or null. */
  customer: Fixed<string | null>
  country: Fixed<string | null>
  /** JSON or null. */
  metadata: Fixed<string | null>
  /** NONE | IMPLICIT | OPT_IN */
  tokenization: Fixed<string>
  status: string
  processing_code: string | null
  /** The session's latest transaction. */
  transaction_id: string | null
  submissions: number
  created_at: Fixed<number>
  updated_at: number
  expires_at: number
}

/** One namespace of references per terminal, whatever holds them: a session or a transaction. */
export interface ReferenceHoldTable {
  merchant_id: Fixed<string>
  terminal_id: Fixed<string>
  reference: Fixed<string>
  /** SESSION | AUTHORIZE | PAYMENT | PAYOUT */
  kind: Fixed<string>
  /** The session's id hash or the transaction's id. A session that is made again takes the place of the first. */
  holder_id: string
  amount: Fixed<number>
  currency: Fixed<string>
  /** Hash of the `Idempotency-Key`, path and body that took it; null without a key. */
  request_key: Fixed<string | null>
  created_at: Fixed<number>
}

export interface TransactionTable {
  merchant_id: Fixed<string>
  id: Fixed<string>
  order_id: Fixed<string>
  terminal_id: Fixed<string>
  session_hash: Fixed<string | null>
  /** DIRECT_API | EMBEDDED_FIELDS | HOSTED_PAYMENT_PAGE */
  integration: Fixed<string>
  reference: Fixed<string>
  description: Fixed<string | null>
  currency: Fixed<string>
  amount: Fixed<number>
  normalized_amount: Fixed<number>
  transaction_type: Fixed<string>
  status: string
  processing_code: string | null
  /** JSON or null. */
  customer: Fixed<string | null>
  customer_ip: Fixed<string | null>
  payment_method_type: Fixed<string>
  payment_method_method: string | null
  payment_method_brand: string | null
  payment_method_masked: string | null
  payment_method_hash: string | null
  payment_method_token: string | null
  /** Last day of the card's expiry month, YYYY-MM-DD. */
  payment_method_expiry: string | null
  /** Of a network token: where it came from. */
  payment_method_source: ColumnType<string | null, string | null | undefined, never>
  provider_id: string | null
  provider_account_id: string | null
  provider_response_code: string | null
  provider_response_message: string | null
  approval_code: string | null
  reference_number: string | null
  systan: number | null
  /** The final 3DS letter; null without 3DS. */
  authentication_status: string | null
  /** The ECI as an integer; null without 3DS. */
  authentication_level: number | null
  /** JSON array. */
  errors: string
  /** JSON or null: retry_options. */
  data: string | null
  /** JSON or null. */
  metadata: Fixed<string | null>
  /** JSON or null: what the 3DS Server is told of the shopper's browser. */
  browser_info: Fixed<string | null>
  return_url: Fixed<string | null>
  notification_url: Fixed<string | null>
  /** The provider's page, for methods that are confirmed elsewhere. */
  redirect_url: string | null
  /** JSON or null: the account that the customer transfers to. */
  bank_transfer: string | null
  parent_id: Fixed<string | null>
  /** The money of an approved transaction, minor units; null while there is none. Checks keep the sums possible. */
  authorized_amount: Late<number>
  captured_amount: Late<number>
  refunded_amount: Late<number>
  voided_amount: Late<number>
  /** 1 when a capture released what it left open. */
  final_capture: Late<number>
  /** Of a capture: 1 when it was asked to release what it leaves open. */
  releases_rest: Late<number>
  /** Until when a purchase or capture can be voided. */
  settles_at: Late<number>
  refundable_until: Late<number>
  authorization_expires_at: Late<number>
  /** When what is open of an authorization is to be released next; null once nothing is, or nobody tries any more. */
  release_due_at: Late<number>
  /** Counts the commits that touched the row. */
  version: number
  created_at: Fixed<number>
  updated_at: number
}

export interface AttemptTable {
  merchant_id: Fixed<string>
  /** Also the idempotency key at the provider. */
  id: Fixed<string>
  transaction_id: Fixed<string>
  /** 1 for the first. */
  number: Fixed<number>
  provider_id: Fixed<string>
  provider_account_id: Fixed<string>
  /** AUTHENTICATING | STARTED | UNKNOWN | PENDING | APPROVED | DECLINED | ENDED */
  status: string
  /** While STARTED: when the janitor may finish it. While PENDING or UNKNOWN: when the provider is asked next. */
  due_at: number | null
  processing_code: string | null
  provider_response_code: string | null
  provider_response_message: string | null
  approval_code: string | null
  reference_number: string | null
  systan: number | null
  three_ds_server_trans_id: Fixed<string>
  message_version: string | null
  acs_trans_id: string | null
  acs_url: string | null
  ds_trans_id: string | null
  completion_indicator: string | null
  trans_status: string | null
  trans_status_reason: string | null
  eci: string | null
  challenge_cancel: string | null
  /** Challenges issued so far: 0, 1 or 2. */
  challenge_round: number
  /** When the shopper's ten minutes end. */
  challenge_expires_at: number | null
  /** When the first CRes of the current round arrived. */
  cres_received_at: number | null
  created_at: Fixed<number>
  updated_at: number
}

/** What must survive a challenge. Card data is sealed under a key that only the issued handles can unwrap. */
export interface ContinuationTable {
  merchant_id: Fixed<string>
  transaction_id: Fixed<string>
  attempt_id: string
  /** FINGERPRINT | CHALLENGE | REDIRECT | WORKING | WAITING | DONE */
  step: string
  /** While WORKING: the step that was taken. */
  taken_step: string | null
  /** Counts the steps; taking one is a compare-and-set on it. */
  step_number: number
  lease_until: number | null
  sealed_card: Buffer | null
  sealed_envelope: Buffer | null
  created_at: Fixed<number>
  /** 30 minutes after authorize; no new attempt starts then. */
  expires_at: Fixed<number>
}

export interface ContinuationHandleTable {
  /** SHA-256 of "lookup" ‖ handle. */
  lookup: Fixed<string>
  merchant_id: Fixed<string>
  transaction_id: Fixed<string>
  attempt_id: Fixed<string>
  /** PAYMENT_DATA | NOTIFICATION */
  kind: Fixed<string>
  /** FINGERPRINT or CHALLENGE */
  step: Fixed<string>
  /** The data key wrapped under a key derived from the handle; null once the transaction is final. */
  wrapped_key: Buffer | null
  created_at: Fixed<number>
}

export interface TransactionHistoryTable {
  merchant_id: Fixed<string>
  transaction_id: Fixed<string>
  /** 1, 2, 3 … without gaps. */
  seq: Fixed<number>
  from_status: Fixed<string | null>
  to_status: Fixed<string>
  processing_code: Fixed<string | null>
  /** What moved it, in a word: authorize, three-ds, provider, cancel, expiry. */
  cause: Fixed<string>
  created_at: Fixed<number>
}

/** The outbox: written in the commit that makes a transaction final. */
export interface EventTable {
  merchant_id: Fixed<string>
  /** `msg_` and 27 base62 characters; the receiver's idempotency key. */
  id: Fixed<string>
  transaction_id: Fixed<string>
  type: Fixed<string>
  /** The JSON as it will be signed and sent. */
  payload: Fixed<string>
  created_at: Fixed<number>
}

/** A sealed field opens for one (terminal, reference) only. */
export interface SealedFieldUseTable {
  merchant_id: Fixed<string>
  /** SHA-256 of the key id and the encapsulated key, base64url. */
  use_key: Fixed<string>
  terminal_id: Fixed<string>
  reference: Fixed<string>
  expires_at: Fixed<number>
}

export interface WalletTokenUseTable {
  /** SHA-256 of the message id, base64url. */
  use_key: Fixed<string>
  merchant_id: Fixed<string>
  terminal_id: Fixed<string>
  reference: Fixed<string>
  expires_at: Fixed<number>
}

/** Where a merchant wants its events sent. */
export interface WebhookSubscriptionTable {
  merchant_id: Fixed<string>
  id: Fixed<string>
  url: string
  /** JSON array of event names and short filters. */
  filters: string
  /** The signing secret, sealed under the master key. */
  secret_sealed: Buffer
  /** The secret before it, which signs as well for a day; sealed as the first. */
  second_secret_sealed: Late<Buffer>
  second_secret_until: Late<number>
  /** Hash of the request that made the present secret, so that the same request again gives the same secret. */
  rotated_by: Late<string>
  /** Hash of the secret that the configuration file last gave; null when it gave none. */
  file_secret_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  /** The Ed25519 key of `v1a` signatures, seed and public key, sealed; null when there are none. */
  signing_key_sealed: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  /** ACTIVE | DISABLED */
  status: string
  /** Since when nothing but failures happened; null after a success. */
  failing_since: Late<number>
  disabled_at: Late<number>
  /** GONE | FAILING | OPERATOR */
  disabled_reason: Late<string>
  /** JSON or null: what goes wrong on purpose, in the test environment. */
  laboratory: Late<string>
  created_at: Fixed<number>
}

/** The filters of subscriptions, expanded: who is to be told of an event. */
export interface WebhookSubscriptionEventTable {
  merchant_id: Fixed<string>
  event_type: Fixed<string>
  subscription_id: Fixed<string>
  /** Events from then on have a delivery to it. */
  created_at: Fixed<number>
}

/** One event on its way to one subscription. */
export interface WebhookDeliveryTable {
  merchant_id: Fixed<string>
  /** `<event id>.<subscription id>`: each event goes to each subscription once. */
  id: Fixed<string>
  event_id: Fixed<string>
  subscription_id: Fixed<string>
  /** DUE | DELIVERED | FAILED | CANCELED */
  status: string
  /** All there ever were. */
  attempts: ColumnType<number, number | undefined, number>
  /** Those since it was made or last replayed: its place in the schedule. */
  tries: ColumnType<number, number | undefined, number>
  next_at: number
  /** While somebody is sending it: when that process counts as dead. Also the proof of whose result counts. */
  lease_until: Late<number>
  /** When the laboratory put it off, which it does once. */
  postponed_at: Late<number>
  last_attempt_at: Late<number>
  /** HTTP status of the last attempt; null without an answer. */
  last_status: Late<number>
  delivered_at: Late<number>
  created_at: Fixed<number>
}

export interface WebhookAttemptTable {
  merchant_id: Fixed<string>
  delivery_id: Fixed<string>
  /** 1 for the first. */
  number: Fixed<number>
  started_at: Fixed<number>
  duration_ms: Fixed<number>
  /** HTTP status; null without an answer. */
  status: Fixed<number | null>
  /** What went wrong, in words; null after a success. */
  error: Fixed<string | null>
  /** The first kilobyte of the answer. */
  response_excerpt: Fixed<string | null>
}

/** Where a provider's report finds its transaction: the report names no merchant. */
export interface ProviderOrderTable {
  transaction_id: Fixed<string>
  provider_id: Fixed<string>
  merchant_id: Fixed<string>
  attempt_id: Fixed<string>
  provider_account_id: Fixed<string>
  /** The provider's own name of it, once it was reported. */
  provider_transaction_id: string | null
  /** Whom the provider knows as the payer; opaque. */
  provider_user_id: string | null
  created_at: Fixed<number>
}

/** Reports that were acted upon: the same message again changes nothing. */
export interface ProviderCallbackTable {
  merchant_id: Fixed<string>
  provider_id: Fixed<string>
  message_id: Fixed<string>
  transaction_id: Fixed<string>
  /** As the provider wrote it. */
  status: Fixed<string>
  received_at: Fixed<number>
}

/** What a provider says and what we hold differ: somebody has to look. The first of each kind per transaction. */
export interface ReconciliationAlertTable {
  merchant_id: Fixed<string>
  transaction_id: Fixed<string>
  /** LATE_SUCCESS | CONTRADICTION | ACCOUNT_MISMATCH | CURRENCY_MISMATCH | AMOUNT_MISMATCH | TYPE_MISMATCH */
  kind: Fixed<string>
  provider_id: Fixed<string>
  attempt_id: Fixed<string>
  /** JSON: what was reported. */
  detail: Fixed<string>
  /** When the provider is asked next to give the money back; null when nothing is to be given back any more. */
  reversal_due_at: number | null
  reversal_tries: number
  reversed_at: number | null
  created_at: Fixed<number>
}

export interface CustomerTable {
  merchant_id: Fixed<string>
  id: Fixed<string>
  email: Fixed<string>
  first_name: Fixed<string | null>
  last_name: Fixed<string | null>
  phone: Fixed<string | null>
  description: Fixed<string | null>
  /** INDIVIDUAL | COMPANY */
  type: Fixed<string>
  address: Fixed<string | null>
  city: Fixed<string | null>
  country: Fixed<string | null>
  postal_code: Fixed<string | null>
  region: Fixed<string | null>
  /** Counts the savings of cards; each locks the row, so that two of one card do not pass each other. */
  saved_cards: number
  created_at: Fixed<number>
}

/** Keys that wrap the keys of the vault. */
export interface VaultKekTable {
  kid: Fixed<string>
  /** PENDING | ACTIVE | DECRYPT_ONLY | DESTROYED */
  status: string
  /** Sealed under the master key; null once destroyed. */
  key_sealed: Buffer | null
  created_at: Fixed<number>
  updated_at: number
}

/** Keys that card numbers are sealed under: one per merchant and month. A destroyed one has no row. */
export interface VaultDekTable {
  merchant_id: Fixed<string>
  id: Fixed<string>
  /** YYYY-MM */
  period: Fixed<string>
  /** ACTIVE | DECRYPT_ONLY */
  status: string
  kek_kid: string
  key_wrapped: Buffer
  created_at: Fixed<number>
  /** Since when it is DECRYPT_ONLY. */
  retired_at: number | null
}

export interface VaultDedupeKeyTable {
  merchant_id: Fixed<string>
  /** The key by which cards that are already saved are found, sealed under the master key. */
  key_sealed: Fixed<Buffer>
  created_at: Fixed<number>
}

export interface PaymentMethodTable {
  merchant_id: Fixed<string>
  id: Fixed<string>
  customer_id: Fixed<string | null>
  /** The transaction that it was saved with. */
  transaction_id: Fixed<string>
  /** PENDING | ACTIVE | DELETED */
  status: string
  tokenize_for: string
  brand: Fixed<string>
  masked: Fixed<string>
  expiration_month: number
  expiration_year: number
  /** Fingerprint of the number, keyed by another key than the public one; null once deleted. */
  dedupe_hash: string | null
  /** The key that the number is sealed under; null once deleted. */
  dek_id: string | null
  number_sealed: Buffer | null
  created_at: Fixed<number>
  updated_at: number
}

/** Which operation a request with an `Idempotency-Key` made: an operation has no reference of its own to be found by. */
export interface OperationRequestTable {
  merchant_id: Fixed<string>
  /** Hash of key, path and body. */
  request_key: Fixed<string>
  transaction_id: Fixed<string>
  created_at: Fixed<number>
}

/** Requests that came with an `Idempotency-Key`: who runs them, and what they answered. All times are the machine's. */
export interface StoredAnswerTable {
  merchant_id: Fixed<string>
  /** SHA-256 of method, path and key. */
  name: Fixed<string>
  /** SHA-256 of "lookup" ‖ body. */
  body_lookup: Fixed<string>
  /** Of the request that runs or ran it. */
  claim_id: string
  /** While it runs: when its process counts as dead. */
  lease_until: number | null
  /** Status, headers and body, sealed under a key that body and `Idempotency-Key` make. */
  sealed_answer: Buffer | null
  created_at: Fixed<number>
}

/** Sandboxes that were removed: what late requests wrote for them is swept up later. */
export interface RemovedMerchantTable {
  merchant_id: Fixed<string>
  removed_at: Fixed<number>
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
}

/** Who did what to keys, cards and money; a chain of hashes shows whether one was changed or left out. */
export interface AuditEntryTable {
  id: Fixed<string>
  /** The merchant that it is about, which may be gone; null when it concerns all. */
  about: Fixed<string | null>
  /** merchant | operator | gateway */
  actor: Fixed<string>
  action: Fixed<string>
  subject: Fixed<string>
  /** JSON. */
  detail: Fixed<string>
  created_at: Fixed<number>
  /** 1, 2, 3 … without gaps; null until it is linked. */
  seq: Late<number>
  /** Ties it to the entry before it. */
  hash: Late<string>
}
