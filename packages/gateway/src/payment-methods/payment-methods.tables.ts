import type { Fixed } from '@sluice/platform/database/columns'
import { happened, ownedByMerchant, type OwnedTables, staying } from '@sluice/platform/database/owned-tables'

/** Rows of payment methods. Times are epoch milliseconds, JSON is text, booleans are 0 or 1. */
export interface PaymentMethodTables {
  payment_methods: PaymentMethodTable
  vault_keks: VaultKekTable
  vault_deks: VaultDekTable
  vault_dedupe_keys: VaultDedupeKeyTable
  sealed_field_uses: SealedFieldUseTable
  wallet_token_uses: WalletTokenUseTable
}

export interface PaymentMethodTable {
  merchant_id: Fixed<string>
  id: Fixed<string>
  customer_id: Fixed<string | null>
  /** The transaction with which it was saved. */
  transaction_id: Fixed<string>
  /** PENDING | ACTIVE */
  status: string
  tokenize_for: string
  brand: Fixed<string>
  masked: Fixed<string>
  expiration_month: number
  expiration_year: number
  /** The final 3DS letter of the payment that saved it; null without 3DS. */
  authentication_status: string | null
  /** The network's id of that payment, if its provider returned it. */
  network_transaction_id: string | null
  /** JSON: the ids, the time and the method of that payment's 3DS authentication; null if there is no successful one. */
  first_authentication: string | null
  /** The fingerprint of the number, under another key than the public fingerprint. */
  dedupe_hash: string | null
  /** The key under which the number is sealed. */
  dek_id: string | null
  number_sealed: Buffer | null
  created_at: Fixed<number>
  updated_at: number
}

/** Keys that wrap the keys of the vault. */
export interface VaultKekTable {
  kid: Fixed<string>
  /** PENDING | ACTIVE | DECRYPT_ONLY | DESTROYED */
  status: string
  /** The key, sealed under the master key; null once destroyed. */
  key_sealed: Buffer | null
  created_at: Fixed<number>
  updated_at: number
}

/** The keys under which card numbers are sealed, one per merchant and month. A destroyed key has no row. */
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
  /** The time at which it became DECRYPT_ONLY. */
  retired_at: number | null
}

export interface VaultDedupeKeyTable {
  merchant_id: Fixed<string>
  /** The key by which cards that are already saved are found, sealed under the master key. */
  key_sealed: Fixed<Buffer>
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

export const PAYMENT_METHOD_TABLES: OwnedTables<keyof PaymentMethodTables> = {
  tenants: [
    ...staying(...ownedByMerchant('sealed_field_uses', 'wallet_token_uses')),
    ...ownedByMerchant('payment_methods'),
    ...staying(...ownedByMerchant('vault_deks', 'vault_dedupe_keys')),
  ],
  service: ['vault_keks'],
  deadlines: [],
  realTimes: [
    ...happened('created_at', 'payment_methods', 'vault_keks', 'vault_deks', 'vault_dedupe_keys'),
    ...happened('updated_at', 'payment_methods', 'vault_keks'),
    ...happened('retired_at', 'vault_deks'),
    { table: 'sealed_field_uses', column: 'expires_at', because: 'sealed fields age by the time in them' },
    { table: 'wallet_token_uses', column: 'expires_at', because: 'wallet tokens end at the time in them' },
  ],
  erasure: {
    payment_methods: {
      deleted: `merchant_id id customer_id transaction_id status tokenize_for brand masked expiration_month
      expiration_year authentication_status network_transaction_id first_authentication dedupe_hash dek_id
      number_sealed created_at updated_at`,
    },
    vault_keks: { kept: 'kid status key_sealed created_at updated_at' },
    vault_deks: { kept: 'merchant_id id period status kek_kid key_wrapped created_at retired_at' },
    vault_dedupe_keys: { kept: 'merchant_id key_sealed created_at' },
    sealed_field_uses: { kept: 'merchant_id use_key terminal_id reference expires_at' },
    wallet_token_uses: { kept: 'use_key merchant_id terminal_id reference expires_at' },
  },
}
