import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

import './payments-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { makePayment } from '../testing/make-payment.ts'
import { mount } from '../testing/mount.ts'

const panel = page.getByRole('dialog', { name: 'Filter payments' })
const opener = page.getByRole('button', { name: 'Filters' })

/** The active element of the document is the page, in whose tree the control is. */
const expectFocus = (control: Locator) => expect.poll(() => control.element().matches(':focus')).toBe(true)

async function open(query = '') {
  const portal = mount(
    html`<portal-payments-page .query=${new URLSearchParams(query)}></portal-payments-page>`,
    { answers: { 'GET /api/transactions': { data: [makePayment()], next_cursor: null } } },
  )
  await opener.click()
  await expect.element(panel).toBeVisible()
  return portal
}

describe('the panel of filters', () => {
  it('writes what is chosen into the address, with the filters that it has no field for', async () => {
    const portal = await open('terminal_id=T1&status=APPROVED')
    await expect.element(panel.getByLabelText('Status')).toHaveValue('APPROVED')
    await userEvent.selectOptions(panel.getByLabelText('Status'), 'Declined')
    await userEvent.fill(panel.getByLabelText('Amount', { exact: true }), '12.50')
    await userEvent.fill(panel.getByLabelText('From'), '2026-11-01')
    await expectAccessible()
    await panel.getByRole('button', { name: 'Apply' }).click()
    expect(portal.visited).toEqual(['/payments?amount=1250&status=DECLINED&terminal_id=T1&from=2026-11-01'])
    await expect.element(panel).not.toBeInTheDocument()
  })

  it('reports errors at their field, focuses it, and filters nothing', async () => {
    const portal = await open()
    await userEvent.fill(panel.getByLabelText('Last four digits'), '42')
    await userEvent.fill(panel.getByLabelText('From'), '2026-11-30')
    await userEvent.fill(panel.getByLabelText('To'), '2026-11-01')
    await userEvent.keyboard('{Enter}')
    await expectFocus(panel.getByLabelText('To'))
    await expect
      .element(panel.getByLabelText('To'))
      .toHaveAccessibleDescription('The last day is before the first.')
    await expect.element(panel.getByText('Enter four digits.')).toBeVisible()
    await expectAccessible()
    expect(portal.visited).toEqual([])
  })

  it('has its cross on the line of its title, at the edge of the fields', async () => {
    await open()
    const middle = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return (top + bottom) / 2
    }
    const title = panel.getByRole('heading', { name: 'Filter payments' }).element()
    const cross = panel.getByRole('button', { name: 'Close the filters' }).element()
    expect(middle(cross)).toBeCloseTo(middle(title), 0)
    const text = document.createRange()
    text.selectNodeContents(cross)
    const edge = panel.getByLabelText('Status').element().getBoundingClientRect().right
    expect(Math.abs(text.getBoundingClientRect().right - edge)).toBeLessThan(6)
  })

  it('resets every filter', async () => {
    const portal = await open('status=DECLINED&customer_id=c1')
    await panel.getByRole('button', { name: 'Reset' }).click()
    expect(portal.visited).toEqual(['/payments'])
  })

  it('works by keyboard, and discards what was not applied', async () => {
    const portal = await open()
    await expectFocus(panel.getByLabelText('Status'))
    await userEvent.selectOptions(panel.getByLabelText('Status'), 'Declined')
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    await expectFocus(opener)
    await userEvent.keyboard('{Enter}')
    await expect.element(panel.getByLabelText('Status')).toHaveValue('')
    expect(portal.visited).toEqual([])
  })

  it('is closed by its button, and filters nothing', async () => {
    const portal = await open()
    await userEvent.selectOptions(panel.getByLabelText('Status'), 'Declined')
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect.element(panel).not.toBeInTheDocument()
    expect(portal.visited).toEqual([])
  })

  it('fills a phone, with its buttons in view', async () => {
    await page.viewport(360, 640)
    await open()
    const { width, height } = panel.element().getBoundingClientRect()
    expect([width, height]).toEqual([360, 640])
    await expect.element(panel.getByRole('button', { name: 'Apply' })).toBeInViewport()
  })

  it('counts the active filters, and lists each with its value', async () => {
    mount(
      html`<portal-payments-page
        .query=${new URLSearchParams('amount=1250&currency=EUR&from=2026-11-01')}
      ></portal-payments-page>`,
      { answers: { 'GET /api/transactions': { data: [], next_cursor: null } } },
    )
    await expect.element(opener).toHaveAccessibleName('Filters 3 active')
    const list = page.getByRole('list', { name: 'Active filters' })
    await expect.element(list).toMatchTextContent('Amount: EUR 12.50')
    await expect.element(list).toMatchTextContent('From: 1 Nov 2026')
    await expect
      .element(list.getByRole('link', { name: 'Remove the filter Amount' }))
      .toHaveAttribute('href', '/payments?currency=EUR&from=2026-11-01')
  })
})
