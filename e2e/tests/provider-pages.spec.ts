import { expect } from '@playwright/test'
import { decideAtProvider } from '@sluice/server-sdk/testing/playwright'
import { shopUrl, startPayment } from '../fixtures/start-payment.ts'
import { test } from '../fixtures/test.ts'
import { expectNoViolations } from '../models/axe.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the pages of the providers, ${colorScheme}`, async ({ gateway, page }) => {
    await page.emulateMedia({ colorScheme })
    for (const [method, country, currency] of [
      ['OPEN_BANKING', 'DE', 'EUR'],
      ['UPI', 'IN', 'INR'],
      ['WALLETS', 'DE', 'EUR'],
      ['BANK_TRANSFER', 'DE', 'EUR'],
      ['QR_CODE', 'DE', 'EUR'],
    ] as const) {
      const { url } = await startPayment(gateway, { method, country, currency })
      await page.goto(url)
      await expectNoViolations(page)
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    }
  })
}

test('a shopper pays from a bank account, with the keyboard', async ({ gateway, page }) => {
  const payment = await startPayment(gateway, { method: 'OPEN_BANKING' })
  await page.goto(payment.url)
  await page.getByRole('link', { name: 'Kopernik Bank' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading')).toHaveText('Allow this payment?')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Approve' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(shopUrl(gateway, 'ok'))
  expect(await payment.status()).toBe('APPROVED')
})

test('the kit decides at every provider', async ({ gateway, page }) => {
  for (const [method, country, currency] of [
    ['OPEN_BANKING', 'DE', 'EUR'],
    ['UPI', 'IN', 'INR'],
    ['WALLETS', 'DE', 'EUR'],
    ['BANK_TRANSFER', 'DE', 'EUR'],
    ['QR_CODE', 'DE', 'EUR'],
  ] as const) {
    const paid = await startPayment(gateway, { method, country, currency })
    await page.goto(paid.url)
    await decideAtProvider(page, 'approve')
    await page.waitForURL(shopUrl(gateway, 'ok'))
    expect(await paid.status(), method).toBe('APPROVED')
    const canceled = await startPayment(gateway, { method, country, currency })
    await page.goto(canceled.url)
    await decideAtProvider(page, 'cancel')
    await page.waitForURL(shopUrl(gateway, 'cancel'))
    expect(await canceled.status(), method).toBe('CANCELED')
  }
})
