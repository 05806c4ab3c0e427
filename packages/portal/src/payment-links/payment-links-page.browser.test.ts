import { html } from 'lit'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './payment-links-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { mount, type MountOptions, refusal } from '../testing/mount.ts'
import { watchDownloads } from '../testing/watch-downloads.ts'

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
const TERMINAL = {
  terminal_id: 'T00000000001',
  status: 'ACTIVE',
  features: ['TRX_TYPE_PURCHASE', 'TRX_TYPE_VERIFY', 'CHALLENGE_PREFERENCE', 'SCA_EXEMPTIONS'],
  installments: [
    {
      currency: 'EUR',
      payment_method_types: ['card'],
      brands: ['VISA'],
      min_count: 2,
      max_count: 6,
      min_amount: 1_000,
    },
  ],
}
const PLAIN = { terminal_id: 'T00000000002', status: 'ACTIVE', features: ['TRX_TYPE_PURCHASE'] }
const settingsOf = (...terminals: readonly object[]) => ({ 'GET /settings': { settings: { terminals } } })

const open = (answers: NonNullable<MountOptions['answers']>, query = '') =>
  mount(html`<portal-payment-links-page .query=${new URLSearchParams(query)}></portal-payment-links-page>`, {
    answers: { ...settingsOf(TERMINAL, PLAIN), ...answers },
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

  it('copies the link, and saves its code as a file', async () => {
    const portal = open(listOf(LINK))
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const saved = watchDownloads()
    await page.getByRole('button', { name: 'Link and QR code… Course fee' }).click()
    await dialog.getByRole('button', { name: 'Copy link' }).click()
    await expect.poll(() => portal.said).toEqual(['Copied'])
    expect(copied).toHaveBeenCalledExactlyOnceWith(LINK.url)
    await dialog.getByRole('button', { name: 'Download QR code' }).click()
    expect(saved).toEqual(['payment-link-l-1.svg'])
    copied.mockRestore()
  })

  it('shows why no link can be created', async () => {
    const portal = open({ ...listOf(), 'GET /settings': refusal(503) })
    await page.getByRole('button', { name: 'Create a link…' }).click()
    await expect.poll(() => portal.said).toEqual([expect.stringContaining('cannot be reached')])
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('creates a link, and shows it', async () => {
    const portal = open({ ...listOf(), [CREATE]: LINK })
    await page.getByRole('button', { name: 'Create a link…' }).click()
    await userEvent.fill(dialog.getByLabelText('Description'), 'Course fee')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const amount = dialog.getByLabelText('Amount', { exact: true })
    await expect.element(amount).toHaveAccessibleDescription('Enter an amount in EUR, such as 12.50.')
    await expect.poll(() => amount.element().matches(':focus')).toBe(true)
    await userEvent.fill(dialog.getByLabelText('Amount', { exact: true }), '125.00')
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
    await userEvent.fill(dialog.getByLabelText('Amount', { exact: true }), '1')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await expect.poll(() => dialog.getByLabelText('Description').element().matches(':focus')).toBe(true)
    await expectAccessible()
  })

  /** Opens the form for a new link. */
  const begin = async (answers: NonNullable<MountOptions['answers']> = {}) => {
    const portal = open({ ...listOf(), [CREATE]: LINK, ...answers })
    await page.getByRole('button', { name: 'Create a link…' }).click()
    await expect.element(dialog).toBeVisible()
    const send = async () => {
      await dialog.getByRole('button', { name: 'Create link' }).click()
      await expect.element(dialog.getByLabelText('Link')).toHaveValue(LINK.url)
      return portal.requests.find(({ name }) => name === CREATE)?.body
    }
    return { send }
  }

  it('creates a link that verifies a card, which has no amount and no installments', async () => {
    const { send } = await begin()
    await userEvent.fill(dialog.getByLabelText('Description'), 'Your card')
    await dialog.getByLabelText('Type').selectOptions('Verification')
    await expect.element(dialog.getByText('Nothing is charged')).toBeVisible()
    for (const name of ['Who sets the amount', 'Smallest amount', 'Largest amount', 'Installments'])
      await expect.element(dialog.getByLabelText(name)).not.toBeInTheDocument()
    await expect.element(dialog.getByLabelText('Description')).toHaveValue('Your card')
    await expectAccessible()
    const body = await send()
    expect(body).toMatchObject({ transaction_type: 'VERIFY', amount: 0, description: 'Your card' })
    expect(body).not.toHaveProperty('options')
  })

  it('asks for limits only where the customer sets the amount', async () => {
    const { send } = await begin()
    const limits = ['Smallest amount', 'Largest amount']
    for (const name of limits) await expect.element(dialog.getByLabelText(name)).not.toBeInTheDocument()
    await dialog.getByLabelText('Who sets the amount').selectOptions('The customer, within limits')
    await expect.element(dialog.getByLabelText('Amount', { exact: true })).not.toBeInTheDocument()
    await userEvent.fill(dialog.getByLabelText('Smallest amount'), '5')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const most = dialog.getByLabelText('Largest amount')
    await expect.element(most).toHaveAccessibleDescription('Enter an amount in EUR, such as 12.50.')
    await userEvent.fill(most, '20')
    await expectAccessible()
    const body = await send()
    expect(body).toMatchObject({ amount_range: { min: 500, max: 2_000 } })
    expect(body).not.toHaveProperty('amount')
  })

  it('asks for installments, a challenge and an exemption', async () => {
    const { send } = await begin()
    await userEvent.fill(dialog.getByLabelText('Amount', { exact: true }), '125.00')
    await expect.element(dialog.getByText('at least EUR 10.00')).toBeVisible()
    await dialog.getByLabelText('Installments').selectOptions('Up to 6')
    await dialog.getByLabelText('3-D Secure challenge').selectOptions('Preferred')
    await dialog.getByLabelText('SCA exemption').selectOptions('Low amount')
    await expectAccessible()
    expect(await send()).toMatchObject({
      amount: 12_500,
      options: {
        installments: { max_count: 6 },
        three_ds: { challenge_preference: 'CHALLENGE', exemption: 'LOW_VALUE' },
      },
    })
  })

  it('offers only what the terminal and the currency allow', async () => {
    const { send } = await begin()
    await userEvent.fill(dialog.getByLabelText('Amount', { exact: true }), '5')
    await userEvent.fill(dialog.getByLabelText('Currency'), 'SEK')
    await expect.element(dialog.getByLabelText('Installments')).not.toBeInTheDocument()
    await userEvent.fill(dialog.getByLabelText('Currency'), 'eur')
    await expect.element(dialog.getByLabelText('Installments')).toBeVisible()
    await dialog.getByLabelText('Type').selectOptions('Verification')
    await dialog.getByLabelText('Terminal').selectOptions(PLAIN.terminal_id)
    await expect.element(dialog.getByLabelText('Type')).toHaveValue('PURCHASE')
    for (const name of ['Installments', '3-D Secure challenge', 'SCA exemption'])
      await expect.element(dialog.getByLabelText(name)).not.toBeInTheDocument()
    await userEvent.fill(dialog.getByLabelText('Amount', { exact: true }), '5')
    expect(await send()).toMatchObject({ terminal_id: PLAIN.terminal_id, transaction_type: 'PURCHASE' })
  })

  it.each([
    ['terminal_id', 'Terminal'],
    ['transaction_type', 'Type'],
    ['amount', /^Amount$/],
    ['amount_range.max', 'Largest amount'],
    ['options.installments', 'Installments'],
    ['options.installments.max_count', 'Installments'],
    ['options.three_ds.challenge_preference', '3-D Secure challenge'],
    ['options.three_ds.exemption', 'SCA exemption'],
  ])('shows a refusal of %s at its field', async (property, label) => {
    await begin({ [CREATE]: refusal(422, { errors: [{ property, message: 'is not supported here' }] }) })
    if (property === 'amount_range.max') {
      await dialog.getByLabelText('Who sets the amount').selectOptions('The customer, within limits')
      await userEvent.fill(dialog.getByLabelText('Smallest amount'), '1')
      await userEvent.fill(dialog.getByLabelText(label), '5')
    } else await userEvent.fill(dialog.getByLabelText('Amount', { exact: true }), '1')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const control = dialog.getByLabelText(label)
    await expect.poll(() => control.element().matches(':focus')).toBe(true)
    await expect.element(control).toHaveAccessibleDescription(/is not supported here/)
    await expectAccessible()
  })

  it('shows that no terminal takes payments', async () => {
    await begin(settingsOf({ ...TERMINAL, status: 'INACTIVE' }, { ...PLAIN, features: ['TRX_TYPE_REFUND'] }))
    await expect.element(dialog.getByText('No active terminal takes payments')).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Create link' })).not.toBeInTheDocument()
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

  it('shows that there are no links', async () => {
    open(listOf())
    await expect.element(page.getByRole('heading', { name: 'No payment links yet' })).toBeVisible()
  })

  it('shows why they cannot be loaded', async () => {
    open({ [LIST]: refusal(503) })
    await expect.element(page.getByRole('alert')).toMatchTextContent(/cannot be reached/)
  })
})
