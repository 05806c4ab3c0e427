import { type Browser, devices, expect, type Locator, type Page } from '@playwright/test'
import { chooseMethod, decideAtProvider } from '@sluice/server-sdk/testing/playwright'
import { findCataloguedMethod, PROVIDER_REDIRECT_TYPES } from '@sluice/types/vocabulary'
import { shopUrl, type StartedPayment, startPayment, startRedirect } from '../fixtures/start-payment.ts'
import { test } from '../fixtures/test.ts'
import { expectNoViolations, expectReadableInTheDark } from '../models/axe.ts'
import { HostedPage } from '../models/hosted-page.ts'
import { expectToFitPhone, openPhone } from '../models/phone.ts'
import { readCode } from '../models/read-code.ts'

const keepPicture = (page: Page, name: string) =>
  page.screenshot({ path: `test-results/pictures/${name}.png`, fullPage: true })

const UPI = { method: 'UPI', country: 'IN', currency: 'INR' } as const

/** Presses the link to the app, which opens another page, and decides there. */
async function decideInApp(page: Page, button: string): Promise<void> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Open Halley Pay' }).click()
  const app = await opened
  await app.getByRole('button', { name: button, exact: true }).click()
  await app.waitForURL(/shop=/)
}

test('a desktop shows a code that a phone reads, and notices that the phone has paid', async ({
  gateway,
  page,
  browser,
}) => {
  const payment = await startPayment(gateway, { method: 'QR_CODE' })
  await page.goto(payment.url)
  await expect(page.getByRole('heading')).toHaveText('Pay in your app')
  await expectNoViolations(page)
  await keepPicture(page, 'order-code')
  await expectReadableInTheDark(page)
  await keepPicture(page, 'order-code-dark')
  // The code comes first on this screen.
  const [code, link] = [
    page.getByRole('img', { name: 'QR code' }),
    page.getByRole('link', { name: 'Open Halley Pay' }),
  ]
  expect((await code.boundingBox())?.y).toBeLessThan((await link.boundingBox())?.y ?? 0)

  const text = await readCode(code)
  expect(text).toContain(`/simulators/provider/${payment.id}`)
  const phone = await openPhone(browser)
  await phone.goto(text ?? '')
  await decideAtProvider(phone, 'approve')
  await phone.context().close()
  await expect(page.getByRole('heading')).toHaveText('Payment successful')
  await keepPicture(page, 'order-approved')
  await page.waitForURL(shopUrl(gateway, 'ok'))
  expect(await payment.status()).toBe('APPROVED')
})

test('a phone opens the app, and a second tab shows the outcome', async ({ gateway, browser }) => {
  const payment = await startPayment(gateway, UPI)
  const phone = await openPhone(browser)
  await phone.goto(payment.url)
  await expectToFitPhone(phone, 'order-app')
  const [code, link] = [
    phone.getByRole('img', { name: 'QR code' }),
    phone.getByRole('link', { name: 'Open Halley Pay' }),
  ]
  expect((await link.boundingBox())?.y).toBeLessThan((await code.boundingBox())?.y ?? 0)
  // The link is the intent that the code says, and stays in this tab: the phone opens the app over it.
  const intent = phone.getByRole('link', { name: 'Open UPI' })
  await expect(intent).toHaveAttribute('href', (await readCode(code)) ?? '')
  await expect(intent).not.toHaveAttribute('target')
  expect(await readCode(code)).toMatch(/^upi:\/\/pay\?pa=shop@kopernik/)
  const second = await phone.context().newPage()
  await second.goto(payment.url)
  await expect(second.getByRole('heading')).toHaveText('Pay in your app')
  await decideInApp(phone, 'Approve')
  for (const tab of [phone, second]) await tab.waitForURL(shopUrl(gateway, 'ok'))
  // The page is opened again, long after.
  await second.goto(payment.url)
  await expect(second.getByRole('heading')).toHaveText('Payment successful')
  await expectToFitPhone(second, 'order-approved')
  expect(await payment.status()).toBe('APPROVED')
  await phone.context().close()
})

const ACCOUNTS = [
  ['EUR', 'IBAN', ['Account holder', 'IBAN', 'BIC', 'Reference']],
  ['GBP', 'sort-code', ['Account holder', 'Sort code', 'Account number', 'Reference']],
  ['USD', 'aba', ['Account holder', 'Routing number', 'Account number', 'Bank', 'Reference']],
  ['INR', 'ifsc', ['Account holder', 'Account number', 'IFSC', 'Bank', 'Reference']],
  ['MXN', 'clabe', ['Account holder', 'CLABE', 'Bank', 'Reference']],
  [
    'JPY',
    'zengin',
    [
      'Bank',
      'Bank code',
      'Branch',
      'Branch code',
      'Account type',
      'Account number',
      'Account holder',
      'Reference',
    ],
  ],
  ['AUD', 'local', ['Account holder', 'BSB', 'Account number', 'Reference']],
] as const

