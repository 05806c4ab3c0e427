import { expect } from '@playwright/test'
import { test } from '../engines-test.ts'
import { CardFields } from '../pages.ts'
import { hiddenPartOf, SIZES } from '../sizes.ts'

// Desktop browsers have no touch keyboard: the window becomes as low as one leaves it.

/** The visible part of a page 760 pixels high, above a phone's keyboard. */
const WITH_KEYBOARD = [390, 400] as const

test('keeps the text that is typed in the embedded field in view', async ({
  driver,
  embedded,
  keepPicture,
}) => {
  await driver.resizePage(...SIZES['a phone'])
  await embedded.open({ css: 'main { padding-top: 400px }' })
  await embedded.card.cvv.click()
  await driver.resizePage(...WITH_KEYBOARD)
  await driver.press('1')
  await expect.poll(() => hiddenPartOf(driver, embedded.card)).toBe(0)
  await keepPicture('embedded-keyboard')
})

test('keeps the text that is typed in the hosted page’s field in view', async ({
  driver,
  redirectingShop,
  keepPicture,
}) => {
  await driver.resizePage(...SIZES['a phone'])
  await driver.go((await redirectingShop.createPage()).url)
  const card = new CardFields(driver.frame())
  await card.cvv.click()
  await driver.resizePage(...WITH_KEYBOARD)
  await driver.press('1')
  await expect.poll(() => hiddenPartOf(driver, card)).toBe(0)
  await keepPicture('hosted-keyboard')
})
