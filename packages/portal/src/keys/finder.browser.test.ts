import { html } from 'lit'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './finder.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { makePayment } from '../testing/make-payment.ts'
import { mount, type MountOptions, refusal } from '../testing/mount.ts'
import type { Finder } from './finder.ts'
import { listKnown } from './known-choices.ts'

const LIST = 'GET /api/transactions'
const CONTENTS = 'GET /docs/contents.json'
const DOCUMENTS = [['Refund a payment', 'docs/guides/refund.html', [['Refund a part', 'refund-a-part']]]]

const field = page.getByRole('combobox', { name: 'Search everything' })
const options = page.getByRole('option')
const namesShown = () => options.elements().map((option) => option.firstElementChild?.textContent)

async function open(options: MountOptions = {}) {
  const went: string[] = []
  const may = (action: string) => options.actions?.includes(action) ?? true
  const known = listKnown(
    { may, go: (href) => void went.push(href) },
    [{ href: '/payments', name: 'Payments' }],
    () => void went.push('keys'),
  )
  const portal = mount(html`<portal-finder .known=${known}></portal-finder>`, {
    ...options,
    answers: {
      [LIST]: { data: [makePayment()], next_cursor: null },
      [CONTENTS]: DOCUMENTS,
      ...options.answers,
    },
  })
  const finder = document.querySelector<Finder>('portal-finder')
  await finder?.updateComplete
  finder?.open()
  await expect.element(field).toHaveFocus()
  return { portal, went, finder }
}

describe('the search over everything', () => {
  it('finds payments, pages, settings and documents, and opens a payment', async () => {
    const { portal } = await open()
    await userEvent.fill(field, 'pay')
    await expect.element(page.getByRole('option', { name: 'order-1001' })).toBeVisible()
    await expect.element(page.getByRole('option', { name: 'Refund a payment' }).first()).toBeVisible()
    const groups = page.getByRole('group').elements()
    expect(groups.map((group) => group.getAttribute('aria-labelledby'))).toEqual([
      'finder-pages',
      'finder-actions',
      'finder-payments',
      'finder-documents',
    ])
    await expectAccessible()
    await userEvent.fill(field, 'order-1001')
    await expect.element(page.getByRole('option', { name: 'order-1001' })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect(portal.visited).toEqual([`/payments/${makePayment().id}`])
    await expect.element(field).not.toBeInTheDocument()
  })

  it('finds a setting by what people call it', async () => {
    const { went } = await open({ answers: { [LIST]: { data: [], next_cursor: null } } })
    await userEvent.fill(field, 'logo')
    await expect.element(page.getByText('1 result')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect(went).toEqual(['/settings/look'])
  })

  it('opens a part of a document in another tab, and the portal stays', async () => {
    const opened = vi.spyOn(globalThis, 'open').mockReturnValue(null)
    const { portal } = await open({ answers: { [LIST]: { data: [], next_cursor: null } } })
    await userEvent.fill(field, 'refund a part')
    await page.getByRole('option', { name: 'Refund a part' }).click()
    expect(opened).toHaveBeenCalledWith('/docs/docs/guides/refund.html#refund-a-part', '_blank', 'noopener')
    expect(portal.visited).toEqual([])
    opened.mockRestore()
  })

  it('moves through the options with the arrows, while the field keeps the focus', async () => {
    await open()
    const active = () => field.element().getAttribute('aria-activedescendant')
    expect(active()).toBe('finder-0')
    await userEvent.keyboard('{ArrowUp}')
    expect(active()).toBe(`finder-${namesShown().length - 1}`)
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(active()).toBe('finder-1')
    await expect.element(page.getByRole('option', { selected: true })).toHaveAttribute('id', 'finder-1')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(field).not.toBeInTheDocument()
  })

  it('shows that nothing was found, and what can be searched', async () => {
    await open({ answers: { [LIST]: { data: [], next_cursor: null } } })
    await userEvent.fill(field, 'nowhere')
    await expect.element(page.getByText(/Nothing found for “nowhere”/)).toBeVisible()
    await expect.element(field).toHaveAttribute('aria-expanded', 'false')
    await expectAccessible()
  })

  it('shows why payments were not searched, and finds everything else', async () => {
    await open({ answers: { [LIST]: refusal(503) } })
    await userEvent.fill(field, 'payments')
    await expect.element(page.getByRole('alert')).toMatchTextContent('Payments were not searched.')
    await expect.element(page.getByRole('option', { name: 'Payments' }).first()).toBeVisible()
    await expectAccessible()
  })

  it('works where no documentation is served', async () => {
    await open({ answers: { [CONTENTS]: refusal(404), [LIST]: { data: [], next_cursor: null } } })
    await userEvent.fill(field, 'payments')
    await expect.element(page.getByRole('option', { name: 'Payments' }).first()).toBeVisible()
  })

  it('offers and requests only what the person may use', async () => {
    const { portal } = await open({ actions: ['listClients'] })
    await userEvent.fill(field, 'e')
    await expect.element(page.getByRole('option', { name: 'Credentials' })).toBeVisible()
    expect(namesShown()).not.toContain('Terminals')
    expect(namesShown()).not.toContain('Show declined payments')
    expect(portal.requests.map(({ name }) => name)).toEqual([CONTENTS])
  })
})
