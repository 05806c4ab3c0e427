import { type Browser, type BrowserContextOptions, devices, expect, type Page } from '@playwright/test'
import { decideAtProvider } from '@sluice/server-sdk/testing/playwright'
import type { Currency } from '@sluice/types/vocabulary'
import { test } from '../fixtures/hosted-page-test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { CARDS } from '../models/cards.ts'
import { CVV, EXPIRY } from '../models/card-form.ts'

// Ten methods, each paid on the hosted page with a mouse and the names that a screen reader announces, by keyboard
// alone, by a finger on a phone, and at 200 %. The form does not ask again for what the shop knows about the customer.

const CUSTOMER = {
  customer_first_name: 'Jan',
  customer_last_name: 'Nowak',
  customer_email: 'jan@example.com',
}

interface Method {
  readonly currency: Currency
  /** The name of its row, or of its button in the list behind the last row. */
  readonly name: string
  readonly value: string
  /** The text to type before paying, by label. */
  readonly typed?: readonly (readonly [label: string, value: string])[]
}

const METHODS: readonly Method[] = [
  {
    currency: 'EUR',
    name: 'Card',
    value: 'card',
    typed: [
      ['Card number', CARDS.approved],
      ['Expiry (MM/YY)', EXPIRY],
      ['Security code', CVV],
    ],
  },
  { currency: 'PLN', name: 'BLIK', value: 'partner-blik', typed: [['BLIK code', '777123']] },
  { currency: 'PLN', name: 'Przelewy24', value: 'provider-redirect-pwy' },
  { currency: 'EUR', name: 'iDEAL', value: 'provider-redirect-idl' },
  { currency: 'EUR', name: 'Trustly', value: 'provider-redirect-glu' },
  { currency: 'EUR', name: 'paysafecard', value: 'provider-redirect-psc' },
  { currency: 'EUR', name: 'Pay by bank', value: 'payment_open_banking' },
  { currency: 'EUR', name: 'Bank transfer', value: 'payment_bank_transfer' },
  { currency: 'EUR', name: 'QR code', value: 'payment_qr_code' },
  { currency: 'INR', name: 'UPI', value: 'payment_upi' },
]

interface Manner {
  readonly look: BrowserContextOptions
  readonly pay: (page: Page, method: Method) => Promise<void>
}

const MANNERS: Readonly<Record<string, Manner>> = {
  'a mouse and names': { look: { viewport: { width: 1280, height: 1080 } }, pay: payByPointer },
  keys: { look: { viewport: { width: 1280, height: 1080 } }, pay: payByKeys },
  'a finger': { look: devices['iPhone 15'], pay: payByPointer },
  'a mouse at 200 %': {
    look: { viewport: { width: 640, height: 540 }, deviceScaleFactor: 2 },
    pay: payByPointer,
  },
}

for (const method of METHODS)
  test(`${method.name} accepts payments in four ways`, async ({ browser, redirectingShop }) => {
    for (const [manner, { look, pay }] of Object.entries(MANNERS)) {
      const { currency } = method
      const { url, id } = await redirectingShop.createPage({ ...CUSTOMER, currency })
      await withPage(browser, look, async (page) => {
        await page.goto(url)
        await pay(page, method)
        if (method.value !== 'card') await decideAtProvider(page, 'approve')
        await expect(page, manner).toHaveURL(redirectingShop.returnUrl)
      })
      expect(await redirectingShop.statusOf(id), manner).toBe('APPROVED')
    }
  })

async function withPage(
  browser: Browser,
  look: BrowserContextOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...look })
  await use(await context.newPage())
  await context.close()
}

/** Uses roles and names only, as assistive technology does. A page with touch is tapped. */
async function payByPointer(page: Page, { name, typed = [] }: Method): Promise<void> {
  const row = page.getByRole('radio', { name: new RegExp(`^${name}`) })
  await expect(page.getByRole('radio').first()).toBeVisible()
  const hasRow = (await row.count()) > 0
  if (hasRow) await row.check()
  else {
    await page.getByRole('radio', { name: 'Other ways to pay' }).check()
    await page.getByLabel('Search payment methods').fill(name)
  }
  await expectNoViolations(page)
  for (const [label, value] of typed) await page.getByLabel(label).filter({ visible: true }).fill(value)
  if (hasRow) return page.getByRole('button', { name: /^Pay [^a-z]*\d/ }).click()
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  // Some say first what goes to the provider.
  const details = page.getByRole('form', { name })
  if ((await details.count()) > 0) await details.getByRole('button').last().click()
}

async function payByKeys(page: Page, { value, name, typed = [] }: Method): Promise<void> {
  await expect(page.getByRole('radio').first()).toBeVisible()
  await expect(page.locator('#pay')).toBeEnabled()
  const hasRow = (await page.locator(`input[name="way"][value="${value}"]`).count()) > 0
  const choice = hasRow ? value : 'other'
  await pressUntil(page, 'Tab', 'input[name="way"]')
  await pressUntil(page, 'ArrowDown', `input[name="way"][value="${choice}"]`)
  if (!hasRow) {
    await pressUntil(page, 'Tab', 'input[type="search"]')
    await page.keyboard.type(name)
    await pressUntil(page, 'Tab', `[data-method="${value}"] button`)
    await page.keyboard.press('Enter')
    const proceed = `[data-method="${value}"] .method-proceed`
    if ((await page.locator(proceed).count()) === 0) return
    await pressUntil(page, 'Tab', proceed)
    return page.keyboard.press('Enter')
  }
  for (const [, text] of typed) {
    await pressUntil(page, 'Tab', '.way-body input:not([type="checkbox"])')
    await page.keyboard.type(text.replace(/\D/g, ''))
  }
  await pressUntil(page, 'Tab', '#pay')
  await page.keyboard.press('Enter')
}

/** Presses a key until the focus is where it should be. */
async function pressUntil(page: Page, key: string, selector: string): Promise<void> {
  const isThere = () => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)
  if (key !== 'Tab' && (await isThere())) return
  for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
    await page.keyboard.press(key)
    if (await isThere()) return
  }
  throw new Error(`${PRESSES_MAX} presses of ${key} did not reach ${selector}`)
}

const PRESSES_MAX = 40
