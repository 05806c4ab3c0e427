import { TERMINAL_FEATURES } from '@sluice/types/vocabulary'
import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './client-keys-page.ts'
import './rules-page.ts'
import './terminals-page.ts'
import './webhook-hosts-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { mount, type MountOptions, refusal } from '../testing/mount.ts'
import { emptySettings } from '../testing/settings.ts'
import type { ClientKey, Rule, Terminal } from './settings.ts'

const KEY: ClientKey = { client_key: 'ck_test_1', status: 'ACTIVE', origins: ['https://shop.example'] }
const RULE: Rule = { id: 'guesses', subject: 'CARD', counts: 'REFUSALS', most: 3, within_minutes: 60 }
const TERMINAL: Terminal = {
  terminal_id: 'shop-eur',
  status: 'ACTIVE',
  features: ['TRX_TYPE_PURCHASE', 'TRX_TYPE_PAYOUT'],
  brands: ['VISA', 'JCB'],
  payment_methods: ['card', { type: 'partner-blik', visible: false }],
  routing: [{ provider: 'sim-a', account: 'sim-a-eur' }],
  origins: [],
}

const button = (name: string) => page.getByRole('button', { name })
const dialog = () => page.getByRole('dialog')

/** Each page of settings: what it lists, the change it makes, and what it shows without anything. */
const PAGES = [
  {
    name: 'client keys',
    view: html`<portal-client-keys-page></portal-client-keys-page>`,
    filled: emptySettings({ client_keys: [KEY] }),
    shows: 'https://shop.example',
    empty: 'No client keys yet',
    async change() {
      await button('New client key…').click()
      await userEvent.fill(dialog().getByLabelText('Origins'), 'https://a.example\n\nhttps://b.example ')
      await dialog().getByRole('button', { name: 'Create key' }).click()
    },
    sends: 'POST /settings/client-keys',
    body: { version: 7, origins: ['https://a.example', 'https://b.example'] },
  },
  {
    name: 'terminals',
    view: html`<portal-terminals-page></portal-terminals-page>`,
    filled: emptySettings({ terminals: [TERMINAL] }),
    shows: 'Visa, JCB',
    empty: 'No terminals yet',
    async change() {
      await button('Change…').click()
      await dialog().getByLabelText('Status').selectOptions('Paused')
      await dialog().getByLabelText('JCB').click()
      await dialog().getByRole('button', { name: 'Save' }).click()
    },
    sends: 'POST /settings/terminals/shop-eur',
    body: {
      version: 7,
      status: 'NOT_ACCEPTING',
      features: ['TRX_TYPE_PURCHASE', 'TRX_TYPE_PAYOUT'],
      brands: ['VISA'],
      origins: [],
    },
  },
  {
    name: 'rules',
    view: html`<portal-rules-page></portal-rules-page>`,
    filled: emptySettings({ risk: { rules: [RULE] } }),
    shows: 'a card: declines, at most 3 within 60 minutes',
    empty: 'No rules',
    async change() {
      await button('Remove…').click()
      await dialog().getByRole('button', { name: 'Remove rule' }).click()
    },
    sends: 'POST /settings/risk',
    body: { version: 7, rules: null },
  },
  {
    name: 'webhook hosts',
    view: html`<portal-webhook-hosts-page></portal-webhook-hosts-page>`,
    filled: emptySettings({ webhook_hosts: ['hooks.shop.example'] }),
    shows: 'hooks.shop.example',
    empty: 'No webhook hosts yet',
    async change() {
      await button('Change…').click()
      await userEvent.fill(dialog().getByLabelText('Hosts'), '*.shop.example')
      await dialog().getByRole('button', { name: 'Save' }).click()
    },
    sends: 'POST /settings/webhook-hosts',
    body: { version: 7, webhook_hosts: ['*.shop.example'] },
  },
]

