/** The rules that every dialog keeps on a phone: the reason of a refusal is in view, and no outline covers a hint. */
import { html, type TemplateResult } from 'lit'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './checkout-sessions/checkout-sessions-page.ts'
import './customers/customer-page.ts'
import './operator/accounts-page.ts'
import './operator/decisions-page.ts'
import './operator/events-page.ts'
import './operator/merchant-page.ts'
import './operator/merchants-page.ts'
import './payment-links/payment-links-page.ts'
import './payments/payment-page.ts'
import './settings/client-keys-page.ts'
import './settings/credentials-page.ts'
import './settings/rules-page.ts'
import './settings/terminals-page.ts'
import './settings/webhook-hosts-page.ts'
import './test-tools/test-tools-page.ts'
import './users/users-page.ts'
import './webhooks/delivery-page.ts'
import './webhooks/webhooks-page.ts'
import { expectAccessible } from './testing/expect-accessible.ts'
import { makePayment } from './testing/make-payment.ts'
import { mount, type MountOptions, refusal } from './testing/mount.ts'
import { emptySettings } from './testing/settings.ts'

type Answers = NonNullable<MountOptions['answers']>

const AT = '2026-11-30T00:00:00Z'
const PAYMENT = makePayment()
const TERMINAL = {
  terminal_id: 'T00000000001',
  status: 'ACTIVE',
  features: ['TRX_TYPE_PURCHASE'],
  brands: ['VISA'],
  payment_methods: ['card'],
  routing: [],
  origins: [],
}
const KEYS = { client_keys: [{ client_key: 'ck_1', status: 'INACTIVE', origins: ['https://shop.example'] }] }
const RULE = { id: 'guesses', subject: 'CARD', counts: 'REFUSALS', most: 3, within_minutes: 60 }
const SETTINGS = emptySettings({
  terminals: [TERMINAL],
  ...KEYS,
  risk: { rules: [RULE] },
  webhook_hosts: ['a.example'],
} as never)
const USER = {
  id: 'ada',
  email: 'ada@shop.example',
  name: 'Ada',
  roles: ['owner'],
  status: 'ACTIVE',
  waits_until: null,
}
const CLIENT = {
  client_id: 'shop-1',
  status: 'ACTIVE',
  roles: ['merchant'],
  operators_roles: [],
  created_at: AT,
}
const LINK = {
  id: 'l-1',
  description: 'Course',
  status: 'ACTIVE',
  amount: 100,
  amount_range: null,
  currency: 'EUR',
  uses_in_progress: 0,
  expires_at: AT,
}
const ACCOUNT = {
  payment_provider_id: 'sim-a',
  payment_provider_account_id: 'sim-a-eur',
  state: 'CLOSED',
  open_since: null,
  paused_at: null,
  last_answered_at: null,
}
const PAUSED = { ...ACCOUNT, payment_provider_account_id: 'sim-b-eur', state: 'PAUSED', paused_at: AT }
const EVENT = {
  ...ACCOUNT,
  event_id: 'evt_1',
  kind: 'payment',
  state: 'BROKEN',
  received_at: AT,
  transaction_id: null,
  next_try_at: null,
  failures: 0,
  has_payload: true,
}
const UNDECIDED = {
  transaction_id: 't-1',
  transaction_type: 'PURCHASE',
  merchant_id: 'm',
  merchant_name: 'Mugs & More',
  reference: 'order-1001',
  amount: 100,
  currency: 'EUR',
  provider_id: 'sim-a',
  provider_account_id: 'sim-a-eur',
  provider_key: 'key-1',
  last_answer: null,
  called_at: AT,
  undecided_since: AT,
}
const MERCHANT = { id: 'm', name: 'Mugs & More', status: 'ACTIVE', sandbox_id: null, managed_by: 'PORTAL' }
const SUBSCRIPTION = {
  id: 'orders',
  url: 'https://a.example',
  filters: ['*'],
  status: 'ACTIVE',
  failing_since: null,
  previous_secret_valid_until: null,
  laboratory: null,
}
const SANDBOX = { sandbox_id: 'own', merchant_id: 'merchant-1', name: 'Own', created_at: AT }
const OTHER = { ...SANDBOX, sandbox_id: 'other', merchant_id: 'merchant-2', name: 'Other' }
const LISTS = { subscriptions: [SUBSCRIPTION], deliveries: [], next_cursor: null }

interface Place {
  /** The source whose dialog it is. */
  readonly file: string
  readonly view: TemplateResult
  readonly answers: Answers
  /** Buttons that open a dialog, each with members of what is sent and the fields at which their problems are shown. */
  readonly opens: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly before?: () => Promise<void>
}

