import type { WebhookDeliveryDetail } from '@sluice/types'
import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './delivery-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { mount, type MountOptions, refusal } from '../testing/mount.ts'

const DELIVERY = {
  id: 'delivery-1',
  webhook_id: 'message-1',
  event: 'transaction-svc:transaction:purchase:approved',
  transaction_id: 'payment-1',
  subscription_id: 'orders',
  status: 'DELIVERED',
  next_attempt_at: null,
  created_at: '2026-11-30T00:00:00Z',
  payload: { event: 'approved', payload: { id: 'payment-1' } },
  attempts: [
    {
      started_at: '2026-11-30T00:00:00Z',
      status: 503,
      error: 'answered 503',
      response_excerpt: 'overloaded',
      duration_ms: 12,
    },
    {
      started_at: '2026-11-30T00:01:00Z',
      status: null,
      error: 'timed out',
      response_excerpt: null,
      duration_ms: 9_999,
    },
  ],
} as unknown as WebhookDeliveryDetail

const ONE = 'GET /api/webhooks/deliveries/delivery-1'
const REPLAY = 'POST /api/webhooks/deliveries/replay'
const COPY = 'POST /simulators/webhooks/deliveries/delivery-1/resend'
const CHECK = 'POST /api/webhooks/explain-signature'

const dialog = page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const attempts = page.getByRole('region', { name: 'Attempts' })

const open = (answers: NonNullable<MountOptions['answers']> = {}, actions?: readonly string[]) =>
  mount(html`<portal-delivery-page .deliveryId=${'delivery-1'}></portal-delivery-page>`, {
    answers: { [ONE]: DELIVERY, ...answers },
    ...(actions && { actions }),
  })

describe('the page of a delivery', () => {
  it('shows each attempt, the payload and the payment', async () => {
    open()
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toMatchTextContent(/Purchase approved.*Delivered/)
    await expect.element(attempts.getByRole('listitem').first()).toMatchTextContent(/HTTP 503.*overloaded/)
    expect(attempts.getByText('answered 503').elements()).toEqual([])
    await expect.element(attempts.getByRole('listitem').nth(1)).toMatchTextContent(/No response.*timed out/)
    await expect
      .element(page.getByRole('region', { name: 'Payload' }))
      .toMatchTextContent(/message-1.*"event": "approved"/)
    await expect
      .element(page.getByRole('link', { name: 'payment-1' }))
      .toHaveAttribute('href', '/payments/payment-1')
    expect(button('Refresh').elements()).toEqual([])
    await expectAccessible()
  })

  it('shows that nothing was sent yet, and loads again', async () => {
    const next = '2026-11-30T00:05:00Z'
    const portal = open({ [ONE]: { ...DELIVERY, status: 'DUE', attempts: [], next_attempt_at: next } })
    await expect.element(attempts).toMatchTextContent('Not sent yet.')
    await expect.element(page.getByText('Next attempt')).toBeVisible()
    portal.answer({ [ONE]: DELIVERY })
    await button('Refresh').click()
    await expect.element(attempts.getByRole('listitem').first()).toBeVisible()
  })

  it('shows that a canceled message was never sent', async () => {
    open({ [ONE]: { ...DELIVERY, status: 'CANCELED', attempts: [] } })
    await expect.element(attempts).toMatchTextContent(/the subscription was disabled or removed/)
  })

  it('resends it, and shows why that failed', async () => {
    const portal = open({ [REPLAY]: refusal(409, { message: 'The subscription is disabled.' }) })
    await button('Resend').click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('The subscription is disabled.')
    portal.answer({ [REPLAY]: { replayed: 1, has_more: false } })
    await button('Resend').click()
    await expect.poll(() => portal.said).toEqual(['Resending 1 message.'])
    expect(portal.requests.find(({ name }) => name === REPLAY)?.body).toEqual({
      delivery_ids: ['delivery-1'],
    })
  })

  it('sends an edited copy, once it is JSON with every member', async () => {
    const portal = open({ [COPY]: { id: 'copy-1' } })
    await button('Edit and resend…').click()
    const message = dialog.getByLabelText('Message, as JSON')
    await expect.element(message).toHaveValue(JSON.stringify(DELIVERY.payload, null, 2))
    const send = dialog.getByRole('button', { name: 'Send copy' })
    await userEvent.fill(message, '[]')
    await send.click()
    await expect.element(dialog).toMatchTextContent('must be a JSON object')
    await userEvent.fill(message, '{"event": "x"}')
    await send.click()
    await expect.element(dialog).toMatchTextContent('These members cannot be removed: payload.')
    await expectAccessible()
    await userEvent.fill(message, '{"event": "declined", "payload": {"id": "payment-1"}}')
    await send.click()
    await expect.poll(() => portal.visited).toEqual(['/webhooks/copy-1'])
    expect(portal.requests.find(({ name }) => name === COPY)?.body).toEqual({
      changes: { event: 'declined', payload: { id: 'payment-1' } },
    })
  })

  it('offers a person only what the roles allow', async () => {
    open({}, ['listWebhookDeliveries'])
    await expect.element(attempts).toBeVisible()
    expect(page.getByRole('button').elements()).toEqual([])
  })

  it('shows that it does not exist, and links to the list', async () => {
    open({ [ONE]: refusal(404) })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Delivery not found' })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'All deliveries' }))
      .toHaveAttribute('href', '/webhooks')
    expect(page.getByRole('button', { name: 'Try again' }).elements()).toEqual([])
    await expectAccessible()
  })

  it('shows why it cannot be loaded', async () => {
    open({ [ONE]: refusal(503) })
    await expect.element(page.getByRole('alert')).toMatchTextContent(/cannot be reached/)
  })
})

describe('the check of a signature', () => {
  async function check(headers: string, answers: NonNullable<MountOptions['answers']> = {}) {
    const portal = open(answers)
    await userEvent.fill(page.getByLabelText('Headers'), headers)
    await userEvent.fill(page.getByLabelText('Body'), '{\n}')
    await button('Check signature').click()
    return portal
  }

  it('shows that one is valid, over exactly the body that was pasted', async () => {
    const portal = await check('webhook-id: 1\nwebhook-signature: v1,x', { [CHECK]: { verified: true } })
    await expect.element(page.getByText('The signature is valid.')).toBeVisible()
    expect(portal.requests.find(({ name }) => name === CHECK)?.body).toEqual({
      subscription_id: 'orders',
      headers: { 'webhook-id': '1', 'webhook-signature': 'v1,x' },
      body: '{\n}',
    })
    await expectAccessible()
  })

  it('shows what is wrong and how to fix it', async () => {
    await check('webhook-id: 1', {
      [CHECK]: { verified: false, message: 'The body differs.', fix: 'Verify the raw body.' },
    })
    await expect.element(page.getByText('The body differs.')).toBeVisible()
    await expect.element(page.getByText('How to fix it: Verify the raw body.')).toBeVisible()
    await expectAccessible()
  })

  it('asks for headers by name, and shows why a check failed', async () => {
    const portal = await check('no header')
    await expect
      .element(page.getByLabelText('Headers'))
      .toHaveAccessibleDescription('Write each header as name: value.')
    expect(portal.requests.some(({ name }) => name === CHECK)).toBe(false)
    portal.answer({ [CHECK]: refusal(503) })
    await userEvent.fill(page.getByLabelText('Headers'), 'webhook-id: 1')
    await button('Check signature').click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/cannot be reached/)
  })
})
