import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'

import './design-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { mount } from '../testing/mount.ts'

describe('the page of the design', () => {
  it('shows every part without an accessibility problem', async () => {
    mount(html`<portal-design-page></portal-design-page>`)
    await expect.element(page.getByRole('heading', { name: 'Compact table' })).toBeVisible()
    await expect.element(page.getByRole('cell', { name: 'EUR −10.00' }).first()).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'No payments yet' })).toBeVisible()
    await expectAccessible()
  })

  it('shows an error with a way to try again, and what is wrong with a field', async () => {
    const portal = mount(html`<portal-design-page></portal-design-page>`)
    await page.getByRole('button', { name: 'Try again' }).click()
    expect(portal.said).toEqual(['Tried again.'])
    await expect.element(page.getByRole('textbox').nth(1)).toHaveAccessibleDescription(/\S/)
  })

  it('asks before something is deleted', async () => {
    const portal = mount(html`<portal-design-page></portal-design-page>`)
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this key?' })
    await expect.element(dialog).toBeVisible()
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(portal.said).toEqual(['Deleted.'])
  })
})
