import { html, type TemplateResult } from 'lit'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './accounts-page.ts'
import './audit-page.ts'
import './decisions-page.ts'
import './events-page.ts'
import './merchant-page.ts'
import './merchants-page.ts'
import './service-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { mount, type MountOptions, refusal } from '../testing/mount.ts'
import { watchDownloads } from '../testing/watch-downloads.ts'

const dialog = page.getByRole('dialog')
const REASON = 'Ticket 4711 of the provider'
const AT = '2026-11-30T10:00:00Z'

/** Each list: its name, element and request, an empty response, and the heading of its empty state. */
const LISTS: readonly (readonly [string, TemplateResult, string, object, string])[] = [
  [
    'decisions',
    html`<portal-decisions-page></portal-decisions-page>`,
    'GET /operator/decisions',
    { data: [] },
    'No payment needs a decision',
  ],
  [
    'provider accounts',
    html`<portal-accounts-page></portal-accounts-page>`,
    'GET /operator/provider-accounts',
    { data: [] },
    'No provider accounts',
  ],
  [
    'provider events',
    html`<portal-events-page></portal-events-page>`,
    'GET /operator/provider-events',
    { data: [], counts: [] },
    'No events in this state',
  ],
  [
    'the audit trail',
    html`<portal-audit-page></portal-audit-page>`,
    'GET /operator/audit',
    { data: [], next_cursor: null },
    'No entries yet',
  ],
  [
    'merchants',
    html`<portal-merchants-page></portal-merchants-page>`,
    'GET /operator/merchants',
    { data: [], next_cursor: null },
    'No merchants yet',
  ],
]

describe('a list of the operator', () => {
  it.each(LISTS)('of %s shows what will appear there', async (_, template, path, nothingFound, heading) => {
    mount(template, { answers: { [path]: nothingFound } })
    await expect.element(page.getByRole('heading', { name: heading })).toBeVisible()
    await expectAccessible()
  })

  it.each(LISTS)(
    'of %s shows why it cannot be loaded, and loads again',
    async (_, template, path, nothingFound, heading) => {
      const portal = mount(template, { answers: { [path]: refusal(503) } })
      await expect.element(page.getByRole('alert')).toMatchTextContent(/cannot be reached/)
      portal.answer({ [path]: nothingFound })
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect.element(page.getByRole('heading', { name: heading })).toBeVisible()
    },
  )
})

it.each(LISTS.filter(([name]) => ['provider accounts', 'provider events'].includes(name)))(
  'the list of %s is loaded again when asked',
  async (_, template, path, nothingFound, heading) => {
    const portal = mount(template, { answers: { [path]: nothingFound } })
    await expect.element(page.getByRole('heading', { name: heading })).toBeVisible()
    portal.answer({ [path]: refusal(503) })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/cannot be reached/)
  },
)

