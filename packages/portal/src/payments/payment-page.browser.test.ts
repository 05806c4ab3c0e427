import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './payment-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { makeEvent, makePartlyRefunded, makePayment } from '../testing/make-payment.ts'
import { mount, type MountOptions, refusal } from '../testing/mount.ts'

const { id } = makePayment()
const STATUS = `GET /api/transactions/${id}/status`
const TIMELINE = `GET /api/transactions/${id}/timeline`
const RECORDS = `GET /api/transactions/${id}/records`
const MANAGE = 'POST /api/transactions/manage'

const entry = (at: string, kind: string, title: string, detail: object = {}) => ({ at, kind, title, detail })

const ENTRIES = [
  entry('2026-11-28T10:00:00Z', 'REQUEST', 'Purchase requested: EUR 129.90', {
    amount: 12_990,
    currency: 'EUR',
  }),
  entry('2026-11-28T10:00:01Z', 'STATUS', 'Approved (0000)', { processing_code: '0000' }),
  entry('2026-11-30T12:00:00Z', 'FOLLOW_UP', 'Refund approved: EUR 10.00', {
    transaction_id: 'refund-1',
    transaction_type: 'REFUND',
    amount: 1_000,
    currency: 'EUR',
  }),
]

function open(
  payment: object = makePayment(),
  answers: NonNullable<MountOptions['answers']> = {},
  more: object = {},
) {
  return mount(html`<portal-payment-page .paymentId=${id}></portal-payment-page>`, {
    answers: {
      [STATUS]: { transaction: payment },
      [TIMELINE]: { data: ENTRIES, truncated: false },
      [RECORDS]: { data: [] },
      ...answers,
    },
    ...more,
  })
}

describe('the page of a payment', () => {
  it('groups the timeline by day, and opens a row for its members', async () => {
    open()
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await expect
      .element(timeline.getByRole('heading', { level: 3 }).first())
      .toMatchTextContent('28 Nov 2026')
    expect(timeline.getByRole('list').elements()).toHaveLength(2)
    expect(timeline.element().querySelectorAll('svg.icon')).toHaveLength(ENTRIES.length)
    await expect.element(timeline.getByText('Processing code')).not.toBeVisible()
    await timeline.getByText('Approved (0000)').click()
    await expect.element(timeline.getByText('Processing code')).toBeVisible()
    await expectAccessible()
  })

  it('shows in how many installments it is paid', async () => {
    open(makePayment({ data: { installments: { count: 3 } } }))
    await expect.element(page.getByText('Installments', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('definition').filter({ hasText: /^3$/ })).toBeVisible()
  })

  it('shows how long ago the entries of a day were', async () => {
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString()
    open(makePayment(), {
      [TIMELINE]: { data: [entry(anHourAgo, 'STATUS', 'Approved (0000)')], truncated: false },
    })
    const day = page.getByRole('region', { name: 'Timeline' }).getByRole('heading', { level: 3 })
    await expect.element(day).toMatchTextContent(/1 hour ago/)
  })

  it('links to a refund', async () => {
    open()
    await page.getByText('Refund approved: EUR 10.00').click()
    await expect
      .element(page.getByRole('link', { name: 'Open refund' }))
      .toHaveAttribute('href', '/payments/refund-1')
  })

  it('shows the remaining money', async () => {
    open(makePartlyRefunded())
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/Partially refunded/)
    const money = page.getByRole('region', { name: 'Money' })
    await expect
      .element(money)
      .toMatchTextContent(/Captured\s*EUR 129\.90\s*Refunded\s*EUR −10\.00\s*Net\s*EUR 119\.90/)
  })

  it('shows why a payment was declined, what to do, and what to tell the customer', async () => {
    open(
      makePayment({
        status: 'DECLINED',
        processing_code: '1004',
        response_message: 'Declined, insufficient funds',
        data: {},
      }),
    )
    const why = page.getByRole('region', { name: 'Why: Declined, insufficient funds' })
    await expect.element(why).toMatchTextContent(/What to do.*What to tell the customer/)
    await expect.element(page.getByRole('region', { name: 'Money' })).not.toBeInTheDocument()
    await expectAccessible()
  })

  it.each([
    ['DECLINED', '--bad'],
    ['APPROVED', '--good'],
  ])('has the flag of %s in the color of its mark', async (status, color) => {
    const ended = entry('2026-11-30T12:00:00Z', 'STATUS', status, { to_status: status })
    open(makePayment({ status, data: {} }), { [TIMELINE]: { data: [ended], truncated: false } })
    const row = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
    await expect.element(row).toBeVisible()
    const flag = getComputedStyle(row.element().querySelector('svg.icon') as SVGElement)
    const probe = row.element().appendChild(document.createElement('i'))
    probe.style.color = `var(${color})`
    expect(flag.stroke).toBe(getComputedStyle(probe).color)
  })

  it('shows what a pending payment waits for, and until when', async () => {
    const waiting = entry('2026-11-30T12:00:00Z', 'WAITING', 'Waiting', {
      step: 'CHALLENGE',
      until: '2026-11-30T12:10:00Z',
    })
    open(makePayment({ status: 'PENDING', processing_code: '1002', response_message: 'Pending', data: {} }), {
      'GET /pending-reasons': { reasons: { [id]: 'challenge' } },
      [TIMELINE]: { data: [waiting], truncated: false },
    })
    const why = page.getByRole('region', { name: /^Pending: Waiting for the customer to confirm/ })
    await expect.element(why).toMatchTextContent(/3-D Secure.*Expires/)
  })

  it('loads again only when the payment changes', async () => {
    const portal = open()
    await expect.element(page.getByRole('region', { name: 'Money' })).toBeVisible()
    portal.emit(makeEvent({ id: 'another' }))
    portal.answer({ [STATUS]: { transaction: makePartlyRefunded() } })
    expect(portal.requests).toHaveLength(3)
    portal.emit(makeEvent({ id: 'refund-1', parent_id: id }))
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/Partially refunded/)
  })

  it('shows that the payment does not exist, and links to the list', async () => {
    open(makePayment(), { [STATUS]: refusal(404) })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Payment not found' })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'All payments' }))
      .toHaveAttribute('href', '/payments')
    expect(page.getByRole('button', { name: 'Try again' }).elements()).toEqual([])
    await expectAccessible()
  })

  it('shows why it cannot be loaded, and loads again', async () => {
    const portal = open(makePayment(), { [TIMELINE]: refusal(503) })
    await expect.element(page.getByRole('alert')).toMatchTextContent(/cannot be reached/)
    portal.answer({ [TIMELINE]: { data: [], truncated: false } })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
  })
})

