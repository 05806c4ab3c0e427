import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './overview-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { mount, type MountOptions, refusal } from '../testing/mount.ts'

const COUNTS = 'GET /transaction-counts'
const STEPS = 'GET /first-steps'

const count = (day: string, status: string, code: string, more: object = {}) => ({
  day,
  status,
  processing_code: code,
  payment_method_type: 'card',
  currency: 'EUR',
  count: 1,
  volume: 0,
  net: 0,
  ...more,
})

const FOUND = {
  since: '2026-10-31T00:00:00.000Z',
  days: 31,
  counted_since: null,
  counts: [
    count('2026-11-02', 'APPROVED', '0000', { count: 3, volume: 30_000, net: 25_000 }),
    count('2026-11-30', 'DECLINED', '1004'),
    count('2026-11-30', 'PENDING', '1002', { count: 6 }),
    count('2026-11-30', 'APPROVED', '0000', { currency: 'SEK', volume: 5_000, net: 5_000 }),
  ],
}

const done = { [STEPS]: { checks: [] } }

const open = (answers: NonNullable<MountOptions['answers']>) => {
  localStorage.clear()
  return mount(html`<portal-overview-page></portal-overview-page>`, { answers: { ...done, ...answers } })
}

describe('the overview', () => {
  it('shows volume and net per currency, and the approval rate', async () => {
    open({ [COUNTS]: FOUND })
    const figures = page.getByLabelText('Figures', { exact: true })
    await expect.element(figures).toMatchTextContent(/Gross volume\s*EUR 300\.00\s*SEK 50\.00/)
    await expect.element(figures).toMatchTextContent(/Net volume\s*EUR 250\.00\s*SEK 50\.00/)
    await expect.element(figures).toMatchTextContent(/Approval rate\s*80\.0 %/)
    await expectAccessible()
  })

  it('does not count pending payments among those that failed', async () => {
    open({ [COUNTS]: FOUND })
    const reasons = page.getByRole('region', { name: 'Why payments failed' })
    await expect.element(reasons).toMatchTextContent(/insufficient funds 1004\s*1/)
    await expect.element(reasons.getByRole('row', { name: /1002/ })).not.toBeInTheDocument()
  })

  it('lists the days of the chart in a table, the newest first', async () => {
    open({ [COUNTS]: FOUND })
    await page.viewport(1280, 900)
    const beside = page.getByRole('region', { name: 'By day' }).getByRole('table')
    await expect.element(beside.getByRole('row').nth(1)).toMatchTextContent(/^30 Nov 2026/)
    const chart = page.getByRole('img', { name: /Bar chart/ })
    const [left, right] = [chart.element(), beside.element()].map((one) => one.getBoundingClientRect())
    expect(beside.getByRole('row').elements().length).toBe(31)
    expect(left && right && left.right <= right.left).toBe(true)
  })

  it('shows another period', async () => {
    open({ [COUNTS]: FOUND })
    await page.getByText('Last 7 days').click()
    await expect
      .element(page.getByLabelText('Figures', { exact: true }))
      .toMatchTextContent(/Approval rate\s*50\.0 %/)
    await expect.element(page.getByRole('img', { name: /Bar chart of 7 days/ })).toBeVisible()
  })

  it('draws the volume of a currency, and shows the figures of the bar that is pointed at', async () => {
    open({ [COUNTS]: FOUND })
    await page.getByText('Volume in EUR').click()
    const chart = page.getByRole('img', { name: /EUR 300\.00/ })
    await expect.element(chart).toBeVisible()
    const bar = chart.element().querySelectorAll('g')[1]
    if (bar === undefined) throw new Error('there is no second bar')
    await userEvent.hover(bar)
    const figures = page.getByText('2 Nov 2026: EUR 300.00')
    await expect.element(figures).toBeVisible()
    await userEvent.hover(page.getByRole('heading', { level: 1 }))
    await expect.element(figures).not.toBeInTheDocument()
  })

  it('explains what will appear here while there is no payment', async () => {
    open({ [COUNTS]: { ...FOUND, counts: [] } })
    await expect.element(page.getByRole('heading', { name: 'No payments yet' })).toBeVisible()
    await expectAccessible()
  })

  it('reports it when not every payment was counted', async () => {
    open({ [COUNTS]: { ...FOUND, counted_since: '2026-11-20T00:00:00.000Z' } })
    await expect.element(page.getByText(/still being counted/)).toBeVisible()
  })

  it('shows why it cannot be loaded, and loads again', async () => {
    const portal = open({ [COUNTS]: refusal(503) })
    await expect.element(page.getByRole('alert')).toMatchTextContent(/cannot be reached/)
    portal.answer({ [COUNTS]: FOUND })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByLabelText('Figures', { exact: true })).toBeVisible()
  })
})