describe('the page of decisions', () => {
  const PAYMENT = {
    merchant_id: 'merchant-1',
    merchant_name: 'Mugs & More',
    transaction_id: 't-1',
    transaction_type: 'PURCHASE',
    amount: 1_250,
    currency: 'EUR',
    reference: 'order-1001',
    provider_id: 'sim-a',
    provider_account_id: 'sim-a-eur',
    provider_key: 'key-1',
    last_answer: null,
    called_at: AT,
    undecided_since: AT,
  }
  const open = (answers: NonNullable<MountOptions['answers']> = {}) =>
    mount(html`<portal-decisions-page></portal-decisions-page>`, {
      answers: { 'GET /operator/decisions': { data: [PAYMENT] }, ...answers },
    })

  it('records the outcome that a person found out', async () => {
    const portal = open({ 'POST /operator/decisions': { status: 'DECLINED' } })
    await expect
      .element(page.getByRole('row').nth(1))
      .toMatchTextContent(/order-1001.*EUR 12\.50.*Mugs & More/)
    await page.getByRole('button', { name: /^Decide… order-1001/ }).click()
    await expect.element(dialog).toMatchTextContent('key-1')
    await expectAccessible()
    await dialog.getByText(/executed nothing/).click()
    await userEvent.fill(dialog.getByLabelText('How you know'), REASON)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => portal.said).toEqual(['Outcome recorded: Declined.'])
    expect(portal.requests.find(({ name }) => name.startsWith('POST'))?.body).toEqual({
      merchant_id: 'merchant-1',
      transaction_id: 't-1',
      outcome: 'DECLINED',
      reason: REASON,
    })
  })

  it('fits a phone with all that one decides by, and its buttons', async () => {
    await page.viewport(390, 844)
    const long = { ...PAYMENT, reference: 'ORDER-2026-11-30-00001234', amount: 123_456_789, currency: 'JPY' }
    open({ 'GET /operator/decisions': { data: [long] } })
    const row = page.getByRole('row').nth(1)
    await expect.element(row).toMatchTextContent(/Mugs & More.*sim-a, sim-a-eur.*Waiting since/)
    const decide = page.getByRole('button', { name: /^Decide…/ })
    await expect.element(decide).toBeInViewport({ ratio: 1 })
    expect(decide.elements()).toHaveLength(1)
    const topOf = (button: typeof decide) => button.element().getBoundingClientRect().top
    expect(topOf(page.getByRole('button', { name: /^Query again…/ }))).toBe(topOf(decide))
    const { right } = row.element().getBoundingClientRect()
    expect(right).toBeLessThanOrEqual(390)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await expectAccessible()
    await page.viewport(1280, 800)
    expect(decide.elements()).toHaveLength(1)
  })

  it('queries the provider again, and shows why that failed', async () => {
    const portal = open({ 'POST /operator/questions': refusal(409, { message: 'It has ended.' }) })
    await page.getByRole('button', { name: /^Query again…/ }).click()
    await dialog.getByRole('button', { name: 'Query again' }).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('It has ended.')
    portal.answer({ 'POST /operator/questions': { status: 'PENDING' } })
    await dialog.getByRole('button', { name: 'Query again' }).click()
    await expect.poll(() => portal.said).toEqual([expect.stringContaining('queried again')])
  })
})

describe('the page of provider accounts', () => {
  const ACCOUNT = {
    payment_provider_id: 'sim-a',
    payment_provider_account_id: 'sim-a-eur',
    state: 'CLOSED',
    open_since: null,
    paused_at: null,
    pause_reason: null,
    calls_waiting: 2,
    last_answered_at: AT,
  }

  it('pauses an account with a reason, and shows why that failed', async () => {
    const portal = mount(html`<portal-accounts-page></portal-accounts-page>`, {
      answers: {
        'GET /operator/provider-accounts': { data: [ACCOUNT] },
        'POST /operator/provider-accounts/pause': refusal(403),
      },
    })
    await expect.element(page.getByRole('row').nth(1)).toMatchTextContent(/sim-a-eur.*Healthy/)
    await page.getByRole('button', { name: 'Pause… sim-a-eur' }).click()
    await userEvent.fill(dialog.getByLabelText('Reason'), REASON)
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByRole('alert')).toBeVisible()
    await expectAccessible()
    portal.answer({ 'POST /operator/provider-accounts/pause': {} })
    await dialog.getByRole('button', { name: 'Pause account' }).click()
    await expect.poll(() => portal.said).toEqual(['sim-a-eur paused.'])
    expect(portal.requests.findLast(({ name }) => name.startsWith('POST'))?.body).toMatchObject({
      reason: REASON,
    })
  })

  it('resumes a paused account, and shows since when and why it is paused', async () => {
    const paused = { ...ACCOUNT, state: 'PAUSED', paused_at: AT, pause_reason: REASON }
    const portal = mount(html`<portal-accounts-page></portal-accounts-page>`, {
      answers: {
        'GET /operator/provider-accounts': { data: [paused] },
        'POST /operator/provider-accounts/resume': {},
      },
    })
    await expect
      .element(page.getByRole('row').nth(1))
      .toMatchTextContent(new RegExp(`Paused.*Since.*${REASON}`))
    await page.getByRole('button', { name: 'Resume… sim-a-eur' }).click()
    await userEvent.fill(dialog.getByLabelText('Reason'), REASON)
    portal.answer({ 'GET /operator/provider-accounts': { data: [ACCOUNT] } })
    await dialog.getByRole('button', { name: 'Resume account' }).click()
    await expect.poll(() => portal.said).toEqual(['sim-a-eur resumed.'])
    expect(portal.requests.find(({ name }) => name.startsWith('POST'))?.body).toEqual({
      payment_provider_id: 'sim-a',
      payment_provider_account_id: 'sim-a-eur',
      reason: REASON,
    })
    await expect.element(page.getByRole('row').nth(1)).toMatchTextContent(/Healthy/)
  })

  it.each([
    ['CLOSED', 'Healthy', 'good'],
    ['OPEN', 'Not responding', 'bad'],
    ['PAUSED', 'Paused', 'open'],
  ])('marks an account that is %s as "%s", and as %s', async (state, said, tone) => {
    mount(html`<portal-accounts-page></portal-accounts-page>`, {
      answers: { 'GET /operator/provider-accounts': { data: [{ ...ACCOUNT, state }] } },
    })
    const mark = page.getByRole('row').nth(1).getByText(said, { exact: true })
    await expect.element(mark).toHaveClass('mark', tone, { exact: true })
  })
})