describe.each(PAGES)('the page of $name', ({ view, filled, shows, empty, change, sends, body }) => {
  it('shows the current entries, and saves a change', async () => {
    const portal = mount(view, { answers: { 'GET /settings': filled, [sends]: filled } })
    await expect.element(page.getByText(shows).last()).toBeVisible()
    await expectAccessible()
    await change()
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(portal.said).toEqual([expect.stringContaining('Saved.')])
    expect(portal.requests.find(({ name }) => name === sends)?.body).toEqual(body)
  })

  it('shows what is wrong with a change, and keeps the dialog open', async () => {
    mount(view, {
      answers: {
        'GET /settings': filled,
        [sends]: refusal(422, { errors: [{ property: 'version', message: 'is too old' }] }),
      },
    })
    await change()
    await expect.element(dialog().getByRole('alert')).toMatchTextContent(/version is too old/)
    await expectAccessible()
  })

  it('shows the newest settings after a conflict', async () => {
    const portal = mount(view, {
      answers: { 'GET /settings': filled, [sends]: refusal(409, { message: 'Changed meanwhile.' }) },
    })
    await change()
    await expect.element(dialog().getByRole('alert')).toMatchTextContent('Changed meanwhile.')
    expect(portal.requests.filter(({ name }) => name === 'GET /settings')).toHaveLength(2)
  })

  it('shows that there are none yet', async () => {
    mount(view, {
      answers: { 'GET /settings': emptySettings({ risk: { rules: [] } }, { standard_rules: [RULE] }) },
    })
    await expect.element(page.getByRole('heading', { name: empty })).toBeVisible()
    await expectAccessible()
  })

  it('offers no change where the file manages the merchant', async () => {
    mount(view, { answers: { 'GET /settings': { ...filled, managed_by: 'FILE' } } })
    await expect.element(page.getByText('The configuration file manages this merchant')).toBeVisible()
    expect(page.getByRole('button').elements()).toEqual([])
  })

  it('loads again after an error', async () => {
    const portal = mount(view, { answers: { 'GET /settings': refusal(503) } })
    await expect.element(page.getByRole('alert')).toBeVisible()
    portal.answer({ 'GET /settings': filled })
    await button('Try again').click()
    await expect.element(page.getByText(shows).last()).toBeVisible()
  })
})

it('teaches what a rule does where there are none, not even standard ones', async () => {
  mount(html`<portal-rules-page></portal-rules-page>`, { answers: { 'GET /settings': emptySettings() } })
  await expect.element(page.getByRole('heading', { name: 'No custom rules yet' })).toBeVisible()
  await expect.element(page.getByText(/may decline a card after five failed attempts/)).toBeVisible()
  expect(page.getByText(/the standard rules apply/).elements()).toEqual([])
  await expectAccessible()
})

