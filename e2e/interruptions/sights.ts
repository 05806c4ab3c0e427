import type { Locator, Page } from '@playwright/test'

/**
 * The state that a shopper sees: a step to take, or an end. `notice` is a page with a text and one link, `browser` the
 * browser's own page about a failed connection, `waiting` every page that offers no next step.
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

/** Checks once and does not wait; nothing can be used on a page that is just being replaced. */
async function isUsable(locator: Locator): Promise<boolean> {
  try {
    const one = locator.first()
    return (await one.isVisible()) && (await one.isEnabled({ timeout: 500 }))
  } catch {
    return false
  }
}
