import type { Bench } from './check.ts'
import { earlierCall } from './earlier-call.ts'

/** Messages as gateways write them, member by member: the suite reads no schema, so a fault of the schemas shows. */

type Members = Readonly<Record<string, unknown>>

const NEXT_YEAR = new Date().getUTCFullYear() + 1

export function authorizationOf(bench: Bench, key: string, changes: Members = {}) {
  return {
    idempotency_key: key,
    merchant_id: '0199d0f0-7d34-7c1e-9a53-6f1d2b3c4d5e',
    terminal_id: 'T00000000001',
    transaction_id: `transaction-of-${key}`,
    account_id: bench.accountId,
    amount: 10_000,
    currency: 'EUR',
    reference: `order-${key}`,
    description: 'Two apples',
    customer: {
      id: null,
      first_name: 'Žofia',
      last_name: 'Lindström',
      email: 'zofia@example.com',
      phone: null,
      date_of_birth: null,
      ip: '203.0.113.7',
      language: 'sv',
      address: null,
      city: null,
      postal_code: null,
      state: null,
      country: 'SE',
    },
    browser_info: null,
    options: null,
    attempt_number: 1,
    transaction_type: 'PURCHASE',
    card: cardOf(bench.approvedCard),
    authentication: {
      trans_status: 'Y',
      eci: '05',
      authentication_value: 'AAECAwQFBgcICQoLDA0ODxAREhM=',
      ds_trans_id: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
      message_version: '2.2.0',
    },
    stored_credential: null,
    billing_address: null,
    ...changes,
  }
}

export function cardOf(number: string, changes: Members = {}) {
  return {
    kind: 'PAN',
    number,
    cvv: '123',
    brand: 'VISA',
    expiration_month: 12,
    expiration_year: NEXT_YEAR,
    token_source: null,
    network_token: null,
    ...changes,
  }
}

export function undoOf(bench: Bench, key: string, originalKey: string) {
  const { operation: _, parent: __, final_capture: ___, ...undo } = operationOf(bench, key, originalKey)
  return undo
}

export function operationOf(bench: Bench, key: string, originalKey: string, changes: Members = {}) {
  return {
    idempotency_key: key,
    merchant_id: '0199d0f0-7d34-7c1e-9a53-6f1d2b3c4d5e',
    transaction_id: `transaction-of-${key}`,
    account_id: bench.accountId,
    amount: 10_000,
    currency: 'EUR',
    operation: 'REFUND',
    original: earlierCall(originalKey),
    parent: earlierCall(originalKey),
    final_capture: false,
    ...changes,
  }
}

export function orderOf(bench: Bench, key: string, type: string, changes: Members = {}) {
  const isPayout = type.startsWith('payout_')
  return {
    idempotency_key: key,
    merchant_id: '0199d0f0-7d34-7c1e-9a53-6f1d2b3c4d5e',
    terminal_id: 'T00000000001',
    transaction_id: `transaction-of-${key}`,
    account_id: bench.accountId,
    amount: 10_000,
    currency: type === 'partner-blik' ? 'PLN' : type === 'payment_upi' ? 'INR' : 'EUR',
    reference: `order-${key}`,
    description: 'Two apples',
    customer: null,
    browser_info: null,
    options: null,
    type,
    direction: isPayout ? 'WITHDRAWAL' : 'DEPOSIT',
    country: null,
    merchant_name: 'Nordlys',
    method_data: {},
    beneficiary: isPayout
      ? {
          account_kind: 'LOCAL',
          account_number: '998877665544',
          account_name: 'Asha Rao',
          ifsc: 'HDFC0001234',
          bank_code: null,
          bank_name: null,
          bank_branch: null,
          bank_address: null,
          bank_city: null,
          bank_state: null,
          mobile: null,
        }
      : null,
    return_url: isPayout ? null : 'https://pay.example/orders/handle/return',
    expires_in_seconds: isPayout ? null : 900,
    callback_url: 'https://pay.example/api/providers/acme/callback',
    ...changes,
  }
}
