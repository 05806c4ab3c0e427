import { expect, type Locator, type Page } from '@playwright/test'

/** Whether a shopper sees all of an element without scrolling: within the window, and above a keyboard of this height. */
export async function expectSeen(page: Page, element: Locator, keyboardPx = 0): Promise<void> {
  const bottom = (page.viewportSize()?.height ?? 0) - keyboardPx
  await expect
    .poll(async () => {
      const box = await element.boundingBox()
      return box && { above: box.y < 0, below: box.y + box.height > bottom }
    })
    .toEqual({ above: false, below: false })
}

/** Scrolls the page until an element's lower edge is that of the window: everything below it is out of sight. */
export async function scrollToLowerEdge(page: Page, element: Locator): Promise<void> {
  const box = await element.boundingBox()
  const height = page.viewportSize()?.height ?? 0
  if (box === null) throw new Error('The element cannot be seen')
  await page.evaluate((top) => scrollBy({ top, behavior: 'instant' }), box.y + box.height - height)
}
