import { expect } from '@playwright/test'
import { test } from '../fixtures/test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { CVV, EXPIRY } from '../models/card-form.ts'
import { tabTo } from '../models/keyboard.ts'

test.describe('axe finds nothing', () => {
  test('in the shop and in the card fields, empty and with errors', async ({ shop, page }) => {
    await shop.open()
    await expectNoViolations(page)
    await shop.checkOut()
    await expectNoViolations(page)
    await shop.payButton.click()
    await expect(shop.card.number).toHaveAttribute('aria-invalid', 'true')
    await expectNoViolations(page)
  })

  test("in the bank's page, and after a wrong password", async ({ shop, page }) => {
    await shop.checkOut()
    await shop.pay('4000 0027 6000 3184')
    await expect(shop.bank.password).toBeVisible()
    await expectNoViolations(page)
    await shop.bank.answer('0000')
    await expect(shop.bank.password).toHaveAttribute('aria-invalid', 'true')
    await expectNoViolations(page)
  })

  test('in the receipt and in the page of a declined payment', async ({ shop, page }) => {
    await shop.checkOut()
    await shop.pay('4242 4242 4242 4242')
    await expect(shop.heading).toHaveText('Thank you')
    await expectNoViolations(page)
    await shop.checkOut()
    await shop.pay('4000 0000 0000 9995')
    await expect(shop.heading).toHaveText('Payment declined')
    await expectNoViolations(page)
  })
})

test('on the narrowest phone no number of a test card is broken', async ({ shop, page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await shop.checkOut()
  const lines = await page.locator('.digits').evaluateAll((numbers) =>
    numbers.map((number) => {
      const range = document.createRange()
      range.selectNodeContents(number)
      return range.getClientRects().length
    }),
  )
  expect(lines).toEqual([1, 1, 1])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('a shopper buys, pays and answers the bank using only the keyboard', async ({ shop, page }) => {
  const { keyboard } = page
  await shop.open()
  await tabTo(page, page.getByRole('button', { name: 'Add Harbour mug to basket' }))
  await keyboard.press('Enter')
  await expect(shop.payButton).toBeEnabled()

  await tabTo(page, shop.card.number)
  await keyboard.type('4000002760003184')
  await tabTo(page, shop.card.expiry)
  await keyboard.type(EXPIRY)
  await tabTo(page, shop.card.cvv)
  await keyboard.type(CVV)
  await tabTo(page, shop.payButton)
  await keyboard.press('Enter')

  await expect(shop.bank.password).toBeVisible()
  await tabTo(page, shop.bank.password)
  await keyboard.type('1234')
  await keyboard.press('Enter')
  await expect(shop.heading).toHaveText('Thank you')
})
