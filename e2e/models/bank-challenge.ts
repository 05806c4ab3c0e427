import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { bankPage, passChallenge } from '@sluice/server-sdk/testing/playwright'

/** The bank's page: a frame of the bank, in a frame of the gateway, in a dialog of the checkout. */
export class BankChallenge {
  /** The gateway's frame around the bank's: title, close button, and the question that it asks. */
  readonly panel: FrameLocator
  readonly closeButton: Locator
  readonly question: Locator
  /** The status text of the frame around the bank's page. */
  readonly news: Locator
  /** A quiet offer of help. */
  readonly helpButton: Locator
  /** The rescue actions, once the bank's page is known not to work, or the shopper requests help. */
  readonly reloadButton: Locator
  readonly leaveButton: Locator
  readonly frame: FrameLocator
  readonly heading: Locator
  readonly password: Locator
  readonly submitButton: Locator
  readonly cancelButton: Locator
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.panel = page.locator('iframe[src*="/three-ds/frame"]:not([aria-hidden])').contentFrame()
    this.closeButton = this.panel.getByRole('button', { name: 'Close' })
    this.question = this.panel.getByRole('alertdialog', { name: 'Cancel this payment?' })
    this.news = this.panel.locator('header p')
    this.helpButton = this.panel.getByRole('button', { name: 'Problems with this page?' })
    this.reloadButton = this.panel.getByRole('button', { name: 'Reload your bank’s page' })
    this.leaveButton = this.panel.getByRole('button', { name: 'Cancel', exact: true })
    const { frame, password, submitButton, cancelButton } = bankPage(page)
    this.frame = frame
    this.heading = frame.getByRole('heading', { level: 1 })
    this.password = password
    this.submitButton = submitButton
    this.cancelButton = cancelButton
  }

  /** Reports that the bank's page does not work, and reloads it. */
  async reload(): Promise<void> {
    await this.helpButton.click()
    await this.reloadButton.click()
  }

  async answer(password: string): Promise<void> {
    await passChallenge(this.#page, password)
  }

  /** Approves at an acquirer's stand-in, which asks for no password. */
  async approve(): Promise<void> {
    const button = this.frame.getByRole('button', { name: 'Approve' })
    await waitForPaint(button)
    await button.click()
  }

  /** Leaves by the dialog's own button, past its question. */
  async close(): Promise<void> {
    await waitForPaint(this.closeButton)
    await this.closeButton.click()
    await this.question.getByRole('button', { name: 'Cancel payment' }).click()
  }

  async cancel(): Promise<void> {
    await this.cancelButton.click()
  }
}

/** Until a frame of another process is painted, the browser cannot map a press to its position. */
async function waitForPaint(button: Locator): Promise<void> {
  const countPaints = () => performance.getEntriesByName('first-contentful-paint').length
  await expect.poll(() => button.evaluate(countPaints)).toBe(1)
}