describe('the dialog of a refund', () => {
  const dialog = page.getByRole('dialog', { name: 'Refund this payment' })
  const amount = dialog.getByLabelText('Amount in EUR')

  it('refunds a part, and reports it', async () => {
    const portal = open(makePayment(), {
      [MANAGE]: makePayment({ transaction_type: 'REFUND', amount: 1_000 }),
    })
    await page.getByRole('button', { name: 'Refund…' }).click()
    await expect.element(amount).toHaveValue('129.90')
    await expectAccessible()
    await userEvent.fill(amount, '10,00')
    await dialog.getByRole('button', { name: 'Refund EUR 10.00' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(portal.said).toEqual(['Refunded.'])
    // The payment is shown as it is now.
    await expect.poll(() => portal.requests.filter(({ name }) => name === STATUS)).toHaveLength(2)
    expect(portal.requests.find(({ name }) => name === MANAGE)).toMatchObject({
      body: { amount: 1_000, transaction_type: 'REFUND', parent_transaction_id: id },
    })
  })

  it('sends no amount that is too high or missing', async () => {
    open()
    await page.getByRole('button', { name: 'Refund…' }).click()
    await userEvent.fill(amount, '129.91')
    await expect.element(dialog).toMatchTextContent('This is more than EUR 129.90.')
    await expect.element(dialog.getByRole('button', { name: /^Refund/ })).toBeDisabled()
    await userEvent.fill(amount, 'ten')
    await expect.element(dialog).toMatchTextContent('Enter an amount in EUR')
  })

  it('repeats a refund with its key, and sends another amount with another key', async () => {
    const portal = open(makePayment(), { [MANAGE]: refusal(503) })
    await page.getByRole('button', { name: 'Refund…' }).click()
    await userEvent.fill(amount, '10.00')
    await dialog.getByRole('button', { name: 'Refund EUR 10.00' }).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(/cannot be reached/)
    await dialog.getByRole('button', { name: 'Refund EUR 10.00' }).click()
    await expect.poll(() => portal.requests.filter(({ name }) => name === MANAGE)).toHaveLength(2)
    await userEvent.fill(amount, '20.00')
    await dialog.getByRole('button', { name: 'Refund EUR 20.00' }).click()
    await expect.poll(() => portal.requests.filter(({ name }) => name === MANAGE)).toHaveLength(3)
    const [first, second, third] = portal.requests.filter(({ name }) => name === MANAGE).map(({ key }) => key)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('is not offered to people with read access', async () => {
    open(makePayment(), {}, { actions: ['getStatus'] })
    await expect.element(page.getByRole('region', { name: 'Money' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Refund…' })).not.toBeInTheDocument()
  })
})

describe('the dialogs of an authorization', () => {
  const held = (changes: object = {}) => {
    const operations = {
      ...makePayment().data?.operations,
      captured_amount: 0,
      open_amount: 12_990,
      capture_before: '2099-12-01T10:00:00Z',
      ...changes,
    }
    return makePayment({ transaction_type: 'AUTHORIZE', data: { operations } })
  }
  const sentBy = (portal: ReturnType<typeof open>) =>
    portal.requests.filter(({ name }) => name === MANAGE).map(({ body }) => body)

  it('increase it by a part, and by at most its amount', async () => {
    const done = makePayment({ transaction_type: 'INCREMENT', amount: 2_500 })
    const portal = open(held(), { [MANAGE]: done })
    await page.getByRole('button', { name: 'Increase…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Increase this authorization' })
    const amount = dialog.getByLabelText('Amount in EUR')
    await expectAccessible()
    await userEvent.fill(amount, '129.91')
    await expect.element(dialog).toMatchTextContent('This is more than EUR 129.90.')
    await expect.element(dialog.getByRole('button', { name: /^Add/ })).toBeDisabled()
    await userEvent.fill(amount, '25.00')
    await dialog.getByRole('button', { name: 'Add EUR 25.00' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(portal.said).toEqual(['Increased.'])
    expect(sentBy(portal)).toEqual([
      {
        terminal_id: 'T00000000001',
        reference: 'order-1001',
        currency: 'EUR',
        amount: 2_500,
        transaction_type: 'INCREMENT',
        parent_transaction_id: id,
      },
    ])
  })

  it('name the day until which it can be captured, while something is left of it', async () => {
    open(held())
    const money = page.getByRole('region', { name: 'Money' })
    await expect.element(money).toMatchTextContent('Capture before')
    document.body.querySelector('main')?.remove()
    open(held({ captured_amount: 12_990, open_amount: 0 }))
    await expect.element(money).toMatchTextContent(/Captured.*Net/)
    await expect.element(money).not.toMatchTextContent('Capture before')
  })

  it('extend the whole open amount, without asking for one', async () => {
    const done = makePayment({ transaction_type: 'EXTEND', amount: 8_000 })
    const portal = open(held({ captured_amount: 4_990, open_amount: 8_000 }), { [MANAGE]: done })
    await page.getByRole('button', { name: 'Extend…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Extend this authorization' })
    await expect.element(dialog).toMatchTextContent('The full amount: EUR 80.00.')
    await expect.element(dialog.getByLabelText('Amount in EUR')).not.toBeInTheDocument()
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Hold EUR 80.00 longer' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(portal.said).toEqual(['Extended.'])
    expect(sentBy(portal)).toMatchObject([
      { amount: 8_000, transaction_type: 'EXTEND', parent_transaction_id: id },
    ])
  })

  it.each([
    ['over', { capture_before: '2020-12-01T10:00:00Z' }],
    ['voided', { voided_amount: 12_990, open_amount: 0, final_capture: true }],
    ['of a provider that does neither', { may: { capture_several: null, increment: false, extend: false } }],
  ])('are not offered for an authorization that is %s', async (_, changes) => {
    open(held(changes))
    await expect.element(page.getByRole('region', { name: 'Money' })).toBeVisible()
    for (const name of ['Increase…', 'Extend…'])
      await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument()
  })
})
