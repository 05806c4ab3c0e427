import { readFile } from 'node:fs/promises'

import { expect, type Page } from '@playwright/test'

import { merchantClient } from '../fixtures/merchant-client.ts'
import { openPortal } from '../fixtures/portal.ts'
import { payAs, sellOn } from '../fixtures/selling-shop.ts'
import { testApart as test } from '../fixtures/test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { listComplaints } from '../models/complaints.ts'
import { expectToFitPhone, openPhone } from '../models/phone.ts'
import { createProgram, readShown } from '../models/portal-credentials.ts'

// Owners of a merchant and its settings.

const PICTURES = 'test-results/pictures'

const dialogOf = (page: Page) => page.getByRole('dialog')

test('a secret is rotated while payments run, and none of them fails', async ({ page, gateway }) => {
  const complaints = listComplaints(page)
  await openPortal(page, gateway)
  const old = await createProgram(page)
  const shop = sellOn(gateway, old)
  await shop.sells(3)

  const row = page.getByRole('row', { name: old.client_id })
  await row.getByRole('button', { name: 'Rotate secret…' }).click()
  await dialogOf(page).getByLabel('Old secret expires').selectOption('in one hour')
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/settings-rotate.png` })
  await dialogOf(page).getByRole('button', { name: 'Rotate secret' }).click()
  await expect(dialogOf(page)).toContainText('The old secret is valid until')
  await page.screenshot({ path: `${PICTURES}/settings-secret.png` })
  const fresh = await readShown(page)
  expect(fresh.client_secret).not.toBe(old.client_secret)
  await expect(row).toContainText('Two secrets: the old one expires')
  // The shop's servers still have the old one.
  await shop.sells(3)
  shop.deploy(fresh)
  await shop.sells(3)

  await row.getByRole('button', { name: 'Revoke old secret…' }).click()
  await dialogOf(page).getByRole('button', { name: 'Revoke old secret' }).click()
  await expect(row).toContainText('One')
  await expect(page.getByRole('status')).toHaveText('Old secret revoked.')
  await shop.sells(3)
  await shop.close()
  await expect(payAs(gateway, old)).rejects.toThrow()
  await page.screenshot({ path: `${PICTURES}/settings-credentials.png`, fullPage: true })
  expect(complaints).toEqual([])
})

test('a client is created and revoked by keyboard alone', async ({ page, gateway }) => {
  await openPortal(page, gateway)
  await page.goto(`${gateway.origins.portal_url}/settings/credentials`)
  await page.getByRole('button', { name: 'New client…' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Not A Name')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('by-keyboard')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toContainText('Copy this secret now')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'New client…' })).toBeFocused()
  const row = page.getByRole('row', { name: /by-keyboard-/ })
  await row.getByRole('button', { name: 'Revoke…' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toContainText('This cannot be undone.')
  // The `close` event fires asynchronously, here after the dialog is open again.
  await row.getByRole('button', { name: 'Revoke…', includeHidden: true }).evaluate((button) => {
    const page = button.getRootNode() as ShadowRoot
    page.querySelector<HTMLDialogElement>('dialog[open]')?.close()
    button.dispatchEvent(new MouseEvent('click'))
  })
  await expect(dialogOf(page)).toContainText('This cannot be undone.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Revoked')
})

test('a colour is changed and seen at once, and shoppers see it when it is saved', async ({
  page,
  gateway,
}) => {
  await openPortal(page, gateway)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Language and look' }).click()
  const frame = page.frameLocator('iframe')
  const sample = frame.getByRole('button', { name: /^Pay/ })
  const chosen = 'rgb(138, 28, 74)'
  await expect(sample).toBeVisible()
  await expect(sample).not.toHaveCSS('background-color', chosen)
  await page.getByLabel('Primary color', { exact: true }).fill('#8a1c4a')
  await page.keyboard.press('Tab')
  await expect(sample).toHaveCSS('background-color', chosen)
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/settings-look.png` })

  await page.getByLabel('Primary color', { exact: true }).fill('#fdfdfd')
  await page.keyboard.press('Tab')
  await expect(page.getByText(/Primary color has a contrast of 1\.0:1/)).toBeVisible()
  await page.getByLabel('Primary color', { exact: true }).fill('#8a1c4a')
  await page.keyboard.press('Tab')
  await expect(page.getByText(/has a contrast of/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()

  const client = merchantClient(gateway.credentials)
  const shopper = await page.context().newPage()
  const seen = async () => {
    const { redirect_url: url } = await client.hostedPaymentPages.create({
      terminal_id: gateway.credentials.terminal_id,
      reference: crypto.randomUUID(),
      description: 'Two tickets',
      currency: 'EUR',
      amount: 12_50,
      transaction_type: 'PURCHASE',
      return_url: 'https://shop.example/back',
    })
    await shopper.goto(url ?? '')
    const pay = shopper.getByRole('button', { name: /^Pay/ })
    return pay.evaluate((element) => getComputedStyle(element).backgroundColor)
  }
  await expect.poll(seen, { timeout: 60_000 }).toBe(chosen)
})