const settings = (file: string, view: TemplateResult, opens: Place['opens']): Place => ({
  file: `./settings/${file}.ts`,
  view,
  answers: { 'GET /settings': SETTINGS },
  opens,
})

const PLACES: readonly Place[] = [
  settings('terminals-page', html`<portal-terminals-page></portal-terminals-page>`, {
    'Change… T00000000001': {
      status: 'Status',
      'features[0]': 'Purchases',
      brands: 'Visa',
      'origins[0]': 'Registered origins',
    },
    'Add installments… T00000000001': { 'installments[0].max_count': 'Most installments' },
  }),
  settings('client-keys-page', html`<portal-client-keys-page></portal-client-keys-page>`, {
    'New client key…': { 'origins[0]': 'Origins' },
    'Change… ck_1': { origins: 'Origins' },
    'Delete… ck_1': {},
  }),
  settings('rules-page', html`<portal-rules-page></portal-rules-page>`, {
    'New rule…': {
      'rules[1].most': 'Limit',
      'rules[1].within_minutes': 'Within (minutes)',
    },
    'Remove… guesses': {},
    'Restore standard rules…': {},
  }),
  settings('webhook-hosts-page', html`<portal-webhook-hosts-page></portal-webhook-hosts-page>`, {
    'Change…': { 'webhook_hosts[0]': 'Hosts' },
  }),
  {
    file: './settings/credentials-page.ts',
    view: html`<portal-credentials-page></portal-credentials-page>`,
    answers: {
      'GET /clients': { managed_by: 'PORTAL', data: [CLIENT] },
      'GET /api/encryption-keys': { keys: [] },
    },
    opens: {
      'New client…': { name: 'Name', roles: 'merchant' },
      'Rotate secret… shop-1': {},
      'Revoke… shop-1': {},
    },
  },
  {
    file: './users/users-page.ts',
    view: html`<portal-users-page></portal-users-page>`,
    answers: { 'GET /users': { data: [USER] } },
    opens: { 'Invite…': { name: 'Name', email: 'Email', roles: 'Owner' }, 'Change… Ada': { roles: 'Owner' } },
  },
  {
    file: './payment-links/payment-links-page.ts',
    view: html`<portal-payment-links-page></portal-payment-links-page>`,
    answers: { 'GET /api/payment-links': { data: [LINK], next_cursor: null }, 'GET /settings': SETTINGS },
    opens: {
      'Create a link…': { description: 'Description', expires_at: 'Days until' },
      'Deactivate… Course': {},
    },
  },
  {
    file: './payments/operation-dialog.ts',
    view: html`<portal-payment-page .paymentId=${PAYMENT.id}></portal-payment-page>`,
    answers: {
      [`GET /api/transactions/${PAYMENT.id}/status`]: { transaction: PAYMENT },
      [`GET /api/transactions/${PAYMENT.id}/timeline`]: { data: [], truncated: false },
      [`GET /api/transactions/${PAYMENT.id}/records`]: { data: [] },
    },
    opens: { 'Refund…': {} },
  },
  {
    file: './customers/customer-page.ts',
    view: html`<portal-customer-page .customerId=${'c-1'}></portal-customer-page>`,
    answers: {
      'GET /api/customers/c-1': { id: 'c-1', email: 'ada@shopper.example' },
      'GET /api/customers/c-1/payment-methods': { data: [] },
    },
    opens: { 'Edit…': { 'address.country': 'Country', type: 'Type' } },
  },
  {
    file: './checkout-sessions/checkout-sessions-page.ts',
    view: html`<portal-checkout-sessions-page></portal-checkout-sessions-page>`,
    answers: { 'GET /api/sessions/s-1': { ...PAYMENT, id: 's-1', status: 'CREATED', revision: 1 } },
    async before() {
      await userEvent.fill(page.getByLabelText('Session ID'), 's-1')
      await userEvent.keyboard('{Enter}')
    },
    opens: { 'Edit…': { amount: 'Amount', description: 'Description' }, 'Cancel session…': {} },
  },
  {
    file: './test-tools/sandboxes.ts',
    view: html`<portal-test-tools-page></portal-test-tools-page>`,
    answers: sandboxAnswers(),
    opens: { 'New sandbox…': { name: 'Name' }, 'Remove… Other': {} },
  },
  {
    file: './test-tools/snapshots.ts',
    view: html`<portal-test-tools-page></portal-test-tools-page>`,
    answers: sandboxAnswers(),
    opens: { 'Restore… before': {}, 'Remove… before': {}, 'Reset sandbox…': {} },
  },
  {
    file: './webhooks/subscriptions.ts',
    view: html`<portal-subscriptions></portal-subscriptions>`,
    answers: {
      'GET /settings': SETTINGS,
      'GET /api/webhooks/subscriptions': LISTS,
      'GET /api/transactions': { data: [PAYMENT] },
    },
    opens: {
      'New subscription…': { url: 'URL', 'filters[0]': 'Final result of every payment' },
      'Edit… https://a.example': { url: 'URL' },
      'Test message… https://a.example': { transaction_id: 'Or the ID of another payment' },
      'Faults… https://a.example': {},
      'Rotate secret… https://a.example': {},
      'Disable… https://a.example': {},
      'Remove… https://a.example': {},
    },
  },
  {
    file: './webhooks/webhooks-page.ts',
    view: html`<portal-webhooks-page .query=${new URLSearchParams()}></portal-webhooks-page>`,
    answers: {
      'GET /settings': SETTINGS,
      'GET /api/webhooks/subscriptions': { subscriptions: [] },
      'GET /api/webhooks/deliveries': LISTS,
    },
    opens: { 'Resend failed…': {} },
  },
  {
    file: './webhooks/delivery-page.ts',
    view: html`<portal-delivery-page .deliveryId=${'d-1'}></portal-delivery-page>`,
    answers: {
      'GET /api/webhooks/deliveries/d-1': {
        event: 'transaction-svc:transaction:purchase:approved',
        status: 'DELIVERED',
        transaction_id: null,
        next_attempt_at: null,
        created_at: AT,
        payload: {},
        attempts: [],
      },
    },
    opens: { 'Edit and resend…': { changes: 'Message, as JSON' } },
  },
  {
    file: './operator/merchants-page.ts',
    view: html`<portal-merchants-page></portal-merchants-page>`,
    answers: { 'GET /operator/merchants': { data: [], next_cursor: null } },
    opens: { 'Add a merchant…': { file: 'Merchant file' } },
  },
  {
    file: './operator/merchant-page.ts',
    view: html`<portal-merchant-page .merchantId=${'m'}></portal-merchant-page>`,
    answers: {
      'GET /operator/merchants/m': { ...MERCHANT, counts: {}, users: [], created_at: AT },
      'GET /operator/merchants/m/go-live': { checks: [] },
    },
    opens: { 'Invite an owner…': { name: 'Name', email: 'Email' }, 'View payments…': {} },
  },
  {
    file: './operator/accounts-page.ts',
    view: html`<portal-accounts-page></portal-accounts-page>`,
    answers: { 'GET /operator/provider-accounts': { data: [ACCOUNT, PAUSED] } },
    opens: { 'Pause… sim-a-eur': {}, 'Resume… sim-b-eur': {} },
  },
  {
    file: './operator/decisions-page.ts',
    view: html`<portal-decisions-page></portal-decisions-page>`,
    answers: { 'GET /operator/decisions': { data: [UNDECIDED] } },
    opens: { 'Decide… order-1001': {}, 'Query again… order-1001': {} },
  },
  {
    file: './operator/events-page.ts',
    view: html`<portal-events-page></portal-events-page>`,
    answers: { 'GET /operator/provider-events': { data: [EVENT], counts: [] } },
    opens: { 'Retry… evt_1': {} },
  },
]

