import { expect } from '@playwright/test'
import { test } from '../fixtures/hosted-page-test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { CARDS } from '../models/cards.ts'
import { CVV, EXPIRY } from '../models/card-form.ts'
import { tabTo } from '../models/keyboard.ts'

test('axe finds nothing in the form, light and dark', async ({ hosted, redirectingShop }) => {
  const { url } = await redirectingShop.createPage({
    tokenization: { show_save_card_for_future_payments: true },
  })
  await hosted.open(url)
  await expect(hosted.payButton).toBeEnabled()
  await expectNoViolations(hosted.page)
  await hosted.page.emulateMedia({ colorScheme: 'dark' })
  await hosted.way('Other ways to pay').check()
  await expectNoViolations(hosted.page)
})

test('axe finds nothing with errors, and at the end', async ({ hosted, redirectingShop }) => {
  const { url } = await redirectingShop.createPage()
  await hosted.open(url)
  await hosted.payButton.click()
  await expect(hosted.number).toHaveAttribute('aria-invalid', 'true')
  await expectNoViolations(hosted.page)
  await hosted.pay(CARDS.insufficientFunds)
  await expect(hosted.result).toHaveText('Payment declined')
  await expectNoViolations(hosted.page)
})

test('a shopper pays using only the keyboard, in a sensible focus order', async ({
  hosted,
  redirectingShop,
}) => {
  const { url } = await redirectingShop.createPage()
  await hosted.open(url)
  const { keyboard } = hosted.page
  await expect(hosted.payButton).toBeEnabled()
  await tabTo(hosted.page, hosted.way('Card'))
  await keyboard.press('ArrowDown')
  await expect(hosted.way('iDEAL')).toBeChecked()
  await keyboard.press('ArrowUp')
  await keyboard.press('Tab')
  await expect(hosted.number).toBeFocused()
  await keyboard.type('4242424242424242')
  await keyboard.press('Tab')
  await keyboard.type(EXPIRY)
  await keyboard.press('Tab')
  await keyboard.type(CVV)
  await keyboard.press('Tab')
  await expect(hosted.payButton).toBeFocused()
  await keyboard.press('Enter')
  await expect(hosted.result).toHaveText('Payment successful')
  await expect(hosted.result).toBeFocused()
})

test('a screen reader announces the shop, the amount, the payment methods and the fields', async ({
  hosted,
  redirectingShop,
}) => {
  const { url } = await redirectingShop.createPage()
  await hosted.open(url)
  await expect(hosted.payButton).toBeEnabled()
  await expect(hosted.page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - paragraph: Demo shop
      - paragraph: Test mode – no real money
    - main:
      - heading "Amount to pay €18.50" [level=1]
      - paragraph: Harbour mug
      - region "How would you like to pay?":
        - group "How would you like to pay?":
          - radio "Card" [checked]
          - textbox "Card number"
          - textbox "Expiry (MM/YY)"
          - textbox "Security code"
          - button "Pay €18.50"
          - radio "iDEAL Bank"
          - radio "EPS Bank"
          - radio "Przelewy24 Bank"
          - radio "Pay by bank"
          - radio "Digital wallet"
          - radio "Other ways to pay"
        - link "Cancel and go back to the shop"
    - contentinfo:
      - navigation "Language":
        - list:
          - listitem:
            - link "English"
          - listitem:
            - link "Bosanski"
          - listitem:
            - link "Română"
          - listitem:
            - link "Svenska"
  `)
})

test('every language fits on the smallest screen, zoomed and with wide text', async ({
  hosted,
  redirectingShop,
}) => {
  const { url } = await redirectingShop.createPage({
    amount: 999_999_999_999,
    currency: 'INR',
    description: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    tokenization: { show_save_card_for_future_payments: true },
  })
  // 320 CSS pixels are also 1280 at 400 %. WCAG 2.2 §1.4.10.
  await hosted.page.setViewportSize({ width: 320, height: 640 })
  for (const language of ['en', 'bs', 'ro', 'sv']) {
    await hosted.open(`${url}?lang=${language}`)
    const pay = hosted.page.locator('#pay')
    await expect(pay).toBeEnabled()
    await pay.click()
    await expect(hosted.page.locator('[aria-invalid="true"]').first()).toBeVisible()
    await hosted.keepPicture(`small-${language}`)
    // WCAG 2.2 §1.4.12; through the CSSOM, as the page's policy allows no other way.
    const overflow = await hosted.page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-block-end:2em!important}',
      )
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      return document.documentElement.scrollWidth - document.documentElement.clientWidth
    })
    expect(overflow).toBeLessThanOrEqual(0)
  }
})
