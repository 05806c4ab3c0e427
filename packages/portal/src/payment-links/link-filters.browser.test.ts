import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './payment-links-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { mount, type MountOptions, refusal } from '../testing/mount.ts'

const LIST = 'GET /api/payment-links'
const SETTINGS = 'GET /settings'
const TERMINALS = { settings: { terminals: [{ terminal_id: 'T1' }, { terminal_id: 'T2' }] } }

const opener = page.getByRole('button', { name: 'Filters' })
const panel = page.getByRole('dialog', { name: 'Filter payment links' })
const chips = page.getByRole('list', { name: 'Active filters' })

const open = (query = '', { answers, ...options }: MountOptions = {}) =>
  mount(html`<portal-payment-links-page .query=${new URLSearchParams(query)}></portal-payment-links-page>`, {
    ...options,
    answers: { [SETTINGS]: TERMINALS, [LIST]: { data: [], next_cursor: null }, ...answers },
  })

describe('the filters of payment links', () => {
  it('offer states and terminals, and write what is chosen into the address', async () => {
    const portal = open()
    await opener.click()
    await userEvent.selectOptions(panel.getByLabelText('Status'), 'Used up')
    await userEvent.selectOptions(panel.getByLabelText('Terminal'), 'T2')
    await expectAccessible()
    await panel.getByRole('button', { name: 'Apply' }).click()
    expect(portal.visited).toEqual(['/payment-links?status=USED_UP&terminal_id=T2'])
  })

  it('are asked of the gateway, listed with a way to remove each, and lead to older links', async () => {
    const portal = open('status=EXPIRED&terminal_id=T1&evil=x', {
      answers: { [LIST]: { data: [makeLink()], next_cursor: 'next' } },
    })
    await expect.element(chips).toMatchTextContent('Status: Expired')
    await expect
      .element(chips.getByRole('link', { name: 'Remove the filter Status' }))
      .toHaveAttribute('href', '/payment-links?terminal_id=T1')
    await expect
      .element(page.getByRole('link', { name: 'Older' }))
      .toHaveAttribute('href', '/payment-links?status=EXPIRED&terminal_id=T1&cursor=next')
    const asked = portal.requests.find(({ name }) => name === LIST)?.query
    expect(String(asked)).toBe('status=EXPIRED&terminal_id=T1')
    await expectAccessible()
  })

  it('explain that nothing matches, and offer to reset', async () => {
    open('status=EXPIRED')
    await expect.element(page.getByRole('heading', { name: 'No payment links match' })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Reset filters' }))
      .toHaveAttribute('href', '/payment-links')
    await expectAccessible()
  })

  it('show that terminals cannot be loaded, and keep the one that is chosen', async () => {
    open('terminal_id=T1', { answers: { [SETTINGS]: refusal(503) } })
    await opener.click()
    const field = panel.getByLabelText('Terminal')
    await expect.element(field).toHaveAccessibleDescription(/cannot be loaded/)
    await expect.element(field).toHaveValue('T1')
  })

  it('have no field for terminals where a person may not list them, and do not ask for them', async () => {
    const portal = open('terminal_id=T1', { actions: ['listPaymentLinks'] })
    await expect.element(chips).toMatchTextContent('Terminal: T1')
    await opener.click()
    await expect.element(panel.getByLabelText('Status')).toBeVisible()
    expect(panel.getByLabelText('Terminal').elements()).toEqual([])
    expect(portal.requests.map(({ name }) => name)).not.toContain(SETTINGS)
  })

  it('fill a phone', async () => {
    await page.viewport(360, 640)
    open()
    await opener.click()
    const { width, height } = panel.element().getBoundingClientRect()
    expect([width, height]).toEqual([360, 640])
  })
})

const makeLink = () => ({
  id: 'l-1',
  description: 'Course fee',
  status: 'EXPIRED',
  amount: 12_500,
  amount_range: null,
  currency: 'EUR',
  uses: 0,
  uses_in_progress: 0,
  max_uses: 1,
  expires_at: '2026-11-01T00:00:00Z',
  url: 'https://pay.example/link/l-1',
  qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
})
