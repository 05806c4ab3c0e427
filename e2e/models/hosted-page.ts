import { expect, type Locator, type Page } from '@playwright/test'
import { fillCard } from '@sluice/server-sdk/testing/playwright'
import { BankChallenge } from './bank-challenge.ts'
import { CVV, EXPIRY } from './card-form.ts'

/** The hosted payment page, by what a screen reader calls its parts. English unless a test chooses otherwise. */
export class HostedPage {
  readonly page: Page
  readonly bank: BankChallenge
  readonly number: Locator
  readonly expiry: Locator
  readonly cvv: Locator
  readonly payButton: Locator
  readonly cancelLink: Locator
  readonly saveCard: Locator
  readonly result: Locator
  readonly reason: Locator
  readonly backLink: Locator
  readonly problem: Locator
  readonly notice: Locator
  readonly status: Locator
  readonly languages: Locator
  readonly #returnUrl: string
  /** The browser's complaints: the page's own policy must block nothing. */
  readonly complaints: string[] = []
  readonly requests: URL[] = []

  constructor(page: Page, returnUrl: string) {
    this.page = page
    this.#returnUrl = returnUrl
    this.bank = new BankChallenge(page)
    this.number = page.getByLabel('Card number')
    this.expiry = page.getByLabel('Expiry (MM/YY)')
    // A saved card has one of its own.
    this.cvv = page.getByLabel('Security code').filter({ visible: true })
    this.payButton = page.getByRole('button', { name: /^Pay [^a-z]*\d/ })
    this.cancelLink = page.getByRole('link', { name: 'Cancel and go back to the shop' })
    this.saveCard = page.getByRole('checkbox', { name: 'Save card for future purchases' })
    this.result = page.locator('#result-title')
    this.reason = page.locator('#result-reason')
    this.backLink = page.getByRole('link', { name: 'Back to the shop' })
    this.problem = page.locator('#problem')
    this.notice = page.locator('#notice')
    this.status = page.locator('#status')
    this.languages = page.getByRole('navigation')
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('ERR_INTERNET_DISCONNECTED'))
        this.complaints.push(message.text())
    })
    page.on('pageerror', (error) => this.complaints.push(error.message))
    page.on('request', (request) => this.requests.push(new URL(request.url())))
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url)
  }

  async fillCard(number: string): Promise<void> {
    await fillCard(this.page, { number, expiry: EXPIRY, cvv: CVV })
  }

  async pay(number: string): Promise<void> {
    await this.fillCard(number)
    await this.payButton.click()
  }

  way(name: string | RegExp): Locator {
    return this.page.getByRole('radio', { name })
  }

  async speak(language: string): Promise<void> {
    await this.languages.getByRole('link', { name: language }).click()
  }

  /** A page with an approval returns to the shop automatically, so opening another page before that may be aborted. */
  async expectReturned(): Promise<void> {
    await expect(this.page).toHaveURL(this.#returnUrl)
  }

  /** Saves a picture for people. */
  async keepPicture(name: string): Promise<void> {
    await this.page.screenshot({ path: `test-results/pictures/hosted-page-${name}.png`, fullPage: true })
  }
}
