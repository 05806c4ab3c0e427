import type { EndpointName } from './endpoints.ts'
import { FINGERPRINT_RESULTS } from './vocabulary/index.ts'

/** Examples of the main calls. A test parses every one of them with the schema it illustrates. */
export interface EndpointExamples {
  readonly request?: Readonly<Record<string, unknown>>
  /** Bodies of the success status. */
  readonly answers?: Readonly<Record<string, unknown>>
}

const SESSION_ID = 'q2p3v4F7yXh1s0mJw9cLkA8bTnRzUeGdIoPiVfYxKEM'
const TRANSACTION_ID = '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b11'
const AUTHENTICATION_ID = '019c0f5e-7a22-7f0a-8c44-51d0b7e9a3c2'
const CUSTOMER_ID = '019c0f5d-1b70-7e4a-8f31-7d2c9a6e5b40'
const CLIENT_KEY = 'ck_test_5f0c2f1e8a7b4d63912e0c4b7a6d8f13'
const PAYMENT_DATA = 'vN0Xq7cPz3yKf1LmWbRtGhJdSaUeIoQx2Z4C6V8B0nE'
const SEALED = 'AZvL0mF1dGhlbnRpY2F0ZWQgY2lwaGVydGV4dA=='

const sessionBody = {
  terminal_id: 'T00000000001',
  reference: 'order-1001',
  description: 'Two tickets to Uppsala',
  currency: 'SEK',
  amount: 24_900,
  transaction_type: 'PURCHASE',
  return_url: 'https://shop.example/orders/1001',
}

const session = {
  id: SESSION_ID,
  status: 'CREATED',
  revision: 1,
  ...sessionBody,
  customer: null,
  country: null,
  metadata: null,
}

const linkBody = {
  terminal_id: 'T00000000001',
  currency: 'SEK',
  amount: 24_900,
  transaction_type: 'PURCHASE',
  description: 'Two tickets to Uppsala',
  reference_prefix: 'uppsala',
  max_uses: 10,
}

const paymentLink = {
  ...linkBody,
  id: '019c0f60-2b10-7d3e-8a1c-4e5f60718293',
  status: 'ACTIVE',
  url: `https://pay.example/hpp/link/${CLIENT_KEY}/${SESSION_ID}`,
  qr_svg: '<svg xmlns="http://www.w3.org/2000/svg" class="qr" viewBox="0 0 49 49">…</svg>',
  amount_range: null,
  uses: 0,
  uses_in_progress: 0,
  expires_at: '2026-12-21T10:04:07.120Z',
  customer_id: null,
  tokenization: null,
  return_url: null,
  languages: null,
  metadata: null,
  options: null,
  created_at: '2026-11-21T10:04:07.120Z',
  updated_at: '2026-11-21T10:04:07.120Z',
  deactivated_at: null,
}

const browserInfo = {
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  accept_header: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  java_enabled: false,
  color_depth: 24,
  screen_height: 1080,
  screen_width: 1920,
  time_zone_offset: -60,
  language: 'sv-SE',
}

const card = {
  type: 'card',
  data: {
    encrypted_card_number: SEALED,
    encrypted_cvv: SEALED,
    encrypted_expiration_month: SEALED,
    encrypted_expiration_year: SEALED,
  },
}

