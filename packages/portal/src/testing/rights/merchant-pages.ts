import { page, userEvent } from 'vitest/browser'

import type { Rule, Terminal } from '../../settings/settings.ts'
import { makePayment } from '../make-payment.ts'
import { emptySettings } from '../settings.ts'
import { dialog, type PageRights } from './page-rights.ts'

const PAYMENT = makePayment()
const SESSION = {
  id: 's-1',
  reference: 'order-1001',
  status: 'CREATED',
  amount: 1_850,
  currency: 'EUR',
  description: 'Harbour mug',
  terminal_id: 'T00000000001',
  customer: null,
  revision: 1,
  transaction_id: null,
}
const LINK = {
  id: 'l-1',
  description: 'Course fee',
  status: 'ACTIVE',
  amount: 12_500,
  amount_range: null,
  currency: 'EUR',
  uses: 1,
  uses_in_progress: 0,
  max_uses: 3,
  expires_at: '2026-12-07T00:00:00Z',
  url: 'https://pay.example/link/l-1',
  qr_svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>',
}
const CLIENT = {
  client_id: 'shop-1',
  status: 'ACTIVE',
  roles: ['merchant'],
  operators_roles: [],
  created_at: '2026-11-01T00:00:00Z',
  has_two_secrets: true,
  old_secret_until: null,
  public_keys: 0,
}
const TERMINAL: Terminal = {
  terminal_id: 'shop-eur',
  status: 'ACTIVE',
  features: ['TRX_TYPE_PURCHASE'],
  brands: ['VISA'],
  payment_methods: ['card'],
  routing: [{ provider: 'sim-a', account: 'sim-a-eur' }],
  origins: [],
}
const CUSTOMER = {
  id: 'c-1',
  email: 'ada@shopper.example',
  first_name: 'Ada',
  last_name: 'Lovelace',
  phone: null,
  created_at: '2026-11-01T00:00:00Z',
}
const RULE: Rule = { id: 'guesses', subject: 'CARD', counts: 'REFUSALS', most: 3, within_minutes: 60 }

/** The responses of the gateway to the pages of payments, customers and settings. */
export const MERCHANT_ANSWERS = {
  'GET /api/transactions': { data: [PAYMENT], next_cursor: null },
  [`GET /api/transactions/${PAYMENT.id}/status`]: { transaction: PAYMENT },
  [`GET /api/transactions/${PAYMENT.id}/timeline`]: { data: [], truncated: false },
  [`GET /api/transactions/${PAYMENT.id}/records`]: { data: [] },
  'GET /transaction-counts': { since: '2026-10-31T00:00:00Z', days: 31, counted_since: null, counts: [] },
  'GET /first-steps': { checks: [] },
  'GET /api/sessions/s-1': SESSION,
  'GET /api/payment-links': { data: [LINK], next_cursor: null },
  'GET /failed-requests': { since: '2026-11-30T00:00:00Z', data: [] },
  'GET /api/customers': { data: [CUSTOMER], next_cursor: null },
  'GET /api/customers/c-1': CUSTOMER,
  'GET /api/customers/c-1/payment-methods': { data: [] },
  'GET /clients': {
    managed_by: 'PORTAL',
    data: [CLIENT, { ...CLIENT, client_id: 'shop-2', has_two_secrets: false }],
  },
  'GET /api/encryption-keys': { keys: [] },
  'GET /settings': emptySettings({
    terminals: [TERMINAL],
    client_keys: [{ client_key: 'ck_test_1', status: 'INACTIVE', origins: [] }],
    risk: { rules: [RULE] },
    webhook_hosts: ['hooks.shop.example'],
  }),
  'POST /settings/preview': { url: 'about:blank?page=card', colors: {}, weak_colors: [] },
}

