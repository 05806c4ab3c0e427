import { expect, type Locator, type Page } from '@playwright/test'
import { test as fieldsTest } from '../fixtures/fields-test.ts'
import { test as hostedTest } from '../fixtures/hosted-page-test.ts'
import { CARDS } from '../models/cards.ts'
import { scrollToLowerEdge } from '../models/seen.ts'

// Shoppers who wait for long are informed in a live region, wherever the payment was started. The bank's dialog is in
// broken-challenge.spec.ts.

const STILL_WORKING = 'Still working. Don’t pay again or close this page.'
const PAYMENTS = /\/api\/client\/sessions\/[^/]+\/payments$/
const PATIENCE_MS = 8_000
const JAN = { first_name: 'Jan', last_name: 'Nowak', email: 'jan@example.com' }

/** Blocks the gateway's responses. */
async function stopAnswers(page: Page): Promise<{ readonly asked: Promise<unknown> }> {
  await page.route(PAYMENTS, () => {})
  return { asked: page.waitForRequest(PAYMENTS) }
}

/** Expects no announcement at first, and the second sentence after 8 seconds. */
async function expectSecondSentence(page: Page, liveRegion: Locator): Promise<void> {
  await expect(liveRegion).not.toContainText(STILL_WORKING)
  await page.clock.fastForward(PATIENCE_MS)
  await expect(liveRegion).toContainText(STILL_WORKING)
}

fieldsTest('the card form', async ({ fields, page }) => {
  await page.clock.install()
  await fields.open()
  const before = await fields.frame.boundingBox()
  const { asked } = await stopAnswers(page)
  await fields.pay(CARDS.approved)
  await asked
  const notice = fields.card.frame.locator('[aria-live="polite"]')
  await expectSecondSentence(page, notice)
  expect((await fields.frame.boundingBox())?.height).toBe(before?.height)
  await fields.keepPicture('still-working-card')
})

fieldsTest('other ways to pay', async ({ fields, page }) => {
  await page.clock.install()
  const order = { currency: 'PLN', customer: JAN } as const
  await fields.open({ component: 'alternative-payment-method', order })
  const frame = page.frameLocator('iframe[src*="/methods-frame/"]')
  await frame.getByRole('button', { name: 'BLIK' }).click()
  const code = frame.getByLabel('BLIK code')
  await code.fill('777123')
  const { asked } = await stopAnswers(page)
  await code.press('Enter')
  await asked
  await expectSecondSentence(page, frame.getByRole('status').last())
  await fields.keepPicture('still-working-methods')
})

hostedTest('the hosted page', async ({ hosted, redirectingShop, page }) => {
  await page.clock.install()
  await hosted.open((await redirectingShop.createPage()).url)
  const { asked } = await stopAnswers(page)
  await hosted.pay(CARDS.approved)
  await asked
  await expectSecondSentence(page, hosted.notice)
  // On a phone, a shopper who has just pressed the button has it at the lower edge of the window.
  await page.setViewportSize({ width: 390, height: 640 })
  const button = page.locator('#pay')
  await scrollToLowerEdge(page, button)
  const [notice, pressed] = await Promise.all([hosted.notice.boundingBox(), button.boundingBox()])
  expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThan(pressed?.y ?? 0)
  await hosted.keepPicture('still-working')
  // Without scrolling, all of the amount is still visible.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const [shown, amount] = await Promise.all([
    hosted.notice.boundingBox(),
    page.getByText('Amount to pay').boundingBox(),
  ])
  expect((shown?.y ?? 0) + (shown?.height ?? Infinity)).toBeLessThanOrEqual(amount?.y ?? 0)
})

hostedTest(
  'the hosted page is silent behind the bank’s dialog',
  async ({ hosted, redirectingShop, page }) => {
    await page.clock.install()
    await hosted.open((await redirectingShop.createPage()).url)
    await hosted.pay(CARDS.challenged)
    await expect(hosted.bank.password).toBeVisible()
    await page.clock.fastForward(PATIENCE_MS)
    await expect(hosted.notice).toContainText(STILL_WORKING)
    await expect(hosted.notice).toBeHidden()
  },
)
