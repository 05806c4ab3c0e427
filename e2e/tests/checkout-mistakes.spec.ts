import { expect } from '@playwright/test'
import { test } from '../fixtures/test.ts'
import { CVV } from '../models/card-form.ts'
import { CARDS } from '../models/cards.ts'

/** A shift that a finger on the button does not notice. */
const PAY_MOVES_MAX_PX = 8

test('a one-time password that the bank refuses declines the payment', async ({ shop, gateway }) => {
  const approvals = gateway.countApprovals()
  await shop.checkOut()
  await shop.pay(CARDS.challenged)
  await shop.bank.answer('1111')
  await expect(shop.heading).toHaveText('Payment declined')
  await shop.keepPicture('declined')
  expect(gateway.countApprovals()).toBe(approvals)
})

test('a card without enough money is declined with the reason', async ({ shop }) => {
  await shop.checkOut()
  await shop.pay(CARDS.insufficientFunds)
  await expect(shop.heading).toHaveText('Payment declined')
  await expect(shop.page.getByText(/insufficient funds/i)).toBeVisible()
})

test('a wrong card number is refused where it was typed, before anything is sent', async ({ shop }) => {
  await shop.checkOut()
  await shop.pay('4242 4242 4242 4241')
  await expect(shop.card.number).toHaveAttribute('aria-invalid', 'true')
  await expect(shop.payButton).toBeEnabled()
  await shop.keepPicture('card-error')
})

test('a wrong security code is corrected where it was typed, and pays once', async ({ shop, gateway }) => {
  const approvals = gateway.countApprovals()
  await shop.checkOut()
  const before = await shop.payButton.boundingBox()
  await shop.pay(CARDS.wrongCvv)
  await expect(shop.card.cvv).toHaveAccessibleDescription('Check the security code.')
  // The shop's own alert has nothing to add.
  await expect(shop.page.getByRole('alert')).toHaveText('')
  const after = await shop.payButton.boundingBox()
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? Infinity))).toBeLessThanOrEqual(PAY_MOVES_MAX_PX)
  const { number, cvv } = shop.card
  await expect(cvv).toHaveAttribute('aria-invalid', 'true')
  await number.fill(CARDS.approved)
  await cvv.fill(CVV)
  await shop.payButton.click()
  await expect(shop.heading).toHaveText('Thank you')
  expect(gateway.countApprovals()).toBe(approvals + 1)
})
