import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './webhooks-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { mount, type MountOptions, refusal } from '../testing/mount.ts'
import { emptySettings } from '../testing/settings.ts'

const SUBSCRIPTIONS = 'GET /api/webhooks/subscriptions'
const DELIVERIES = 'GET /api/webhooks/deliveries'
const SUBSCRIPTION = {
  id: 'orders',
  url: 'https://shop.example/webhooks',
  filters: ['*'],
  status: 'ACTIVE',
  disabled_reason: null,
  failing_since: null,
  previous_secret_valid_until: null,
  laboratory: null,
}
const APPROVED = 'transaction-svc:transaction:purchase:approved'

const opener = page.getByRole('button', { name: 'Filters' })
const panel = page.getByRole('dialog', { name: 'Filter deliveries' })
const chips = page.getByRole('list', { name: 'Active filters' })

const open = (query = '', answers: NonNullable<MountOptions['answers']> = {}) =>
  mount(html`<portal-webhooks-page .query=${new URLSearchParams(query)}></portal-webhooks-page>`, {
    answers: {
      'GET /settings': emptySettings(),
      [SUBSCRIPTIONS]: { subscriptions: [SUBSCRIPTION] },
      [DELIVERIES]: { deliveries: [], next_cursor: null },
      ...answers,
    },
  })

describe('the filters of deliveries', () => {
  it('offer subscriptions by address and events by words, and write what is chosen into the address', async () => {
    const portal = open()
    await opener.click()
    await userEvent.selectOptions(panel.getByLabelText('Status'), 'Failed')
    await userEvent.selectOptions(panel.getByLabelText('Event'), 'Purchase approved')
    await userEvent.selectOptions(panel.getByLabelText('Subscription'), SUBSCRIPTION.url)
    await userEvent.fill(panel.getByLabelText('Payment ID'), 't-1')
    await userEvent.fill(panel.getByLabelText('From'), '2026-11-01')
    await userEvent.fill(panel.getByLabelText('To'), '2026-11-30')
    await expectAccessible()
    await panel.getByRole('button', { name: 'Apply' }).click()
    const query = new URLSearchParams({
      status: 'FAILED',
      event: APPROVED,
      subscription_id: 'orders',
      transaction_id: 't-1',
      from: '2026-11-01',
      to: '2026-11-30',
    })
    expect(portal.visited).toEqual([`/webhooks?${query}`])
  })

  it('are asked of the gateway with whole days, and listed by name with a way to remove each', async () => {
    const query = `event=${APPROVED}&subscription_id=orders&from=2026-11-01&to=2026-11-30&cursor=here`
    const portal = open(query)
    await expect.element(chips).toMatchTextContent('Event: Purchase approved')
    await expect.element(chips).toMatchTextContent(`Subscription: ${SUBSCRIPTION.url}`)
    await expect.element(chips).toMatchTextContent('From: 1 Nov 2026')
    await expect
      .element(chips.getByRole('link', { name: 'Remove the filter Event' }))
      .toHaveAttribute('href', '/webhooks?subscription_id=orders&from=2026-11-01&to=2026-11-30')
    const asked = portal.requests.find(({ name }) => name === DELIVERIES)?.query
    expect(Object.fromEntries(asked ?? [])).toEqual({
      event: APPROVED,
      subscription_id: 'orders',
      from: new Date(2026, 10, 1).toISOString(),
      to: new Date(2026, 11, 1).toISOString(),
      cursor: 'here',
    })
    await expectAccessible()
  })

  it('explain that nothing matches, and offer to reset', async () => {
    open('status=FAILED')
    await expect.element(page.getByRole('heading', { name: 'No deliveries match' })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Reset filters' }))
      .toHaveAttribute('href', '/webhooks')
    await expectAccessible()
  })

  it('report days in the wrong order at the field, and change nothing', async () => {
    const portal = open()
    await opener.click()
    await userEvent.fill(panel.getByLabelText('From'), '2026-11-30')
    await userEvent.fill(panel.getByLabelText('To'), '2026-11-01')
    await panel.getByRole('button', { name: 'Apply' }).click()
    await expect
      .element(panel.getByLabelText('To'))
      .toHaveAccessibleDescription('The last day is before the first.')
    expect(portal.visited).toEqual([])
  })

  it('show that subscriptions cannot be loaded, keep the one that is chosen, and load them with the panel', async () => {
    const portal = open('subscription_id=orders', { [SUBSCRIPTIONS]: refusal(503) })
    await expect.element(chips).toMatchTextContent('Subscription: orders')
    await opener.click()
    const field = panel.getByLabelText('Subscription')
    await expect.element(field).toHaveAccessibleDescription(/cannot be loaded/)
    await expect.element(field).toHaveValue('orders')
    await userEvent.keyboard('{Escape}')
    portal.answer({ [SUBSCRIPTIONS]: { subscriptions: [SUBSCRIPTION] } })
    await opener.click()
    await expect.element(field).toMatchTextContent(SUBSCRIPTION.url)
    await expect.element(field).toHaveValue('orders')
    await expect.element(field).toHaveAccessibleDescription('')
  })

  it('fill a phone', async () => {
    await page.viewport(360, 640)
    open()
    await opener.click()
    const { width, height } = panel.element().getBoundingClientRect()
    expect([width, height]).toEqual([360, 640])
    await expect.element(panel.getByRole('button', { name: 'Apply' })).toBeInViewport()
  })
})
