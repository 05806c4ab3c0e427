import { Secret } from '@sluice/shared/secret'

import type { CallMessages } from '../kit/index.ts'
import type { TestAccount } from './test-account.ts'

/** The amount of a payment, and its account. */
export interface ProofTerms {
  readonly amount: number
  readonly currency: string
  readonly account: string
  /** The country of the shopper. */
  readonly country: string
}

/** A payment, as later calls refer to it. */
export interface EarlierPayment {
  readonly key: string
  readonly state: string | null
  readonly provider_reference: string | null
}

/** The return address, which is never used because a proof has no shopper. */
const NOWHERE = 'https://sluice-gateway.invalid/connector-prove'

const BROWSER = {
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  accept_header: '*/*',
  java_enabled: false,
  color_depth: 24,
  screen_height: 800,
  screen_width: 1_280,
  time_zone_offset: 0,
  language: 'en',
}

function partiesOf({ amount, currency, account }: ProofTerms) {
  return { merchant_id: 'connector-prove', account_id: account, amount, currency }
}

/** Returns the members that individual methods require. */
function paymentOf(terms: ProofTerms, key: string) {
  return {
    ...partiesOf(terms),
    idempotency_key: key,
    transaction_id: key,
    terminal_id: 'T00000000001',
    reference: `prove-${key.slice(-12)}`,
    description: 'Proof of a connector',
    customer: {
      id: null,
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@shop.example',
      phone: '+46701740605',
      date_of_birth: '1990-12-10',
      ip: '203.0.113.7',
      language: 'en',
      address: 'Rua Um 1',
      city: 'Olinda',
      postal_code: '53000-000',
      state: 'PE',
      country: terms.country,
    },
    browser_info: BROWSER,
    options: { tax_id: '000.000.000-00' },
  }
}

/** Builds the preparation of a call. */
export function preparationOf(
  terms: ProofTerms,
  keys: { readonly own: string; readonly call: string },
  following: Pick<CallMessages['prepare'], 'call' | 'transaction_type' | 'type'>,
): CallMessages['prepare'] {
  return { ...paymentOf(terms, keys.own), call_key: keys.call, ...following }
}

/** Builds the authorization of a test card. */
export function authorizationOf(
  terms: ProofTerms,
  key: string,
  { cards }: TestAccount,
  more: Partial<CallMessages['authorize']> & { readonly number?: string } = {},
): CallMessages['authorize'] {
  const { number = cards.approved, ...members } = more
  const [month, year] = cards.expiration
  return {
    ...paymentOf(terms, key),
    attempt_number: 1,
    transaction_type: 'PURCHASE',
    prepared: null,
    card: {
      kind: 'PAN',
      number: new Secret(number),
      cvv: new Secret(cards.cvv),
      brand: 'VISA',
      expiration_month: month,
      expiration_year: year,
      token_source: null,
      network_token: null,
    },
    authentication: null,
    stored_credential: null,
    billing_address: null,
    ...members,
  }
}

/** The addresses for a cardholder whom the provider authenticates. */
export const AUTHENTICATED_BY_PROVIDER = {
  authentication_required: true,
  challenge_preference: 'MANDATE',
  return_url: `${NOWHERE}/return`,
  notification_url: `${NOWHERE}/notification`,
  method_notification_url: `${NOWHERE}/method`,
  challenge_window_size: '05',
} as const satisfies Partial<CallMessages['authorize']>

/** A result of 3-D Secure that test environments accept without a bank. */
export const AUTHENTICATED_ELSEWHERE = {
  trans_status: 'Y',
  eci: '05',
  authentication_value: 'AAABBEg0VhI0VniQEjRWAAAAAAA=',
  ds_trans_id: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
  message_version: '2.2.0',
} as const

/** Builds an order, with the members that individual methods require. */
export function orderOf(
  terms: ProofTerms,
  key: string,
  type: string,
  { blikCode }: TestAccount,
  prepared: CallMessages['order']['prepared'] = null,
): CallMessages['order'] {
  return {
    ...paymentOf(terms, key),
    type,
    prepared,
    direction: 'DEPOSIT',
    country: terms.country,
    merchant_name: 'Connector proof',
    method_data: { blik_code: blikCode },
    beneficiary: null,
    return_url: `${NOWHERE}/return`,
    expires_in_seconds: 900,
    callback_url: `${NOWHERE}/callback`,
  }
}

/** Builds a capture, refund or void. */
export function operationOf(
  terms: ProofTerms,
  key: string,
  operation: CallMessages['operate']['operation'],
  original: EarlierPayment,
): CallMessages['operate'] {
  return {
    ...partiesOf(terms),
    idempotency_key: key,
    transaction_id: key,
    operation,
    original,
    parent: original,
    final_capture: operation === 'CAPTURE',
  }
}

/** Builds the undo of a payment. */
export function undoOf(terms: ProofTerms, key: string, original: EarlierPayment): CallMessages['undo'] {
  return { ...partiesOf(terms), idempotency_key: key, transaction_id: key, original }
}
