import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './audit-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { mount, type MountOptions, refusal } from '../testing/mount.ts'
import { watchDownloads } from '../testing/watch-downloads.ts'

const LIST = 'GET /operator/audit'
const MERCHANTS = 'GET /operator/merchants'
const MUGS = 'GET /operator/merchants/merchant-1'
const ENTRY = {
  id: 'e-1',
  at: '2026-11-30T10:00:00Z',
  merchant_id: 'merchant-1',
  merchant_name: 'Mugs & More',
  actor: 'user',
  action: 'user.invite',
  subject: 'user-2',
  subject_name: 'Olga Owner',
  user_name: 'Otto Operator',
  detail: { user_id: 'user-9', roles: 'owner' },
}
const PEOPLE = [
  { id: 'user-1', name: 'Ada', email: 'ada@shop.example' },
  { id: 'user-2', name: 'Olga Owner', email: null },
]

const opener = page.getByRole('button', { name: 'Filters' })
const panel = page.getByRole('dialog', { name: 'Filter the audit trail' })
const chips = page.getByRole('list', { name: 'Active filters' })

const open = (query = '', { answers, ...options }: MountOptions = {}) =>
  mount(html`<portal-audit-page .query=${new URLSearchParams(query)}></portal-audit-page>`, {
    ...options,
    answers: {
      [LIST]: { data: [], next_cursor: null },
      [MERCHANTS]: ({ query: asked }) =>
        asked.has('cursor')
          ? { data: [{ id: 'merchant-1', name: 'Mugs & More' }], next_cursor: null }
          : { data: [{ id: 'merchant-2', name: 'Harbour Books' }], next_cursor: 'merchant-2' },
      [MUGS]: { id: 'merchant-1', name: 'Mugs & More', users: PEOPLE },
      'GET /operator/merchants/merchant-2': { id: 'merchant-2', name: 'Harbour Books', users: [] },
      ...answers,
    },
  })

it('names actions, people and merchants in the audit trail, and filters by them', async () => {
  open('', { answers: { [LIST]: { data: [ENTRY], next_cursor: null } } })
  await expect
    .element(page.getByRole('link', { name: 'Otto Operator' }))
    .toHaveAttribute('href', '/audit?user_id=user-9')
  await expect
    .element(page.getByRole('row').nth(1))
    .toMatchTextContent(/User invited.*Olga Owner.*Mugs & More.*Roles: Owner/)
  await expectAccessible()
})

it('names what acts without a person, and leads nowhere there', async () => {
  const entry = { ...ENTRY, actor: 'gateway', user_name: null, detail: {} }
  open('', { answers: { [LIST]: { data: [entry], next_cursor: null } } })
  const actor = page.getByRole('row').nth(1).getByRole('cell').first()
  await expect.element(actor).toHaveTextContent('Gateway')
  expect(actor.getByRole('link').elements()).toEqual([])
})

it('saves what the filters find as a file, and shows why that failed', async () => {
  const saved = watchDownloads()
  const EXPORT = 'GET /operator/exports/audit.json'
  const portal = open('action=user.remove', { answers: { [EXPORT]: refusal(503) } })
  const save = page.getByRole('button', { name: 'Export as JSON' })
  await save.click()
  await expect.poll(() => portal.said).toEqual([expect.stringContaining('cannot be reached')])
  portal.answer({ [EXPORT]: {} })
  await save.click()
  await expect.poll(() => saved).toEqual(['audit.json'])
  const exports = portal.requests.filter(({ name }) => name === EXPORT)
  expect(exports.map(({ query }) => String(query))).toEqual(Array(2).fill('action=user.remove'))
})