/** The pages of payments, customers and settings. */
export const MERCHANT_PAGES: Readonly<Record<string, PageRights>> = {
  payments: {
    addresses: ['/payments', '/'],
    takes: 'listTransactions',
    shows: 'order-1001',
    buttons: { Export: 'exportTransactions', Filters: null, 'Saved views': null, Search: null },
  },
  'a payment': {
    addresses: [`/payments/${PAYMENT.id}`],
    takes: 'getStatus',
    shows: 'Timeline',
    buttons: { 'Refund…': 'manage', 'as SDK code': null, 'as a test': null, 'as curl': null },
  },
  overview: {
    addresses: ['/overview'],
    takes: 'countTransactions',
    shows: 'No payments yet',
    buttons: {},
  },
  'checkout sessions': {
    addresses: ['/checkout-sessions'],
    takes: 'getSession',
    async prepare() {
      await userEvent.fill(page.getByLabelText('Session ID'), 's-1')
      await userEvent.keyboard('{Enter}')
    },
    shows: 'Harbour mug',
    buttons: { 'Cancel session…': 'cancelSession', 'Edit…': 'updateSession', Find: null },
  },
  'payment links': {
    addresses: ['/payment-links'],
    takes: 'listPaymentLinks',
    shows: 'Course fee',
    buttons: {
      'Create a link…': 'createPaymentLink',
      'Deactivate… Course fee': 'deactivatePaymentLink',
      Filters: null,
      'Link and QR code… Course fee': null,
    },
  },
  errors: {
    addresses: ['/errors'],
    takes: 'listFailedRequests',
    shows: 'No errors',
    buttons: {},
  },
  customers: {
    addresses: ['/customers'],
    takes: 'listCustomers',
    shows: 'ada@shopper.example',
    buttons: { Search: null },
  },
  'a customer': {
    addresses: ['/customers/c-1'],
    takes: 'getCustomer',
    shows: 'ada@shopper.example',
    buttons: { 'Edit…': 'updateCustomer' },
  },
  'the design system': {
    addresses: ['/design'],
    takes: null,
    shows: 'Compact table',
    buttons: { Cancel: null, Delete: null, Save: null, 'Try again': null },
  },
  credentials: {
    addresses: ['/settings/credentials', '/settings'],
    takes: 'listClients',
    shows: 'shop-1',
    buttons: {
      'Download file': 'exportSettings',
      'New client…': 'createClient',
      'Revoke old secret… shop-1': 'endOldClientSecret',
      'Revoke… shop-1': dialog('revokeClient', { 'Revoke client': 'revokeClient' }),
      'Revoke… shop-2': 'revokeClient',
      'Rotate secret… shop-2': dialog('rotateClientSecret', { 'Rotate secret': 'rotateClientSecret' }),
    },
  },
  terminals: {
    addresses: ['/settings/terminals'],
    takes: 'getSettings',
    shows: 'shop-eur',
    buttons: { 'Add installments… shop-eur': 'changeTerminal', 'Change… shop-eur': 'changeTerminal' },
  },
  origins: {
    addresses: ['/settings/origins'],
    takes: 'getSettings',
    shows: 'ck_test_1',
    buttons: {
      'Change… ck_test_1': 'changeClientKey',
      'Delete… ck_test_1': 'deleteClientKey',
      'New client key…': 'createClientKey',
    },
  },
  look: {
    addresses: ['/settings/look'],
    takes: 'getSettings',
    shows: 'Language and look',
    buttons: { Save: 'changeLook' },
  },
  rules: {
    addresses: ['/settings/rules'],
    takes: 'getSettings',
    shows: 'guesses',
    buttons: {
      'New rule…': 'changeRisk',
      'Restore standard rules…': 'changeRisk',
      'Remove… guesses': 'changeRisk',
    },
  },
  'webhook hosts': {
    addresses: ['/settings/webhook-hosts'],
    takes: 'getSettings',
    shows: 'hooks.shop.example',
    buttons: { 'Change…': 'changeWebhookHosts' },
  },
}
