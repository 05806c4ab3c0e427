import type { FrameLocator, Locator, Page } from '@playwright/test'
import { fillCard } from '@sluice/server-sdk/testing/playwright'

/** A future date on any day this runs. */
export const EXPIRY = '12/34'

export const CVV = '123'

/** The card fields in their secure frame, by what a screen reader calls them. */
export class CardForm {
  readonly frame: FrameLocator
  readonly number: Locator
  readonly expiry: Locator
  readonly cvv: Locator
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.frame = page.frameLocator('iframe[src*="/embedded-fields/card-frame/"]')
    this.number = this.frame.getByLabel('Card number')
    this.expiry = this.frame.getByLabel('Expiry (MM/YY)')
    this.cvv = this.frame.getByLabel('Security code')
  }

  /** Types as a person does, key by key. */
  async fillCard(number: string, expiry = EXPIRY, cvv = CVV): Promise<void> {
    await fillCard(this.#page, { number, expiry, cvv })
  }
}
