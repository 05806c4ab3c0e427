import { expect, it } from 'vitest'

import { Secret } from '@sluice/platform/kernel/secret'

import type { MerchantRecords, PaymentOrder } from '../admission/payment-order.ts'
import type { Opening } from '../execution/execution-records.ts'
import { authorizeSavedCard } from './authorize-saved-card.ts'
import type { CardPorts } from './card-context.ts'

const SAVED = {
  merchantId: 'merchant-1',
  id: 'saved-1',
  customerId: null,
  transactionId: 'transaction-1',
  tokenizeFor: 'MERCHANT_INITIATED_TRANSACTION',
  brand: 'VISA',
  masked: '424242******4242',
  expirationMonth: 12,
  expirationYear: 2030,
  authenticationStatus: 'Y',
  networkTransactionId: 'network-1',
  createdAtMs: 0,
}

const TERMINAL = {
  id: 'T00000000001',
  status: 'ACTIVE',
  features: new Set(['TRX_TYPE_PURCHASE', 'TOKENIZATION']),
  methods: new Set(['saved_card']),
  brands: new Set(['VISA']),
  routing: [],
  maxRetries: 0,
  onUnavailable: 'DECLINE',
  installments: [],
}

const ORDER = {
  merchantId: 'merchant-1',
  terminalId: TERMINAL.id,
  integration: 'DIRECT_API',
  session: null,
  reference: 'order-1',
  description: null,
  currency: 'EUR',
  amountMinor: 100,
  transactionType: 'PURCHASE',
  customer: null,
  customerIp: null,
  shopperIp: null,
  metadata: null,
  returnUrl: null,
  notificationUrl: null,
  paymentMethodType: 'saved_card',
  mayInitiateAsMerchant: true,
}

const NO_PROVIDER = '2024'
const NOT_SUPPORTED = '2011'

/** Uses the stored data in place of an answer of a provider. */
function prepare(saved: object = SAVED) {
  const stored: Opening[] = []
  const ports = {
    clock: { now: () => Date.UTC(2026, 10, 1) },
    random: { uuid: () => 'transaction-2' },
    describeEvent: () => ({}),
    providers: new Map(),
    stateOfAccount: () => 'CLOSED',
    findMerchant: async () => ({ status: 'ACTIVE' }),
    findTerminal: async () => TERMINAL,
    fingerprintCard: async () => 'hash',
    savedCards: { find: async () => saved, openNumber: async () => new Secret('4242424242424242') },
    store: {
      open: async (opening: Opening) => {
        stored.push(opening)
        return { kind: 'opened', matches: [] }
      },
    },
  } as unknown as CardPorts & MerchantRecords
  return { stored, ports }
}

it.each([
  ['a merchant who names its customer', { customer: { id: 'c-1' } }, 'c-1', true],
  ['a merchant who names another customer', { customer: { id: 'c-2' } }, 'c-1', false],
  ['a merchant who names none', {}, 'c-1', true],
  ['a merchant, though it is no customer’s,', { customer: { id: 'c-1' } }, null, true],
  ['a session of its customer', { session: { id: 's-1' }, customer: { id: 'c-1' } }, 'c-1', true],
  ['a session of another customer', { session: { id: 's-1' }, customer: { id: 'c-2' } }, 'c-1', false],
  [
    'a session, though it is no customer’s,',
    { session: { id: 's-1' }, customer: { id: 'c-1' } },
    null,
    false,
  ],
])('a saved card is paid with by %s or not', async (_, changes, customerId, isTaken) => {
  const { stored, ports } = prepare({ ...SAVED, customerId })
  const order = { ...ORDER, browserInfo: { user_agent: 'Test' }, ...changes } as unknown as PaymentOrder
  await authorizeSavedCard(ports, order, { payment_method_id: SAVED.id })
  expect(stored).toHaveLength(isTaken ? 1 : 0)
})

it.each([
  ['the merchant charges, which no 3DS is needed for', null, NO_PROVIDER],
  ['the cardholder pays, whom 3DS must authenticate', { user_agent: 'Test' }, NOT_SUPPORTED],
])(
  'at a terminal without THREE_DS and without a provider, %s: the refusal names the missing part',
  async (_who, browserInfo, processingCode) => {
    const { stored, ports } = prepare()
    const order = { ...ORDER, browserInfo } as unknown as PaymentOrder
    await authorizeSavedCard(ports, order, { payment_method_id: SAVED.id })
    expect(stored).toMatchObject([{ transaction: { status: 'INVALID', processingCode } }])
  },
)