it('has an event of a provider applied again', async () => {
  const EVENT = {
    event_id: 'evt_1',
    kind: 'payment',
    state: 'BROKEN',
    payment_provider_id: 'stripe',
    payment_provider_account_id: 'main',
    transaction_id: null,
    received_at: AT,
    next_try_at: null,
    failures: 5,
    has_payload: true,
  }
  const portal = mount(html`<portal-events-page></portal-events-page>`, {
    answers: {
      'GET /operator/provider-events': { data: [EVENT], counts: [{ state: 'BROKEN', count: 1 }] },
      'POST /operator/provider-events/retry': EVENT,
    },
  })
  await expect.element(page.getByRole('link', { name: 'Broken (1)' })).toHaveAttribute('aria-current', 'page')
  await expect
    .element(page.getByRole('link', { name: 'Waiting (0)' }))
    .toHaveAttribute('href', '/events?state=WAITING')
  await page.getByRole('button', { name: 'Retry… evt_1' }).click()
  await expectAccessible()
  await userEvent.fill(dialog.getByLabelText('Reason'), REASON)
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => portal.said).toEqual(['evt_1 is being retried.'])
  expect(portal.requests.find(({ name }) => name.startsWith('POST'))?.body).toEqual({
    payment_provider_id: 'stripe',
    payment_provider_account_id: 'main',
    event_id: 'evt_1',
    reason: REASON,
  })
})

