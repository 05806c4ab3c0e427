import { expect, type FrameLocator, type Locator } from '@playwright/test'
import { test as fieldsTest } from '../fixtures/fields-test.ts'
import { test as hostedTest } from '../fixtures/hosted-page-test.ts'
import { CARDS } from '../models/cards.ts'
import { expectSeen, scrollToLowerEdge } from '../models/seen.ts'

// After a response, the field and its message are on the screen, wherever the frame is in the merchant's page.

const FOREIGN_BLIK_CODE = '123456'
const JAN = { first_name: 'Jan', last_name: 'Nowak', email: 'jan@example.com' }
const BLIK_ERROR = 'That code didn’t work. Get a new one from your bank’s app.'

/** A page whose form is between two screens of content. */
const LONG_PAGE = 'main { padding-block: 700px 1200px }'

const SIZES = {
  phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 568 },
  side: { width: 844, height: 390 },
} as const

for (const [size, viewport] of Object.entries(SIZES)) {
  fieldsTest(`embedded BLIK: a refused code and its message are seen: ${size}`, async ({ fields, page }) => {
    await page.setViewportSize(viewport)
    const order = { currency: 'PLN', customer: JAN } as const
    await fields.open({ component: 'alternative-payment-method', css: LONG_PAGE, order })
    const frame = page.frameLocator('iframe[src*="/methods-frame/"]')
    const code = await typeBlik(frame)
    await scrollToLowerEdge(page, code)
    await page.keyboard.press('Enter')
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    await expectSeen(page, code)
    await expectSeen(page, frame.getByText(BLIK_ERROR))
    await fields.keepPicture(`seen-blik-${size}`)
  })

  fieldsTest(
    `embedded card: what the bank refused is seen, though the page was scrolled on: ${size}`,
    async ({ fields, page }) => {
      await page.setViewportSize(viewport)
      await fields.open({ css: LONG_PAGE })
      await fields.card.fillCard(CARDS.wrongCvv)
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
      await fields.run('pay()')
      await fields.outcome()
      await expectSeen(page, fields.card.cvv)
      await expectSeen(page, fields.card.frame.getByText('Check the security code.').first())
    },
  )

  fieldsTest(
    `embedded saved card: what is missing is seen below a page's fixed header: ${size}`,
    async ({ fields, page }) => {
      await page.setViewportSize(viewport)
      const css = `${LONG_PAGE} html { scroll-padding-top: 60px }`
      const data = { paymentMethodId: 'pm', maskedPan: '4242', expirationDate: '1234', cardBrand: 'visa' }
      await fields.open({ component: 'saved-card', config: JSON.stringify({ data }), css })
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
      await fields.run('pay()')
      const { cvv, frame } = fields.card
      await expectSeen(page, cvv)
      await expectSeen(page, frame.getByText('Enter the security code.').first())
      expect((await cvv.boundingBox())?.y).toBeGreaterThan(60)
    },
  )

  hostedTest(
    `hosted BLIK: a refused code and its message are seen: ${size}`,
    async ({ hosted, redirectingShop, page }) => {
      await page.setViewportSize(viewport)
      await hosted.open((await redirectingShop.createPage({ currency: 'PLN' })).url)
      await hosted.way('BLIK').check()
      const code = page.getByLabel('BLIK code')
      await code.fill(FOREIGN_BLIK_CODE)
      for (const [label, value] of [
        ['First name', 'Jan'],
        ['Last name', 'Nowak'],
        ['Email', 'jan@example.com'],
      ] as const)
        await page.getByRole('form', { name: 'BLIK' }).getByLabel(label).fill(value)
      await code.focus()
      await scrollToLowerEdge(page, code)
      await page.keyboard.press('Enter')
      await expect(code).toHaveAttribute('aria-invalid', 'true')
      await expectSeen(page, code)
      await expectSeen(page, page.getByText(BLIK_ERROR))
    },
  )

  hostedTest(
    `hosted card: the first wrong field is seen: ${size}`,
    async ({ hosted, redirectingShop, page }) => {
      await page.setViewportSize(viewport)
      await hosted.open((await redirectingShop.createPage()).url)
      await hosted.payButton.click()
      await expectSeen(page, hosted.number)
      await expectSeen(page, page.getByText('Enter the card number.').first())
    },
  )
}

fieldsTest('a keyboard that comes up for the field does not cover its message', async ({ fields, page }) => {
  const keyboardPx = 350
  await page.setViewportSize(SIZES.phone)
  // No machine here has an on-screen keyboard: the test reports one to the page as browsers do.
  await page.addInitScript(() => {
    const view = Object.assign(new EventTarget(), { offsetTop: 0, height: innerHeight })
    Object.defineProperty(window, 'visualViewport', { value: view })
  })
  const order = { currency: 'PLN', customer: JAN } as const
  await fields.open({ component: 'alternative-payment-method', css: LONG_PAGE, order })
  const frame = page.frameLocator('iframe[src*="/methods-frame/"]')
  const code = await typeBlik(frame)
  await scrollToLowerEdge(page, code)
  await page.keyboard.press('Enter')
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await expectSeen(page, frame.getByText(BLIK_ERROR))
  await page.evaluate((height) => {
    const view = Object.assign(window.visualViewport as unknown as EventTarget, { height })
    view.dispatchEvent(new Event('resize'))
  }, SIZES.phone.height - keyboardPx)
  await expectSeen(page, frame.getByText(BLIK_ERROR), keyboardPx)
})

fieldsTest(
  'the code is asked for first, and what the session knows is one line',
  async ({ fields, page }) => {
    const order = { currency: 'PLN', customer: JAN } as const
    await fields.open({ component: 'alternative-payment-method', order })
    const frame = page.frameLocator('iframe[src*="/methods-frame/"]')
    await expect(frame.getByRole('listitem').first()).toHaveText(/BLIK/)
    await frame.getByRole('button', { name: 'BLIK' }).click()
    const details = frame.getByRole('form', { name: 'BLIK' })
    await expect(details.getByRole('textbox')).toHaveCount(1)
    await expect(details).toContainText('Jan Nowak, jan@example.com')
    await details.getByRole('button', { name: 'Change' }).click()
    await expect(details.getByRole('textbox')).toHaveCount(4)
    await expect(details.getByRole('textbox').first()).toHaveAccessibleName(/BLIK code/)
    await expect(details.getByLabel('First name')).toBeFocused()
  },
)

/** Opens BLIK and types a code that no bank gave. @returns its field. */
async function typeBlik(place: FrameLocator): Promise<Locator> {
  await place.getByRole('button', { name: 'BLIK' }).click()
  const code = place.getByLabel('BLIK code')
  await code.fill(FOREIGN_BLIK_CODE)
  return code
}
