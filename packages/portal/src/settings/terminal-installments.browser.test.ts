import { CARD_METHOD_TYPES } from '@sluice/types/vocabulary'
import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './terminals-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { mount, refusal } from '../testing/mount.ts'
import { emptySettings } from '../testing/settings.ts'
import type { InstallmentPlan, Terminal } from './settings.ts'

const PLAN: InstallmentPlan = {
  currency: 'EUR',
  payment_method_types: CARD_METHOD_TYPES,
  brands: ['VISA', 'JCB'],
  min_count: 2,
  max_count: 12,
  min_amount: 1_000,
}
const TERMINAL: Terminal = {
  terminal_id: 'shop-eur',
  status: 'ACTIVE',
  features: ['TRX_TYPE_PURCHASE'],
  brands: ['VISA', 'JCB'],
  payment_methods: ['card'],
  routing: [{ provider: 'sim-a', account: 'sim-a-eur' }],
  installments: [PLAN],
  origins: [],
}
const SAVE = 'POST /settings/terminals/shop-eur'
const dialog = page.getByRole('dialog')
const press = (name: string) => page.getByRole('button', { name }).click()
const save = () => dialog.getByRole('button', { name: 'Save' }).click()

const open = (terminal: Partial<Terminal> = {}, answer?: object) => {
  const settings = emptySettings({ terminals: [{ ...TERMINAL, ...terminal }] })
  const portal = mount(html`<portal-terminals-page></portal-terminals-page>`, {
    answers: { 'GET /settings': settings, [SAVE]: answer ?? settings },
  })
  const sent = async () => {
    await expect.element(dialog).not.toBeInTheDocument()
    return portal.requests.find(({ name }) => name === SAVE)?.body
  }
  return { ...portal, sent }
}

describe('installments of a terminal', () => {
  it('are listed, and added to', async () => {
    const { sent, said } = open()
    await expect.element(page.getByText('EUR: 2 to 12 from EUR 10.00').first()).toBeVisible()
    await press('Add installments… shop-eur')
    await dialog.getByLabelText('Currency').selectOptions('MXN')
    await userEvent.fill(dialog.getByLabelText('Most installments'), '18')
    await userEvent.fill(dialog.getByLabelText(/^Smallest amount/), '300')
    await dialog.getByLabelText('JCB').click()
    await expectAccessible()
    await save()
    expect(await sent()).toEqual({
      version: 7,
      installments: [
        PLAN,
        { ...PLAN, currency: 'MXN', brands: ['VISA'], min_count: 2, max_count: 18, min_amount: 30_000 },
      ],
    })
    expect(said).toEqual([expect.stringContaining('Saved.')])
  })

  it('are edited in their place', async () => {
    const { sent } = open({ installments: [PLAN, { ...PLAN, currency: 'SEK' }] })
    await press('Edit… shop-eur EUR')
    await expect.element(dialog.getByLabelText(/^Smallest amount/)).toHaveValue('10.00')
    await userEvent.fill(dialog.getByLabelText(/^Smallest amount/), '')
    await userEvent.fill(dialog.getByLabelText('Most installments'), '6')
    await save()
    expect(await sent()).toMatchObject({
      installments: [{ ...PLAN, max_count: 6, min_amount: 1 }, { currency: 'SEK' }],
    })
  })

  it('are removed', async () => {
    const { sent } = open({ installments: [PLAN, { ...PLAN, currency: 'SEK' }] })
    await press('Remove… shop-eur EUR')
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Remove installments' }).click()
    expect(await sent()).toMatchObject({ installments: [{ currency: 'SEK' }] })
  })

  it.each([
    ['currency', 'Currency', 'give a currency that a provider offers'],
    ['min_count', 'Fewest installments', 'give a min_count that is not above the max_count'],
    ['max_count', 'Most installments', 'give a number of at most 48'],
    ['min_amount', /^Smallest amount/, 'give a number of at least 1'],
  ])('show a refusal of %s at its field', async (member, label, message) => {
    open({}, refusal(422, { errors: [{ property: `installments[1].${member}`, message }] }))
    await press('Add installments… shop-eur')
    await userEvent.fill(dialog.getByLabelText('Most installments'), '4')
    await save()
    const control = dialog.getByLabelText(label)
    await expect.poll(() => control.element().matches(':focus')).toBe(true)
    await expect
      .element(control)
      .toHaveAccessibleDescription(`${message.charAt(0).toUpperCase()}${message.slice(1)}.`)
    await expectAccessible()
  })

  it('show what an amount looks like, and that a brand is missing', async () => {
    const { requests } = open(
      {},
      refusal(422, { errors: [{ property: 'installments[1].brands', message: 'give at least one' }] }),
    )
    await press('Add installments… shop-eur')
    await userEvent.fill(dialog.getByLabelText('Most installments'), '4')
    await userEvent.fill(dialog.getByLabelText(/^Smallest amount/), 'ten')
    await save()
    await expect.element(dialog).toMatchTextContent('Enter an amount in EUR')
    expect(requests.map(({ name }) => name)).not.toContain(SAVE)
    await userEvent.fill(dialog.getByLabelText(/^Smallest amount/), '10')
    await save()
    await expect.element(dialog).toMatchTextContent('Give at least one.')
  })

  it('do not exist where everything is paid in full', async () => {
    open({ installments: [] })
    await expect.element(page.getByText('None: customers pay in full.')).toBeVisible()
    await expectAccessible()
  })

  it('are not changed at a terminal that the operator closed', async () => {
    open({ status: 'INACTIVE' })
    await expect.element(page.getByText('EUR: 2 to 12 from EUR 10.00').first()).toBeVisible()
    expect(page.getByRole('button').elements()).toEqual([])
  })
})
