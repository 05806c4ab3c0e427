import { expect, type Locator, type Page } from '@playwright/test'
import { BankChallenge } from './bank-challenge.ts'
import { CardForm } from './card-form.ts'

/** The example shop, from the catalogue to the receipt. */
export class ShopPage {
  readonly page: Page
  readonly card: CardForm
  readonly bank: BankChallenge
  readonly payButton: Locator
  readonly heading: Locator
  readonly #url: string

  constructor(page: Page, url: string) {
    this.page = page
    this.#url = url
    this.card = new CardForm(page)
    this.bank = new BankChallenge(page)
    this.payButton = page.getByRole('button', { name: /^Pay €\d+\.\d\d$/ })
    this.heading = page.getByRole('heading', { level: 1 })
  }

  async open(): Promise<void> {
    await this.page.goto(this.#url)
  }

  /** Chooses a product and waits until the card can be typed in. */
  async checkOut(product = 'Harbour mug'): Promise<void> {
    await this.open()
    await this.page.getByRole('button', { name: `Add ${product} to basket` }).click()
    await expect(this.payButton).toBeEnabled()
  }

  async pay(number: string): Promise<void> {
    await this.card.fillCard(number)
    await this.payButton.click()
  }

  /** Returns the transaction of the receipt, which the shopper does not see. */
  async transactionId(): Promise<string> {
    return (await this.page.locator('[data-transaction]').getAttribute('data-transaction')) ?? ''
  }

  /** A row of the receipt. */
  receiptCell(name: string): Locator {
    return this.page.getByRole('row', { name }).getByRole('cell')
  }

  /** Saves a picture for people. */
  async keepPicture(name: string): Promise<void> {
    await this.page.screenshot({ path: `test-results/pictures/${name}.png` })
  }
}
