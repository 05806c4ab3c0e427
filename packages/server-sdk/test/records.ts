import type { AuthorizeCardRequest, EmbeddedSession, SessionRequest, Transaction } from '@sluice/types'

/** Complete records, as a gateway answers them. */
export const transaction: Transaction = {
  id: '0192f3a4-0000-7000-8000-000000000001',
  merchant_id: '0192f3a4-0000-7000-8000-000000000002',
  order_id: '0192f3a4-0000-7000-8000-000000000003',
  terminal_id: 'T00000000001',
  reference: 'order-1001',
  description: 'Harbour mug',
  currency: 'EUR',
  amount: 1850,
  normalized_amount: 1850,
  customer: {
    id: null,
    first_name: null,
    last_name: null,
    email: null,
    phone: null,
    address: null,
    city: null,
    country: null,
    postal_code: null,
  },
  customer_ip: '203.0.113.7',
  processing_result: {
    payment_provider_id: 'sim-a',
    payment_provider_account_id: 'sim-a-eur',
    approval_code: '123456',
    reference_number: '987654',
  },
  approved: true,
  pending: false,
  channel: 'ecommerce',
  transaction_type: 'PURCHASE',
  status: 'APPROVED',
  payment_method: {
    method: '424242******4242',
    type: 'card',
    brand: 'VISA',
    masked: '424242******4242',
    hash: null,
    token: null,
  },
  redirect_url: null,
  errors: [],
  processing_code: '0000',
  response_message: 'Approved',
  data: null,
  created_at: '2026-11-21T10:04:07.120Z',
  updated_at: '2026-11-21T10:04:08.415Z',
}

export const sessionRequest: SessionRequest = {
  terminal_id: 'T00000000001',
  reference: 'order-1001',
  description: 'Harbour mug',
  currency: 'EUR',
  amount: 1850,
  transaction_type: 'PURCHASE',
  return_url: 'https://shop.example/return/1001',
}

export const session: EmbeddedSession = {
  ...sessionRequest,
  id: 'canary-session-id',
  status: 'CREATED',
  customer: null,
  country: null,
  metadata: null,
}

/** A placeholder for a sealed field: as long as a real one, and recognisable. */
export const SEALED = `canary-sealed-field${'A'.repeat(181)}`

export const authorizeRequest: AuthorizeCardRequest = {
  reference: 'order-1001',
  terminal_id: 'T00000000001',
  currency: 'EUR',
  amount: 1850,
  transaction_type: 'PURCHASE',
  payment_method: {
    type: 'card',
    data: {
      encrypted_card_number: SEALED,
      encrypted_cvv: SEALED,
      encrypted_expiration_month: SEALED,
      encrypted_expiration_year: SEALED,
    },
  },
  browser_info: {
    user_agent: 'Mozilla/5.0',
    accept_header: 'text/html',
    java_enabled: false,
    color_depth: 24,
    screen_height: 1080,
    screen_width: 1920,
    time_zone_offset: -60,
    language: 'en-GB',
  },
}

/** Returns an envelope with one member set. */
export function envelopeWith(members: Record<string, unknown>): Record<string, unknown> {
  return { result: null, action: null, redirect: null, form_submit: null, ...members }
}