describe('the page of the service', () => {
  const SERVICE = {
    providers: [
      { id: 'sim-a', problems: null, accounts: [{ id: 'sim-a-eur', open: { PENDING: 2 }, next_at: AT }] },
      { id: 'stripe', problems: ['no capture'], accounts: [] },
    ],
    connectors: [
      {
        id: 'cards',
        type: 'stripe',
        title: 'Stripe',
        contract: 'Stripe API 2026-10-29',
        authentication: ['EXTERNAL', 'PROVIDER'],
        operations: ['CAPTURE', 'REFUND'],
        events: 'HINT',
        methods: ['card'],
        accounts: [
          {
            id: 'cards-eur',
            authentication: 'PROVIDER',
            state: 'PAUSED',
            last_answered_at: new Date().toISOString(),
            last_event_at: null,
          },
        ],
      },
      {
        id: 'three-ds',
        type: '3dsecure.io',
        title: '3dsecure.io',
        contract: null,
        authentication: ['EXTERNAL'],
        operations: [],
        events: 'NONE',
        methods: [],
        accounts: [],
      },
    ],
    tasks: [{ name: 'webhooks', last_run_at: AT, failures: 3, late: false }],
    safeguards: [{ safeguard: 'invariants', checked_at: AT, problems: [] }],
  }

  const NOTHING = { providers: [], connectors: [], tasks: [], safeguards: [] }

  it('shows the health of providers, integrity checks and scheduled jobs', async () => {
    mount(html`<portal-service-page></portal-service-page>`, {
      answers: { 'GET /operator/service': SERVICE },
    })
    await expect
      .element(page.getByRole('row', { name: /sim-a/ }))
      .toMatchTextContent('2 pending at the provider')
    await expect.element(page.getByRole('row', { name: /stripe/ })).toMatchTextContent('no capture')
    await expect
      .element(page.getByRole('row', { name: /webhooks/ }))
      .toMatchTextContent('Failed 3 times in a row')
    await expect.element(page.getByRole('region', { name: 'Integrity checks' })).toMatchTextContent('Passed')
    await expectAccessible()
  })

  it.each([
    ['Passed', 'good', []],
    ['Failed', 'bad', ['I3 does not hold']],
  ])('marks an integrity check as "%s", and as %s', async (said, tone, problems) => {
    const safeguards = [{ safeguard: 'invariants', checked_at: AT, problems }]
    mount(html`<portal-service-page></portal-service-page>`, {
      answers: { 'GET /operator/service': { ...NOTHING, safeguards } },
    })
    const check = page.getByRole('region', { name: 'Integrity checks' })
    await expect.element(check.getByText(said, { exact: true })).toHaveClass('mark', tone, { exact: true })
    for (const problem of problems) await expect.element(check.getByText(problem)).toBeVisible()
  })

  it('keeps a line of text for the open calls of a provider on a phone, with its health below its name', async () => {
    await page.viewport(390, 844)
    mount(html`<portal-service-page></portal-service-page>`, {
      answers: { 'GET /operator/service': SERVICE },
    })
    const calls = page.getByRole('cell', { name: /2 pending at the provider/ })
    await expect.element(calls).toBeVisible()
    expect(calls.element().getBoundingClientRect().width).toBeGreaterThan(390 / 3)
    await expect.element(page.getByRole('rowheader', { name: /stripe.*no capture/ })).toBeVisible()
    await expect.element(page.getByText('no capture').first()).toBeVisible()
    await page.viewport(1280, 800)
  })

  const openService = (service: object) =>
    mount(html`<portal-service-page></portal-service-page>`, {
      answers: { 'GET /operator/service': { ...NOTHING, ...service } },
    })
  const task = (name: string, more: object = {}) => ({
    name,
    last_run_at: AT,
    failures: 0,
    late: false,
    ...more,
  })
  const tasksOf = (count: number) => Array.from({ length: count }, (_, place) => task(`job ${place}`))

  it('begins with what fails or is late and what to do, and folds the jobs that run as planned', async () => {
    openService({
      tasks: [...tasksOf(33), task('webhooks', { failures: 3 }), task('expire sessions', { late: true })],
    })
    const attention = page.getByRole('region', { name: '2 things need attention' })
    await expect
      .element(attention.getByRole('listitem').nth(0))
      .toMatchTextContent(/webhooks: Failed 3 times in a row.*Search the log for "a scheduled job failed"/)
    await expect
      .element(attention.getByRole('listitem').nth(1))
      .toMatchTextContent(/expire sessions: Late.*restart the process/)
    const jobs = page.getByRole('region', { name: 'Scheduled jobs' })
    await expect.element(jobs.getByText('33 jobs run as planned').first()).toBeVisible()
    expect(jobs.getByRole('row').elements()).toHaveLength(3)
    await expect.element(jobs.getByRole('row', { name: /expire sessions/ })).toMatchTextContent(/Late/)
    const before = attention.element().compareDocumentPosition(jobs.element())
    expect(before & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    await expectAccessible()
    await jobs.getByText('33 jobs run as planned').first().click()
    await expect.element(jobs.getByRole('row', { name: /job 32/ })).toBeVisible()
    await expectAccessible()
  })

  it('shows that nothing needs attention', async () => {
    openService({ tasks: tasksOf(6), safeguards: SERVICE.safeguards })
    await expect.element(page.getByText(/^Nothing needs attention/)).toBeVisible()
    await expectAccessible()
  })

  it('names every kind of problem with its advice and page', async () => {
    openService({
      safeguards: [{ safeguard: 'invariants', checked_at: AT, problems: ['I3 does not hold'] }],
      providers: [
        { id: 'acquirer', problems: ['no capture'], accounts: [] },
        { id: 'sim-a', problems: null, accounts: [{ id: 'a', open: { NEEDS_DECISION: 2 }, next_at: null }] },
      ],
      connectors: SERVICE.connectors,
    })
    const items = page.getByRole('region', { name: '4 things need attention' }).getByRole('listitem')
    await expect.element(items.nth(0)).toMatchTextContent(/Records, money and keys: one problem was found/)
    await expect.element(items.nth(1)).toMatchTextContent(/acquirer: no capture.*correct the configuration/)
    await expect.element(items.nth(2)).toMatchTextContent(/sim-a: 2 payments need a decision/)
    await expect
      .element(items.nth(2).getByRole('link', { name: 'Decisions' }))
      .toHaveAttribute('href', '/decisions')
    await expect.element(items.nth(3)).toMatchTextContent(/cards-eur: paused.*until you resume it/)
    await expect
      .element(items.nth(3).getByRole('link', { name: 'Provider accounts' }))
      .toHaveAttribute('href', '/accounts')
    await expectAccessible()
  })

  it('shows that a provider is healthy or was not queried, and that no call is open there', async () => {
    openService({
      providers: [
        { id: 'adyen', problems: [], accounts: [] },
        { id: 'sim-a', problems: null, accounts: [] },
      ],
    })
    await expect.element(page.getByRole('row', { name: /^adyen/ })).toMatchTextContent(/Healthy.*None/)
    await expect.element(page.getByRole('row', { name: /^sim-a/ })).toMatchTextContent(/Not queried.*None/)
  })

  it('folds many providers and declarations, except those with something to look at', async () => {
    const provider = (id: string, problems: readonly string[] = []) => ({ id, problems, accounts: [] })
    const [connected] = SERVICE.connectors
    openService({
      providers: [
        ...Array.from({ length: 8 }, (_, place) => provider(`good-${place}`)),
        provider('bad', ['no void']),
      ],
      connectors: [
        ...['one', 'two'].map((id) => ({ ...connected, id, accounts: [] })),
        { ...connected, id: 'paused' },
      ],
    })
    const providers = page.getByRole('region', { name: 'Providers' })
    await expect.element(providers.getByText(/^8 providers without problems/).first()).toBeVisible()
    await expect.element(providers.getByRole('row', { name: /bad/ })).toBeVisible()
    expect(providers.getByRole('row', { name: /good-/ }).elements()).toEqual([])
    const connectors = page.getByRole('region', { name: 'Connectors' })
    expect(
      connectors
        .getByRole('heading', { level: 3 })
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/^paused/),
      expect.stringMatching(/^one/),
      expect.stringMatching(/^two/),
    ])
    expect(
      connectors
        .getByText('Stripe API')
        .elements()
        .filter((one) => one.checkVisibility()),
    ).toHaveLength(1)
    await expectAccessible()
  })

  it('shows what connectors declare, and the state of their accounts', async () => {
    mount(html`<portal-service-page></portal-service-page>`, {
      answers: { 'GET /operator/service': SERVICE },
    })
    const connectors = page.getByRole('region', { name: 'Connectors' })
    await expect
      .element(connectors)
      .toMatchTextContent(/capture, refund.*make the gateway query the provider.*Stripe API 2026-10-29/)
    await expect
      .element(connectors.getByRole('row', { name: /cards-eur/ }))
      .toMatchTextContent(/by the provider.*Paused.*just now.*None yet/)
    await expect.element(connectors.getByRole('heading', { name: 'three-ds' })).toBeVisible()
  })

  it.each([
    ['CLOSED', 'Healthy', 'good'],
    ['PAUSED', 'Paused', 'open'],
    ['OPEN', 'Not responding', 'bad'],
  ])('marks an account of a connector that is %s as "%s", and as %s', async (state, said, tone) => {
    const [connected] = SERVICE.connectors
    const [account] = connected?.accounts ?? []
    openService({ connectors: [{ ...connected, accounts: [{ ...account, state }] }] })
    const connectors = page.getByRole('region', { name: 'Connectors' })
    const mark = connectors.getByRole('row', { name: /cards-eur/ }).getByText(said, { exact: true })
    await expect.element(mark).toHaveClass('mark', tone, { exact: true })
  })

  it('shows what does not exist yet, and why it cannot be loaded', async () => {
    const portal = mount(html`<portal-service-page></portal-service-page>`, {
      answers: { 'GET /operator/service': refusal(503) },
    })
    await expect.element(page.getByRole('alert')).toBeVisible()
    portal.answer({ 'GET /operator/service': NOTHING })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect.element(page.getByText('No provider is configured.')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Documentation: connectors' }))
      .toHaveAttribute('href', '/docs/connectors.html')
    await expect.element(page.getByText(/Not checked yet/)).toBeVisible()
  })
})

