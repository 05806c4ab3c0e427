import { expect } from '@playwright/test'
import type { SessionRequest } from '@sluice/server-sdk'
import type { MerchantPage } from '../fixtures/merchant-page.ts'
import type { Merchant } from '../fixtures/merchant.ts'
import { CVV, EXPIRY } from '../models/card-form.ts'
import type { Control, Driver, Place } from './driver.ts'

const CARD_FRAME = 'iframe[src*="/embedded-fields/card-frame/"]'
const METHODS_FRAME = 'iframe[src*="/methods-frame/"]'
const BANK_PANEL = 'iframe[src*="/three-ds/frame"]:not([aria-hidden])'
const BANK_FRAME = 'iframe[name="bank"]'

/** The three fields, in the embedded frame or on a page. */
export class CardFields {
  readonly place: Place
  readonly number: Control
  readonly expiry: Control
  readonly cvv: Control

  constructor(place: Place) {
    this.place = place
    this.number = place.find('input[autocomplete~="cc-number"]')
    this.expiry = place.find('input[autocomplete~="cc-exp"]')
    this.cvv = place.find('input[autocomplete~="cc-csc"]')
  }

  async fill(number: string): Promise<void> {
    await this.number.fill(number)
    await this.expiry.fill(EXPIRY)
    await this.cvv.fill(CVV)
  }
}

/** The fields in their frame on any page. */
export function embeddedCard(driver: Driver): CardFields {
  return new CardFields(driver.frame(CARD_FRAME))
}

/** The simulated bank: a frame of the bank, in a frame of the gateway, in a dialog of the checkout; or a page. */
export class Bank {
  readonly panel: Place
  readonly page: Place
  readonly password: Control

  constructor(driver: Driver, page: Place = driver.frame(BANK_PANEL, BANK_FRAME)) {
    this.panel = driver.frame(BANK_PANEL)
    this.page = page
    this.password = page.find('input[name="password"]')
  }

  static asPage(driver: Driver): Bank {
    return new Bank(driver, driver.frame())
  }

  async answer(password = '1234'): Promise<void> {
    await this.password.type(password)
    await this.page.find('button[value="submit"]').click()
  }
}

interface Opening extends Partial<MerchantPage> {
  readonly order?: Partial<SessionRequest>
}

/** The merchant's page with the embedded fields. */
export class EmbeddedPage {
  readonly driver: Driver
  readonly card: CardFields
  readonly bank: Bank
  /** The frame with all methods except cards. */
  readonly methods: Place
  readonly payButton: Control
  readonly #merchant: Merchant

  constructor(driver: Driver, merchant: Merchant) {
    this.driver = driver
    this.#merchant = merchant
    this.card = embeddedCard(driver)
    this.bank = new Bank(driver)
    this.methods = driver.frame(METHODS_FRAME)
    this.payButton = driver.find('button', 'Pay now')
  }

  async open({ order, ...variant }: Opening = {}): Promise<void> {
    const session = await this.#merchant.createSession(order)
    await this.driver.go(this.#merchant.addressOf({ ...variant, session }))
    await this.driver.find('body[data-ready]').waitUntilThere()
  }

  async pay(number: string): Promise<void> {
    await this.card.fill(number)
    await this.payButton.click()
  }

  /** Waits for the arguments of the page's callback, from the first call on. */
  async expectOutcome(attempt: number, outcome: Readonly<Record<string, unknown>>): Promise<void> {
    await expect
      .poll(async () => {
        const told = await this.driver
          .frame()
          .run(() => JSON.stringify((window as unknown as { outcomes: unknown[] }).outcomes))
        return (JSON.parse(told) as unknown[])[attempt]
      })
      .toMatchObject(outcome)
  }
}
