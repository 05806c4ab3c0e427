import type { FrameLocator, Locator, Page } from '@playwright/test'

/** The frame of wallets and of methods that are confirmed elsewhere, in embedded fields. */
export const METHODS_FRAME = 'iframe[src*="/methods-frame/"]'

/**
 * Chooses a method that is confirmed elsewhere, in embedded fields or on the hosted payment page. The browser goes to
 * the provider's page: continue there with `decideAtProvider`.
 *
 * @param place - the page, or the element that contains the list if a page has several.
 * @param type - the type of the method as in the session, `payment_open_banking`.
 * @param details - the data that the method requires first, by the name of its member: `{ blik_code: '777123' }`.
 * @throws When the method is not offered. Playwright's own time-out error.
 *
 * @example
 * ```ts
 * await chooseMethod(page, 'payment_open_banking')
 * await decideAtProvider(page, 'approve')
 * ```
 */
export async function chooseMethod(
  place: Page | Locator,
  type: string,
  details: Readonly<Record<string, string>> = {},
): Promise<void> {
  const lists = [place, place.locator(METHODS_FRAME).contentFrame()]
  const list = await firstWith(lists, `[data-method="${type}"]`)
  const method = list.locator(`[data-method="${type}"]`)
  // On the hosted page, a method has its own row, or is in the list that the last row opens.
  const row = method.locator('input[name="way"]')
  if ((await row.count()) > 0) {
    await row.check()
    await fillIn(method, type, details)
    await place.locator('#pay').click()
    return
  }
  const others = place.locator('input[name="way"][value="other"]')
  if ((await others.count()) > 0) await others.check()
  if (!(await method.isVisible())) await list.locator('.method-more').first().click()
  await method.locator('.method-choose').click()
  const proceed = method.locator('.method-proceed')
  if ((await proceed.count()) === 0) return
  await fillIn(method, type, details)
  await proceed.click()
}

async function fillIn(
  method: Locator,
  type: string,
  details: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [member, value] of Object.entries(details)) {
    const field = method.locator(`[id="${type}-${member}"]`)
    // The customer data that the session knows is folded away.
    if (!(await field.isVisible())) await method.locator('.method-change').click()
    await field.fill(value)
  }
}

async function firstWith<Place extends Page | Locator | FrameLocator>(
  places: readonly Place[],
  selector: string,
): Promise<Place> {
  try {
    return await Promise.any(
      places.map(async (place) => {
        await place.locator(selector).waitFor({ state: 'attached' })
        return place
      }),
    )
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error
  }
}