describe('the filters of the audit trail', () => {
  it('offer actions by words, and the users of the chosen merchant', async () => {
    const portal = open()
    await opener.click()
    await userEvent.selectOptions(panel.getByLabelText('Action'), 'User removed')
    const person = panel.getByLabelText('Person')
    await expect.element(person).toHaveAccessibleDescription('Choose the merchant to list its users.')
    await userEvent.selectOptions(panel.getByLabelText('Merchant'), 'Mugs & More')
    await userEvent.selectOptions(person, 'Ada (ada@shop.example)')
    await userEvent.fill(panel.getByLabelText('From'), '2026-11-01')
    await expectAccessible()
    await panel.getByRole('button', { name: 'Apply' }).click()
    expect(portal.visited).toEqual([
      '/audit?action=user.remove&merchant_id=merchant-1&user_id=user-1&from=2026-11-01',
    ])
  })

  it('forget the person when another merchant is chosen, and begin anew with the address', async () => {
    open('merchant_id=merchant-1&user_id=user-1')
    await opener.click()
    const person = panel.getByLabelText('Person')
    await expect.element(person).toHaveValue('user-1')
    await userEvent.selectOptions(panel.getByLabelText('Merchant'), 'Harbour Books')
    await expect.element(person).toHaveValue('')
    await expect.element(person).not.toMatchTextContent('Olga Owner')
    await userEvent.keyboard('{Escape}')
    await opener.click()
    await expect.element(person).toMatchTextContent('Olga Owner')
    await expect.element(person).toHaveValue('user-1')
    await expect.element(panel.getByLabelText('Merchant')).toHaveValue('merchant-1')
  })

  it('are asked of the gateway with whole days, and listed by name', async () => {
    const portal = open('action=user.remove&merchant_id=merchant-1&user_id=user-1&to=2026-11-30')
    await expect.element(chips).toMatchTextContent('Action: User removed')
    await expect.element(chips).toMatchTextContent('Merchant: Mugs & More')
    await expect.element(chips).toMatchTextContent('Person: Ada')
    const asked = portal.requests.find(({ name }) => name === LIST)?.query
    expect(Object.fromEntries(asked ?? [])).toEqual({
      action: 'user.remove',
      merchant_id: 'merchant-1',
      user_id: 'user-1',
      to: new Date(2026, 11, 1).toISOString(),
    })
    expect(portal.requests.map(({ name }) => name)).not.toContain(MERCHANTS)
    await expectAccessible()
  })

  it('name a person of the service by the entries', async () => {
    open('user_id=user-9', { answers: { [LIST]: { data: [ENTRY], next_cursor: null } } })
    await expect.element(chips).toMatchTextContent('Person: Otto Operator')
  })

  it('explain that nothing matches, and offer to reset', async () => {
    open('action=user.remove')
    await expect.element(page.getByRole('heading', { name: 'No entries match' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Reset filters' })).toHaveAttribute('href', '/audit')
    await expectAccessible()
  })

  it('show that merchants and people cannot be loaded', async () => {
    open('merchant_id=merchant-1', { answers: { [MERCHANTS]: refusal(503), [MUGS]: refusal(503) } })
    await opener.click()
    for (const label of ['Merchant', 'Person'])
      await expect.element(panel.getByLabelText(label)).toHaveAccessibleDescription(/cannot be loaded/)
    await expect.element(panel.getByLabelText('Merchant')).toHaveValue('merchant-1')
  })

  it('have no field for people where a person may not list them', async () => {
    const portal = open('merchant_id=merchant-1', { actions: ['searchAuditTrail'] })
    await opener.click()
    await expect.element(panel.getByLabelText('Action')).toBeVisible()
    for (const label of ['Merchant', 'Person']) expect(panel.getByLabelText(label).elements()).toEqual([])
    expect(panel.getByRole('group').elements()).toHaveLength(2)
    expect(portal.requests.map(({ name }) => name)).toEqual([LIST])
  })

  it('fill a phone', async () => {
    await page.viewport(360, 640)
    open()
    await opener.click()
    const { width, height } = panel.element().getBoundingClientRect()
    expect([width, height]).toEqual([360, 640])
  })
})
