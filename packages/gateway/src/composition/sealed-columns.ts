import { storedAnswerPurpose } from '@sluice/platform/idempotency/idempotency'
import type { SealedColumn } from '@sluice/platform/secrets/reseal.store'
import { serviceKeyPurpose } from '@sluice/platform/secrets/service-keys.store'
import { keyPurpose, totpPurpose } from '@sluice/identity'

import { privateKeyPurpose } from '../merchants/encryption-key.store.ts'
import { fingerprintKeyPurpose } from '../merchants/merchant.store.ts'
import { kekPurpose } from '../payment-methods/vault/wrapped-keys.store.ts'
import { linkTokenPurpose } from '../payment-links/index.ts'
import { dedupeKeyPurpose } from '../payment-methods/vault/vault-keys.store.ts'
import {
  shopperResultPurpose,
  challengeResultPurpose,
  eventPurpose,
  providerStatePurpose,
  shopperPagePurpose,
} from '../transactions/index.ts'
import { signingKeyPurpose, webhookSecretPurpose } from '../webhooks/endpoint.store.ts'
import type { Database } from './tables.ts'

/** All columns that are sealed under the master key. A test compares the list with the tables. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  column('service_keys', ['name'], 'sealed', ({ name }) => serviceKeyPurpose(text(name))),
  column('signing_keys', ['kid'], 'private_sealed', ({ kid }) => keyPurpose(text(kid))),
  column('merchants', ['id'], 'fingerprint_key_sealed', ({ id }) => fingerprintKeyPurpose(text(id))),
  column('encryption_keys', ['merchant_id', 'kid'], 'private_sealed', ({ merchant_id: merchantId, kid }) =>
    privateKeyPurpose(text(merchantId), text(kid)),
  ),
  column('users', ['id'], 'totp_sealed', ({ id }) => totpPurpose(text(id))),
  column('vault_keks', ['kid'], 'key_sealed', ({ kid }) => kekPurpose(text(kid))),
  column('vault_dedupe_keys', ['merchant_id'], 'key_sealed', ({ merchant_id: merchantId }) =>
    dedupeKeyPurpose(text(merchantId)),
  ),
  ...(['secret_sealed', 'second_secret_sealed'] as const).map((name) =>
    column('webhook_subscriptions', ['merchant_id', 'id'], name, ({ merchant_id: merchantId, id }) =>
      webhookSecretPurpose(text(merchantId), text(id)),
    ),
  ),
  column(
    'webhook_subscriptions',
    ['merchant_id', 'id'],
    'signing_key_sealed',
    ({ merchant_id: merchantId, id }) => signingKeyPurpose(text(merchantId), text(id)),
  ),
  column('provider_states', ['merchant_id', 'attempt_id'], 'sealed_state', (row) =>
    providerStatePurpose({ merchantId: text(row['merchant_id']), id: text(row['attempt_id']) }),
  ),
  column('challenge_results', ['merchant_id', 'attempt_id', 'round'], 'sealed_result', (row) =>
    challengeResultPurpose(text(row['merchant_id']), text(row['attempt_id']), Number(row['round'])),
  ),
  column('attempt_confirmations', ['merchant_id', 'attempt_id'], 'sealed_result', (row) =>
    shopperResultPurpose({ merchantId: text(row['merchant_id']), id: text(row['attempt_id']) }),
  ),
  column('attempt_confirmations', ['merchant_id', 'attempt_id'], 'sealed_page', (row) =>
    shopperPagePurpose({ merchantId: text(row['merchant_id']), id: text(row['attempt_id']) }),
  ),
  column('provider_events', ['provider_id', 'provider_account_id', 'event_id'], 'sealed_event', (row) =>
    eventPurpose({
      providerId: text(row['provider_id']),
      accountId: text(row['provider_account_id']),
      id: text(row['event_id']),
    }),
  ),
  column('payment_links', ['merchant_id', 'id'], 'sealed_token', ({ merchant_id: merchantId, id }) =>
    linkTokenPurpose(text(merchantId), text(id)),
  ),
  column('stored_answers', ['merchant_id', 'name'], 'sealed_answer', ({ merchant_id: merchantId, name }) =>
    storedAnswerPurpose({ merchantId: text(merchantId), name: text(name) }),
  ),
]

function column<Table extends keyof Database>(
  table: Table,
  key: readonly (keyof Database[Table] & string)[],
  name: keyof Database[Table] & string,
  purpose: SealedColumn['purpose'],
): SealedColumn {
  return { table, key, column: name, purpose }
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('the key of a sealed row must be text')
  return value
}
