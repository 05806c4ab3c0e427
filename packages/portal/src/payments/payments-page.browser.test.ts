import { html } from 'lit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './payments-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { makeEvent, makePartlyRefunded, makePayment } from '../testing/make-payment.ts'
import { mount, type MountOptions, refusal } from '../testing/mount.ts'
import { watchDownloads } from '../testing/watch-downloads.ts'
import { saveView } from './saved-views.ts'

const LIST = 'GET /api/transactions'
const CHECKS = { 'GET /first-steps': { checks: [{ check: 'payment_approved', done: false }] } }

function open(answers: NonNullable<MountOptions['answers']>, query = '') {
  const portal = mount(
    html`<portal-payments-page .query=${new URLSearchParams(query)}></portal-payments-page>`,
    { answers: { ...CHECKS, ...answers } },
  )
  return portal
}

const listOf = (...data: readonly object[]) => ({ [LIST]: { data, next_cursor: null } })

it('show at the field of the search what may be typed, on a phone as well', async () => {
  await page.viewport(390, 844)
  open(listOf(makePayment()))
  const hint = page.getByText(/^Reference, payment ID/)
  await expect.element(hint).toBeVisible()
  const buttons = [
    page.getByRole('button', { name: 'Search' }),
    page.getByRole('button', { name: 'Filters' }),
  ]
  for (const button of buttons)
    expect(button.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(
      hint.element().getBoundingClientRect().bottom,
    )
  await page.viewport(1280, 800)
})

describe('the list of payments', () => {
  it('shows money that left as negative, and the state of the money of a payment', async () => {
    open(
      listOf(
        makePayment({
          id: '019aa000-0000-7000-8000-000000000002',
          transaction_type: 'REFUND',
          amount: 1_000,
        }),
        makePartlyRefunded(),
      ),
    )
    const rows = page.getByRole('row')
    await expect.element(rows.nth(1)).toMatchTextContent(/Refund.*EUR −10\.00/)
    await expect.element(rows.nth(2)).toMatchTextContent(/Partially refunded.*EUR 129\.90.*Net EUR 119\.90/)
    await expectAccessible()
  })

  it.each([
    ['REFUND', 'APPROVED', 'Refunded', 'ended'],
    ['VOID', 'APPROVED', 'Voided', 'ended'],
    ['CAPTURE', 'APPROVED', 'Captured', 'good'],
    ['REFUND', 'DECLINED', 'Declined', 'bad'],
    ['VOID', 'CANCELED', 'Canceled', 'bad'],
    ['PURCHASE', 'APPROVED', 'Approved', 'good'],
    ['PURCHASE', 'CANCELED', 'Canceled', 'ended'],
  ])('marks a %s that is %s as "%s", in the tone %s', async (type, status, word, tone) => {
    open(listOf(makePayment({ transaction_type: type, status, data: null })))
    const mark = page.getByRole('row').nth(1).getByText(word, { exact: true }).first()
    await expect.element(mark).toHaveClass('mark', tone)
  })

  it('shows in how many installments a payment is paid', async () => {
    open(
      listOf(
        makePayment({ data: { installments: { count: 3 } } }),
        makePayment({ id: '019aa000-0000-7000-8000-000000000002' }),
      ),
    )
    await expect.element(page.getByText('In 3 installments')).toBeVisible()
    expect(page.getByText(/installments/).elements()).toHaveLength(1)
  })

  it('adds up the volume and net of the listed payments', async () => {
    const portal = open(listOf(makePayment(), makePartlyRefunded()))
    const sums = page.getByText('2 payments · Volume EUR 259.80, net EUR 249.80')
    await expect.element(sums).toBeVisible()
    // No line ends within an amount, or between it and its word.
    expect(sums.element().textContent).toContain('Volume\u00A0EUR\u00A0259.80, net\u00A0EUR\u00A0249.80')
    // None of them is pending.
    expect(portal.requests.map(({ name }) => name)).toEqual([LIST])
  })

  it('shows why a payment is pending, and shows no status twice', async () => {
    const pending = makePayment({ status: 'PENDING', processing_code: '1002', response_message: 'Pending' })
    open({ ...listOf(pending), 'GET /pending-reasons': { reasons: { [pending.id]: 'provider_outcome' } } })
    const row = page.getByRole('row').nth(1)
    await expect.element(row).toMatchTextContent('Waiting for the provider')
    expect(row.element().textContent.match(/Pending/g)).toHaveLength(
      // In the column of the status, and below the amount of narrow windows.
      2,
    )
  })

  it('shows the list also when the reasons cannot be loaded', async () => {
    const pending = makePayment({ status: 'PENDING', processing_code: '1002', response_message: 'Pending' })
    open({ ...listOf(pending), 'GET /pending-reasons': refusal(503) })
    await expect.element(page.getByRole('link', { name: 'order-1001' })).toBeVisible()
  })

  it('searches references and last four digits at once, and opens an id', async () => {
    const portal = open(listOf(makePayment()))
    await userEvent.fill(page.getByRole('searchbox'), '4242')
    await userEvent.keyboard('{Enter}')
    await userEvent.fill(page.getByRole('searchbox'), makePayment().id)
    await page.getByRole('button', { name: 'Search' }).click()
    expect(portal.visited).toEqual(['/payments?reference_or_last4=4242', `/payments/${makePayment().id}`])
  })

  it('counts new rows, moves nothing, and shows them on request', async () => {
    const portal = open(listOf(makePayment()))
    const link = page.getByRole('link', { name: 'order-1001' })
    await expect.element(link).toBeVisible()
    const before = link.element().getBoundingClientRect().y
    portal.emit(makeEvent({ id: 'another', reference: 'order-1002' }))
    await expect.element(page.getByText('1 new payment')).toBeVisible()
    expect(link.element().getBoundingClientRect().y).toBe(before)
    portal.answer(listOf(makePayment({ id: 'another', reference: 'order-1002' }), makePayment()))
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect.element(page.getByRole('link', { name: 'order-1002' })).toBeVisible()
    await expect.element(page.getByText('1 new payment')).not.toBeInTheDocument()
  })

  it('leads a new merchant to the first payment and to the checklist', async () => {
    open(listOf())
    await expect.element(page.getByRole('heading', { name: 'No payments yet' })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Make a test payment' }))
      .toHaveAttribute('href', '/test-tools')
    await expect.element(page.getByRole('heading', { name: 'Get ready to go live' })).toBeVisible()
    await expectAccessible()
  })

  it('shows that no payment matches the filters', async () => {
    open(listOf(), 'status=DECLINED')
    await expect.element(page.getByRole('heading', { name: 'No payments match' })).toBeVisible()
    await expect.element(page.getByRole('list', { name: 'Active filters' })).toMatchTextContent('Declined')
  })

  it('shows why it cannot be loaded, and loads again', async () => {
    const portal = open({ [LIST]: refusal(503) })
    await expect.element(page.getByRole('alert')).toMatchTextContent(/cannot be reached/)
    portal.answer(listOf(makePayment()))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByRole('link', { name: 'order-1001' })).toBeVisible()
  })
})

describe('the saved views', () => {
  const menu = page.getByRole('button', { name: 'Saved views' })

  it('keep the filters under a name, lead to them, and are removed', async () => {
    onTestFinished(() => localStorage.clear())
    open(listOf(), 'status=DECLINED')
    await menu.click()
    await expect.element(page.getByText('None yet. A view keeps the filters')).toBeVisible()
    await userEvent.fill(page.getByLabelText('Name of the view'), 'Declined ones')
    await userEvent.keyboard('{Enter}')
    const view = page.getByRole('link', { name: 'Declined ones' })
    await expect.element(view).toHaveAttribute('href', '/payments?status=DECLINED')
    await expect.element(page.getByText('None yet. A view keeps the filters')).not.toBeInTheDocument()
    await expectAccessible()
    await page.getByRole('button', { name: 'Remove the view Declined ones' }).click()
    await expect.element(view).not.toBeInTheDocument()
    await expect.element(page.getByText('None yet. A view keeps the filters')).toBeVisible()
  })

  it('close their menu when one is opened', async () => {
    onTestFinished(() => localStorage.clear())
    saveView({ name: 'Declined ones', href: '/payments?status=DECLINED' })
    open(listOf())
    await menu.click()
    const view = page.getByRole('link', { name: 'Declined ones' })
    await expect.element(view).toBeVisible()
    // The click itself would load another document.
    document.body.addEventListener('click', (event) => event.preventDefault(), { once: true })
    await view.click()
    await expect.element(view).not.toBeInTheDocument()
  })
})

it.each([
  ['CSV', 'csv'],
  ['JSON', 'json'],
])('exports what the filters find as %s, and shows why that failed', async (name, format) => {
  const saved = watchDownloads()
  const EXPORT = `GET /exports/transactions.${format}`
  const portal = open({ ...listOf(), [EXPORT]: refusal(503) }, 'status=DECLINED')
  const save = async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('button', { name }).click()
  }
  await save()
  await expect.poll(() => portal.said.at(-1)).toMatch('cannot be reached')
  portal.answer({ [EXPORT]: {} })
  await save()
  await expect.poll(() => saved).toEqual([`transactions.${format}`])
  const exports = portal.requests.filter((request) => request.name === EXPORT)
  expect(exports.map(({ query }) => String(query))).toEqual(Array(2).fill('status=DECLINED'))
})

