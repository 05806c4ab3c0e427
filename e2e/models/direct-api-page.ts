import type { FrameLocator, Locator, Page } from '@playwright/test'
import { fillCard, passChallenge } from '@sluice/server-sdk/testing/playwright'

/** The labels of the example for the place of the bank's page. */
export const WAYS = {
  frame: 'In this shop',
  page: 'At the bank',
  merchant: 'In this shop, which hears the answer itself',
} as const

export type Way = keyof typeof WAYS

/** The example shop with cards on its own page, from the lantern to the receipt. */
export class DirectApiPage {
  readonly page: Page
  readonly heading: Locator
  readonly number: Locator
  readonly expiry: Locator
  readonly cvv: Locator
  readonly payButton: Locator
  readonly leaveButton: Locator
  readonly #url: string

  constructor(page: Page, url: string) {
    this.page = page
    this.#url = url
    this.heading = page.getByRole('heading', { level: 1 })
    this.number = page.getByLabel('Card number')
    this.expiry = page.getByLabel('Expiry date (MM/YY)')
    this.cvv = page.getByLabel('Security code')
    this.payButton = page.getByRole('button', { name: 'Pay €49.00' })
    this.leaveButton = page.getByRole('button', { name: 'Cancel and go back to the shop' })
  }

  /** Opens the shop and orders the lantern: the card form is there. */
  async order(): Promise<void> {
    await this.page.goto(this.#url)
    await this.page.getByRole('button', { name: 'Buy' }).click()
  }

  async pay(number: string, way: Way): Promise<void> {
    await fillCard(this.page, { number })
    await this.page.getByRole('radio', { name: WAYS[way] }).first().check()
    await this.payButton.click()
  }

  /** The bank's page: in the shop's frame, or the whole page. */
  bank(way: Way): Bank {
    return new Bank(
      this.page,
      way === 'page' ? this.page : this.page.frameLocator('iframe[title="Your bank’s page"]'),
    )
  }
}

/** The bank's page, as the customer sees it. */
export class Bank {
  readonly password: Locator
  readonly submitButton: Locator
  readonly cancelButton: Locator

  readonly #page: Page

  constructor(page: Page, place: Page | FrameLocator) {
    this.#page = page
    this.password = place.getByLabel('One-time password')
    this.submitButton = place.getByRole('button', { name: 'Submit' })
    this.cancelButton = place.getByRole('button', { name: 'Cancel', exact: true })
  }

  async answer(password: string): Promise<void> {
    await passChallenge(this.#page, password)
  }
}