it('breaks no word of an action on a phone', async () => {
  await page.viewport(390, 844)
  const entry = {
    id: 'e-1',
    at: AT,
    action: 'authentication.refuse',
    merchant_id: null,
    merchant_name: null,
    actor: 'user',
    subject: 'user-2',
    subject_name: null,
    user_name: null,
    detail: { grant_type: 'client_credentials', address: 'a-value-that-is-longer-than-half-of-a-phone' },
  }
  mount(html`<portal-audit-page></portal-audit-page>`, {
    answers: { 'GET /operator/audit': { data: [entry], next_cursor: null } },
  })
  const action = page.getByRole('link', { name: 'Authentication failed' })
  await expect.element(action).toBeVisible()
  expect(action.element().getClientRects()).toHaveLength(2)
  await page.viewport(1280, 800)
})

describe('the pages of merchants', () => {
  const MERCHANT = {
    id: 'merchant-1',
    name: 'Mugs & More',
    status: 'ACTIVE',
    sandbox_id: null,
    managed_by: 'PORTAL',
    terminals: 2,
    created_at: AT,
  }
  const DETAILS = { ...MERCHANT, counts: { payments: 9, approved: 8, failed_requests: 1 }, users: [] }
  const ONE = 'GET /operator/merchants/merchant-1'
  const GO_LIVE = 'GET /operator/merchants/merchant-1/go-live'
  const openOne = (answers: NonNullable<MountOptions['answers']> = {}) =>
    mount(html`<portal-merchant-page .merchantId=${'merchant-1'}></portal-merchant-page>`, {
      answers: {
        [ONE]: DETAILS,
        [GO_LIVE]: { checks: [{ check: 'terminal_ready', done: false }] },
        ...answers,
      },
    })

  it('lists merchants, and adds one by a file that is JSON', async () => {
    const portal = mount(html`<portal-merchants-page></portal-merchants-page>`, {
      answers: {
        'GET /operator/merchants': { data: [MERCHANT], next_cursor: null },
        'POST /operator/merchants': { id: 'merchant-2', name: 'Harbour Books' },
      },
    })
    await expect
      .element(page.getByRole('link', { name: 'Mugs & More' }))
      .toHaveAttribute('href', '/merchants/merchant-1')
    await page.getByRole('button', { name: 'Add a merchant…' }).click()
    await userEvent.upload(dialog.getByLabelText('Merchant file'), new File(['x'], 'merchant.json'))
    await dialog.getByRole('button', { name: 'Add merchant' }).click()
    await expect.element(dialog).toMatchTextContent('not valid JSON')
    await expectAccessible()
    const file = new File(['{"id":"harbour"}'], 'merchant.json')
    await userEvent.upload(dialog.getByLabelText('Merchant file'), file)
    await dialog.getByRole('button', { name: 'Add merchant' }).click()
    await expect.poll(() => portal.visited).toEqual(['/merchants/merchant-2'])
    expect(portal.requests.find(({ name }) => name.startsWith('POST'))?.body).toEqual({ id: 'harbour' })
  })

  describe('with an owner', () => {
    const OWNERS = 'POST /operator/merchants/merchant-2/owners'
    const add = async (answers: NonNullable<MountOptions['answers']>) => {
      const portal = mount(html`<portal-merchants-page></portal-merchants-page>`, {
        answers: {
          'GET /operator/merchants': { data: [MERCHANT], next_cursor: null },
          'POST /operator/merchants': { id: 'merchant-2', name: 'Harbour Books' },
          ...answers,
        },
      })
      await page.getByRole('button', { name: 'Add a merchant…' }).click()
      await userEvent.upload(dialog.getByLabelText('Merchant file'), new File(['{}'], 'merchant.json'))
      await userEvent.fill(dialog.getByLabelText('Name'), 'Olga Owner')
      await userEvent.fill(dialog.getByLabelText('Email'), 'olga@shop.example')
      await dialog.getByRole('button', { name: 'Add merchant' }).click()
      return portal
    }

    it('adds a merchant, shows the link of its owner once, and leads to the merchant', async () => {
      const portal = await add({ [OWNERS]: { url: 'https://portal.example/link/1', expires_at: AT } })
      await expect.element(dialog).toMatchTextContent('https://portal.example/link/1')
      expect(portal.requests.find(({ name }) => name === OWNERS)?.body).toEqual({
        name: 'Olga Owner',
        email: 'olga@shop.example',
      })
      await expectAccessible()
      await dialog.getByRole('button', { name: 'Open Harbour Books' }).click()
      expect(portal.visited).toEqual(['/merchants/merchant-2'])
      await expect.element(page.getByText('https://portal.example/link/1')).not.toBeInTheDocument()
    })

    it.each([
      ['Name', 'Olga Owner', 'Email', 'Enter the email of the owner'],
      ['Email', 'olga@shop.example', 'Name', 'Enter the name of the owner'],
    ])('adds nothing for an owner of whom only the %s is given', async (given, value, missing, says) => {
      const portal = mount(html`<portal-merchants-page></portal-merchants-page>`, {
        answers: { 'GET /operator/merchants': { data: [MERCHANT], next_cursor: null } },
      })
      await page.getByRole('button', { name: 'Add a merchant…' }).click()
      await userEvent.upload(dialog.getByLabelText('Merchant file'), new File(['{}'], 'merchant.json'))
      await userEvent.fill(dialog.getByLabelText(given), value)
      await dialog.getByRole('button', { name: 'Add merchant' }).click()
      const field = dialog.getByLabelText(missing)
      await expect.element(field).toHaveAccessibleDescription(new RegExp(says))
      await expect.poll(() => field.element().matches(':focus')).toBe(true)
      expect(portal.requests.filter(({ name }) => name.startsWith('POST'))).toEqual([])
      await expectAccessible()
    })

    it('adds a merchant even if its owner is not invited, and reports it where one can be invited', async () => {
      const portal = await add({ [OWNERS]: refusal(409, { message: 'The person is there.' }) })
      await expect.poll(() => portal.visited).toEqual(['/merchants/merchant-2'])
      expect(portal.said).toEqual([
        'Harbour Books added, but the owner was not invited: The person is there.',
      ])
    })
  })

  it('invites an owner, and shows the link once', async () => {
    openOne({
      'POST /operator/merchants/merchant-1/owners': { url: 'https://portal.example/link/1', expires_at: AT },
    })
    await expect.element(page.getByText('Nobody yet. Invite an owner.')).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Invite an owner…' }).click()
    await userEvent.fill(dialog.getByLabelText('Name'), 'Olga Owner')
    await userEvent.fill(dialog.getByLabelText('Email'), 'olga@shop.example')
    await dialog.getByRole('button', { name: 'Create invitation' }).click()
    await expect.element(dialog).toMatchTextContent('https://portal.example/link/1')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect.element(page.getByText('https://portal.example/link/1')).not.toBeInTheDocument()
  })

  it('asks for a reason before payments are viewed, and shows why that failed', async () => {
    const portal = openOne({ 'POST /operator/merchants/merchant-1/view': refusal(503) })
    await page.getByRole('button', { name: 'View payments…' }).click()
    await userEvent.fill(dialog.getByLabelText('Reason'), REASON)
    await dialog.getByRole('button', { name: 'View for 30 minutes' }).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(/cannot be reached/)
    expect(portal.requests.find(({ name }) => name.startsWith('POST'))?.body).toEqual({ reason: REASON })
  })

  it('approves a merchant once nothing is missing', async () => {
    const portal = openOne()
    const approve = page.getByRole('button', { name: 'Approve and save file' })
    await expect.element(approve).toBeDisabled()
    await expect.element(page.getByRole('listitem')).toMatchTextContent(/Missing.*A terminal is active/)
    document.body.querySelector('main')?.remove()
    expect(portal.requests).toHaveLength(2)
    const ready = openOne({
      [GO_LIVE]: { checks: [{ check: 'terminal_ready', done: true }] },
      'POST /operator/merchants/merchant-1/go-live': refusal(409, {
        message: 'The merchant has not completed yet: x.',
      }),
    })
    await approve.click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('has not completed yet')
    ready.answer({ 'POST /operator/merchants/merchant-1/go-live': { file: { merchants: [] } } })
    const saved = watchDownloads()
    await approve.click()
    await expect.poll(() => ready.said).toEqual(['Approved. The file is saved.'])
    expect(saved).toEqual(['merchant.json'])
  })

  it('offers no approval in production, and shows why a merchant cannot be loaded', async () => {
    mount(html`<portal-merchant-page .merchantId=${'merchant-1'}></portal-merchant-page>`, {
      answers: { [ONE]: DETAILS },
      session: { environment: 'production' },
    })
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Mugs & More')
    await expect.element(page.getByRole('heading', { name: 'Going live' })).not.toBeInTheDocument()
    openOne({ [ONE]: refusal(503) })
    await expect.element(page.getByRole('alert')).toBeVisible()
  })

  it('shows that a merchant does not exist, and links to the list', async () => {
    openOne({ [ONE]: refusal(404) })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Merchant not found' })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'All merchants' }))
      .toHaveAttribute('href', '/merchants')
    expect(page.getByRole('alert').elements()).toEqual([])
    await expectAccessible()
  })
})