describe('the form of a rule', () => {
  const openForm = async () => {
    const portal = mount(html`<portal-rules-page></portal-rules-page>`, {
      answers: {
        'GET /settings': emptySettings({ risk: { rules: [RULE] } }),
        'POST /settings/risk': {},
      },
    })
    await button('New rule…').click()
    await userEvent.fill(dialog().getByLabelText('Name'), 'spending')
    return portal
  }
  const add = () => dialog().getByRole('button', { name: 'Add rule' }).click()

  it('asks for a limit of amounts in the currency of the rule, and sends minor units', async () => {
    const portal = await openForm()
    await dialog().getByLabelText('Count').selectOptions('Amount of payments')
    await expectAccessible()
    await dialog().getByLabelText('Currency').selectOptions('KWD')
    await userEvent.fill(dialog().getByLabelText('Limit in KWD'), '1.5')
    await add()
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(portal.requests.find(({ name }) => name === 'POST /settings/risk')?.body).toEqual({
      version: 7,
      rules: [
        RULE,
        {
          id: 'spending',
          subject: 'CARD',
          counts: 'AMOUNT',
          most: 1500,
          currency: 'KWD',
          within_minutes: 60,
          effect: 'BLOCK',
        },
      ],
    })
  })

  it('refuses at its field what is no amount of the currency', async () => {
    const portal = await openForm()
    await dialog().getByLabelText('Count').selectOptions('Amount of payments')
    await dialog().getByLabelText('Currency').selectOptions('JPY')
    await userEvent.fill(dialog().getByLabelText('Limit in JPY'), '12.50')
    await add()
    await expect
      .element(dialog().getByLabelText('Limit in JPY'))
      .toHaveAccessibleDescription('Enter an amount in JPY, such as 1250.')
    expect(portal.requests.filter(({ name }) => name.startsWith('POST'))).toEqual([])
    await expectAccessible()
  })

  it('asks for a number, and for no currency, where nothing is added up', async () => {
    const portal = await openForm()
    await userEvent.fill(dialog().getByLabelText('Limit'), '3')
    expect(dialog().getByLabelText('Currency').elements()).toEqual([])
    await add()
    await expect.element(dialog()).not.toBeInTheDocument()
    const added = {
      id: 'spending',
      subject: 'CARD',
      counts: 'PAYMENTS',
      most: 3,
      within_minutes: 60,
      effect: 'BLOCK',
    }
    expect(portal.requests.find(({ name }) => name === 'POST /settings/risk')?.body).toEqual({
      version: 7,
      rules: [RULE, added],
    })
  })

  it.each([
    ['id', 'Name'],
    ['subject', 'For each'],
    ['most', 'Limit'],
    ['within_minutes', 'Within (minutes)'],
  ])('shows the problem of %s of the new rule at its field', async (member, label) => {
    const portal = await openForm()
    const errors = [{ property: `rules[1].${member}`, message: 'is not possible' }]
    portal.answer({ 'POST /settings/risk': refusal(422, { errors }) })
    await userEvent.fill(dialog().getByLabelText('Limit'), '3')
    await add()
    await expect.element(dialog().getByLabelText(label)).toHaveAccessibleDescription(/is not possible/)
  })

  it('names each choice, and shows at its field what a name may have', async () => {
    await openForm()
    const options = (label: string) =>
      [...(dialog().getByLabelText(label).element() as HTMLSelectElement).options].map(({ text }) => text)
    for (const option of ['For each', 'Count', 'Effect'].flatMap(options)) expect(option).toMatch(/^[A-Z]/)
    await expect.element(dialog().getByLabelText('Name')).toHaveAccessibleDescription(/^Lowercase letters/)
  })

  it('shows the limit of an amount in its currency', async () => {
    const rule = { ...RULE, counts: 'AMOUNT', most: 1500, currency: 'KWD' }
    mount(html`<portal-rules-page></portal-rules-page>`, {
      answers: { 'GET /settings': emptySettings({ risk: { rules: [rule] } }) },
    })
    await expect
      .element(page.getByText('a card: their amount, at most KWD 1.500 within 60 minutes'))
      .toBeVisible()
  })
})

/** The other changes of these pages: the button that opens the dialog, what is typed there, and what is sent. */
const CHANGES = [
  {
    name: 'changes a client key',
    view: html`<portal-client-keys-page></portal-client-keys-page>`,
    settings: emptySettings({ client_keys: [KEY] }),
    opener: 'Change… ck_test_1',
    async fill() {
      await userEvent.fill(dialog().getByLabelText('Origins'), 'https://new.example')
      await dialog().getByRole('checkbox').click()
    },
    confirm: 'Save',
    sends: 'POST /settings/client-keys/ck_test_1',
    body: { version: 7, origins: ['https://new.example'], status: 'INACTIVE' },
  },
  {
    name: 'deletes a client key that is inactive',
    view: html`<portal-client-keys-page></portal-client-keys-page>`,
    settings: emptySettings({ client_keys: [{ ...KEY, status: 'INACTIVE' }] }),
    opener: 'Delete… ck_test_1',
    fill: () => Promise.resolve(),
    confirm: 'Delete key',
    sends: 'POST /settings/client-keys/ck_test_1/delete',
    body: { version: 7 },
  },
  {
    name: 'restores the standard rules',
    view: html`<portal-rules-page></portal-rules-page>`,
    settings: emptySettings({ risk: { rules: [] } }, { standard_rules: [RULE] }),
    opener: 'Restore standard rules…',
    fill: () => Promise.resolve(),
    confirm: 'Restore rules',
    sends: 'POST /settings/risk',
    body: { version: 7, rules: null },
  },
] as const