const transaction = {
  id: TRANSACTION_ID,
  merchant_id: '019c0f00-0000-7000-8000-000000000001',
  order_id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b12',
  terminal_id: 'T00000000001',
  reference: 'order-1001',
  description: 'Two tickets to Uppsala',
  currency: 'SEK',
  amount: 24_900,
  normalized_amount: 24_900,
  customer: {
    id: null,
    first_name: null,
    last_name: null,
    email: 'ada@example.com',
    phone: null,
    address: null,
    city: null,
    country: null,
    postal_code: null,
  },
  customer_ip: '203.0.113.7',
  processing_result: {
    payment_provider_id: 'sim-a',
    payment_provider_account_id: 'sim-a-sek',
    approval_code: 'A1B2C3',
    reference_number: '603110000123',
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
    hash: 'uF1rSkmLxg0gq8yJd6rjJb1q3iWm7pD5bq1d2o7o3fQ',
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

const declined = {
  ...transaction,
  approved: false,
  status: 'DECLINED',
  processing_result: { ...transaction.processing_result, approval_code: null },
  processing_code: '1004',
  response_message: 'Declined, insufficient funds',
}

const noStep = { action: null, redirect: null, form_submit: null }
const approvedEnvelope = { result: transaction, ...noStep }
const declinedEnvelope = { result: declined, ...noStep }

/** The members of a transaction that the shopper's browser receives. */
const shown = {
  id: transaction.id,
  reference: transaction.reference,
  description: transaction.description,
  currency: transaction.currency,
  amount: transaction.amount,
  approved: true,
  pending: false,
  transaction_type: transaction.transaction_type,
  status: 'APPROVED',
  redirect_url: null,
  errors: [],
  processing_code: '0000',
  response_message: 'Approved',
  payment_method: {
    method: transaction.payment_method.method,
    type: transaction.payment_method.type,
    brand: transaction.payment_method.brand,
    masked: transaction.payment_method.masked,
  },
  correctable: false,
}
const toBeCorrected = {
  ...shown,
  approved: false,
  status: 'DECLINED',
  processing_code: '2020',
  response_message: 'Card CVV invalid',
  correctable: true,
}

const action = (type: string) => ({
  result: null,
  action: {
    transaction_id: TRANSACTION_ID,
    session_id: AUTHENTICATION_ID,
    type,
    token: 'eyJtZXNzYWdlX3ZlcnNpb24iOiIyLjIuMCJ9',
    payment_data: PAYMENT_DATA,
  },
  redirect: null,
  form_submit: null,
})

const fingerprintEnvelope = action('THREE_DS_2_FINGERPRINT')
const challengeEnvelope = action('THREE_DS_2_CHALLENGE')

const SUBSCRIPTION_ID = '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b14'
const MESSAGE_ID = 'msg_0ujtsYcgvSTl8PAuAdqWYSMnLOv'
const WEBHOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='

const subscription = {
  id: SUBSCRIPTION_ID,
  url: 'https://shop.example/webhooks',
  filters: ['*'],
  status: 'ACTIVE',
  disabled_reason: null,
  disabled_at: null,
  failing_since: null,
  previous_secret_valid_until: null,
  laboratory: null,
}

const goneSubscription = {
  ...subscription,
  id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b15',
  url: 'https://old.shop.example/webhooks',
  status: 'DISABLED',
  disabled_reason: 'GONE',
  disabled_at: '2026-01-31T10:15:00.000Z',
}

const delivery = {
  id: `${MESSAGE_ID}.${SUBSCRIPTION_ID}`,
  webhook_id: MESSAGE_ID,
  event: 'transaction-svc:transaction:purchase:approved',
  transaction_id: TRANSACTION_ID,
  subscription_id: SUBSCRIPTION_ID,
  status: 'DUE',
  attempt_count: 1,
  next_attempt_at: '2026-01-31T10:15:05.000Z',
  last_attempt_at: '2026-01-31T10:15:00.120Z',
  last_status: 500,
  delivered_at: null,
  created_at: '2026-01-31T10:15:00.000Z',
}

export const OPENAPI_EXAMPLES: Partial<Record<EndpointName, EndpointExamples>> = {
  createSession: { request: { purchase: sessionBody }, answers: { created: session } },
  createPaymentLink: {
    request: {
      ten_tickets: linkBody,
      donation: {
        terminal_id: 'T00000000001',
        currency: 'SEK',
        amount_range: { min: 2_000, max: 500_000 },
        transaction_type: 'PURCHASE',
        description: 'Sea rescue',
        max_uses: null,
      },
    },
    answers: { created: paymentLink },
  },
  listPaymentLinks: { answers: { newest: { data: [paymentLink], next_cursor: null } } },
  deactivatePaymentLink: {
    answers: {
      deactivated: { ...paymentLink, status: 'DEACTIVATED', deactivated_at: '2026-11-24T17:40:12.004Z' },
    },
  },
  createHostedPaymentPage: {
    request: {
      purchase: {
        reference: 'order-1001',
        terminal_id: 'T00000000001',
        currency: 'SEK',
        amount: 24_900,
        transaction_type: 'PURCHASE',
        return_url: 'https://shop.example/return',
        description: 'Running shoes',
        customer_id: CUSTOMER_ID,
        tokenization: { show_save_card_for_future_payments: true },
      },
    },
    answers: {
      created: {
        redirect_url: `https://gateway.example/hpp/payment/${CLIENT_KEY}/${SESSION_ID}`,
        session_id: SESSION_ID,
      },
    },
  },
  updateSession: {
    request: { edited_basket: { amount: 19_900 }, other_words: { description: 'One ticket to Uppsala' } },
    answers: {
      changed: { ...session, amount: 19_900, revision: 2, transaction_id: null },
    },
  },
  cancelSession: { answers: { canceled: { ...session, status: 'CANCELED', transaction_id: null } } },
  getSession: { answers: { approved: { ...session, status: 'APPROVED', transaction_id: TRANSACTION_ID } } },
  authorize: {
    request: {
      card: {
        reference: 'order-1001',
        terminal_id: 'T00000000001',
        currency: 'SEK',
        amount: 24_900,
        transaction_type: 'PURCHASE',
        payment_method: card,
        browser_info: browserInfo,
      },
      simulated_challenge: {
        reference: 'order-1002',
        terminal_id: 'T00000000001',
        currency: 'SEK',
        amount: 24_900,
        transaction_type: 'AUTHORIZE',
        payment_method: card,
        browser_info: browserInfo,
        metadata: { simulated_flow: 'CHALLENGE_SUCCESS' },
      },
    },
    answers: { fingerprint: fingerprintEnvelope, approved: approvedEnvelope, declined: declinedEnvelope },
  },
  requestAuthentication: {
    request: { completed: { fingerprint_result: FINGERPRINT_RESULTS.Y, payment_data: PAYMENT_DATA } },
    answers: { challenge: challengeEnvelope, approved: approvedEnvelope },
  },
  completeAuthentication: {
    request: {
      authenticated: { payment_data: PAYMENT_DATA, session_id: AUTHENTICATION_ID, trans_status: 'Y' },
    },
    answers: { approved: approvedEnvelope, another_challenge: challengeEnvelope },
  },
  getStatus: { answers: { approved: { found: true, transaction } } },
  createClientPayment: {
    request: { card: { payment_method: card, browser_info: browserInfo, revision: 1 } },
    answers: {
      fingerprint: fingerprintEnvelope,
      approved: { result: shown, ...noStep },
      to_be_corrected: { result: toBeCorrected, ...noStep },
    },
  },
  createPayment: {
    request: {
      open_banking: {
        terminal_id: 'T00000000001',
        reference: 'order-1003',
        description: 'Running shoes',
        currency: 'EUR',
        amount: 10_500,
        method: 'OPEN_BANKING',
        country: 'DE',
        customer_ip: '203.0.113.7',
        return_url: 'https://shop.example/orders/1003',
        error_url: 'https://shop.example/orders/1003/error',
        cancel_url: 'https://shop.example/orders/1003/cancel',
      },
    },
  },
  createPayout: {
    request: {
      bank_account: {
        terminal_id: 'T00000000001',
        reference: 'payout-17',
        description: 'Winnings',
        currency: 'INR',
        amount: 50_000,
        beneficiary: {
          type: 'bank_account',
          data: { account_number: '123456789004', account_name: 'Asha Rao', ifsc: 'HDFC0001234' },
        },
      },
    },
  },
  manage: {
    request: {
      refund: {
        reference: 'order-1001',
        terminal_id: 'T00000000001',
        currency: 'SEK',
        amount: 10_000,
        transaction_type: 'REFUND',
      },
      capture: {
        reference: 'order-1002',
        terminal_id: 'T00000000001',
        currency: 'SEK',
        amount: 24_900,
        transaction_type: 'CAPTURE',
      },
      increment: {
        reference: 'order-1002',
        terminal_id: 'T00000000001',
        currency: 'SEK',
        amount: 4_900,
        transaction_type: 'INCREMENT',
      },
    },
    answers: {
      refunded: {
        ...transaction,
        transaction_type: 'REFUND',
        amount: 10_000,
        data: { parent_id: TRANSACTION_ID },
      },
    },
  },
  createCustomer: {
    request: {
      company: { email: 'ada@example.com', first_name: 'Ada', type: 'COMPANY', address: { country: 'SE' } },
    },
  },
  updateCustomer: {
    request: {
      new_address: { email: 'ada@lovelace.example', address: { city: 'Uppsala' } },
      without_phone: { phone: null },
    },
  },
  requestClientAuthentication: {
    request: { completed: { fingerprint_result: FINGERPRINT_RESULTS.Y, payment_data: PAYMENT_DATA } },
  },
  completeClientAuthentication: {
    request: {
      authenticated: { payment_data: PAYMENT_DATA, session_id: AUTHENTICATION_ID, trans_status: 'Y' },
    },
  },
  receiveProviderCallback: {
    request: {
      completed: {
        accountReference: 'sim-payments-eur',
        psTransactionId: 'ps-1',
        transactionId: TRANSACTION_ID,
        userId: 'user-1',
        currency: 'EUR',
        amount: 10_500,
        status: 'COMPLETED',
        type: 'DEPOSIT',
      },
    },
  },
  receiveAccountCallback: {
    request: {
      completed: {
        accountReference: 'sim-payments-eur',
        psTransactionId: 'ps-1',
        transactionId: TRANSACTION_ID,
        userId: 'user-1',
        currency: 'EUR',
        amount: 10_500,
        status: 'COMPLETED',
        type: 'DEPOSIT',
      },
    },
  },
  revokeToken: {
    request: {
      refresh_token: { token: PAYMENT_DATA, client_id: 'shop', client_secret: 'the-secret-of-the-client' },
    },
  },
  createGwalletToken: {
    request: {
      card: { pan: '5454545454545454', expiration_month: 12, expiration_year: 2030, auth_method: 'PAN_ONLY' },
    },
  },
  createAwalletToken: {
    request: {
      card: {
        pan: '5454545454545454',
        expiration_month: 12,
        expiration_year: 2030,
        merchant_identifier: 'merchant.com.example.shop',
      },
    },
  },
  cancelClientSession: { answers: { canceled: { status: 'CANCELED' } } },
  getClientSessionStatus: {
    answers: {
      approved: {
        status: 'APPROVED',
        revision: 1,
        processing_code: '0000',
        response_message: 'Approved',
        transaction_id: TRANSACTION_ID,
      },
    },
  },
  listWebhookSubscriptions: { answers: { one_of_each: { subscriptions: [subscription, goneSubscription] } } },
  addWebhookSubscription: {
    request: { payments: { url: subscription.url, filters: ['*'] } },
    answers: { created: { ...subscription, secret: WEBHOOK_SECRET } },
  },
  updateWebhookSubscription: {
    request: {
      elsewhere: { url: 'https://hooks.shop.example/payments' },
      fewer: { filters: ['transaction:approved'] },
    },
    answers: { changed: { ...subscription, filters: ['transaction:approved'] } },
  },
  disableWebhookSubscription: {
    answers: {
      disabled: {
        ...subscription,
        status: 'DISABLED',
        disabled_reason: 'MERCHANT',
        disabled_at: '2026-01-31T10:15:00.000Z',
      },
    },
  },
  rotateWebhookSecret: {
    answers: {
      rotated: {
        secret: WEBHOOK_SECRET,
        previous_secret_valid_until: '2026-02-01T10:15:00.000Z',
      },
    },
  },
  listWebhookDeliveries: { answers: { one_page: { deliveries: [delivery], next_cursor: null } } },
  getWebhookDelivery: {
    answers: {
      refused_once: {
        ...delivery,
        payload: { event: delivery.event, payload: { id: TRANSACTION_ID, status: 'APPROVED' } },
        attempts: [
          {
            number: 1,
            started_at: '2026-01-31T10:15:00.120Z',
            duration_ms: 38,
            status: 500,
            error: 'answered 500',
            response_excerpt: 'no database',
          },
        ],
      },
    },
  },
  replayWebhookDeliveries: {
    request: {
      named: { delivery_ids: [delivery.id] },
      an_hour: { from: '2026-01-31T10:00:00Z', to: '2026-01-31T11:00:00Z' },
      all_that_failed: { failed: true },
    },
    answers: { replayed: { replayed: 3, has_more: false } },
  },
  explainWebhookSignature: {
    request: {
      written_anew: {
        subscription_id: SUBSCRIPTION_ID,
        headers: {
          'webhook-id': delivery.webhook_id,
          'webhook-timestamp': '1769854500',
          'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        },
        body: '{ "event": "transaction-svc:transaction:purchase:approved" }',
      },
    },
    answers: {
      written_anew: {
        verified: false,
        cause: 'body_reserialized',
        message: 'The body is the same JSON, serialized differently: white space.',
        fix: 'Verify the bytes as they arrived, before anything parses them.',
      },
    },
  },
  createWebhookSubscription: {
    request: { on_this_machine: { url: 'http://localhost:3000/webhooks', filters: ['*'] } },
    answers: { created: { ...subscription, secret: WEBHOOK_SECRET } },
  },
  setWebhookLaboratory: {
    request: {
      a_bad_day: { duplicate: 0.5, reorder: 0.5, drop: 0.1, seed: 'run 1' },
      an_hour_late: { delay_seconds: 3600 },
      off: {},
    },
  },
  resendWebhookDelivery: {
    request: { declined: { changes: { payload: { status: 'DECLINED' } } } },
  },
  sendWebhookTestMessage: {
    request: {
      as_it_is: { transaction_id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b13' },
      declined: {
        transaction_id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b13',
        changes: { payload: { status: 'DECLINED' } },
      },
    },
  },
  issueToken: {
    request: {
      client_credentials: {
        grant_type: 'client_credentials',
        client_id: 'shop',
        client_secret: 'the-secret-of-the-client',
      },
    },
    answers: {
      issued: {
        access_token: 'header.payload.signature',
        expires_in: 300,
        refresh_expires_in: 1800,
        refresh_token: PAYMENT_DATA,
        token_type: 'Bearer',
        'not-before-policy': 0,
        session_state: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b13',
        scope: 'profile email',
      },
    },
  },
  decideOutcome: {
    request: {
      executed: {
        merchant_id: 'shop',
        transaction_id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b13',
        outcome: 'APPROVED',
        reason: 'In the settlement file of 2 February',
        provider_reference: 'pi_3QxNordlys00001',
      },
    },
  },
  askProvider: {
    request: {
      once_more: { merchant_id: 'shop', transaction_id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b13' },
    },
  },
  pauseProviderAccount: {
    request: {
      maintenance: {
        payment_provider_id: 'acquirer',
        payment_provider_account_id: 'acquirer-eur',
        reason: 'Maintenance, ticket 4711',
      },
    },
  },
  resumeProviderAccount: {
    request: {
      over: {
        payment_provider_id: 'acquirer',
        payment_provider_account_id: 'acquirer-eur',
        reason: 'Maintenance is over',
      },
    },
  },
  retryProviderEvent: {
    request: {
      repaired: {
        payment_provider_id: 'acquirer',
        payment_provider_account_id: 'acquirer-eur',
        event_id: 'evt_123',
        reason: 'The database is repaired, ticket 4711',
      },
    },
  },
  advanceClock: {
    request: { an_hour: { advance_seconds: 3601 } },
    answers: { session_expired: { now: '2026-01-31T11:15:01.000Z', due: 1 } },
  },
  createTestRecord: {
    request: {
      refund_failed: { transaction_id: '0193a5b0-0000-7000-8000-000000000001', kind: 'REFUND_FAILED' },
      chargeback: {
        transaction_id: '0193a5b0-0000-7000-8000-000000000001',
        kind: 'DISPUTE_OPENED',
        reason_code: '10.4',
        amount: 2_500,
      },
    },
  },
  createSandbox: {
    request: {
      everything_default: {},
      for_a_shop: {
        name: 'CI run 4711',
        webhook_url: 'https://shop.example/webhooks',
        webhook_filters: ['transaction:approved'],
        origins: ['https://shop.example'],
      },
      with_a_limit: {
        risk: {
          rules: [{ id: 'one-card', subject: 'CARD', counts: 'PAYMENTS', most: 3, within_minutes: 60 }],
        },
      },
    },
  },
  takeSandboxSnapshot: {
    request: { named: { name: 'before-refunds' } },
  },
  setSandboxFault: {
    request: {
      slow: { kind: 'API_LATENCY', latency_ms: 5_000, duration_seconds: 120 },
      provider_away: { kind: 'PROVIDER_OUTAGE', provider_ids: ['sim-a'] },
    },
  },
  createSandboxClient: {
    request: { reader: { roles: ['transactions:read'] } },
  },
}
