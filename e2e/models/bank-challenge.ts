import type { FrameLocator, Locator, Page } from '@playwright/test'
import { bankPage, passChallenge } from '@sluice/server-sdk/testing/playwright'

/** The bank's page: a frame of the bank, in a frame of the gateway, in a dialog of the checkout. */
export class BankChallenge {
  readonly frame: FrameLocator
  readonly heading: Locator
  readonly password: Locator
  readonly submitButton: Locator
  readonly cancelButton: Locator
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    const { frame, password, submitButton, cancelButton } = bankPage(page)
    this.frame = frame
    this.heading = frame.getByRole('heading', { level: 1 })
    this.password = password
    this.submitButton = submitButton
    this.cancelButton = cancelButton
  }

  async answer(password: string): Promise<void> {
    await passChallenge(this.#page, password)
  }

  async cancel(): Promise<void> {
    await this.cancelButton.click()
  }
}