it('leads to older and newest payments with the filters, also where a part has none', async () => {
  open({ [LIST]: { data: [], next_cursor: 'next' } }, 'status=DECLINED&cursor=here')
  await expect
    .element(page.getByRole('heading', { name: 'No match among the 2,000 most recent payments' }))
    .toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Newest' }))
    .toHaveAttribute('href', '/payments?status=DECLINED')
  await expect
    .element(page.getByRole('link', { name: 'Older' }))
    .toHaveAttribute('href', '/payments?status=DECLINED&cursor=next')
})

it('opens the saved views below their button, as wide as a phone', async () => {
  await page.viewport(390, 844)
  open(listOf())
  const opener = page.getByRole('button', { name: 'Saved views' })
  await opener.click()
  const name = page.getByLabelText('Name of the view')
  await expect.element(name).toBeInViewport({ ratio: 1 })
  const menu = (name.element().closest('[popover]') as HTMLElement).getBoundingClientRect()
  expect(menu.width).toBe(390 - 32)
  expect(menu.left).toBeGreaterThanOrEqual(0)
  expect(menu.right).toBeLessThanOrEqual(390)
  expect(menu.top).toBeGreaterThanOrEqual(opener.element().getBoundingClientRect().bottom)
  await page.viewport(1280, 800)
})
