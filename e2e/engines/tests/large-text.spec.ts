import { expect } from '@playwright/test'
import type { Control } from '../driver.ts'
import { test } from '../engines-test.ts'
import { CardFields } from '../pages.ts'
import { overflowOf } from '../sizes.ts'

// Twice the usual text size in a window of 640 pixels leaves as much room as the narrowest phone.

test.use({ look: { colorScheme: 'light', textPx: 32 } })

test('embedded fields: nothing scrolls sideways, and Pay is reached', async ({
  driver,
  embedded,
  keepPicture,
}) => {
  await driver.resizeWindow(640, 1000)
  await embedded.open()
  await pressEnterOn(embedded.payButton)
  await expect.poll(() => embedded.card.number.property('ariaInvalid')).toBe('true')
  expect(await overflowOf(driver, embedded.card)).toEqual({ page: 0, frame: 0 })
  await keepPicture('embedded-large-text')
})

test('the hosted page: all of its text is larger, nothing scrolls sideways, and Pay is reached', async ({
  driver,
  redirectingShop,
  keepPicture,
}) => {
  await driver.resizeWindow(640, 1000)
  await driver.go((await redirectingShop.createPage()).url)
  const card = new CardFields(driver.frame())
  await pressEnterOn(driver.find('#pay'))
  await expect.poll(() => card.number.property('ariaInvalid')).toBe('true')
  expect(await overflowOf(driver, card)).toEqual({ page: 0, frame: 0 })
  await keepPicture('hosted-large-text')
})

/** WebKitGTK's driver misses its target in pages that the desktop's text size has scaled. */
async function pressEnterOn(control: Control): Promise<void> {
  await control.run((element) => element.focus())
  await control.place.driver.press('Enter')
}
