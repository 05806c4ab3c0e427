import { expect } from '@playwright/test'
import { test } from '../../fixtures/fields-test.ts'
import { expectNoViolations } from '../../models/axe.ts'
import { CARDS } from '../../models/cards.ts'
import { tabTo } from '../../models/keyboard.ts'

test('with the keyboard alone: a mistake, its correction, the bank and the success', async ({
  fields,
  page,
}) => {
  const { keyboard } = page
  const { number, expiry, cvv } = fields.card
  await fields.open()
  await tabTo(page, number)
  await keyboard.type(CARDS.challenged)
  // One press between neighbours, there and back.
  await keyboard.press('Tab')
  await expect(expiry).toBeFocused()
  await keyboard.press('Tab')
  await expect(cvv).toBeFocused()
  await keyboard.press('Shift+Tab')
  await expect(expiry).toBeFocused()
  await keyboard.type('0120')
  await tabTo(page, fields.payButton)
  await keyboard.press('Enter')

  // Two fields are wrong: both are announced, and the first has the focus.
  await expect(expiry).toBeFocused()
  await expect(fields.card.frame.getByRole('status')).toHaveText(
    'Check the marked fields: Expiry (MM/YY), Security code',
  )
  await expect(expiry).toHaveAccessibleDescription('This card has expired.')
  await keyboard.press('Control+a')
  await keyboard.type('1238')
  await expect(expiry).toHaveAccessibleDescription('')
  await keyboard.press('Tab')
  await keyboard.type('123')
  await tabTo(page, fields.payButton)
  await keyboard.press('Enter')

  await expect(fields.bank.password).toBeVisible()
  await tabTo(page, fields.bank.password)
  await keyboard.type('1234')
  await keyboard.press('Enter')
  await expect.poll(() => page.evaluate('outcomes.at(-1)')).toMatchObject({ response: { approved: true } })
  await expect(fields.payButton).toBeFocused()
})

test('a screen reader announces the form, its errors, the bank’s dialog, the question and the outcome', async ({
  fields,
  page,
}) => {
  const { frame, number, expiry, cvv } = fields.card
  await fields.open()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Pay €49.90" [level=1]
      - iframe
      - button "Pay now"
      - status
  `)
  await expect(fields.frame).toHaveAttribute('title', 'Card details')
  await expect(frame.locator('body')).toMatchAriaSnapshot(`
    - text: Card number
    - textbox "Card number"
    - text: Expiry (MM/YY)
    - textbox "Expiry (MM/YY)"
    - text: Security code
    - textbox "Security code"
  `)
  for (const field of [number, expiry, cvv]) await expect(field).toHaveAttribute('aria-required', 'true')
  await expectNoViolations(page)

  await fields.payButton.click()
  await expect(frame.locator('body')).toMatchAriaSnapshot(`
    - text: Card number
    - textbox "Card number"
    - paragraph: Enter the card number.
    - text: Expiry (MM/YY)
    - textbox "Expiry (MM/YY)"
    - paragraph: Enter the expiry date.
    - text: Security code
    - textbox "Security code"
    - paragraph: Enter the security code.
    - status: "Check the marked fields: Card number, Expiry (MM/YY), Security code"
  `)
  for (const field of [number, expiry, cvv]) await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expectNoViolations(page)

  await fields.pay(CARDS.challenged)
  await expect(fields.bank.password).toBeVisible()
  await expect(page.getByRole('dialog')).toMatchAriaSnapshot(`
    - dialog "Confirm with your bank":
      - iframe
  `)
  await expect(fields.bank.panel.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - heading "Confirm with your bank"
      - button "Close"
    - main:
      - iframe
  `)
  await expectNoViolations(page)

  await fields.bank.closeButton.click()
  await expect(fields.bank.question).toMatchAriaSnapshot(`
    - alertdialog "Cancel this payment?":
      - heading "Cancel this payment?"
      - paragraph: Your bank has not confirmed it yet.
      - button "Keep paying"
      - button "Cancel payment"
  `)
  await expectNoViolations(page)
  await fields.bank.question.getByRole('button', { name: 'Keep paying' }).click()

  await fields.bank.answer('0000')
  await expect(fields.bank.password).toHaveAttribute('aria-invalid', 'true')
  await expectNoViolations(page)
  await fields.bank.answer('1234')
  await expect(page.getByRole('status')).toContainText('"approved":true')
  await expectNoViolations(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true })

  test('a shopper pays by touch, and the bank’s page has the whole screen', async ({ fields, page }) => {
    await fields.open()
    await fields.card.number.click()
    await expect(fields.card.number).toBeFocused()
    await expect(fields.card.number).toHaveAttribute('inputmode', 'numeric')
    // Smaller text makes phones zoom in, and the page stays so.
    const fontPx = await fields.card.number.evaluate((input) => parseFloat(getComputedStyle(input).fontSize))
    expect(fontPx).toBeGreaterThanOrEqual(16)
    await fields.card.fillCard(CARDS.challenged)
    await fields.keepPicture('fields-phone')
    await fields.payButton.tap()
    await expect(fields.bank.password).toBeVisible()
    await page.screenshot({ path: 'test-results/pictures/fields-phone-challenge.png' })
    const dialog = await page.getByRole('dialog').boundingBox()
    expect(dialog?.width).toBeGreaterThanOrEqual(380)
    await fields.bank.answer('1234')
    await fields.expectApproved()
  })
})
