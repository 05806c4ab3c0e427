import type { WebhookDelivery, WebhookSubscription } from '@sluice/types'
import { WEBHOOK_EVENTS } from '@sluice/types/vocabulary'
import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './webhooks-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { makePayment } from '../testing/make-payment.ts'
import { mount, type MountOptions, refusal } from '../testing/mount.ts'
import { emptySettings } from '../testing/settings.ts'

const URL = 'https://shop.example/webhooks'
const SUBSCRIPTION = {
  id: 'orders',
  url: URL,
  filters: ['*'],
  status: 'ACTIVE',
  disabled_reason: null,
  failing_since: null,
  previous_secret_valid_until: null,
  laboratory: null,
} as unknown as WebhookSubscription
const DELIVERY = {
  id: 'delivery-1',
  event: 'transaction-svc:transaction:purchase:approved',
  status: 'FAILED',
  last_status: 503,
  attempt_count: 4,
  created_at: '2026-11-30T00:00:00Z',
} as unknown as WebhookDelivery

const LIST = 'GET /api/webhooks/subscriptions'
const DELIVERIES = 'GET /api/webhooks/deliveries'
const REPLAY = 'POST /api/webhooks/deliveries/replay'
const FAULTS = 'POST /simulators/webhooks/subscriptions/orders/laboratory'

const dialog = page.getByRole('dialog')
const button = (name: string | RegExp) => page.getByRole('button', { name })
const inDialog = (name: string) => dialog.getByRole('button', { name })
const subscriptions = page.getByRole('region', { name: 'Subscriptions' })

const listOf = (...all: readonly object[]) => ({ [LIST]: { subscriptions: all } })
const deliveriesOf = (...deliveries: readonly object[]) => ({
  [DELIVERIES]: { deliveries, next_cursor: null },
})

function open(
  answers: NonNullable<MountOptions['answers']> = {},
  { query = '', ...options }: Omit<MountOptions, 'answers'> & { readonly query?: string } = {},
) {
  return mount(html`<portal-webhooks-page .query=${new URLSearchParams(query)}></portal-webhooks-page>`, {
    ...options,
    answers: { 'GET /settings': emptySettings(), ...listOf(SUBSCRIPTION), ...deliveriesOf(), ...answers },
  })
}