function sandboxAnswers(): Answers {
  return {
    'GET /simulators/sandboxes': { data: [SANDBOX, OTHER] },
    'GET /simulators/sandboxes/own': { ...SANDBOX, terminal_id: 'T00000000001' },
    'GET /simulators/sandboxes/own/snapshots': { data: [{ name: 'before', taken_at: AT, transactions: 7 }] },
    'GET /simulators/sandboxes/own/faults': { data: [], provider_ids: [] },
    'GET /simulators/clock': { now: AT },
    'GET /api/webhooks/subscriptions': { subscriptions: [] },
  }
}

const dialog = page.getByRole('dialog')

/** Opens a dialog on a phone, in which every change is refused. */
async function open({ view, answers, before }: Place, opener: string, refused: () => Response) {
  await page.viewport(390, 640)
  const portal = mount(view, { answers: { ...answers, POST: refused, PATCH: refused, DELETE: refused } })
  await before?.()
  await page.getByRole('button', { name: opener, exact: true }).click()
  await expect.element(dialog).toBeVisible()
  return portal
}

/** Fills what has to be filled, and presses the button that confirms. */
async function confirm(): Promise<void> {
  for (const field of dialog
    .element()
    .querySelectorAll<HTMLInputElement>(':required:invalid, [inputmode=decimal]'))
    await fill(field)
  // From the top, where a person may press the Enter key.
  dialog.element().scrollTo(0, 0)
  dialog.element().querySelector('form')?.requestSubmit(dialog.element().querySelector('footer .main'))
}

