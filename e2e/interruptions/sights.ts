import type { Locator, Page } from '@playwright/test'

/**
 * What a shopper has before them: something to do, or an end. `notice` is a page with words and one link, `browser`  the browser's own page about a connection that
 * failed, `waiting` everything that says nothing of a way on.
 */
export type Sight =
  | 'form'
  | 'bank'
  | 'bank is lost'
  | 'bank is elsewhere'
  | 'paid'
  | 'over'
  | 'notice'
  | 'browser'
  | 'waiting'

/** All of these have to be visible, and buttons usable. */
export type Signs = readonly (readonly [Sight, ...Locator[]])[]

/** @returns the first sight whose signs are all there. */
export async function look(page: Page, signs: Signs): Promise<Sight> {
  if (page.url().startsWith('chrome-error:')) return 'browser'
  for (const [sight, ...locators] of signs) {
    const found = await Promise.all(locators.map(isUsable))
    if (found.every(Boolean)) return sight
  }
  return 'waiting'
}

/** Asks once and does not wait; on a page that is just being replaced nothing can be used. */
async function isUsable(locator: Locator): Promise<boolean> {
  try {
    const one = locator.first()
    return (await one.isVisible()) && (await one.isEnabled({ timeout: 500 }))
  } catch {
    return false
  }
}
