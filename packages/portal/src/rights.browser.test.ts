/** No role sees a button of what the gateway would refuse, and none a page that asks for it. */
import { html, type TemplateResult } from 'lit'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './checkout-sessions/checkout-sessions-page.ts'
import './customers/customer-page.ts'
import './customers/customers-page.ts'
import './errors/errors-page.ts'
import './overview/overview-page.ts'
import './payment-links/payment-links-page.ts'
import './payments/payment-page.ts'
import './payments/payments-page.ts'
import './settings/client-keys-page.ts'
import './settings/credentials-page.ts'
import './settings/look-page.ts'
import './settings/rules-page.ts'
import './settings/terminals-page.ts'
import './settings/webhook-hosts-page.ts'
import type { Rule, Terminal } from './settings/settings.ts'
import { makePayment } from './testing/make-payment.ts'
import { mount } from './testing/mount.ts'
import { MERCHANT_ROLES, readRights } from './testing/read-rights.ts'
import { emptySettings } from './testing/settings.ts'

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

/** Every answer that the pages ask for. */
const ANSWERS = {
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
  'GET /clients': { managed_by: 'PORTAL', data: [CLIENT] },
  'GET /api/encryption-keys': { keys: [] },
  'GET /settings': emptySettings({
    terminals: [TERMINAL],
    client_keys: [{ client_key: 'ck_test_1', status: 'INACTIVE', origins: [] }],
    risk: { rules: [RULE] },
    webhook_hosts: ['hooks.shop.example'],
  }),
  'POST /settings/preview': { html: '', warnings: [] },
}

