import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './payment-links-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { mount, type MountOptions, refusal } from '../testing/mount.ts'

const LINK = {
  id: 'l-1',
  description: 'Course fee',
  status: 'ACTIVE',
  amount: 12_500,
  amount_range: null,
  currency: 'EUR',
  uses: 1,
  uses_in_progress: 0,
  max_uses: 3,
  expires_at: '2026-12-07T00:00:00Z',
  url: 'https://pay.example/link/l-1',
  qr_svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>',
}
const LIST = 'GET /api/payment-links'
const CREATE = 'POST /api/payment-links'
const END = 'POST /api/payment-links/l-1/deactivate'
const SETTINGS = { settings: { terminals: [{ terminal_id: 'T00000000001' }] } }

const open = (answers: NonNullable<MountOptions['answers']>, query = '') =>
  mount(html`<portal-payment-links-page .query=${new URLSearchParams(query)}></portal-payment-links-page>`, {
    answers: { 'GET /settings': SETTINGS, ...answers },
  })
const listOf = (...data: readonly object[]) => ({ [LIST]: { data, next_cursor: null } })

describe('the page of payment links', () => {
  const dialog = page.getByRole('dialog')

  it('lists links with their uses, and shows a link with its code', async () => {
    open(listOf(LINK))
    await expect
      .element(page.getByRole('row').nth(1))
      .toMatchTextContent(/Course fee.*EUR 125\.00.*Active.*1 of 3/)
    await page.getByRole('button', { name: 'Link and QR code… Course fee' }).click()
    await expect.element(dialog.getByLabelText('Link')).toHaveValue(LINK.url)
    await expect.element(dialog.getByRole('img', { name: 'QR code of the payment link' })).toBeVisible()
    await expectAccessible()
  })

  it('creates a link, and shows it', async () => {
    const portal = open({ ...listOf(), [CREATE]: LINK })
    await page.getByRole('button', { name: 'Create a link…' }).click()
    await userEvent.fill(dialog.getByLabelText('Description'), 'Course fee')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Enter amounts in EUR')
    await userEvent.fill(dialog.getByLabelText(/^Amount/), '125.00')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await expect.element(dialog.getByLabelText('Link')).toHaveValue(LINK.url)
    expect(portal.said).toEqual(['Link created.'])
    expect(portal.requests.find(({ name }) => name === CREATE)?.body).toMatchObject({
      amount: 12_500,
      max_uses: 1,
    })
  })

  it('shows a problem at its field', async () => {
    open({
      ...listOf(),
      [CREATE]: refusal(422, { errors: [{ property: 'description', message: 'is required' }] }),
    })
    await page.getByRole('button', { name: 'Create a link…' }).click()
    await userEvent.fill(dialog.getByLabelText(/^Amount/), '1')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await expect.poll(() => dialog.getByLabelText('Description').element().matches(':focus')).toBe(true)
    await expectAccessible()
  })

  it('deactivates a link', async () => {
    const portal = open({ ...listOf(LINK), [END]: LINK })
    await page.getByRole('button', { name: 'Deactivate… Course fee' }).click()
    portal.answer(listOf({ ...LINK, status: 'DEACTIVATED' }))
    await dialog.getByRole('button', { name: 'Deactivate link' }).click()
    await expect.element(page.getByRole('row').nth(1)).toMatchTextContent('Deactivated')
    expect(portal.said).toEqual(['Link deactivated.'])
  })

  it('says that there are none, and none with a status', async () => {
    open(listOf())
    await expect.element(page.getByRole('heading', { name: 'No payment links yet' })).toBeVisible()
    open(listOf(), 'status=EXPIRED')
    await expect
      .element(page.getByRole('heading', { name: 'No payment links with this status' }))
      .toBeVisible()
  })

  it('says why they cannot be loaded', async () => {
    open({ [LIST]: refusal(503) })
    await expect.element(page.getByRole('alert')).toMatchTextContent(/cannot be reached/)
  })
})
