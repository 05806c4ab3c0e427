import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './device-page.ts'
import './devices-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { mount, refusal } from '../testing/mount.ts'

const DEVICE = { user_code: 'BCDF-GHJK', name: 'sluice-gateway on laptop', address: '192.0.2.7' }

const mountCode = (answers: Parameters<typeof mount>[1] = {}) =>
  mount(html`<portal-device-page code="BCDF-GHJK"></portal-device-page>`, answers)

describe('the page of a device code', () => {
  it('shows the code and who asks, and approves', async () => {
    const portal = mountCode({
      answers: { 'GET /devices/BCDF-GHJK': DEVICE, 'POST /devices/BCDF-GHJK/approve': {} },
    })
    await expect.element(page.getByText('BCDF-GHJK')).toBeVisible()
    await expect.element(page.getByText('sluice-gateway on laptop at 192.0.2.7')).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect.element(page.getByRole('status')).toMatchTextContent(/^Approved/)
    expect(portal.requests.at(-1)).toMatchObject({
      name: 'POST /devices/BCDF-GHJK/approve',
      key: expect.stringMatching(/./) as string,
    })
  })

  it('denies', async () => {
    mountCode({ answers: { 'GET /devices/BCDF-GHJK': DEVICE, 'POST /devices/BCDF-GHJK/deny': {} } })
    await page.getByRole('button', { name: 'Deny' }).click()
    await expect.element(page.getByRole('status')).toMatchTextContent(/^Denied/)
  })

  it('shows why an approval failed, and repeats it with the same key', async () => {
    const portal = mountCode({
      answers: { 'GET /devices/BCDF-GHJK': DEVICE, 'POST /devices/BCDF-GHJK/approve': refusal(503) },
    })
    const approve = page.getByRole('button', { name: 'Approve' })
    await approve.click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/cannot be reached/)
    portal.answer({ 'POST /devices/BCDF-GHJK/approve': {} })
    await approve.click()
    await expect.element(page.getByRole('status')).toBeVisible()
    const [first, second] = portal.requests.filter(({ name }) => name.startsWith('POST'))
    expect(second?.key).toBe(first?.key)
  })

  it('shows that no program waits with the code', async () => {
    mountCode({ answers: { 'GET /devices/BCDF-GHJK': refusal(404) } })
    await expect.element(page.getByRole('alert')).toMatchTextContent(/^Unknown or expired code/)
    await expectAccessible()
  })

  it('loads again after an error', async () => {
    const portal = mountCode({ answers: { 'GET /devices/BCDF-GHJK': refusal(500) } })
    await expect.element(page.getByRole('alert')).toBeVisible()
    portal.answer({ 'GET /devices/BCDF-GHJK': DEVICE })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('BCDF-GHJK')).toBeVisible()
  })
})

describe('the page that asks for a device code', () => {
  it('opens the page of the code, however it was typed', async () => {
    const portal = mount(html`<portal-devices-page></portal-devices-page>`)
    await expectAccessible()
    await userEvent.fill(page.getByLabelText('Code'), ' bcdf-ghjk ')
    await userEvent.keyboard('{Enter}')
    expect(portal.visited).toEqual(['/devices/BCDF-GHJK'])
  })

  it('opens nothing without a code', async () => {
    const portal = mount(html`<portal-devices-page></portal-devices-page>`)
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(portal.visited).toEqual([])
  })
})
