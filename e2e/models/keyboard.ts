import type { Locator, Page } from '@playwright/test'

/** More stops than any of the pages has; past this the element cannot be reached. */
const MAX_TAB_STOPS = 150

/** Presses Tab until the element has the focus, as a person without a mouse does. */
export async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let stops = 0; stops <= MAX_TAB_STOPS; stops += 1) {
    if (await element.evaluate((node) => node.matches(':focus') && document.hasFocus())) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${MAX_TAB_STOPS} presses of Tab did not reach ${String(element)}`)
}
