import type { ClientSession } from '@sluice/types'
import type { HostedPageView } from '../src/hosted-page-view.ts'

/** Returns a session as the gateway describes it. */
export function sampleSession(members: Partial<ClientSession> = {}): ClientSession {
  return {
    session: {
      id: 'session-1',
      kind: 'HOSTED',
      status: 'CREATED',
      revision: 1,
      processing_code: null,
      amount: 1_850,
      currency: 'EUR',
      currency_exponent: 2,
      description: 'Harbour mug',
      country: null,
      customer: null,
    },
    payment_methods: [{ type: 'card', brands: ['VISA', 'MASTERCARD'] }],
    saved_cards: [],
    tokenization: 'NONE',
    branding: {
      merchant_name: 'Harbour & Hearth',
      logo_url: null,
      font_family: null,
      font_url: null,
      colors: {},
    },
    locale: 'en-US',
    languages: ['en', 'bs', 'ro', 'sv'],
    encryption_keys: { keys: [] },
    methods_url: 'https://methods.gateway.example',
    server_time: Date.UTC(2030, 0, 15) / 1_000,
    return_url: 'https://shop.example/returned',
    ...members,
  }
}

export function sampleView(members: Partial<HostedPageView> = {}): HostedPageView {
  return {
    session: sampleSession(),
    clientKey: 'ck_test_1',
    sessionId: 'session-1',
    baseUrl: '',
    language: 'en',
    expiresAtMs: Date.UTC(2030, 0, 15, 1),
    nonce: 'bm9uY2U=',
    environment: 'test',
    ...members,
  }
}
