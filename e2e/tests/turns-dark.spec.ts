import { expect, type Locator, type Page } from '@playwright/test'
import { test as fieldsTest } from '../fixtures/fields-test.ts'
import { test as hostedTest } from '../fixtures/hosted-page-test.ts'
import { CARDS } from '../models/cards.ts'

// A device that turns dark in the evening does so while a checkout is open.

const LIGHT_PAPER = 'rgb(255, 255, 255)'
const DARK_PAPER = 'rgb(23, 26, 34)'

const groundOf = (element: Locator) => element.evaluate((found) => getComputedStyle(found).backgroundColor)

/** What the browser draws below a frame that has no ground itself. */
const schemeOf = (frame: Locator) => frame.evaluate((found) => getComputedStyle(found).colorScheme)

async function expectTurned(page: Page, dialog: Locator): Promise<void> {
  const header = dialog.contentFrame().locator('header')
  await expect(header).toBeVisible()
  expect(await groundOf(header.locator('..'))).toBe(LIGHT_PAPER)
  expect(await schemeOf(dialog)).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => groundOf(header.locator('..'))).toBe(DARK_PAPER)
  expect(await schemeOf(dialog)).toBe('dark')
}

const DIALOG = 'iframe[src*="/three-ds/frame"]:not([aria-hidden])'

fieldsTest('the bank’s dialog over a page that turns dark turns, too', async ({ fields, page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await fields.open({ css: ':root { color-scheme: light dark }' })
  await fields.pay(CARDS.challenged)
  await expect(fields.bank.password).toBeVisible()
  await expectTurned(page, page.locator(DIALOG))
  await fields.keepPicture('turned-dark-embedded')
  await fields.bank.answer('1234')
  await fields.expectApproved()
})

fieldsTest('the bank’s dialog over a page that stays light stays light', async ({ fields, page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await fields.open({ css: 'body { background: #fff }' })
  await fields.pay(CARDS.challenged)
  await expect(fields.bank.password).toBeVisible()
  const dialog = page.locator(DIALOG)
  await page.emulateMedia({ colorScheme: 'dark' })
  // The bank's page, which follows the device, has turned.
  await expect.poll(() => groundOf(fields.bank.frame.locator('body'))).not.toBe(LIGHT_PAPER)
  expect(await schemeOf(dialog)).toBe('light')
  expect(await groundOf(dialog.contentFrame().locator('body'))).toBe(LIGHT_PAPER)
})

hostedTest(
  'the hosted page turns dark with its wallet button and the bank’s dialog',
  async ({ hosted, page, redirectingShop }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await hosted.open((await redirectingShop.createPage()).url)
    const wallets = page.locator('iframe[src*="/methods-frame/"]')
    const button = wallets.contentFrame().getByRole('button', { name: 'Pay with GWallet' })
    await expect(button).toBeVisible()
    const light = await groundOf(button)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => groundOf(button)).not.toBe(light)
    expect(await schemeOf(wallets)).toBe('dark')
    await hosted.keepPicture('turned-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => groundOf(button)).toBe(light)
    await hosted.pay(CARDS.challenged)
    await expect(hosted.bank.password).toBeVisible()
    await expectTurned(page, page.locator(DIALOG))
    await hosted.keepPicture('turned-dark-bank')
  },
)
