import { Secret } from '@sluice/shared/secret'

import type { CallMessages, SecretAuthorization } from '../../src/kit/index.ts'
import { ACCOUNT } from './at-twin.ts'

const PARTIES = {
  merchant_id: 'm-1',
  terminal_id: 'T00000000001',
  transaction_id: 't-1',
  account_id: ACCOUNT,
}

const BROWSER = {
  user_agent: 'Mozilla/5.0',
  accept_header: '*/*',
  java_enabled: false,
  color_depth: 24,
  screen_height: 800,
  screen_width: 1_280,
  time_zone_offset: 0,
  language: 'en',
}

const CUSTOMER = {
  id: 'customer-1',
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@shop.example',
  phone: '+46701740605',
  date_of_birth: '1990-12-10',
  ip: '192.0.2.1',
  language: 'en-GB',
  address: 'St James Square 12',
  city: 'London',
  postal_code: 'SW1Y 4LE',
  state: null,
  country: 'GB',
}

let count = 0

/** Returns a key that no other call has. */
export function newKey(): string {
  count += 1
  return `019ab3f07d347c1e${String(count).padStart(16, '0')}`
}

/** Returns a card's authorization. */
export function authorization(
  change: Partial<Omit<SecretAuthorization, 'card'>> & { readonly number?: string } = {},
): SecretAuthorization {
  const { number = '4111111111111111', ...members } = change
  return {
    ...PARTIES,
    idempotency_key: newKey(),
    reference: 'order-1001',
    description: 'Two apples & a pear',
    prepared: null,
    attempt_number: 1,
    transaction_type: 'PURCHASE',
    amount: 1_050,
    currency: 'EUR',
    card: {
      kind: 'PAN',
      number: new Secret(number),
      cvv: new Secret('737'),
      brand: 'VISA',
      expiration_month: 3,
      expiration_year: 2034,
      token_source: null,
      network_token: null,
    },
    authentication: null,
    stored_credential: null,
    customer: CUSTOMER,
    billing_address: null,
    browser_info: BROWSER,
    options: null,
    ...members,
  }
}

/** The further members of an authorization that Adyen authenticates. */
export const AUTHENTICATED_BY_ADYEN = {
  authentication_required: true,
  challenge_preference: 'NO_PREFERENCE',
  return_url: 'https://pay.example/three-ds/abc/return',
  notification_url: 'https://pay.example/three-ds/abc/notification',
  method_notification_url: 'https://pay.example/three-ds/abc/method',
  challenge_window_size: '05',
} as const

/** Returns a continuation with the shopper's result. */
export function continuation(
  payment: SecretAuthorization,
  state: string,
  brought: CallMessages['continue']['brought'],
): CallMessages['continue'] {
  return {
    idempotency_key: newKey(),
    key: payment.idempotency_key,
    state,
    provider_reference: null,
    account_id: ACCOUNT,
    amount: payment.amount,
    currency: payment.currency,
    brought,
  }
}

/** Returns a capture, refund or void. */
export function operation(
  operation: CallMessages['operate']['operation'],
  payment: Pick<SecretAuthorization, 'idempotency_key' | 'currency'>,
  names: { readonly psp: string | null; readonly state: string | null },
  amount: number,
): CallMessages['operate'] {
  const original = { key: payment.idempotency_key, state: names.state, provider_reference: names.psp }
  return {
    idempotency_key: newKey(),
    merchant_id: 'm-1',
    transaction_id: 't-2',
    account_id: ACCOUNT,
    operation,
    original,
    parent: original,
    amount,
    currency: payment.currency,
    final_capture: false,
  }
}

/** Returns the undo of a payment. */
export function undoOf(
  payment: Pick<SecretAuthorization, 'idempotency_key' | 'amount' | 'currency'>,
  psp: string | null,
): CallMessages['undo'] {
  return {
    idempotency_key: newKey(),
    merchant_id: 'm-1',
    transaction_id: 't-1',
    account_id: ACCOUNT,
    amount: payment.amount,
    currency: payment.currency,
    original: { key: payment.idempotency_key, state: null, provider_reference: psp },
  }
}

/** Returns a payment that is confirmed elsewhere. */
export function order(
  type: string,
  currency: string,
  methodData: Record<string, unknown> = {},
): CallMessages['order'] {
  return {
    ...PARTIES,
    idempotency_key: newKey(),
    reference: 'order-2001',
    description: null,
    prepared: null,
    type,
    direction: 'DEPOSIT',
    amount: 12_000,
    currency,
    country: null,
    merchant_name: 'Acme',
    method_data: methodData,
    beneficiary: null,
    customer: CUSTOMER,
    browser_info: null,
    options: null,
    return_url: 'https://pay.example/orders/abc/return',
    expires_in_seconds: 900,
    callback_url: 'https://pay.example/api/providers/adyen-eu/callback',
  }
}
