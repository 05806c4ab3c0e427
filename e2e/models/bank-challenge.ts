import type { FrameLocator, Locator, Page } from '@playwright/test'

/** The bank's page: a frame of the bank, in a frame of the gateway, in a dialog of the checkout. */
export class BankChallenge {
  readonly frame: FrameLocator
  readonly heading: Locator
  readonly password: Locator
  readonly submitButton: Locator
  readonly cancelButton: Locator

  constructor(page: Page) {
    // The frame is slotted into the dialog, so it is not below it in the document. Another one, hidden, may be there.
    const ours = page.frameLocator('iframe[title="Your bank’s page"]:not([aria-hidden])')
    this.frame = ours.frameLocator('iframe')
    this.heading = this.frame.getByRole('heading', { level: 1 })
    this.password = this.frame.getByLabel('One-time password')
    this.submitButton = this.frame.getByRole('button', { name: 'Submit' })
    this.cancelButton = this.frame.getByRole('button', { name: 'Cancel' })
  }

  async answer(password: string): Promise<void> {
    await this.password.fill(password)
    await this.submitButton.click()
  }

  async cancel(): Promise<void> {
    await this.cancelButton.click()
  }
}
