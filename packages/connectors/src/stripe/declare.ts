import {
  amountsThatFit,
  type CallDeclarationDocument,
  type MethodDeclaration,
  type ProviderDeclarations,
  type SecretDeclaration,
} from '../kit/index.ts'
import { CURRENCY_RULES } from './exponents.ts'
import { ORDER_METHODS } from './methods.ts'

/** Stripe keeps keys for a day at least, and repeats errors of 500 too. The gateway's keys leave room for the purpose of each request. */
const IDEMPOTENCY = { window: '24h', replays_errors: true, max_key: 40 } as const

/** A payment has a name at Stripe before it is executed, and that object is canceled to keep it from being executed. */
const PAYMENT: CallDeclarationDocument = {
  idempotency: IDEMPOTENCY,
  lookup: 'by-their-id',
  fence: 'cancel-prepared',
  undo: 'by-their-id',
  asynchronous: true,
}

/** A follow-up is repeated with its key. Its result is read from the object that it changed. */
const FOLLOW_UP: CallDeclarationDocument = { idempotency: IDEMPOTENCY, lookup: 'by-repeat', fence: 'none' }

const CARDS: MethodDeclaration = {
  type: 'card',
  theirName: 'card',
  currencies: 'all',
  countries: 'all',
  refunds: 'full and partial',
  holds: true,
}

/** The capabilities of Stripe. */
export const DECLARATIONS: ProviderDeclarations = {
  methods: [
    CARDS,
    ...Object.entries(ORDER_METHODS).flatMap(([type, methods]) =>
      methods.map(({ type: theirName, currencies, countries, refunds }) => ({
        type,
        theirName,
        currencies,
        countries,
        refunds,
        holds: false,
      })),
    ),
  ],
  authentication: ['EXTERNAL', 'PROVIDER'],
  // Stripe decides at authorization how long it holds a payment. Nothing extends it later.
  manages: ['CAPTURE', 'REFUND', 'VOID', 'INCREMENT'],
  declarations: {
    operations: {
      capture: { several: true, partly: true },
      refund: { several: true, partly: true, of_captures: true },
      void: ['authorization', 'rest'],
      // Only accounts in Mexico offer installments; the issuer decides which ones a card has.
      installments: { MXN: [3, 6, 9, 12, 18, 24] },
    },
    calls: {
      authorization: PAYMENT,
      order: { ...PAYMENT, deadlines: { unknown: '24h' } },
      capture: { ...FOLLOW_UP, asynchronous: false },
      refund: { ...FOLLOW_UP, asynchronous: true, deadlines: { pending: '30d' } },
      void: { ...FOLLOW_UP, asynchronous: false },
      increment: { ...FOLLOW_UP, asynchronous: false },
    },
    // Stripe cancels an authorization that was not captured in time; a payment says when, if that is earlier.
    deadlines: { capture: '7d', refund: '180d' },
    requires: [
      { methods: ['provider-redirect-pwy'], members: ['customer.email'] },
      { methods: ['payment_bank_transfer'], members: ['customer.email'] },
      { methods: ['provider-redirect-npy'], members: ['customer.first_name', 'customer.last_name'] },
      {
        methods: ['provider-redirect-blt'],
        members: [
          'customer.first_name',
          'customer.last_name',
          'customer.email',
          'customer.address',
          'customer.city',
          'customer.postal_code',
          'customer.state',
          'options.tax_id',
        ],
      },
    ],
    amounts: amountsThatFit(CURRENCY_RULES),
  },
  events: 'HINT',
}

/** The secrets that an operator provides. */
export const SECRETS: readonly SecretDeclaration[] = [
  {
    name: 'api_key',
    isRequired: true,
    description:
      'A secret or restricted key of the Stripe account: Developers, API keys. `sk_live_…` or `rk_live_…`, in the test environment `sk_test_…` or `rk_test_…`.',
    patterns: { live: /^(sk|rk)_live_[A-Za-z0-9]{8,}$/, test: /^(sk|rk)_test_[A-Za-z0-9]{8,}$/ },
  },
  {
    name: 'webhook',
    isRequired: false,
    description:
      'The signing secret of the endpoint that posts to the callback address: Developers, Webhooks. `whsec_…`; two while it is rotated.',
    patterns: { live: /^whsec_[A-Za-z0-9+/=]{8,}$/, test: /^whsec_[A-Za-z0-9+/=]{8,}$/ },
  },
]
