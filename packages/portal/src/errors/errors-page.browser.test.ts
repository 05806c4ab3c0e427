import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'

import './errors-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { mount, refusal } from '../testing/mount.ts'
import type { FailureKind } from './failure-kind.ts'

const KIND: FailureKind = {
  endpoint: 'createPayment',
  status: 422,
  property: 'amount',
  message: 'must be positive',
}
const GROUP = {
  ...KIND,
  method: 'POST',
  path: '/api/transactions',
  count: 7,
  first_at: '2026-11-28T00:00:00Z',
  last_at: '2026-11-30T00:00:00Z',
}
const REQUEST = {
  request_id: 'req-1',
  transaction_id: 'payment-1',
  caller: 'SERVER',
  created_at: '2026-11-30T00:00:00Z',
}

const mountErrors = (
  kind: FailureKind | null,
  answers: NonNullable<Parameters<typeof mount>[1]>['answers'] = {},
) =>
  mount(html`<portal-errors-page .kind=${kind} .cursor=${null}></portal-errors-page>`, {
    answers: {
      'GET /failed-requests': { data: [GROUP] },
      'GET /failed-requests/requests': { data: [REQUEST], next_cursor: 'older' },
      ...answers,
    },
  })

describe('the page of errors', () => {
  it('lists errors by cause, and leads to their requests', async () => {
    mountErrors(null)
    const link = page.getByRole('link', { name: 'Validation failed: amount must be positive' })
    await expect
      .element(link)
      .toHaveAttribute(
        'href',
        '/errors?endpoint=createPayment&status=422&property=amount&message=must+be+positive',
      )
    await expect.element(page.getByRole('cell', { name: 'POST /api/transactions' })).toBeVisible()
    await expectAccessible()
  })

  it('shows the requests of one cause, what to do, and the payment', async () => {
    const portal = mountErrors(KIND)
    await expect.element(page.getByText('Fix the member below, then send the request again.')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'payment-1' }))
      .toHaveAttribute('href', '/payments/payment-1')
    await expect.element(page.getByRole('cell', { name: 'your server' })).toBeVisible()
    expect(portal.requests.at(-1)?.query.get('endpoint')).toBe('createPayment')
    await expect
      .element(page.getByRole('link', { name: 'Older' }))
      .toHaveAttribute('href', expect.stringContaining('cursor=older'))
    await expectAccessible()
  })

  it('leads from older requests of a cause back to its newest', async () => {
    mount(html`<portal-errors-page .kind=${KIND} .cursor=${'here'}></portal-errors-page>`, {
      answers: {
        'GET /failed-requests': { data: [GROUP] },
        'GET /failed-requests/requests': { data: [REQUEST], next_cursor: null },
      },
    })
    await expect
      .element(page.getByRole('link', { name: 'Newest' }))
      .toHaveAttribute(
        'href',
        '/errors?endpoint=createPayment&status=422&property=amount&message=must+be+positive',
      )
  })

  it('shows that no request failed', async () => {
    mountErrors(null, { 'GET /failed-requests': { data: [] } })
    await expect.element(page.getByRole('heading', { name: 'No errors' })).toBeVisible()
    await expectAccessible()
  })

  it('shows that the requests are no longer stored', async () => {
    mountErrors(KIND, { 'GET /failed-requests/requests': { data: [], next_cursor: null } })
    await expect.element(page.getByText('These requests are no longer stored.')).toBeVisible()
  })

  it('shows why the requests of one cause cannot be loaded, and leads to all causes', async () => {
    mountErrors(KIND, { 'GET /failed-requests/requests': refusal(503) })
    await expect
      .element(page.getByRole('region', { name: 'Requests' }).getByRole('alert'))
      .toMatchTextContent(/cannot be reached/)
    await expect.element(page.getByRole('link', { name: 'All errors' })).toHaveAttribute('href', '/errors')
  })

  it('loads again after an error', async () => {
    const portal = mountErrors(null, { 'GET /failed-requests': refusal(503) })
    await expect.element(page.getByRole('alert')).toBeVisible()
    portal.answer({ 'GET /failed-requests': { data: [GROUP] } })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByRole('link', { name: /Validation failed/ })).toBeVisible()
  })
})
