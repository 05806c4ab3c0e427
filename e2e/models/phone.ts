import { type Browser, devices, expect, type Page } from '@playwright/test'
import { expectNoViolations, expectReadableInTheDark } from './axe.ts'

/** The narrowest screen that everything has to fit, in CSS pixels. */
const WIDTH_PX = 320

/** Opens a window of a small phone. Its context is the test's to close. */
export async function openPhone(browser: Browser): Promise<Page> {
  const viewport = { width: WIDTH_PX, height: 640 }
  const context = await browser.newContext({ ...devices['iPhone SE'], viewport })
  return context.newPage()
}

/** Nothing is wider than the screen, and axe finds nothing, in the light and in the dark; leaves a picture of each. */
export async function expectToFitPhone(page: Page, name: string): Promise<void> {
  const keepPicture = async (scheme: string) => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTH_PX)
    await page.screenshot({ path: `test-results/pictures/${name}-phone-${scheme}.png`, fullPage: true })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolations(page)
  await keepPicture('light')
  await expectReadableInTheDark(page)
  await keepPicture('dark')
}
