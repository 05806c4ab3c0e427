import type { ManageType } from '@sluice/types/vocabulary'

import { randomUUID } from 'node:crypto'
import { Secret } from '@sluice/shared/secret'

import type { CallMessages } from '../../src/kit/index.ts'

/** Messages as the gateway writes them. */

const NAMES = {
  merchant_id: '0199d0f0-7d34-7c1e-9a53-6f1d2b3c4d5e',
  account_id: 'acct-eur',
}

export const PAYER = {
  id: null,
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@shop.example',
  phone: null,
  date_of_birth: null,
  ip: '203.0.113.7',
  language: 'sv',
  address: 'Rua 1',
  city: 'Olinda',
  postal_code: '53000-000',
  state: 'PE',
  country: 'BR',
}

export interface Terms {
  readonly amount: number
  readonly currency: string
}

/** Creates keys like the gateway's: UUIDs of version 7, which share their beginnings within a day. */
export const newKey = () => `0199d0f07d347c1e${randomUUID().replaceAll('-', '').slice(16)}`

function paymentOf(terms: Terms, key: string) {
  return {
    ...NAMES,
    ...terms,
    idempotency_key: key,
    transaction_id: randomUUID(),
    terminal_id: 'T00000000001',
    reference: `order-${key.slice(0, 8)}`,
    description: 'Two apples',
    customer: PAYER,
    browser_info: null,
    options: { tax_id: '000.000.000-00' },
  }
}

export function preparationOf(
  terms: Terms,
  callKey: string,
  more: Partial<CallMessages['prepare']> = {},
): CallMessages['prepare'] {
  return {
    ...paymentOf(terms, newKey()),
    call_key: callKey,
    call: 'AUTHORIZATION',
    transaction_type: 'PURCHASE',
    type: null,
    ...more,
  }
}

export function authorizationOf(
  terms: Terms,
  key: string,
  card: string,
  more: Partial<CallMessages['authorize']> = {},
): CallMessages['authorize'] {
  return {
    ...paymentOf(terms, key),
    attempt_number: 1,
    transaction_type: 'PURCHASE',
    card: {
      kind: 'PAN',
      number: new Secret(card),
      cvv: new Secret('123'),
      brand: 'VISA',
      expiration_month: 12,
      expiration_year: 2034,
      token_source: null,
      network_token: null,
    },
    authentication: null,
    stored_credential: null,
    billing_address: null,
    ...more,
  }
}

export function orderOf(
  terms: Terms,
  key: string,
  type: string,
  more: Partial<CallMessages['order']> = {},
): CallMessages['order'] {
  return {
    ...paymentOf(terms, key),
    type,
    direction: 'DEPOSIT',
    country: null,
    merchant_name: 'Nordlys',
    method_data: { blik_code: '123456' },
    beneficiary: null,
    return_url: 'https://pay.example/orders/handle/return',
    expires_in_seconds: 900,
    callback_url: 'https://pay.example/api/providers/stripe/callback',
    ...more,
  }
}

export interface Earlier {
  readonly key: string
  readonly state: string | null
  readonly provider_reference: string | null
}

export function operationOf(
  terms: Terms,
  key: string,
  operation: ManageType,
  original: Earlier,
  more: Partial<CallMessages['operate']> = {},
): CallMessages['operate'] {
  return {
    ...NAMES,
    ...terms,
    idempotency_key: key,
    transaction_id: randomUUID(),
    operation,
    original,
    parent: original,
    final_capture: operation === 'CAPTURE',
    ...more,
  }
}

/** Returns the part of a response that a gateway stores. */
export function earlierOf(
  key: string,
  said: {
    readonly state?: string | null | undefined
    readonly refs?: readonly string[] | null | undefined
  } | null,
  before: Earlier | null = null,
): Earlier {
  return {
    key,
    state: said?.state ?? before?.state ?? null,
    provider_reference: said?.refs?.[0] ?? before?.provider_reference ?? null,
  }
}
