import type { HostedPageView } from '@sluice/hpp-ui/assets'
import type { Branding, ClientSession, OfferedSavedCard } from '@sluice/types'
import { ALWAYS_SPOKEN, type Language, type Locale } from '@sluice/types/vocabulary'

/** A page that shows an operator the colors. Nothing can be paid on it. */
interface SamplePage {
  readonly title: string
  readonly changes: Partial<Omit<ClientSession, 'session'>>
  readonly status: ClientSession['session']['status']
}

/** Two methods of a typical terminal. */
const OTHERS = [
  { type: 'payment_open_banking', name: 'Pay by bank', kind: 'bank', mark: 'bank' },
  { type: 'payment_bank_transfer', name: 'Bank transfer', kind: 'bank', mark: 'transfer' },
] as const

const CARD = { type: 'card', brands: ['VISA', 'MASTERCARD', 'AMEX'] }

function savedCard(brand: string, last4: string, year: number): OfferedSavedCard {
  return {
    payment_method_id: last4,
    card_brand: brand,
    card_masked: `424242******${last4}`,
    card_last_4: last4,
    card_exp_month: 12,
    card_exp_year: year,
    removable: true,
  }
}

/** The samples, by the name in their addresses. */
export const SAMPLE_PAGES: Readonly<Record<string, SamplePage>> = {
  card: { title: 'Paying by card', status: 'CREATED', changes: { tokenization: 'OPT_IN' } },
  'saved-cards': {
    title: 'A customer with saved cards, and other ways to pay',
    status: 'CREATED',
    changes: {
      payment_methods: [CARD, ...OTHERS],
      saved_cards: [savedCard('VISA', '4242', 2040), savedCard('MASTERCARD', '4444', 2020)],
      tokenization: 'IMPLICIT',
    },
  },
  declined: { title: 'A payment that was declined', status: 'DECLINED', changes: {} },
  unavailable: {
    title: 'A terminal without a way to pay',
    status: 'CREATED',
    changes: { payment_methods: [] },
  },
}

/**
 * Renders a sample page in a merchant's look.
 *
 * @param nowMs - epoch milliseconds; the sample expires an hour later.
 */
export function samplePage(
  { changes, status }: SamplePage,
  merchant: {
    readonly branding: Branding
    readonly locale: Locale
    /** The languages beyond those of every merchant. */
    readonly languages: readonly Language[]
  },
  options: {
    readonly language: Language
    readonly nonce: string
    readonly nowMs: number
    readonly returnUrl: string
  },
): HostedPageView {
  const { language, nonce, nowMs, returnUrl } = options
  return {
    session: {
      session: {
        id: 'sample',
        kind: 'HOSTED',
        status,
        revision: 1,
        processing_code: null,
        amount: 24_900,
        currency: 'EUR',
        currency_exponent: 2,
        description: 'Order 1001',
        country: null,
        customer: null,
      },
      payment_methods: [CARD],
      saved_cards: [],
      tokenization: 'NONE',
      branding: merchant.branding,
      locale: merchant.locale,
      languages: [...ALWAYS_SPOKEN, ...merchant.languages],
      encryption_keys: { keys: [] },
      methods_url: 'https://methods.example',
      server_time: Math.floor(nowMs / 1000),
      return_url: returnUrl,
      ...changes,
    },
    clientKey: 'sample',
    sessionId: 'sample',
    baseUrl: '',
    language,
    expiresAtMs: status === 'CREATED' ? nowMs + 3_600_000 : null,
    nonce,
    environment: 'test',
  }
}
