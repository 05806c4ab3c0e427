import { expect, type Locator, type Page } from '@playwright/test'
import { test as fieldsTest } from '../fixtures/fields-test.ts'
import { test as hostedTest } from '../fixtures/hosted-page-test.ts'
import { test } from '../fixtures/test.ts'

// Details of what shoppers see: consistent errors, names for screen readers, high contrast, dark backgrounds, folded
// phones.

const JAN = { first_name: 'Jan', last_name: 'Nowak', email: 'jan@example.com' }
const METHODS_FRAME = 'iframe[src*="/methods-frame/"]'

/** The style of an invalid field with the focus, and of the sign next to its message. */
function lookOfError(field: Locator, message: Locator): Promise<readonly unknown[]> {
  return Promise.all([
    field.evaluate((element) => {
      const { borderTopColor, outlineColor, outlineStyle, outlineWidth, backgroundColor, borderRadius } =
        getComputedStyle(element)
      return { borderTopColor, outlineColor, outlineStyle, outlineWidth, backgroundColor, borderRadius }
    }),
    message.evaluate((element) => {
      const { content, backgroundColor, width, height } = getComputedStyle(element, '::before')
      return { content, backgroundColor, width, height, color: getComputedStyle(element).color }
    }),
  ])
}

fieldsTest('a wrong field looks the same in the card form and in a method', async ({ fields, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await fields.open()
  await fields.payButton.click()
  await expect(fields.card.number).toBeFocused()
  const ofCard = await lookOfError(fields.card.number, fields.card.frame.locator('#cc-number-error'))
  const order = { currency: 'PLN', customer: JAN } as const
  await fields.open({ component: 'alternative-payment-method', order })
  const frame = page.frameLocator(METHODS_FRAME)
  await frame.getByRole('button', { name: 'BLIK' }).click()
  const code = frame.getByLabel('BLIK code')
  await code.fill('123456')
  await code.press('Enter')
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  expect(await lookOfError(code, frame.locator('.method-error[data-wrong]').first())).toEqual(ofCard)
})

fieldsTest('the form of a saved card is named by its parts, as words', async ({ fields }) => {
  const data = { paymentMethodId: 'pm', maskedPan: '4242', expirationDate: '1230', cardBrand: 'visa' }
  await fields.open({ component: 'saved-card', config: JSON.stringify({ data }) })
  await expect(fields.card.frame.getByRole('form')).toHaveAccessibleName('VISA 4242 Expires 12/30')
})

hostedTest(
  'a screen reader hears which cards are accepted, and what the frame of the wallet is',
  async ({ hosted, redirectingShop, page }) => {
    await hosted.open((await redirectingShop.createPage()).url)
    await expect(hosted.way('Card')).toHaveAccessibleDescription(/^Visa, Mastercard, /)
    await expect(page.locator(METHODS_FRAME)).toHaveAttribute('title', 'Pay with GWallet')
    await hosted.speak('Svenska')
    await expect(page.locator(METHODS_FRAME)).toHaveAttribute('title', 'Betala med GWallet')
  },
)

hostedTest(
  'in high contrast, what is not typed does not look typed',
  async ({ hosted, redirectingShop, page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await hosted.open((await redirectingShop.createPage()).url)
    await hosted.payButton.click()
    await expect(hosted.number).toHaveAttribute('aria-invalid', 'true')
    const [placeholder, gray, typed] = await hosted.number.evaluate((field) => {
      const probe = document.body.appendChild(document.createElement('span'))
      probe.style.color = 'GrayText'
      const colors = [getComputedStyle(field, '::placeholder').color, getComputedStyle(probe).color]
      probe.remove()
      return [...colors, getComputedStyle(field).color]
    })
    expect(placeholder).toBe(gray)
    expect(typed).not.toBe(gray)
    await hosted.keepPicture('forced-colors-errors')
  },
)

hostedTest.describe('in the dark', () => {
  hostedTest.use({ colorScheme: 'dark' })

  hostedTest('dark brands have an outline', async ({ hosted, redirectingShop, page }) => {
    await hosted.open((await redirectingShop.createPage()).url)
    const pictures = page.locator('.brand-picture > svg')
    await expect(pictures.first()).toBeVisible()
    for (const shadow of await pictures.evaluateAll((all) =>
      all.map((one) => getComputedStyle(one).boxShadow),
    ))
      expect(shadow).toMatch(/ 0px 0px 0px 1px$/)
    await hosted.fillCard('4242424242424242')
    await expect(page.locator('.card-form .brand')).toHaveCSS('box-shadow', / 0px 0px 0px 1px$/)
  })
})

for (const colorScheme of ['light', 'dark'] as const)
  hostedTest.describe(`ways that are not chosen: ${colorScheme}`, () => {
    hostedTest.use({ colorScheme })

    hostedTest('have an empty circle', async ({ hosted, redirectingShop, page }) => {
      await hosted.open((await redirectingShop.createPage()).url)
      const ground = await page
        .locator('.way')
        .first()
        .evaluate((row) => getComputedStyle(row).backgroundColor)
      for (const look of await page.getByRole('radio', { checked: false }).evaluateAll((all) =>
        all.map((one) => {
          const { appearance, backgroundColor, borderTopColor } = getComputedStyle(one)
          return { appearance, backgroundColor, isOutlined: borderTopColor !== backgroundColor }
        }),
      ))
        expect(look).toEqual({ appearance: 'none', backgroundColor: ground, isOutlined: true })
    })
  })

hostedTest('in high contrast, the system draws the circles', async ({ hosted, redirectingShop, page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await hosted.open((await redirectingShop.createPage()).url)
  await expect(hosted.way('Card')).toHaveCSS('appearance', 'auto')
})

/** The radii of a row, clockwise from the upper left, in whole pixels. */
function cornersOf(row: Locator): Promise<readonly number[]> {
  return row.evaluate((element) => {
    const style = getComputedStyle(element)
    return (['TopLeft', 'TopRight', 'BottomRight', 'BottomLeft'] as const).map((corner) =>
      Math.round(Number.parseFloat(style[`border${corner}Radius`])),
    )
  })
}

fieldsTest('a highlight under the pointer is round only where its list is', async ({ fields, page }) => {
  const order = { currency: 'PLN', customer: JAN } as const
  await fields.open({ component: 'alternative-payment-method', order })
  const list = page.frameLocator(METHODS_FRAME).locator('.methods')
  const rows = list.locator('.method:not([hidden]) > .method-choose')
  await rows.first().click()
  for (const at of [0, 1]) {
    await rows.nth(at).hover()
    expect(await cornersOf(rows.nth(at))).toEqual([0, 0, 0, 0])
  }
  await expect(list).toHaveCSS('overflow', 'clip')
  expect(await cornersOf(list)).toEqual([8, 8, 8, 8])
})

hostedTest(
  'a row of the hosted page is straight where its fields follow',
  async ({ hosted, redirectingShop, page }) => {
    await hosted.open((await redirectingShop.createPage()).url)
    const rows = page.locator('.way-label')
    expect(await cornersOf(rows.first())).toEqual([12, 12, 0, 0])
    expect(await cornersOf(rows.nth(1))).toEqual([0, 0, 0, 0])
    expect(await cornersOf(rows.last())).toEqual([0, 0, 12, 12])
  },
)

/** The width of folded phones; the embedded form has a margin of the shop's page on each side. */
const FOLDED = { width: 280, height: 653 }

for (const where of ['embedded', 'hosted'])
  test.describe(`a folded phone: ${where}`, () => {
    test.use({ viewport: FOLDED })
    test('no typed text is cut off', async ({ page, merchant, redirectingShop }) => {
      if (where === 'hosted') await page.goto((await redirectingShop.createPage()).url)
      else await page.goto(merchant.addressOf({ session: await merchant.createSession() }))
      const form = where === 'hosted' ? page : page.frameLocator('iframe[src*="/card-frame/"]')
      for (const [label, typed] of [
        ['Card number', '4242424242424242'],
        ['Expiry (MM/YY)', '1230'],
        ['Security code', '123'],
      ] as const) {
        const field = form.getByLabel(label)
        await field.fill(typed)
        expect(await isCut(field), label).toBe(false)
      }
      const [expiry, code] = await Promise.all(
        ['Expiry (MM/YY)', 'Security code'].map((label) => form.getByLabel(label).boundingBox()),
      )
      expect(code?.x, 'each field has a row of its own').toBe(expiry?.x)
      expect(await widthBeyond(page)).toBeLessThanOrEqual(0)
      await page.screenshot({ path: `test-results/pictures/folded-${where}.png`, fullPage: true })
    })
  })

hostedTest(
  'the page of a broken link keeps its badge where it is on a whole one',
  async ({ hosted, redirectingShop, page }) => {
    const { url } = await redirectingShop.createPage()
    const badge = page.locator('.test-mode')
    const rightEdge = async () => {
      const box = await badge.boundingBox()
      return Math.round((box?.x ?? 0) + (box?.width ?? 0))
    }
    await hosted.open(url)
    const expected = await rightEdge()
    await hosted.open(url.replace(/[^/]+$/, 'no-such-session'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await rightEdge()).toBe(expected)
  },
)

/** Reports whether a field is too narrow for its value or its placeholder. */
function isCut(field: Locator): Promise<boolean> {
  return field.evaluate((element) => element.scrollWidth > element.clientWidth)
}

function widthBeyond(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
