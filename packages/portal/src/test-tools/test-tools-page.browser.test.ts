import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './test-tools-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { mount, type MountOptions, refusal } from '../testing/mount.ts'

const AT = '2026-11-30T00:00:00Z'
const OWN = { sandbox_id: 'own', merchant_id: 'merchant-1', name: 'Own', created_at: AT }
const OTHER = { sandbox_id: 'other', merchant_id: 'merchant-2', name: 'Other', created_at: AT }
const SNAPSHOT = { name: 'before', taken_at: AT, transactions: 7 }
const SUBSCRIPTION = { id: 'orders', url: 'https://shop.example', disabled_reason: null, laboratory: null }

const SANDBOX = '/simulators/sandboxes/own'
const CREATE = 'POST /simulators/sandboxes'
const PAY = 'POST /api/hosted-payment-page'
const ADVANCE = 'POST /simulators/clock'
const FAULTS = `GET ${SANDBOX}/faults`
const TURN_ON = `POST ${SANDBOX}/faults`
const SNAPSHOTS = `GET ${SANDBOX}/snapshots`
const SUBSCRIPTIONS = 'GET /api/webhooks/subscriptions'
const LABORATORY = 'POST /simulators/webhooks/subscriptions/orders/laboratory'

const ANSWERS = {
  'GET /simulators/sandboxes': { data: [OWN, OTHER] },
  [`GET ${SANDBOX}`]: { ...OWN, terminal_id: 'T00000000001' },
  'GET /simulators/clock': { now: AT },
  [SNAPSHOTS]: { data: [SNAPSHOT] },
  [FAULTS]: { data: [], provider_ids: ['sim-a'] },
  [SUBSCRIPTIONS]: { subscriptions: [SUBSCRIPTION] },
}

