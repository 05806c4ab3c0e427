import { expect } from '@playwright/test'
import { merchantClient } from '../fixtures/merchant-client.ts'
import { test } from '../fixtures/test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { expectSeen } from '../models/seen.ts'

test('a missing or wrong amount is answered at its field, in our words, and can be corrected', async ({
  gateway,
  page,
}) => {
  const { credentials } = gateway
  const { url } = await merchantClient(credentials).paymentLinks.create({
    terminal_id: credentials.terminal_id,
    amount_range: { min: 500, max: 50_000 },
    currency: 'EUR',
    transaction_type: 'PURCHASE',
    description: 'Donation to the harbour choir',
  })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(url)
  const amount = page.getByRole('textbox', { name: 'Amount in EUR' })
  const proceed = page.getByRole('button', { name: 'Continue to payment' })
  // The browser's own bubble would be in its language, and keep the form from being sent.
  const example = 'Enter an amount such as 5.00. From €5.00 to €500.00.'
  for (const [typed, description] of [
    ['', example],
    ['ten', example],
    ['4.99', 'Enter an amount from €5.00 to €500.00.'],
  ] as const) {
    await amount.fill(typed)
    await proceed.click()
    await expect(amount).toHaveAttribute('aria-invalid', 'true')
    await expect(amount).toBeFocused()
    await expect(amount).toHaveValue(typed)
    await expect(amount).toHaveAccessibleDescription(description)
    await expectSeen(page, page.getByRole('alert'))
  }
  await expectNoViolations(page)
  await page.screenshot({ path: 'test-results/pictures/payment-link-amount.png', fullPage: true })
  await amount.fill('12,50')
  await proceed.click()
  await expect(page.getByRole('button', { name: 'Pay €12.50' })).toBeVisible()
})
