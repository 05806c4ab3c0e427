/** The filters of each list are in its address, so the buttons of the browser take them back and bring them again. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { openPortal } from '../testing/open-portal.ts'
import type { Answers } from '../testing/stub-gateway.ts'

interface FilteredList {
  readonly path: string
  /** The right to open the page. */
  readonly action: string
  /** The request for the list. */
  readonly list: string
  readonly answers: Answers
  readonly heading: string
  /** A field of the panel, the choice, and what the gateway is asked then. */
  readonly field: string
  readonly choice: string
  readonly query: string
}

const LISTS: readonly FilteredList[] = [
  {
    path: '/payments',
    action: 'listTransactions',
    list: 'GET /api/transactions',
    answers: { 'GET /api/transactions': { data: [], next_cursor: null } },
    heading: 'Payments',
    field: 'Status',
    choice: 'Declined',
    query: 'status=DECLINED',
  },
  {
    path: '/webhooks',
    action: 'listWebhookDeliveries',
    list: 'GET /api/webhooks/deliveries',
    answers: {
      'GET /api/webhooks/deliveries': { deliveries: [], next_cursor: null },
      'GET /api/webhooks/subscriptions': { subscriptions: [] },
    },
    heading: 'Webhooks',
    field: 'Status',
    choice: 'Failed',
    query: 'status=FAILED',
  },
  {
    path: '/payment-links',
    action: 'listPaymentLinks',
    list: 'GET /api/payment-links',
    answers: { 'GET /api/payment-links': { data: [], next_cursor: null } },
    heading: 'Payment links',
    field: 'Status',
    choice: 'Used up',
    query: 'status=USED_UP',
  },
  {
    path: '/audit',
    action: 'searchAuditTrail',
    list: 'GET /operator/audit',
    answers: { 'GET /operator/audit': { data: [], next_cursor: null } },
    heading: 'Audit trail',
    field: 'Action',
    choice: 'User removed',
    query: 'action=user.remove',
  },
]

const chips = page.getByRole('list', { name: 'Active filters' })

it.each(LISTS)('the filters of $path go with the address, back and forward', async (one) => {
  const gateway = openPortal(one.path, { actions: [one.action], answers: one.answers })
  const asked = () =>
    gateway.requests
      .filter(({ name }) => name === one.list)
      .map(({ query }) => new URLSearchParams([...query].filter(([name]) => name !== 'limit')).toString())
  const heading = page.getByRole('heading', { level: 1, name: one.heading })
  await expect.element(heading).toBeVisible()
  await page.getByRole('button', { name: 'Filters' }).click()
  const panel = page.getByRole('dialog')
  await userEvent.selectOptions(panel.getByLabelText(one.field, { exact: true }), one.choice)
  await panel.getByRole('button', { name: 'Apply' }).click()
  await expect.element(chips).toMatchTextContent(`${one.field}: ${one.choice}`)
  expect(location.pathname + location.search).toBe(`${one.path}?${one.query}`)
  await expect.poll(asked).toEqual(['', one.query])

  history.back()
  await expect.element(chips).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Filters' })).toHaveAccessibleName('Filters')
  expect(location.search).toBe('')
  await expect.poll(asked).toEqual(['', one.query, ''])

  history.forward()
  await expect.element(chips).toMatchTextContent(`${one.field}: ${one.choice}`)
  await expect.element(page.getByRole('button', { name: 'Filters' })).toHaveAccessibleName('Filters 1 active')
  await expect.poll(asked).toEqual(['', one.query, '', one.query])
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect
    .element(page.getByRole('dialog').getByLabelText(one.field, { exact: true }))
    .toMatchTextContent(one.choice)
  await expect
    .element(page.getByRole('dialog').getByLabelText(one.field, { exact: true }))
    .not.toHaveValue('')
})