const dialog = page.getByRole('dialog')
const region = (name: string) => page.getByRole('region', { name, exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const inDialog = (name: string) => dialog.getByRole('button', { name })

const open = (answers: NonNullable<MountOptions['answers']> = {}) =>
  mount(html`<portal-test-tools-page></portal-test-tools-page>`, { answers: { ...ANSWERS, ...answers } })

describe('the page of test tools', () => {
  it('shows every tool of the sandbox', async () => {
    open()
    await expect.element(region('Test clock')).toBeVisible()
    await expect.element(region('Snapshots').getByRole('row').nth(1)).toMatchTextContent(/before.*7/)
    await expect.element(region('Sandboxes').getByRole('row', { name: /Own/ })).toMatchTextContent('Current')
    await expect.element(region('Webhook faults').getByRole('checkbox').first()).toBeVisible()
    await expectAccessible()
  })

  it('shows why a merchant that is not a sandbox has none', async () => {
    open({ 'GET /simulators/sandboxes': { data: [OTHER] } })
    await expect.element(page.getByRole('heading', { name: 'This merchant is not a sandbox' })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Guide: test your integration' }))
      .toHaveAttribute('href', '/docs/guides/test.html')
    await expectAccessible()
  })

  it('shows why it cannot be loaded, and loads again', async () => {
    const portal = open({ [`GET ${SANDBOX}`]: refusal(503) })
    await expect.element(page.getByRole('alert')).toMatchTextContent(/cannot be reached/)
    portal.answer(ANSWERS)
    await button('Try again').click()
    await expect.element(region('Test clock')).toBeVisible()
  })
})

it.each([
  ['the test clock', 'Test clock', 'GET /simulators/clock'],
  ['snapshots', 'Snapshots', SNAPSHOTS],
  ['faults of the sandbox', 'Sandbox faults', FAULTS],
  ['faults of webhooks', 'Webhook faults', SUBSCRIPTIONS],
])('%s show why they cannot be loaded, and are loaded again', async (_, tool, request) => {
  const portal = open({ [request]: refusal(503) })
  await expect.element(region(tool).getByRole('alert')).toMatchTextContent(/cannot be reached/)
  portal.answer(ANSWERS)
  await region(tool).getByRole('button', { name: 'Try again' }).click()
  await expect.element(region(tool).getByRole('alert')).not.toBeInTheDocument()
})

/** A form's request, whose outcome is unknown after the first try. */
const FORMS: readonly (readonly [string, string, string, () => Promise<void>])[] = [
  [
    'a test payment',
    PAY,
    'Create payment page',
    () => userEvent.selectOptions(page.getByLabelText('Scenario'), 'Declined: insufficient funds'),
  ],
  [
    'the test clock',
    ADVANCE,
    'Advance clock',
    () => userEvent.selectOptions(page.getByLabelText('Advance by'), '1 hour 1 second'),
  ],
  [
    'snapshots',
    `POST ${SANDBOX}/snapshots`,
    'Take snapshot',
    () => userEvent.fill(page.getByLabelText('Snapshot name'), 'after'),
  ],
  [
    'faults of the sandbox',
    TURN_ON,
    'Turn fault on',
    () =>
      userEvent.selectOptions(page.getByLabelText('Fault', { exact: true }), 'Provider sim-a is unreachable'),
  ],
]

it.each(FORMS)(
  '%s: another request after an unknown outcome has another key',
  async (_, name, send, change) => {
    const portal = open({ [name]: refusal(503) })
    await userEvent.fill(page.getByLabelText('Snapshot name'), 'before')
    const keys = () => portal.requests.filter((request) => request.name === name).map(({ key }) => key)
    await button(send).click()
    await expect.poll(keys).toHaveLength(1)
    await expect.element(page.getByRole('alert')).toBeVisible()
    await change()
    await button(send).click()
    await expect.poll(keys).toHaveLength(2)
    expect(new Set(keys()).size).toBe(2)
  },
)

describe('a test payment', () => {
  it('creates a payment page for a scenario, and leads to it and to the payment', async () => {
    const portal = open({ [PAY]: { redirect_url: 'https://pay.example/1' } })
    await userEvent.selectOptions(page.getByLabelText('Scenario'), 'Declined: insufficient funds')
    await button('Create payment page').click()
    await expect
      .element(page.getByRole('link', { name: 'Pay in a new tab' }))
      .toHaveAttribute('href', 'https://pay.example/1')
    const { body } = portal.requests.find(({ name }) => name === PAY) ?? {}
    expect(body).toMatchObject({
      terminal_id: 'T00000000001',
      metadata: { simulated_flow: 'NO_3DS', response_code: '1004' },
    })
    const { reference } = body as { readonly reference: string }
    await expect
      .element(page.getByRole('link', { name: 'Show the payment' }))
      .toHaveAttribute('href', `/payments?reference=${reference}`)
    await expectAccessible()
  })

  it('shows why no page was created', async () => {
    open({ [PAY]: refusal(503) })
    await button('Create payment page').click()
    await expect.element(region('Test payment').getByRole('alert')).toMatchTextContent(/cannot be reached/)
  })
})

describe('the test clock', () => {
  it('is advanced, and the header shows it', async () => {
    const portal = open({ [ADVANCE]: { now: AT, due: 3 } })
    await userEvent.selectOptions(page.getByLabelText('Advance by'), '1 hour 1 second')
    await button('Advance clock').click()
    await expect.poll(() => portal.said).toEqual(['Clock advanced by 1 hour 1 second. Due actions run: 3.'])
    expect(portal.requests.find(({ name }) => name === ADVANCE)?.body).toEqual({ advance_seconds: 3_601 })
    await expect.poll(portal.renewals).toBe(1)
  })

  it('shows why it was not advanced, and repeats the same', async () => {
    const portal = open({ [ADVANCE]: refusal(503) })
    await button('Advance clock').click()
    await expect.element(region('Test clock').getByRole('alert')).toMatchTextContent(/cannot be reached/)
    portal.answer({ [ADVANCE]: { now: AT, due: 0 } })
    await button('Advance clock').click()
    await expect.poll(() => portal.said).toHaveLength(1)
    const keys = portal.requests.filter(({ name }) => name === ADVANCE).map(({ key }) => key)
    expect(new Set(keys).size).toBe(1)
  })
})

describe('snapshots', () => {
  const TAKE = `POST ${SANDBOX}/snapshots`

  it('are taken, and the problem of a name is shown', async () => {
    const portal = open({ [TAKE]: refusal(409, { message: 'There is one of this name.' }) })
    await userEvent.fill(page.getByLabelText('Snapshot name'), 'before')
    await button('Take snapshot').click()
    await expect.element(region('Snapshots').getByRole('alert')).toMatchTextContent('There is one')
    await userEvent.fill(page.getByLabelText('Snapshot name'), 'after')
    portal.answer({ [TAKE]: {} })
    await button('Take snapshot').click()
    await expect.poll(() => portal.said).toEqual(['Snapshot after taken.'])
    await expect.element(page.getByLabelText('Snapshot name')).toHaveValue('')
    expect(portal.requests.findLast(({ name }) => name === TAKE)?.body).toEqual({ name: 'after' })
  })

  it.each([
    ['Restore… before', 'Restore snapshot', `POST ${SANDBOX}/snapshots/before/restore`, /before restored/],
    ['Remove… before', 'Remove snapshot', `DELETE ${SANDBOX}/snapshots/before`, /before removed/],
    ['Reset sandbox…', 'Reset sandbox', `POST ${SANDBOX}/reset`, /Sandbox reset/],
  ])('%s asks first, and shows why it failed', async (label, confirm, request, said) => {
    const portal = open({ [request]: refusal(503) })
    await button(label).click()
    await inDialog(confirm).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(/cannot be reached/)
    await expectAccessible()
    portal.answer({ [request]: {} })
    await inDialog(confirm).click()
    await expect.poll(() => portal.said).toEqual([expect.stringMatching(said)])
    await expect.poll(portal.renewals).toBe(1)
  })

  it('are explained while there are none', async () => {
    open({ [SNAPSHOTS]: { data: [] } })
    await expect.element(page.getByRole('heading', { name: 'No snapshots yet' })).toBeVisible()
  })
})

describe('faults of the sandbox', () => {
  const until = new Date(Date.now() + 600_000).toISOString()
  const ON = { kind: 'PROVIDER_OUTAGE', provider_ids: ['sim-a'], until }

  it('are turned on for a while, and off', async () => {
    const off = `DELETE ${SANDBOX}/faults/PROVIDER_OUTAGE`
    const portal = open({ [TURN_ON]: {}, [off]: {} })
    await expect.element(region('Sandbox faults')).toMatchTextContent(/No faults are on/)
    await userEvent.selectOptions(
      page.getByLabelText('Fault', { exact: true }),
      'Provider sim-a is unreachable',
    )
    portal.answer({ [FAULTS]: { data: [ON], provider_ids: ['sim-a'] } })
    await button('Turn fault on').click()
    await expect
      .element(region('Sandbox faults').getByRole('row').nth(1))
      .toMatchTextContent(/Provider sim-a is unreachable until/)
    expect(portal.requests.find(({ name }) => name === TURN_ON)?.body).toEqual({
      kind: 'PROVIDER_OUTAGE',
      provider_ids: ['sim-a'],
      duration_seconds: 600,
    })
    await expectAccessible()
    portal.answer({ [FAULTS]: { data: [], provider_ids: [] } })
    await button('Turn off Provider sim-a is unreachable').click()
    await expect.poll(() => portal.said).toEqual(['Fault turned on.', 'Fault turned off.'])
    await expect.poll(portal.renewals).toBe(2)
  })

  it('disappear when they expire', async () => {
    const portal = open({ [FAULTS]: { data: [{ ...ON, until: AT }], provider_ids: [] } })
    await expect.element(region('Sandbox faults').getByRole('row').nth(1)).toBeVisible()
    portal.answer({ [FAULTS]: { data: [], provider_ids: [] } })
    await expect.element(region('Sandbox faults')).toMatchTextContent(/No faults are on/)
    expect(portal.renewals()).toBe(1)
  })

  it('show why they cannot be turned on', async () => {
    open({ [TURN_ON]: refusal(403) })
    await button('Turn fault on').click()
    await expect
      .element(region('Sandbox faults').getByRole('alert'))
      .toMatchTextContent('Your role does not allow this.')
  })
})

describe('faults of webhooks', () => {
  const lose = page.getByRole('checkbox', { name: /^Loss/ })

  it('are switched on and off for a subscription', async () => {
    const portal = open({ [LABORATORY]: {} })
    const laboratory = { duplicate: 0, reorder: 0, drop: 1, delay_seconds: 0, seed: null }
    await expect.element(lose).not.toBeChecked()
    portal.answer({ [SUBSCRIPTIONS]: { subscriptions: [{ ...SUBSCRIPTION, laboratory }] } })
    await lose.click()
    await expect.poll(() => portal.said).toEqual(['Webhook faults turned on.'])
    await lose.click()
    await expect.poll(() => portal.said.at(-1)).toBe('Webhook faults turned off.')
    const sent = portal.requests.filter(({ name }) => name === LABORATORY)
    expect(sent.map(({ body }) => body)).toEqual([{ drop: true }, {}])
    expect(portal.renewals()).toBe(2)
  })

  it('are off again if switching on failed', async () => {
    open({ [LABORATORY]: refusal(503) })
    await lose.click()
    await expect.element(region('Webhook faults').getByRole('alert')).toMatchTextContent(/cannot be reached/)
    await expect.element(lose).not.toBeChecked()
  })

  it('need a subscription', async () => {
    open({ [SUBSCRIPTIONS]: { subscriptions: [{ ...SUBSCRIPTION, disabled_reason: 'REMOVED' }] } })
    await expect
      .element(page.getByRole('link', { name: 'Create a subscription' }))
      .toHaveAttribute('href', '/webhooks')
  })
})

describe('sandboxes', () => {
  it('are created, and their credentials are shown once', async () => {
    const portal = open({ [CREATE]: refusal(422, { errors: [{ property: 'name', message: 'is taken' }] }) })
    await button('New sandbox…').click()
    await userEvent.fill(dialog.getByLabelText('Name'), 'Third')
    await inDialog('Create sandbox').click()
    await expect.element(dialog).toMatchTextContent(/Name is taken/)
    const third = { ...OTHER, sandbox_id: 'third', name: 'Third' }
    portal.answer({
      [CREATE]: { ...third, env: 'SLUICE_CLIENT_SECRET=s3cret' },
      'GET /simulators/sandboxes': { data: [OWN, OTHER, third] },
    })
    await inDialog('Create sandbox').click()
    await expect.element(dialog.getByText('SLUICE_CLIENT_SECRET=s3cret')).toBeVisible()
    await expectAccessible()
    expect(portal.requests.findLast(({ name }) => name === CREATE)?.body).toEqual({ name: 'Third' })
    await inDialog('Done').click()
    await expect.element(page.getByText('SLUICE_CLIENT_SECRET=s3cret')).not.toBeInTheDocument()
    await expect.element(region('Sandboxes').getByRole('row', { name: /Third/ })).toBeVisible()
  })

  it('are removed after confirmation, except the current one', async () => {
    const portal = open({ 'DELETE /simulators/sandboxes/other': {} })
    await expect.element(region('Sandboxes').getByRole('row', { name: /Own/ })).toBeVisible()
    expect(
      region('Sandboxes')
        .getByRole('button', { name: /Remove/ })
        .elements(),
    ).toHaveLength(1)
    await button('Remove… Other').click()
    portal.answer({ 'GET /simulators/sandboxes': { data: [OWN] } })
    await inDialog('Remove sandbox').click()
    await expect.poll(() => portal.said).toEqual(['Other removed.'])
    await expect.element(region('Sandboxes').getByRole('row', { name: /Other/ })).not.toBeInTheDocument()
  })
})