it.each(CHANGES)('$name', async ({ view, settings, opener, fill, confirm, sends, body }) => {
  const portal = mount(view, { answers: { 'GET /settings': settings, [sends]: settings } })
  await page.getByRole('button', { name: opener, exact: true }).click()
  await fill()
  await dialog().getByRole('button', { name: confirm }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(portal.requests.find(({ name }) => name === sends)?.body).toEqual(body)
})

it('shows that a terminal has all features, and any origin', async () => {
  const terminal = { ...TERMINAL, features: TERMINAL_FEATURES, origins: [] }
  mount(html`<portal-terminals-page></portal-terminals-page>`, {
    answers: { 'GET /settings': emptySettings({ terminals: [terminal] }) },
  })
  await expect
    .element(page.getByRole('region', { name: 'shop-eur' }))
    .toMatchTextContent(/All features.*Any origin/)
})

describe('the page of terminals, from the checklist', () => {
  const terminals = [
    { ...TERMINAL, terminal_id: 'shop-sek', origins: ['https://shop.example'] },
    { ...TERMINAL, origins: [] },
  ]
  const openForm = (options: MountOptions = {}) =>
    mount(html`<portal-terminals-page .opensForm=${true}></portal-terminals-page>`, {
      ...options,
      answers: { 'GET /settings': emptySettings({ terminals }), 'POST /settings/terminals/shop-eur': {} },
    })

  it('opens the form of the first terminal without origins once, and leads back', async () => {
    const portal = openForm()
    await expect.element(page.getByRole('dialog', { name: /shop-eur/ })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await button('Change… shop-eur').click()
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => portal.visited).toEqual(['/overview'])
  })

  it('opens nothing for people who may not change it', async () => {
    openForm({ actions: ['getSettings'] })
    await expect.element(page.getByRole('heading', { name: /shop-eur/ })).toBeVisible()
    expect(page.getByRole('dialog').elements()).toEqual([])
  })
})

it('are a line of links on a phone, with the current one in view', async () => {
  await page.viewport(390, 844)
  mount(html`<portal-webhook-hosts-page></portal-webhook-hosts-page>`, {
    answers: { 'GET /settings': emptySettings() },
  })
  const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  await expect.element(links.nth(5)).toHaveAttribute('aria-current', 'page')
  const tops = links.elements().map((link) => link.getBoundingClientRect().top)
  expect(new Set(tops).size).toBe(1)
  await expect.poll(() => links.nth(5).element().getBoundingClientRect().right).toBeLessThan(390)
  await expectAccessible()
  await page.viewport(1280, 800)
})

it('keep the origins of a client key in one line on a phone', async () => {
  await page.viewport(390, 844)
  const key = {
    client_key: 'ck_test_4d93bd5d685bb705834ebbf35545cbf6',
    status: 'ACTIVE' as const,
    origins: ['https://lanterns.example'],
  }
  mount(html`<portal-client-keys-page></portal-client-keys-page>`, {
    answers: { 'GET /settings': emptySettings({ client_keys: [key] }) },
  })
  const origin = page.getByText('https://lanterns.example').first()
  await expect.element(origin).toBeVisible()
  const { lineHeight } = getComputedStyle(origin.element())
  expect(origin.element().getBoundingClientRect().height).toBeLessThan(2 * parseFloat(lineHeight))
  await page.viewport(1280, 800)
})
