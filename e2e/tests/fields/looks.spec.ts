import { expect } from '@playwright/test'
import { test } from '../../fixtures/fields-test.ts'
import type { FieldsPage } from '../../models/fields-page.ts'

const LOCALES = ['en-US', 'bs-BA', 'ro-RO', 'sv-SE'] as const

/** 1280 pixels at a zoom of 400 %, and the narrowest phone. */
const NARROWEST = { width: 320, height: 640 }

/** The width at which nothing is cut off: WCAG 2.2, 1.4.10. */
async function expectNothingCutOff({ page, card, frame }: FieldsPage): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  const inside = () =>
    card.frame.locator('html').evaluate((html) => ({
      width: html.scrollWidth - innerWidth,
      height: Math.ceil(document.body.getBoundingClientRect().height) - innerHeight,
      labels: Array.from(html.querySelectorAll('label'), (label) => label.scrollWidth - label.clientWidth),
    }))
  // The height follows the errors by a message.
  await expect.poll(inside).toMatchObject({ width: 0, height: 0 })
  expect((await inside()).labels.filter((overflow) => overflow > 0)).toEqual([])
  await expect(frame).toBeVisible()
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every text is legible in every language, filled and with errors: ${colorScheme}`, async ({
    fields,
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await fields.open()
    for (const locale of LOCALES) {
      await fields.run(`card.changeLocale('${locale}')`)
      await expect(fields.card.frame.locator('html')).toHaveAttribute('lang', locale)
      await fields.run('card.validate()')
      await expect(fields.card.frame.locator('input[aria-invalid="true"]')).toHaveCount(3)
      for (const [size, viewport] of Object.entries({
        wide: { width: 1280, height: 720 },
        narrow: NARROWEST,
      })) {
        await page.setViewportSize(viewport)
        await expectNothingCutOff(fields)
        await fields.keepPicture(`fields-${colorScheme}-${locale}-${size}`)
      }
    }
  })
}

test('the texts of a language are fetched once; without them the form keeps its language', async ({
  fields,
  page,
}) => {
  const texts = '**/embedded-fields/texts/*.json'
  const asked: string[] = []
  await fields.open()
  const html = fields.card.frame.locator('html')
  await expect(html).toHaveAttribute('lang', 'en-US')
  await page.route(texts, (route) => {
    asked.push(new URL(route.request().url()).pathname.split('/').at(-1) ?? '')
    return route.abort()
  })
  await fields.run(`card.changeLocale('sv-SE')`)
  await expect.poll(() => asked).toEqual(['sv-SE.json'])
  await page.unroute(texts)
  page.on('request', (request) => {
    if (request.url().endsWith('.json')) asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? '')
  })
  await fields.payButton.click()
  await expect(fields.card.frame.getByText('Enter the card number.').first()).toBeVisible()
  // The error appears in the new language; English was shown at first.
  for (const locale of ['ro-RO', 'en-US', 'ro-RO'] as const) {
    await fields.run(`card.changeLocale('${locale}')`)
    await expect(html).toHaveAttribute('lang', locale)
  }
  await expect(fields.card.frame.getByText('Introduceți numărul cardului.').first()).toBeVisible()
  expect(asked).toEqual(['sv-SE.json', 'ro-RO.json'])
})

test('with forced colours the focus and the errors are still seen', async ({ fields, page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await fields.open()
  await fields.run('card.validate()')
  const { number, frame } = fields.card
  await number.focus()
  await fields.keepPicture('fields-forced-colours')
  expect(await number.evaluate((input) => getComputedStyle(input).outlineStyle)).not.toBe('none')
  await expect(frame.locator('#cc-number-error')).not.toBeEmpty()
})

test('text at twice the size still fits, and nothing moves with reduced motion', async ({ fields, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize(NARROWEST)
  await fields.open({ css: '#card { --lib-label-font-size: 28px; --lib-input-font-size: 32px }' })
  await fields.run('card.validate()')
  await expectNothingCutOff(fields)
  await fields.keepPicture('fields-large-text')
  expect(
    await fields.card.frame
      .locator('*')
      .evaluateAll((elements) => elements.filter((element) => element.getAnimations().length > 0).length),
  ).toBe(0)
})