describe('the subscriptions of the page of webhooks', () => {
  it('lists where events go, which ones, and what is wrong', async () => {
    const failing = { ...SUBSCRIPTION, id: 'second', url: `${URL}/2`, failing_since: '2026-11-29T00:00:00Z' }
    open(listOf(SUBSCRIPTION, failing, { ...SUBSCRIPTION, id: 'gone', disabled_reason: 'REMOVED' }))
    await expect.element(subscriptions.getByRole('listitem').nth(1)).toMatchTextContent('Failing since')
    await expect
      .element(subscriptions.getByRole('listitem').first())
      .toMatchTextContent(/Active.*Sends: final result of every payment/)
    expect(subscriptions.getByRole('listitem').elements()).toHaveLength(2)
    await expectAccessible()
  })

  it('opens the form of a new one when the checklist leads here, and leads back, for people who may create one', async () => {
    const view = html`<portal-webhooks-page
      .query=${new URLSearchParams()}
      .opensForm=${true}
    ></portal-webhooks-page>`
    const answers = {
      'GET /settings': emptySettings(),
      ...listOf(),
      ...deliveriesOf(),
      'POST /subscriptions': { secret: 'whsec_new' },
    }
    const portal = mount(view, { answers })
    await userEvent.fill(dialog.getByLabelText('URL'), URL)
    await inDialog('Create subscription').click()
    await inDialog('Back to the checklist').click()
    expect(portal.visited).toEqual(['/overview'])
    document.body.querySelector('main')?.remove()
    mount(view, { answers, actions: ['listWebhookSubscriptions', 'listWebhookDeliveries'] })
    await expect.element(page.getByRole('heading', { name: 'No deliveries yet' })).toBeVisible()
    expect(dialog.elements()).toEqual([])
  })

  it('creates one, and shows its secret once', async () => {
    const portal = open({ ...listOf(), 'POST /subscriptions': { secret: 'whsec_new' } })
    await button('New subscription…').click()
    await userEvent.fill(dialog.getByLabelText('URL'), ` ${URL} `)
    await expectAccessible()
    portal.answer(listOf(SUBSCRIPTION))
    await inDialog('Create subscription').click()
    await expect.element(dialog.getByText('whsec_new')).toBeVisible()
    expect(portal.requests.find(({ name }) => name === 'POST /subscriptions')?.body).toEqual({
      url: URL,
      filters: ['*'],
    })
    await expectAccessible()
    await inDialog('Done').click()
    await expect.element(page.getByText('whsec_new')).not.toBeInTheDocument()
    await expect.element(subscriptions).toMatchTextContent(URL)
  })

  it('shows problems at their fields', async () => {
    open({
      'POST /subscriptions': refusal(422, {
        errors: [
          { property: 'url', message: 'must begin with https://' },
          { property: 'filters[0]', message: 'are not all yours' },
        ],
      }),
    })
    await button('New subscription…').click()
    await inDialog('Create subscription').click()
    await expect.element(dialog).toMatchTextContent(/URL must begin with https/)
    const events = dialog.getByRole('group', { name: 'Events' })
    await expect.element(events).toMatchTextContent('Events are not all yours.')
    await expect.element(events).not.toMatchTextContent('at least one')
    await expect.poll(() => dialog.getByLabelText('URL').element().matches(':focus')).toBe(true)
    await expectAccessible()
  })

  it('asks for an event at the events where none is chosen, and sends nothing', async () => {
    const portal = open()
    await button('New subscription…').click()
    await dialog.getByRole('checkbox', { name: /^Final result/ }).click()
    await inDialog('Create subscription').click()
    await expect
      .element(dialog.getByRole('group', { name: 'Events' }))
      .toMatchTextContent('Select at least one event.')
    expect(portal.requests.filter(({ name }) => name.startsWith('POST'))).toEqual([])
    await expectAccessible()
  })

  it('keeps each event of a subscription that a program created', async () => {
    const portal = open({
      ...listOf({ ...SUBSCRIPTION, filters: [...WEBHOOK_EVENTS] }),
      'POST /subscriptions/orders': {},
    })
    await button(`Edit… ${URL}`).click()
    await inDialog('Save').click()
    await expect.poll(() => portal.said).toHaveLength(1)
    expect(portal.requests.find(({ name }) => name === 'POST /subscriptions/orders')?.body).toEqual({
      url: URL,
      filters: expect.arrayContaining([...WEBHOOK_EVENTS]) as unknown,
    })
  })

  it('edits one', async () => {
    const portal = open({ 'POST /subscriptions/orders': {} })
    await button(`Edit… ${URL}`).click()
    await userEvent.fill(dialog.getByLabelText('URL'), `${URL}/2`)
    await dialog.getByRole('checkbox', { name: /^Final result/ }).click()
    await dialog.getByRole('checkbox', { name: 'Approved', exact: true }).click()
    await inDialog('Save').click()
    await expect.poll(() => portal.said).toEqual(['Saved. The change applies to events from now on.'])
    expect(portal.requests.find(({ name }) => name === 'POST /subscriptions/orders')?.body).toEqual({
      url: `${URL}/2`,
      filters: ['transaction:approved'],
    })
  })

  it.each([
    ['Disable…', 'Disable', 'POST /subscriptions/orders/disable', 'Subscription disabled.'],
    ['Remove…', 'Remove subscription', 'DELETE /subscriptions/orders', 'Subscription removed.'],
  ])('asks before %s', async (label, confirm, request, said) => {
    const portal = open({ [request]: refusal(409, { message: 'It was changed.' }) })
    await button(`${label} ${URL}`).click()
    await expect.element(dialog).toMatchTextContent(URL)
    await inDialog(confirm).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('It was changed.')
    portal.answer({ [request]: {} })
    await inDialog(confirm).click()
    await expect.poll(() => portal.said).toEqual([said])
  })

  it('enables one that is disabled, and shows why that failed', async () => {
    const request = 'POST /api/webhooks/subscriptions/orders/enable'
    const disabled = { ...SUBSCRIPTION, status: 'DISABLED', disabled_reason: 'FAILING' }
    const portal = open({ ...listOf(disabled), [request]: refusal(503) })
    await expect.element(subscriptions).toMatchTextContent(/Every delivery failed for days/)
    await button(`Enable ${URL}`).click()
    await expect.poll(() => portal.said).toEqual([expect.stringContaining('cannot be reached')])
    portal.answer({ ...listOf(SUBSCRIPTION), [request]: {} })
    await button(`Enable ${URL}`).click()
    await expect.element(subscriptions.getByText('Active')).toBeVisible()
  })

  it('rotates a secret, and shows the new one', async () => {
    open({
      'POST /api/webhooks/subscriptions/orders/rotate-secret': {
        secret: 'whsec_second',
        previous_secret_valid_until: '2026-12-01T00:00:00Z',
      },
    })
    await button(`Rotate secret… ${URL}`).click()
    await inDialog('Rotate secret').click()
    await expect.element(dialog.getByText('whsec_second')).toBeVisible()
    await expect.element(dialog).toMatchTextContent('The previous secret works until')
  })

  it('simulates faults for one, and turns them off without checking the fields', async () => {
    const laboratory = { duplicate: 0.5, reorder: 0, drop: 0, delay_seconds: 0, seed: null }
    const portal = open({ ...listOf({ ...SUBSCRIPTION, laboratory }), [FAULTS]: {} })
    await expect.element(subscriptions).toMatchTextContent('Faults: 50 % duplicated')
    await button(`Faults… ${URL}`).click()
    await expect.element(dialog.getByLabelText('Duplicates, in percent')).toHaveValue(50)
    await userEvent.fill(dialog.getByLabelText('Delay, in seconds of the test clock'), '60')
    await expectAccessible()
    await inDialog('Save').click()
    await expect.poll(() => portal.said).toEqual(['Faults saved.'])
    await button(`Faults… ${URL}`).click()
    await userEvent.clear(dialog.getByLabelText('Delay, in seconds of the test clock'))
    await inDialog('Turn all off').click()
    const sent = () => portal.requests.filter(({ name }) => name === FAULTS).map(({ body }) => body)
    await expect.poll(sent).toEqual([{ duplicate: 0.5, delay_seconds: 60 }, {}])
  })

  it('refuses a seed without a fault at its field, and still turns all off', async () => {
    const laboratory = { duplicate: 0.5, reorder: 0, drop: 0, delay_seconds: 0, seed: 'run 1' }
    const portal = open({ ...listOf({ ...SUBSCRIPTION, laboratory }), [FAULTS]: {} })
    await button(`Faults… ${URL}`).click()
    await userEvent.fill(dialog.getByLabelText('Duplicates, in percent'), '0')
    await inDialog('Save').click()
    const seed = dialog.getByLabelText('Seed')
    await expect.element(seed).toHaveAccessibleDescription(/A seed needs a fault/)
    await expect.poll(() => seed.element().matches(':focus')).toBe(true)
    await expectAccessible()
    expect(portal.requests.filter(({ name }) => name === FAULTS)).toEqual([])
    await inDialog('Turn all off').click()
    await expect.poll(() => portal.said).toEqual(['Faults saved.'])
    expect(portal.requests.find(({ name }) => name === FAULTS)?.body).toEqual({})
  })

  it('sends the event of a payment as a test, and shows an unknown id at its field', async () => {
    const request = 'POST /simulators/webhooks/subscriptions/orders/messages'
    const portal = open({
      'GET /api/transactions': { data: [makePayment()] },
      [request]: refusal(422, { errors: [{ property: 'transaction_id', message: 'is unknown' }] }),
    })
    await button(`Test message… ${URL}`).click()
    await expect
      .element(dialog.getByLabelText('Payment', { exact: true }))
      .toMatchTextContent(/order-1001 · Purchase · Approved/)
    await userEvent.fill(dialog.getByLabelText('Or the ID of another payment'), 'nowhere')
    await inDialog('Send').click()
    await expect.element(dialog).toMatchTextContent(/Payment is unknown/)
    await userEvent.clear(dialog.getByLabelText('Or the ID of another payment'))
    portal.answer({ [request]: { id: 'sent-1' } })
    await inDialog('Send').click()
    await expect.poll(() => portal.visited).toEqual(['/webhooks/sent-1'])
    expect(portal.requests.findLast(({ name }) => name === request)?.body).toEqual({
      transaction_id: makePayment().id,
    })
  })

  it('links to the test tools while no payment has ended', async () => {
    open({ 'GET /api/transactions': { data: [makePayment({ status: 'PENDING' })] } })
    await button(`Test message… ${URL}`).click()
    await expect.element(dialog).toMatchTextContent('No payment has a final status yet.')
    await expect.element(dialog.getByLabelText('Or the ID of another payment')).toBeRequired()
  })

  it('explains what a subscription does', async () => {
    open(listOf())
    await expect.element(page.getByRole('heading', { name: 'No subscriptions yet' })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Guide: receive webhooks' }))
      .toHaveAttribute('href', '/docs/guides/webhooks.html')
    await expectAccessible()
  })

  it('offers no change of what the configuration file manages', async () => {
    open({ 'GET /settings': emptySettings({}, { managed_by: 'FILE' }) })
    await expect.element(button(`Rotate secret… ${URL}`)).toBeVisible()
    expect(button(/Edit|Disable|Remove|New subscription/).elements()).toEqual([])
  })

  it('offers a person only what the roles allow', async () => {
    open({}, { actions: ['enableWebhookSubscription', 'rotateWebhookSecret'] })
    await expect.element(button(`Rotate secret… ${URL}`)).toBeVisible()
    expect(subscriptions.getByRole('button').elements()).toHaveLength(1)
  })

  it.each([LIST, 'GET /settings'])('shows why %s failed, and loads again', async (name) => {
    const portal = open({ [name]: refusal(503) })
    await expect.element(subscriptions.getByRole('alert')).toBeVisible()
    portal.answer({ ...listOf(SUBSCRIPTION), 'GET /settings': emptySettings() })
    await subscriptions.getByRole('button', { name: 'Try again' }).click()
    await expect.element(button(`Edit… ${URL}`)).toBeVisible()
  })
})

describe('the deliveries of the page of webhooks', () => {
  const region = page.getByRole('region', { name: 'Deliveries' })

  it('lists them, and links to one and to older ones', async () => {
    const portal = open(
      { [DELIVERIES]: { deliveries: [DELIVERY], next_cursor: 'older' } },
      { query: 'status=FAILED&cursor=here' },
    )
    await expect
      .element(region.getByRole('link', { name: 'Purchase approved' }))
      .toHaveAttribute('href', '/webhooks/delivery-1')
    await expect.element(region.getByRole('row').nth(1)).toMatchTextContent(/Failed.*HTTP 503/)
    await expect
      .element(region.getByRole('link', { name: 'Older' }))
      .toHaveAttribute('href', '/webhooks?status=FAILED&cursor=older')
    expect(portal.requests.find(({ name }) => name === DELIVERIES)?.query.get('cursor')).toBe('here')
    await expectAccessible()
  })

  it('resends those that are selected, and shows why that failed', async () => {
    const portal = open({ ...deliveriesOf(DELIVERY), [REPLAY]: refusal(503) })
    await expect.element(button('Resend selected')).toBeDisabled()
    await region.getByRole('checkbox').click()
    await button('Resend 1 selected').click()
    await expect.element(region.getByRole('alert')).toMatchTextContent(/cannot be reached/)
    portal.answer({ [REPLAY]: { replayed: 1, has_more: false } })
    await button('Resend 1 selected').click()
    await expect.poll(() => portal.said).toEqual(['Resending 1 message.'])
    const sent = portal.requests.filter(({ name }) => name === REPLAY)
    expect(sent.map(({ body }) => body)).toEqual(Array(2).fill({ delivery_ids: ['delivery-1'] }))
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    await expect.element(region.getByRole('checkbox')).not.toBeChecked()
  })

  it('resends all that failed since a time, and shows why that failed', async () => {
    const portal = open({ [REPLAY]: refusal(503) })
    await button('Resend failed…').click()
    await userEvent.fill(dialog.getByLabelText('Since'), '2026-11-01T00:00')
    await inDialog('Resend').click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(/cannot be reached/)
    await expectAccessible()
    let parts = 0
    portal.answer({ [REPLAY]: () => ({ replayed: 2, has_more: (parts += 1) < 2 }) })
    await inDialog('Resend').click()
    await expect.poll(() => portal.said).toEqual(['Resending 4 messages.'])
    expect(portal.requests.findLast(({ name }) => name === REPLAY)?.body).toEqual({
      failed: true,
      from: new Date('2026-11-01T00:00').toISOString(),
    })
  })

  it('explains when messages appear', async () => {
    open()
    await expect.element(page.getByRole('heading', { name: 'No deliveries yet' })).toBeVisible()
    await expectAccessible()
  })

  it('shows why they cannot be loaded', async () => {
    open({ [DELIVERIES]: refusal(503) })
    await expect.element(region.getByRole('alert')).toMatchTextContent(/cannot be reached/)
  })
})