describe('the checklist of a new merchant', () => {
  const section = page.getByRole('region', { name: 'Get ready to go live' })
  const steps = {
    [STEPS]: {
      checks: [
        { check: 'terminal_ready', done: true },
        { check: 'webhook_taken', done: false },
      ],
    },
  }

  it('is one line with the next step, and opens to all', async () => {
    open({ [COUNTS]: FOUND, ...steps })
    await expect.element(section).toMatchTextContent(/1 of 2 done.*Next: Receive a webhook/)
    await expect.element(section.getByRole('progressbar', { name: '1 of 2 done' })).toBeVisible()
    await expect
      .element(section.getByRole('link', { name: 'Receive a webhook' }))
      .toHaveAttribute('href', '/webhooks?new')
    expect(section.getByRole('listitem').elements()).toEqual([])
    await expectAccessible()
    await section.getByText('All steps').click()
    await expect.element(section.getByRole('listitem').nth(0)).toMatchTextContent(/Done Activate a terminal/)
    await expect.element(section.getByRole('listitem').nth(1)).toMatchTextContent(/To do Receive a webhook/)
    await expectAccessible()
  })

  it('leaves the figures in the first view', async () => {
    await page.viewport(1280, 800)
    const checks = Array.from({ length: 9 }, (_, place) => ({ check: `step ${place}`, done: place < 5 }))
    open({ [COUNTS]: FOUND, [STEPS]: { checks } })
    await expect.element(section).toBeVisible()
    const figures = page.getByLabelText('Figures', { exact: true })
    await expect.element(figures).toBeVisible()
    // The rest is for the header of the portal, its navigation and notices.
    expect(figures.element().getBoundingClientRect().bottom).toBeLessThan(400)
  })

  it('cannot be dismissed before it is complete; then it can, for good', async () => {
    open({ [COUNTS]: FOUND, ...steps })
    const dismiss = section.getByRole('button', { name: 'Dismiss' })
    await expect.element(section).toBeVisible()
    expect(dismiss.elements()).toEqual([])
    document.querySelector('main')?.remove()
    const complete = { [STEPS]: { checks: [{ check: 'webhook_taken', done: true }] } }
    open({ [COUNTS]: FOUND, ...complete })
    await expect.element(section).toMatchTextContent(/completed every step.*Your operator can now approve/)
    await expectAccessible()
    await dismiss.click()
    await expect.element(section).not.toBeInTheDocument()
    document.querySelector('main')?.remove()
    const again = mount(html`<portal-overview-page></portal-overview-page>`, {
      answers: { [COUNTS]: FOUND, ...complete },
    })
    await expect.element(page.getByLabelText('Figures', { exact: true })).toBeVisible()
    expect(again.requests.some(({ name }) => name === STEPS)).toBe(true)
    expect(section.elements()).toEqual([])
  })

  it('does not disturb when it cannot be loaded', async () => {
    const portal = open({ [COUNTS]: FOUND, [STEPS]: refusal(500) })
    await expect.element(page.getByLabelText('Figures', { exact: true })).toBeVisible()
    await expect.element(section).not.toBeInTheDocument()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    expect(portal.requests.some(({ name }) => name === STEPS)).toBe(true)
  })
})
