import { expect } from '@playwright/test'
import { startShopIn } from '../../fixtures/shop.ts'
import { CVV } from '../../models/card-form.ts'
import { CARDS } from '../../models/cards.ts'
import type { Place } from '../driver.ts'
import { test } from '../engines-test.ts'
import { Bank, CardFields, embeddedCard } from '../pages.ts'

test.describe('the example shop', () => {
  for (const [title, number] of [
    ['a card that the bank knows pays without a question', CARDS.approved],
    ['a one-time password pays', CARDS.challenged],
  ] as const) {
    test(`${title}, through to the receipt`, async ({ driver, shopUrl, gateway, keepPicture }) => {
      const approvals = gateway.countApprovals()
      await driver.go(shopUrl)
      await driver.find('button', 'Add Harbour mug to basket').click()
      await embeddedCard(driver).fill(number)
      await keepPicture(`shop-${number}`)
      await driver.find('button', 'Pay €18.50').click()
      if (number === CARDS.challenged) await new Bank(driver).answer()
      await expect.poll(() => driver.find('h1').text()).toBe('Thank you')
      expect(gateway.countApprovals()).toBe(approvals + 1)
    })
  }
})

for (const binding of ['react', 'vue'] as const) {
  test(`the shop in ${binding} corrects a field and passes the bank’s challenge`, async ({
    driver,
    gateway,
  }) => {
    const shop = await startShopIn(binding, gateway)
    try {
      await driver.go(shop.ready.shop_url)
      const card = embeddedCard(driver)
      await card.number.waitUntilThere()
      const pay = driver.find('button:enabled', 'Pay €24.00')
      await pay.click()
      await expect.poll(() => driver.find('[role="alert"]').text()).toBe('Enter the card number.')
      await card.fill(CARDS.challenged)
      await pay.click()
      await new Bank(driver).answer()
      await expect.poll(() => driver.find('h1').text()).toBe('Thank you!')
    } finally {
      await shop.stop()
    }
  })
}

test.describe('embedded fields', () => {
  test('with the keyboard alone: a mistake, its correction, the bank and the success', async ({
    driver,
    embedded,
  }) => {
    const { number, expiry, cvv } = embedded.card
    await embedded.open()
    await number.click()
    await driver.press(CARDS.challenged, 'Tab')
    await expect.poll(() => expiry.isFocused()).toBe(true)
    await driver.press('Tab')
    await expect.poll(() => cvv.isFocused()).toBe(true)
    await driver.press('Shift+Tab')
    await expect.poll(() => expiry.isFocused()).toBe(true)
    await driver.press('0120', 'Tab')
    // Only the page's own button follows the last field.
    await driver.press('Tab')
    await expect.poll(() => embedded.payButton.isFocused()).toBe(true)
    await driver.press('Enter')

    await expect.poll(() => expiry.isFocused()).toBe(true)
    await expect
      .poll(() => embedded.card.place.run(() => document.querySelector('[role="status"]')?.textContent))
      .toBe('Check the marked fields: Expiry (MM/YY), Security code')
    await driver.press('Control+a', '1238', 'Tab')
    await expect.poll(() => cvv.isFocused()).toBe(true)
    await driver.press('123', 'Tab')
    await driver.press('Enter')
    await embedded.bank.password.waitUntilThere()
    await driver.press('Tab')
    await embedded.bank.answer()
    await embedded.expectOutcome(1, { response: { approved: true } })
    await expect.poll(() => embedded.payButton.isFocused()).toBe(true)
  })

  test('a wrong security code is marked and focused, the others stay, and another card pays', async ({
    embedded,
    gateway,
    keepPicture,
  }) => {
    const approvals = gateway.countApprovals()
    const { number, expiry, cvv } = embedded.card
    await embedded.open()
    await embedded.pay(CARDS.wrongCvv)
    await embedded.expectOutcome(0, { response: { processing_code: '2020', correctable: true } })
    await expect.poll(() => cvv.property('ariaInvalid')).toBe('true')
    await expect.poll(() => cvv.isFocused()).toBe(true)
    expect(await number.value()).toBe('4000 0000 0000 0127')
    expect(await expiry.value()).toBe('12 / 34')
    await keepPicture('correction')
    await number.fill(CARDS.approved)
    await cvv.fill(CVV)
    await embedded.payButton.click()
    await embedded.expectOutcome(1, { response: { approved: true, correctable: false } })
    expect(gateway.countApprovals()).toBe(approvals + 1)
  })

  test('the brand decides the length of the code', async ({ driver, embedded }) => {
    const { number, cvv } = embedded.card
    await embedded.open()
    await number.type('4242')
    await cvv.type('1234')
    await expect.poll(() => cvv.value()).toBe('123')
    await number.fill('3782')
    await cvv.click()
    await driver.press('End', '4')
    await expect.poll(() => cvv.value()).toBe('1234')
    await number.fill('4242')
    await expect.poll(() => cvv.value()).toBe('123')
  })

  test('an error appears while typing only when no further digit can mend it', async ({
    driver,
    embedded,
  }) => {
    await embedded.open()
    const error = () =>
      embedded.card.place.run(() => document.querySelector('#cc-number-error')?.textContent?.trim())
    await embedded.card.number.type('555555555555444')
    expect(await error()).toBe('')
    await driver.press('0')
    await expect.poll(error).toBe('Check the card number.')
    await driver.press('Backspace')
    await expect.poll(error).toBe('')
    await driver.press('Tab')
    await expect.poll(error).toBe('The card number is too short.')
  })

  test('Enter does what the page’s own button does', async ({ driver, embedded }) => {
    await embedded.open()
    await embedded.card.fill(CARDS.approved)
    await driver.press('Enter')
    await embedded.expectOutcome(0, { response: { approved: true } })
  })

  test('another language comes at once, and what was typed stays', async ({ driver, embedded }) => {
    await embedded.open({ locale: 'sv-SE' })
    await embedded.card.place.find('input', 'Kortnummer').type('4')
    await driver.frame().run(() => {
      ;(window as unknown as { card: { changeLocale(locale: string): void } }).card.changeLocale('bs-BA')
    })
    await expect.poll(() => embedded.card.place.find('input', 'Broj kartice').value()).toBe('4')
  })

  test('a bank account pays on the bank’s page, and the shopper is back', async ({ driver, embedded }) => {
    await embedded.open({ component: 'alternative-payment-method' })
    await embedded.methods.find('button', 'Pay by bank').click()
    await driver.find('a', 'Kopernik Bank').click()
    await driver.find('button', 'Approve').click()
    await expect.poll(() => driver.url()).toContain('/returned')
  })

  test('a mistyped BLIK code is typed again', async ({ driver, embedded }) => {
    await embedded.open({ component: 'alternative-payment-method', order: { currency: 'PLN' } })
    await embedded.methods.find('button', 'BLIK').click()
    await typeBlik(embedded.methods)
    await expect.poll(() => driver.find('h1').text()).toBe('Confirm in your app')
    await driver.find('button', 'Confirm').click()
    await expect.poll(() => driver.url()).toContain('/returned')
  })
})

