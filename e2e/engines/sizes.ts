import { expect } from '@playwright/test'
import type { Driver } from './driver.ts'
import { test } from './engines-test.ts'
import { CardFields } from './pages.ts'

/** CSS pixels. */
export const SIZES = {
  // A narrow telephone, and 1,280 pixels at 400 %.
  'a narrow phone': [320, 640],
  'a phone': [390, 760],
  'a phone on its side': [740, 360],
} as const

/** The tests of both pages in each size; `test.use` of the file says in which look. */
export function testSizes(colorScheme: 'light' | 'dark'): void {
  for (const [name, [width, height]] of Object.entries(SIZES)) {
    test(`embedded fields on ${name}: nothing scrolls sideways, and Pay is reached`, async ({
      driver,
      embedded,
      keepPicture,
    }) => {
      await driver.resizePage(width, height)
      await embedded.open()
      await embedded.payButton.click()
      await expect.poll(() => embedded.card.number.property('ariaInvalid')).toBe('true')
      expect(await overflowOf(driver, embedded.card)).toEqual({ page: 0, frame: 0 })
      await keepPicture(`embedded-${colorScheme}-${width}`)
    })

    test(`the hosted page on ${name}: nothing scrolls sideways, and Pay is reached`, async ({
      driver,
      redirectingShop,
      keepPicture,
    }) => {
      await driver.resizePage(width, height)
      await driver.go((await redirectingShop.createPage()).url)
      const card = new CardFields(driver.frame())
      await card.number.waitUntilThere()
      await keepPicture(`hosted-${colorScheme}-${width}`)
      await driver.find('#pay').click()
      await expect.poll(() => card.number.property('ariaInvalid')).toBe('true')
      expect(await overflowOf(driver, card)).toEqual({ page: 0, frame: 0 })
      await keepPicture(`hosted-${colorScheme}-${width}-errors`)
    })
  }
}

/** Returns the pixels by which the page, and the document with the fields, exceed the width of the window. */
export async function overflowOf(driver: Driver, card: CardFields) {
  const overflow = () => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth)
  }
  return { page: await driver.frame().run(overflow), frame: await card.place.run(overflow) }
}

/**
 * The number of pixels of the line in the security code's field that are above or below the visible part of the page.
 */
export async function hiddenPartOf(driver: Driver, card: CardFields): Promise<number> {
  const line = await card.cvv.run((input) => {
    const { top, bottom } = input.getBoundingClientRect()
    const middle = (top + bottom) / 2
    const halfPx = parseFloat(getComputedStyle(input).fontSize) / 2
    return { top: middle - halfPx, bottom: middle + halfPx }
  })
  const frameTop = await driver.frame().run((selector: string | undefined) => {
    return selector ? (document.querySelector(selector)?.getBoundingClientRect().top ?? 0) : 0
  }, card.place.frames[0])
  const heightPx = await driver.frame().run(() => visualViewport?.height ?? innerHeight)
  return Math.max(0, -(frameTop + line.top), frameTop + line.bottom - heightPx)
}
