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
  test(`in every language, filled and with errors, everything can be read: ${colorScheme}`, async ({
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

test('twice as large text still fits, and nothing moves for who wants no motion', async ({
  fields,
  page,
}) => {
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