test.describe('the hosted page', () => {
  for (const [title, number] of [
    ['a card pays', CARDS.approved],
    ['a card pays once its bank has asked', CARDS.challenged],
  ] as const) {
    test(`${title}, and the shopper is back in the shop`, async ({
      driver,
      redirectingShop,
      keepPicture,
    }) => {
      const { url, id } = await redirectingShop.createPage()
      await driver.go(url)
      await new CardFields(driver.frame()).fill(number)
      await keepPicture(`hosted-${number}`)
      await driver.find('#pay').click()
      if (number === CARDS.challenged) {
        const bank = new Bank(driver)
        await bank.password.waitUntilThere()
        await keepPicture('hosted-challenge')
        await bank.answer()
      }
      await expect.poll(() => driver.url()).toBe(redirectingShop.returnUrl)
      expect(await redirectingShop.statusOf(id)).toBe('APPROVED')
    })
  }

  test('a wrong security code is marked and focused, and another card pays', async ({
    driver,
    redirectingShop,
  }) => {
    const { url, id } = await redirectingShop.createPage()
    const { number, cvv, ...card } = new CardFields(driver.frame())
    await driver.go(url)
    await number.fill(CARDS.wrongCvv)
    await card.expiry.fill('12/34')
    await cvv.fill(CVV)
    await driver.find('#pay').click()
    await expect.poll(() => cvv.property('ariaInvalid')).toBe('true')
    await expect.poll(() => cvv.isFocused()).toBe(true)
    expect(await number.value()).toBe('4000 0000 0000 0127')
    await number.fill(CARDS.approved)
    await cvv.fill(CVV)
    await driver.find('#pay').click()
    await expect.poll(() => driver.url()).toBe(redirectingShop.returnUrl)
    expect(await redirectingShop.statusOf(id)).toBe('APPROVED')
  })

  test('a card that was saved pays with its security code alone', async ({ driver, redirectingShop }) => {
    const customer_id = await redirectingShop.createCustomer()
    const tokenization = { save_card_for_future_payments: true }
    const card = new CardFields(driver.frame())
    await driver.go((await redirectingShop.createPage({ customer_id, tokenization })).url)
    await card.fill(CARDS.approved)
    await driver.find('#pay').click()
    await expect.poll(() => driver.url()).toBe(redirectingShop.returnUrl)

    const { url, id } = await redirectingShop.createPage({ customer_id, tokenization })
    await driver.go(url)
    await card.cvv.fill(CVV)
    expect(await card.number.isThere()).toBe(false)
    await driver.find('#pay').click()
    await expect.poll(() => driver.url()).toBe(redirectingShop.returnUrl)
    expect(await redirectingShop.statusOf(id)).toBe('APPROVED')
  })

  test('BLIK has a row of its own where it is paid', async ({ driver, redirectingShop }) => {
    const { url, id } = await redirectingShop.createPage({ currency: 'PLN' })
    await driver.go(url)
    await driver.find('label', 'BLIK').click()
    await typeBlik(driver.frame())
    await driver.find('button', 'Confirm').click()
    await expect.poll(() => driver.url()).toBe(redirectingShop.returnUrl)
    expect(await redirectingShop.statusOf(id)).toBe('APPROVED')
  })
})

/** Types a code that no bank gave, then one that is approved. */
async function typeBlik(place: Place): Promise<void> {
  await place.find('input', 'First name').fill('Jan')
  await place.find('input', 'Last name').fill('Nowak')
  await place.find('input', 'Email').fill('jan@example.com')
  const code = place.find('input', 'BLIK code')
  await code.fill('123456')
  await place.driver.press('Enter')
  await expect.poll(() => code.property('ariaInvalid')).toBe('true')
  await expect.poll(() => code.isFocused()).toBe(true)
  await code.fill('777123')
  await place.driver.press('Enter')
}
