import { expect, type Locator, type Page } from '@playwright/test'
import type { SessionRequest } from '@sluice/server-sdk'
import type { Merchant } from '../fixtures/merchant.ts'
import type { MerchantPage } from '../fixtures/merchant-page.ts'
import { BankChallenge } from './bank-challenge.ts'
import { CardForm } from './card-form.ts'

/** The arguments of a callback, or the reason why `mount` was refused. */
export interface Outcome {
  readonly response?: Readonly<Record<string, unknown>> | null
  readonly error?: Readonly<Record<string, unknown>> | null
  readonly mount?: string
}

interface Opening extends Partial<MerchantPage> {
  readonly order?: Partial<SessionRequest>
  /** @defaultValue the merchant's origin, of another site than the gateway */
  readonly origin?: string
}

/** The merchant's page with the embedded fields, and everything that the browser complained about on it. */
export class FieldsPage {
  readonly page: Page
  readonly merchant: Merchant
  readonly card: CardForm
  readonly bank: BankChallenge
  readonly frame: Locator
  readonly payButton: Locator
  /** A blocked style or script must not pass unnoticed. */
  readonly complaints: string[] = []

  constructor(page: Page, merchant: Merchant) {
    this.page = page
    this.merchant = merchant
    this.card = new CardForm(page)
    this.bank = new BankChallenge(page)
    this.frame = page.locator('iframe[src*="/embedded-fields/card-frame/"]')
    this.payButton = page.getByRole('button', { name: 'Pay now' })
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text())
    })
    page.on('pageerror', (error) => this.complaints.push(error.message))
  }

  /** Opens the page with a new session, or the one given. @returns the session's id. */
  async open({ order, origin, ...variant }: Opening = {}): Promise<string> {
    const session = variant.session ?? (await this.merchant.createSession(order))
    await this.page.goto(this.merchant.addressOf({ ...variant, session }, origin))
    await this.page.locator('body[data-ready]').waitFor()
    return session
  }

  async pay(number: string): Promise<void> {
    await this.card.fillCard(number)
    await this.payButton.click()
  }

  /** Waits for the argument of the page's callback. */
  async outcome(): Promise<Outcome> {
    const shown = this.page.locator('#outcome:not(:empty)')
    await shown.waitFor()
    return JSON.parse((await shown.textContent()) ?? 'null') as Outcome
  }

  /** Runs a statement of the merchant's own script; `core`, `card` and `pay` are its variables. */
  async run(script: string): Promise<void> {
    await this.page.evaluate(`void (async () => { ${script} })()`)
  }

  /** The code that a call of the merchant's is refused with. */
  codeThrownBy(call: string): Promise<unknown> {
    return this.page.evaluate(`(() => { try { ${call} } catch (error) { return error.code } })()`)
  }

  /** Saves a picture for people. */
  async keepPicture(name: string): Promise<void> {
    await this.page.screenshot({ path: `test-results/pictures/${name}.png`, fullPage: true })
  }

  async expectApproved(): Promise<void> {
    expect(await this.outcome()).toMatchObject({ response: { approved: true, status: 'APPROVED' } })
  }
}