test('a colleague’s concurrent change is kept, and so are the typed values', async ({ page, gateway }) => {
  await openPortal(page, gateway)
  const open = async (one: Page) => {
    await one.goto(`${gateway.origins.portal_url}/settings/look`)
    await expect(one.getByLabel('Page text', { exact: true })).toBeVisible()
  }
  const fill = async (one: Page, label: string, color: string) => {
    await one.getByLabel(label, { exact: true }).fill(color)
    await one.keyboard.press('Tab')
  }
  const other = await page.context().newPage()
  await open(page)
  await open(other)
  await fill(other, 'Page text', '#101010')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
  await fill(page, 'Page background', '#fafafa')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Someone else changed the settings in the meantime.')
  await expect(page.getByLabel('Page text', { exact: true })).toHaveValue('#101010')
  await expect(page.getByLabel('Page background', { exact: true })).toHaveValue('#fafafa')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Page text', { exact: true })).toHaveValue('#101010')
  await expect(page.getByLabel('Page background', { exact: true })).toHaveValue('#fafafa')
})

test('terminals, origins and rules are changed, and errors are shown', async ({ page, gateway }) => {
  const complaints = listComplaints(page)
  const { terminal_id: id } = gateway.credentials
  await openPortal(page, gateway)
  await page.goto(`${gateway.origins.portal_url}/settings/terminals`)
  const terminal = page.getByRole('region', { name: id })
  await terminal.getByRole('button', { name: 'Change…' }).click()
  const origins = dialogOf(page).getByLabel('Registered origins')
  await origins.fill('shop.example')
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await expect(origins).toHaveAccessibleDescription(/got "shop\.example"/)
  await expect(origins).toHaveValue('shop.example')
  await origins.fill('https://shop.example\nhttp://localhost:3000')
  await dialogOf(page).getByLabel('Multiple captures').uncheck()
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/settings-terminal.png` })
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await expect(terminal).toContainText('https://shop.example, http://localhost:3000')
  await expect(terminal).not.toContainText('Multiple captures')

  await page.getByRole('link', { name: 'Origins' }).click()
  await page.getByRole('button', { name: 'New client key…' }).click()
  await dialogOf(page).getByLabel('Origins').fill('https://pages.example')
  await dialogOf(page).getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByRole('row', { name: /ck_test_.*https:\/\/pages\.example/ })).toBeVisible()
  await page.screenshot({ path: `${PICTURES}/settings-origins.png`, fullPage: true })

  await page.getByRole('link', { name: 'Velocity rules' }).click()
  await expect(page.getByText('No custom rules')).toBeVisible()
  await page.getByRole('button', { name: 'New rule…' }).click()
  await dialogOf(page).getByLabel('Name').fill('guesses')
  await dialogOf(page).getByLabel('Count').selectOption('Declines')
  await dialogOf(page).getByLabel('Limit').fill('3')
  await expectNoViolations(page)
  await dialogOf(page).getByRole('button', { name: 'Add rule' }).click()
  const rule = page.getByRole('row', { name: /guesses/ })
  await expect(rule).toContainText('a card: declines, at most 3 within 60 minutes')
  await page.screenshot({ path: `${PICTURES}/settings-rules.png`, fullPage: true })
  await rule.getByRole('button', { name: 'Remove…' }).click()
  await dialogOf(page).getByRole('button', { name: 'Remove rule' }).click()
  await expect(page.getByText('No custom rules')).toBeVisible()

  await page.getByRole('link', { name: 'Webhook hosts' }).click()
  await expect(page.getByText('No webhook hosts yet')).toBeVisible()
  await page.getByRole('button', { name: 'Change…' }).click()
  const hosts = dialogOf(page).getByLabel('Hosts')
  await hosts.fill('https://hooks.shop.example')
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await expect(hosts).toHaveAccessibleDescription(/got "https:\/\/hooks\.shop\.example"/)
  await hosts.fill('hooks.shop.example\n*.shop.example')
  await expectNoViolations(page)
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '*.shop.example' })).toBeVisible()
  expect(complaints.filter((complaint) => !complaint.includes('status of 422'))).toEqual([])
})

test('the settings are saved as a file without a secret', async ({ page, gateway }) => {
  await openPortal(page, gateway)
  const program = await createProgram(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('sluice.yaml')
  const file = await readFile(await download.path(), 'utf8')
  expect(file).toContain(`client_id: ${program.client_id}`)
  expect(file).not.toContain(program.client_secret)
})

test('the settings fit a phone, light and dark', async ({ browser, gateway }) => {
  const page = await openPhone(browser)
  await openPortal(page, gateway)
  await page.goto(`${gateway.origins.portal_url}/settings`)
  const sections = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  for (const name of await sections.allTextContents()) {
    await sections.filter({ hasText: name }).click()
    await expect(page.getByRole('heading', { level: 1, name: name.trim() })).toBeVisible()
    await expect(page.getByText('Loading…')).toHaveCount(0)
    await expectToFitPhone(page, `settings-${name.trim().toLowerCase().replaceAll(' ', '-')}`)
  }
  await page.context().close()
})