/** The right that each request takes; the first beginning that fits. */
const RIGHTS: readonly (readonly [request: RegExp, action: string])[] = [
  [/^GET \/api\/transactions$/, 'listTransactions'],
  [/status$/, 'getStatus'],
  [/timeline$/, 'getTimeline'],
  [/records$/, 'listTransactionRecords'],
  [/^GET \/(transaction-counts|first-steps)/, 'countTransactions'],
  [/^GET \/api\/sessions/, 'getSession'],
  [/^GET \/api\/payment-links/, 'listPaymentLinks'],
  [/^GET \/failed-requests/, 'listFailedRequests'],
  [/payment-methods$/, 'listCustomerPaymentMethods'],
  [/^GET \/api\/customers\//, 'getCustomer'],
  [/^GET \/api\/customers/, 'listCustomers'],
  [/^GET \/clients/, 'listClients'],
  [/encryption-keys$/, 'getEncryptionKeys'],
  [/^GET \/settings$/, 'getSettings'],
  [/^POST \/settings\/preview/, 'previewLook'],
]

/** A page, what its entry in the navigation takes, and its buttons: `null` for those that change nothing. */
interface PageRights {
  readonly view: () => TemplateResult
  readonly action: string
  /** A text that appears when the page is loaded. */
  readonly shows: string
  readonly prepare?: () => Promise<void>
  readonly buttons: Readonly<Record<string, string | null>>
}

const PAGES: Readonly<Record<string, PageRights>> = {
  payments: {
    view: () => html`<portal-payments-page></portal-payments-page>`,
    action: 'listTransactions',
    shows: 'order-1001',
    buttons: { Export: 'exportTransactions', Filters: null, 'Saved views': null, Search: null },
  },
  'a payment': {
    view: () => html`<portal-payment-page .paymentId=${PAYMENT.id}></portal-payment-page>`,
    action: 'getStatus',
    shows: 'Timeline',
    buttons: { 'Refund…': 'manage', 'as SDK code': null, 'as a test': null, 'as curl': null },
  },
  overview: {
    view: () => html`<portal-overview-page></portal-overview-page>`,
    action: 'countTransactions',
    shows: 'No payments yet',
    buttons: {},
  },
  'checkout sessions': {
    view: () => html`<portal-checkout-sessions-page></portal-checkout-sessions-page>`,
    action: 'getSession',
    async prepare() {
      await userEvent.fill(page.getByLabelText('Session ID'), 's-1')
      await userEvent.keyboard('{Enter}')
    },
    shows: 'Harbour mug',
    buttons: { 'Cancel session…': 'cancelSession', 'Edit…': 'updateSession', Find: null },
  },
  'payment links': {
    view: () => html`<portal-payment-links-page></portal-payment-links-page>`,
    action: 'listPaymentLinks',
    shows: 'Course fee',
    buttons: {
      'Create a link…': 'createPaymentLink',
      'Deactivate… Course fee': 'deactivatePaymentLink',
      'Link and QR code… Course fee': null,
      Show: null,
    },
  },
  errors: {
    view: () => html`<portal-errors-page .kind=${null} .cursor=${null}></portal-errors-page>`,
    action: 'listFailedRequests',
    shows: 'No errors',
    buttons: {},
  },
  customers: {
    view: () => html`<portal-customers-page .query=${new URLSearchParams()}></portal-customers-page>`,
    action: 'listCustomers',
    shows: 'ada@shopper.example',
    buttons: { Search: null },
  },
  'a customer': {
    view: () => html`<portal-customer-page .customerId=${'c-1'}></portal-customer-page>`,
    action: 'getCustomer',
    shows: 'ada@shopper.example',
    buttons: { 'Edit…': 'updateCustomer' },
  },
  credentials: {
    view: () => html`<portal-credentials-page></portal-credentials-page>`,
    action: 'listClients',
    shows: 'shop-1',
    buttons: {
      'Download file': 'exportSettings',
      'New client…': 'createClient',
      'Revoke old secret… shop-1': 'endOldClientSecret',
      'Revoke… shop-1': 'revokeClient',
    },
  },
  terminals: {
    view: () => html`<portal-terminals-page></portal-terminals-page>`,
    action: 'getSettings',
    shows: 'shop-eur',
    buttons: { 'Add installments… shop-eur': 'changeTerminal', 'Change… shop-eur': 'changeTerminal' },
  },
  origins: {
    view: () => html`<portal-client-keys-page></portal-client-keys-page>`,
    action: 'getSettings',
    shows: 'ck_test_1',
    buttons: {
      'Change… ck_test_1': 'changeClientKey',
      'Delete… ck_test_1': 'deleteClientKey',
      'New client key…': 'createClientKey',
    },
  },
  look: {
    view: () => html`<portal-look-page></portal-look-page>`,
    action: 'getSettings',
    shows: 'Language and look',
    buttons: {},
  },
  rules: {
    view: () => html`<portal-rules-page></portal-rules-page>`,
    action: 'getSettings',
    shows: 'guesses',
    buttons: {
      'New rule…': 'changeRisk',
      'Restore standard rules…': 'changeRisk',
      'Remove… guesses': 'changeRisk',
    },
  },
  'webhook hosts': {
    view: () => html`<portal-webhook-hosts-page></portal-webhook-hosts-page>`,
    action: 'getSettings',
    shows: 'hooks.shop.example',
    buttons: { 'Change…': 'changeWebhookHosts' },
  },
}

/** The names of the buttons that a person can press now; those of the list's own controls once each. */
function namesOfButtons(): readonly string[] {
  const names = page
    .getByRole('button', { disabled: false })
    .elements()
    .map((button) => button.getAttribute('aria-label') ?? button.textContent.trim().replaceAll(/\s+/g, ' '))
  return [...new Set(names)].toSorted()
}

const CASES = Object.entries(PAGES).flatMap(([name, rights]) =>
  (['production', 'test'] as const).flatMap((environment) =>
    MERCHANT_ROLES.filter((role) => readRights(environment)[role].includes(rights.action)).map(
      (role) => [name, environment, role, rights] as const,
    ),
  ),
)

describe('what a role sees', () => {
  it.each(CASES)('%s in %s as %s', async (_name, environment, role, { view, shows, prepare, buttons }) => {
    const actions = readRights(environment)[role]
    const portal = mount(view(), { answers: ANSWERS, actions, session: { environment } })
    await prepare?.()
    await expect.element(page.getByText(shows).first()).toBeVisible()
    const expected = Object.entries(buttons).flatMap(([name, action]) =>
      action === null || actions.includes(action) ? [name] : [],
    )
    await expect.poll(namesOfButtons).toEqual(expected.toSorted())
    const refused = portal.requests.filter(({ name }) => {
      const action = RIGHTS.find(([request]) => request.test(name))?.[1]
      return action === undefined || !actions.includes(action)
    })
    expect(refused.map(({ name }) => name)).toEqual([])
  })

  it('covers every role', () => {
    expect(new Set(CASES.map(([, , role]) => role))).toEqual(new Set(MERCHANT_ROLES))
  })
})