for (const [currency, kind, labels] of ACCOUNTS)
  test(`each line of an account in ${currency} is copied by its button`, async ({
    gateway,
    page,
    context,
    browser,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const payment = await startPayment(gateway, { method: 'BANK_TRANSFER', currency })
    await page.goto(payment.url)
    await expect(page.locator('.account dt')).toHaveText([...labels])
    const values = await page.locator('.account .value').allTextContents()
    for (const [at, label] of labels.entries()) {
      const button = page.locator('.account button').nth(at)
      await expect(button).toHaveAccessibleName(`Copy ${label}`)
      await button.click()
      await expect(button).toHaveAccessibleName(`Copied ${label}`)
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      // Groups are for the eye.
      const separator = { IBAN: ' ', 'Sort code': '-' }[label as string] ?? '\n'
      expect(copied).toBe(values[at]?.replaceAll(separator, ''))
    }
    await expectNoViolations(page)
    await keepPicture(page, `order-transfer-${kind.toLowerCase()}`)
    const phone = await openPhone(browser)
    await phone.goto(payment.url)
    await expectToFitPhone(phone, `order-transfer-${kind.toLowerCase()}`)
    // Numbers that break over two lines are hard to compare.
    const lineOf = (label: string) =>
      phone.locator('.account > div').filter({ has: phone.locator('dt', { hasText: label }) })
    const heightOf = async (label: string) => (await lineOf(label).locator('.value').boundingBox())?.height
    const lineMaxPx = 30
    expect(await heightOf('Reference')).toBeLessThan(lineMaxPx)
    await phone.setViewportSize({ width: 390, height: 844 })
    // The reference is beside its button, and the label of what is longer is level with it.
    const reference = lineOf('Reference')
    await expectLevel(reference, reference.getByRole('button'))
    if (kind === 'IBAN') {
      const iban = lineOf('IBAN')
      expect(await heightOf('IBAN')).toBeLessThan(lineMaxPx)
      await expectLevel(iban.locator('dt'), iban.getByRole('button'))
    }
    await phone.context().close()
    await decideAtProvider(page, 'approve')
    await page.waitForURL(shopUrl(gateway, 'ok'))
    expect(await payment.status()).toBe('APPROVED')
  })

async function expectLevel(one: Locator, other: Locator): Promise<void> {
  const [a, b] = await Promise.all([middleOf(one), middleOf(other)])
  // The line between two rows is a part of one of them.
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1)
}

async function middleOf(element: Locator): Promise<number> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('The element cannot be seen')
  return box.y + box.height / 2
}

test('the page shows that the time has run out', async ({ gateway, page }) => {
  const payment = await startPayment(gateway, UPI)
  await page.goto(payment.url)
  await gateway.advanceClock(16 * 60)
  await expect(page.getByRole('heading')).toHaveText('This payment has expired')
  await expectNoViolations(page)
  await keepPicture(page, 'order-expired')
  await page.waitForURL(shopUrl(gateway, 'error'))
  expect(await payment.status()).toBe('SESSION_EXPIRED')
})

test('the page works without scripts', async ({ gateway, browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const payment = await startPayment(gateway, UPI)
  await page.goto(payment.url)
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy payment code' })).toBeHidden()
  await page.getByRole('button', { name: 'Cancel payment' }).click()
  await page.waitForURL(shopUrl(gateway, 'cancel'))
  expect(await payment.status()).toBe('CANCELED')
  const posted = await startRedirect(gateway, 'provider-redirect-wlt')
  await page.goto(posted.url)
  await page.getByRole('button', { name: 'Continue' }).click()
  await decideAtProvider(page, 'approve')
  await page.waitForURL(shopUrl(gateway, 'ok'))
  expect(await posted.status()).toBe('APPROVED')
  await context.close()
})

test('the hosted page leads to a code, an account and a form, and back to the shop', async ({
  page,
  redirectingShop,
}) => {
  const hosted = new HostedPage(page, redirectingShop.returnUrl)
  const customer = {
    customer_first_name: 'Ana',
    customer_last_name: 'Horvat',
    customer_email: 'ana@example.com',
  }
  for (const type of ['payment_qr_code', 'payment_bank_transfer', 'provider-redirect-wlt'] as const) {
    const { url, id } = await redirectingShop.createPage(customer)
    await hosted.open(url)
    await chooseMethod(page, type, type === 'provider-redirect-wlt' ? { email: 'ana@example.com' } : {})
    if (type !== 'provider-redirect-wlt') {
      await page.waitForURL(/\/orders\/[^/]+\/pay$/)
      await keepPicture(page, `hosted-${type}`)
    }
    await decideAtProvider(page, 'approve')
    await hosted.expectReturned()
    expect(await redirectingShop.statusOf(id)).toBe('APPROVED')
  }
})

async function payAndRefund(page: Page, payment: StartedPayment, name: string): Promise<void> {
  await page.goto(payment.url)
  await page.getByRole('button').or(page.getByRole('link')).first().waitFor()
  await keepPicture(page, name)
  await decideAtProvider(page, 'approve')
  await page.waitForURL(/shop=ok/)
  expect(await payment.status()).toBe('APPROVED')
  if (!name.includes('BANK_TRANSFER')) expect(await payment.refund()).toBe('APPROVED')
}

async function onPhone(browser: Browser, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext(devices['iPhone 15'])
  await use(await context.newPage())
  await context.close()
}

const METHODS = [
  { method: 'OPEN_BANKING' },
  UPI,
  { method: 'WALLETS' },
  { method: 'QR_CODE' },
  { method: 'BANK_TRANSFER' },
] as const

for (const members of METHODS)
  test(`${members.method} is paid and refunded on a desktop and on a phone`, async ({
    gateway,
    page,
    browser,
  }) => {
    const start = () => startPayment(gateway, members)
    await payAndRefund(page, await start(), `pay-${members.method}`)
    await onPhone(browser, async (phone) => payAndRefund(phone, await start(), `pay-${members.method}-phone`))
  })

/** Their owners have ended the others. */
const OPEN_TYPES = PROVIDER_REDIRECT_TYPES.filter((type) => !findCataloguedMethod(type)?.closed)

for (const type of OPEN_TYPES)
  test(`${type} is paid and refunded on a desktop and on a phone`, async ({ gateway, page, browser }) => {
    const start = () => startRedirect(gateway, type)
    await payAndRefund(page, await start(), `pay-${type}`)
    await onPhone(browser, async (phone) => payAndRefund(phone, await start(), `pay-${type}-phone`))
  })