async function fill(field: HTMLInputElement): Promise<void> {
  if (field.type === 'radio') return field.click()
  if (field.type === 'file') return userEvent.upload(field, new File(['{}'], 'merchant.json'))
  if (field.value !== '') return
  if (field.inputMode === 'decimal') field.value = '1'
  else
    field.value =
      { email: 'a@b.example', number: '3', 'datetime-local': '2026-11-01T10:00' }[field.type] ?? 'a-long-text'
}

/** Returns whether the middle of an element is visible, and not covered by another one. */
function isSeen(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const root = element.getRootNode() as ShadowRoot
  return element.contains(root.elementFromPoint(left + width / 2, top + height / 2))
}

const DIALOGS = PLACES.flatMap((place) =>
  Object.keys(place.opens).map((opener) => ({ ...place, opener, place })),
)

it('are all of the portal', () => {
  const sources = import.meta.glob<string>(
    ['./**/*.ts', '!./**/*.test.ts', '!./app/confirm-dialog.ts', '!./design/design-page.ts'],
    { query: '?raw', import: 'default', eager: true },
  )
  const found = Object.keys(sources).filter((file) => sources[file]?.includes('<portal-confirm-dialog'))
  // The pages of settings share one.
  const named = PLACES.map(({ file }) => (SETTINGS_PAGES.test(file) ? './settings/settings-page.ts' : file))
  expect([...new Set(named)].toSorted()).toEqual(found.toSorted())
  expect(PLACES.filter(({ opens }) => Object.keys(opens).length === 0)).toEqual([])
})

const SETTINGS_PAGES = /settings\/(?!credentials)/

describe('a dialog', () => {
  it.each(DIALOGS)('of $file "$opener" shows why it failed', async ({ place, opener }) => {
    await open(place, opener, refusal(503))
    await confirm()
    const alert = dialog.getByRole('alert')
    await expect.element(alert).toMatchTextContent('cannot be reached')
    await expect.poll(() => isSeen(alert.element())).toBe(true)
  })

  it.each(DIALOGS)(
    'of $file "$opener" has its buttons at its lower edge, and nothing below them',
    async ({ place, opener }) => {
      await open(place, opener, refusal(503))
      const element = dialog.element()
      const footer = element.querySelector('footer') as HTMLElement
      // Other things to do may follow it.
      const last = footer.parentElement?.lastElementChild as HTMLElement
      element.scrollTo(0, element.scrollHeight)
      const edge = element.getBoundingClientRect().bottom - element.clientTop
      const room = parseFloat(getComputedStyle(last).marginBlockEnd)
      expect(last.getBoundingClientRect().bottom + room).toBeCloseTo(edge, 0)
      const above = footer.previousElementSibling as HTMLElement
      expect(above.getBoundingClientRect().bottom).toBeLessThanOrEqual(footer.getBoundingClientRect().top)
    },
  )

  it.each(DIALOGS)('of $file "$opener" has no outline that covers a hint', async ({ place, opener }) => {
    await open(place, opener, refusal(503))
    for (const control of dialog
      .element()
      .querySelectorAll<HTMLElement>('.field > :is(input, select, textarea)')) {
      control.focus()
      const { outlineWidth, outlineOffset } = getComputedStyle(control)
      const reach =
        control.getBoundingClientRect().bottom + parseFloat(outlineWidth) + parseFloat(outlineOffset)
      expect(control.nextElementSibling?.getBoundingClientRect().top ?? Infinity, control.id).toBeGreaterThan(
        reach,
      )
    }
  })
})

const MEMBERS = DIALOGS.flatMap((one) =>
  Object.entries(one.opens[one.opener] ?? {}).map(([member, label]) => ({ ...one, member, label })),
)

it.each(MEMBERS)(
  'a refusal of $member in "$opener" of $file is at its field, which has the focus and is in view',
  async ({ place, opener, member, label }) => {
    const errors = [{ property: member, message: 'is not good' }]
    await open(place, opener, refusal(422, { errors }))
    await confirm()
    const problem = dialog.getByText(/is not good\.$/)
    await expect.element(problem).toBeVisible()
    const field = dialog.getByLabelText(label).first()
    await expect.poll(() => field.element().matches(':focus')).toBe(true)
    await expect.poll(() => isSeen(field.element())).toBe(true)
    const group = field.element().closest('fieldset') ?? field.element()
    expect(group.getAttribute('aria-describedby')?.split(' ')).toContain(problem.element().id)
    await expectAccessible()
  },
)
