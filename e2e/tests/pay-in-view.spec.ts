import { expect, type Locator, type Page } from '@playwright/test'
import { test as fieldsTest } from '../fixtures/fields-test.ts'
import { test as hostedTest } from '../fixtures/hosted-page-test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { tabTo } from '../models/keyboard.ts'
import { expectSeen } from '../models/seen.ts'
import { watchShiftsFromTheStart } from '../models/shifts.ts'

// The button of the chosen way follows its fields, before the rows of the other ways: a phone shows it at once, and the keyboard reaches
// it before them.

const PHONES = {
  'large phone': { width: 430, height: 932 },
  phone: { width: 390, height: 844 },
} as const
const NARROW = { width: 320, height: 640 } as const

/** More lines than most orders have: a wallet, a description, the offer to save the card. */
const ORDER = { tokenization: { show_save_card_for_future_payments: true } } as const

for (const [size, viewport] of Object.entries(PHONES))
  for (const currency of ['EUR', 'PLN'] as const)
    hostedTest(
      `Pay for the card is in the first view: ${size}, ${currency}`,
      async ({ hosted, redirectingShop, page }) => {
        await page.setViewportSize(viewport)
        const shifts = await watchShiftsFromTheStart(page)
        await hosted.open((await redirectingShop.createPage({ ...ORDER, currency })).url)
        await expect(hosted.payButton).toBeEnabled()
        await expectSeen(page, hosted.payButton)
        expect(await page.evaluate(() => scrollY)).toBe(0)
        expect(await shifts()).toEqual([])
      },
    )

hostedTest(
  'on the narrowest phone, Pay is below the fields of each way and above the next row',
  async ({ hosted, redirectingShop, page }) => {
    await page.setViewportSize(NARROW)
    const shifts = await watchShiftsFromTheStart(page)
    await hosted.open((await redirectingShop.createPage({ ...ORDER, currency: 'PLN' })).url)
    await expect(hosted.payButton).toBeEnabled()
    // Later ones are the shopper's.
    expect(await shifts()).toEqual([])
    const rows = page.getByRole('radio')
    const last = (await rows.count()) - 1
    for (let at = 0; at < last; at += 1) {
      await rows.nth(at).check()
      // A method that is open from the start needs no scrolling.
      if (at > 0) await expectSeen(page, hosted.payButton)
      const [pay, next] = await Promise.all([topOf(hosted.payButton), topOf(rows.nth(at + 1))])
      expect(pay).toBeGreaterThan(await topOf(rows.nth(at)))
      expect(pay).toBeLessThan(next)
    }
    await rows.nth(last).check()
    await expect(hosted.payButton).toBeHidden()
    await expectNoViolations(page)
  },
)

hostedTest(
  'what is taller than a phone on its side is not scrolled past its beginning',
  async ({ hosted, redirectingShop, page }) => {
    await page.setViewportSize({ width: 844, height: 390 })
    await hosted.open((await redirectingShop.createPage()).url)
    await hosted.way('Other ways to pay').check()
    await expectSeen(page, hosted.way('Other ways to pay'))
  },
)

hostedTest(
  'the keyboard goes from a way to its fields, to Pay, and on to what follows',
  async ({ hosted, redirectingShop, page }) => {
    await hosted.open((await redirectingShop.createPage({ currency: 'PLN' })).url)
    await expect(hosted.payButton).toBeEnabled()
    await tabTo(page, hosted.way('Card'))
    await page.keyboard.press('ArrowDown')
    await expect(hosted.way('BLIK')).toBeFocused()
    for (const label of ['BLIK code', 'First name', 'Last name', 'Email']) {
      await page.keyboard.press('Tab')
      await expect(page.getByRole('form', { name: 'BLIK' }).getByLabel(label)).toBeFocused()
    }
    await page.keyboard.press('Tab')
    await expect(hosted.payButton).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(hosted.cancelLink).toBeFocused()
  },
)

hostedTest(
  'Pay for a saved card comes before what removes the card, and outlives it',
  async ({ hosted, redirectingShop, page }) => {
    const customer_id = await redirectingShop.createCustomer()
    const saving = { ...ORDER, customer_id }
    await hosted.open((await redirectingShop.createPage(saving)).url)
    await hosted.saveCard.check()
    await hosted.pay('4242424242424242')
    await hosted.expectReturned()
    await page.setViewportSize(PHONES.phone)
    await hosted.open((await redirectingShop.createPage(saving)).url)
    await expectSeen(page, hosted.payButton)
    const remove = page.getByRole('button', { name: 'Remove this card' })
    expect(await topOf(hosted.payButton)).toBeLessThan(await topOf(remove))
    await remove.click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(hosted.way('Another card')).toBeChecked()
    await hosted.pay('4242424242424242')
    await hosted.expectReturned()
  },
)

fieldsTest(
  'embedded, on the narrowest phone: a method that is opened shows its button above the next row',
  async ({ fields, page }) => {
    await page.setViewportSize(NARROW)
    await fields.open({ component: 'alternative-payment-method' })
    const frame = page.frameLocator('iframe[src*="/methods-frame/"]')
    const opened = frame.getByRole('button', { name: 'Przelewy24' })
    await opened.click()
    const proceed = frame.getByRole('button', { name: 'Continue' })
    await expectSeen(page, proceed)
    const next = frame.getByRole('button', { name: 'Pay by bank' })
    expect(await topOf(proceed)).toBeGreaterThan(await topOf(opened))
    expect(await topOf(proceed)).toBeLessThan(await topOf(next))
    await expectNoViolations(page)
  },
)

/** A window that some methods are taller than. */
const SIDE = { width: 844, height: 250 } as const

hostedTest(
  'a method of the list that is taller than the window is not scrolled past its first field',
  async ({ hosted, redirectingShop, page }) => {
    await page.setViewportSize(SIDE)
    await hosted.open((await redirectingShop.createPage()).url)
    await hosted.way('Other ways to pay').check()
    const opened = page.getByRole('button', { name: /^Skrill/ })
    await opened.click()
    await expectTaller(page, page.locator('[data-open]'))
    await expectSeen(page, opened)
    const field = page.locator('[data-open] input').first()
    await expectSeen(page, field)
    // The frame around the method has room inside.
    const [frame, inside] = await Promise.all([
      page.locator('[data-open]').boundingBox(),
      field.boundingBox(),
    ])
    expect((inside?.x ?? 0) - (frame?.x ?? Infinity)).toBeGreaterThan(8)
  },
)

fieldsTest(
  'embedded: a method that is taller than the window is not scrolled past its first field',
  async ({ fields, page }) => {
    await page.setViewportSize(SIDE)
    await fields.open({ component: 'alternative-payment-method' })
    const frame = page.frameLocator('iframe[src*="/methods-frame/"]')
    const opened = frame.getByRole('button', { name: 'Przelewy24' })
    await opened.click()
    await expectTaller(page, frame.locator('[data-open]'))
    await expectSeen(page, opened)
    await expectSeen(page, frame.locator('[data-open] input').first())
  },
)

async function expectTaller(page: Page, element: Locator): Promise<void> {
  const height = (await element.boundingBox())?.height
  expect(height).toBeGreaterThan(page.viewportSize()?.height ?? Infinity)
}

async function topOf(element: Locator): Promise<number> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('The element cannot be seen')
  return box.y
}
