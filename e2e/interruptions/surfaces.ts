import { expect, type Locator, type Page } from '@playwright/test'
import { startDirectApiShop } from '../fixtures/direct-api-shop.ts'
import type { Gateway } from '../fixtures/gateway.ts'
import { type RedirectingShop, startRedirectingShop } from '../fixtures/redirecting-shop.ts'
import { startShop } from '../fixtures/shop.ts'
import type { BankChallenge } from '../models/bank-challenge.ts'
import { CVV, EXPIRY } from '../models/card-form.ts'
import { CARDS } from '../models/cards.ts'
import { DirectApiPage } from '../models/direct-api-page.ts'
import { HostedPage } from '../models/hosted-page.ts'
import { ShopPage } from '../models/shop-page.ts'
import { look, type Sight } from './sights.ts'

export const SURFACES = ['embedded', 'hosted', 'direct', 'wallet'] as const

export type Surface = (typeof SURFACES)[number]

export type Card = 'approved' | 'challenged'

/** One shopper at one order in one tab. */
export interface Tab {
  readonly page: Page
  /** The address of the order, which the shopper can open in any tab. */
  readonly address: string
  /** Enters the card, where the page takes one. */
  type(card: Card): Promise<void>
  /** Presses Pay; with a wallet, its button and Pay in its sheet. */
  press(card: Card, times?: number): Promise<void>
  /** Presses Pay where it has no effect. */
  pressInVain(): Promise<void>
  answerBank(): Promise<void>
  reloadBank(): Promise<void>
  /** Leaves the bank's page by the checkout's own button. */
  cancel(): Promise<void>
  /** Cancels a payment whose bank's page is in another place. */
  giveUp(): Promise<void>
  /** Follows the link of a page that only says something. */
  followNotice(): Promise<void>
  see(): Promise<Sight>
}

/** Everywhere a shopper pays, with the shops behind it. */
export interface Shops {
  order(surface: Surface, page: Page): Promise<Tab>
  /** The same order in another tab. */
  again(surface: Surface, order: Tab, page: Page): Promise<Tab>
  stop(): Promise<void>
}

export async function startShops(gateway: Gateway): Promise<Shops> {
  const [embedded, direct, redirecting] = await Promise.all([
    startShop(gateway),
    startDirectApiShop(gateway.credentials),
    startRedirectingShop(gateway),
  ])
  /** Creates an order, up to its payment page. @returns that page's address. */
  const orders: Readonly<Record<Surface, (page: Page) => Promise<string>>> = {
    async embedded(page) {
      await new ShopPage(page, embedded.ready.shop_url).checkOut()
      return page.url()
    },
    async direct(page) {
      await new DirectApiPage(page, direct.url).order()
      return page.url()
    },
    hosted: async () => (await redirecting.createPage()).url,
    wallet: async () => (await redirecting.createPage()).url,
  }
  return {
    async order(surface, page) {
      const address = await orders[surface](page)
      if (page.url() !== address) await page.goto(address)
      return TABS[surface](page, address, redirecting)
    },
    async again(surface, { address }, page) {
      await page.goto(address)
      return TABS[surface](page, address, redirecting)
    },
    async stop() {
      await Promise.all([embedded.stop(), direct.stop(), redirecting.stop()])
    },
  }
}

const TABS: Readonly<Record<Surface, (page: Page, address: string, redirecting: RedirectingShop) => Tab>> = {
  embedded: embeddedTab,
  hosted: hostedTab,
  direct: directTab,
  wallet: walletTab,
}

function embeddedTab(page: Page, address: string): Tab {
  const shop = new ShopPage(page, address)
  return {
    page,
    address,
    ...dialog(shop.bank),
    type: (card) => typeOnce(shop.card.number, () => shop.card.fillCard(CARDS[card])),
    press: (_card, clickCount = 1) => shop.payButton.click({ clickCount }),
    pressInVain: () => shop.payButton.click(),
    see: () =>
      look(page, [
        ['paid', shop.heading.filter({ hasText: 'Thank you' })],
        ['over', shop.heading.filter({ hasText: ENDED }), page.getByRole('button', { name: 'Try again' })],
        ['bank', shop.bank.password],
        ['bank is lost', shop.bank.reloadButton],
        ['bank is elsewhere', shop.bank.leaveButton],
        ['form', page.locator(NO_DIALOG), shop.payButton, shop.card.number],
      ]),
  }
}

function hostedTab(page: Page, address: string, shop: RedirectingShop): Tab {
  const hosted = new HostedPage(page, shop.returnUrl)
  return {
    ...onHostedPage(hosted, address, shop, hosted.payButton),
    type: (card) => typeOnce(hosted.number, () => hosted.fillCard(CARDS[card])),
    press: (_card, clickCount = 1) => hosted.payButton.click({ clickCount }),
    pressInVain: () => hosted.payButton.click(),
  }
}

function walletTab(page: Page, address: string, shop: RedirectingShop): Tab {
  const button = page
    .frameLocator('iframe[src*="/methods-frame/"]')
    .getByRole('button', { name: 'Pay with GWallet' })
  return {
    ...onHostedPage(new HostedPage(page, shop.returnUrl), address, shop, button),
    type: () => expect(button).toBeVisible(),
    async press(card, clickCount = 1) {
      const opening = page.waitForEvent('popup')
      await button.click()
      const sheet = await opening
      await sheet.getByRole('radio', { name: card === 'challenged' ? /3184/ : /1111/ }).check()
      if (card === 'approved') await sheet.getByLabel('Device passcode').fill('1234')
      const closed = sheet.waitForEvent('close')
      await sheet.getByRole('button', { name: /^Pay/ }).click({ clickCount })
      await closed
    },
    // Its window finds no wallet there, and is closed.
    async pressInVain() {
      const opening = page.waitForEvent('popup')
      await button.click()
      await (await opening).close()
    },
  }
}

function directTab(page: Page, address: string): Tab {
  const lantern = new DirectApiPage(page, address)
  const bank = lantern.bank('frame')
  return {
    page,
    address,
    async type(card) {
      await lantern.number.fill(CARDS[card])
      await lantern.expiry.fill(EXPIRY)
      await lantern.cvv.fill(CVV)
    },
    // The form is a navigation, which may be held on its way.
    press: (_card, clickCount = 1) => lantern.payButton.click({ clickCount, noWaitAfter: true }),
    pressInVain: () => lantern.payButton.click(),
    answerBank: () => bank.answer('1234'),
    // The shop's own page is the wrapper: its address requests the bank's page again.
    reloadBank: async () => void (await page.reload()),
    cancel: () => lantern.leaveButton.click(),
    giveUp: () => lantern.leaveButton.click(),
    followNotice: () => page.getByRole('link', { name: 'Open the order again' }).click(),
    see: () =>
      look(page, [
        ['paid', lantern.heading.filter({ hasText: 'Thank you' })],
        ['over', lantern.heading.filter({ hasText: ENDED }), page.getByRole('button', { name: 'Try again' })],
        ['bank', bank.password],
        ['bank is lost', lantern.leaveButton],
        ['notice', page.getByRole('link', { name: 'Open the order again' })],
        ['form', lantern.payButton],
      ]),
  }
}

/** Data that a form has kept is not typed again. */
async function typeOnce(number: Locator, type: () => Promise<void>): Promise<void> {
  if ((await number.inputValue()) === '') await type()
}

/** During a payment, its dialog covers the form. */
const NO_DIALOG = 'body:not(:has(iframe[src*="/three-ds/frame"]:not([aria-hidden])))'

const ENDED = /^(?:Payment (?:declined|canceled|expired|not )|Your session expired)/

function onHostedPage(
  { page, bank, result, backLink }: HostedPage,
  address: string,
  shop: RedirectingShop,
  pay: Locator,
): Omit<Tab, 'type' | 'press' | 'pressInVain'> {
  return {
    page,
    address,
    ...dialog(bank),
    async see() {
      // The page to which shoppers return shows the events that the shop's server received.
      if (page.url() === shop.returnUrl)
        return SIGHTS_OF_SHOP[await shop.statusOf(address.split('/').at(-1) ?? '')] ?? 'over'
      return look(page, [
        ['paid', result.filter({ hasText: 'Payment successful' }), backLink],
        ['over', result.filter({ hasText: ENDED }), backLink],
        ['bank', bank.password],
        ['bank is lost', bank.reloadButton],
        ['bank is elsewhere', bank.leaveButton],
        ['form', page.locator('#checkout:not([data-busy])'), pay],
      ])
    },
  }
}

const SIGHTS_OF_SHOP: Readonly<Record<string, Sight>> = { APPROVED: 'paid', PENDING: 'waiting' }

function dialog(
  bank: BankChallenge,
): Pick<Tab, 'answerBank' | 'reloadBank' | 'cancel' | 'giveUp' | 'followNotice'> {
  return {
    answerBank: () => bank.answer('1234'),
    reloadBank: () => bank.reloadButton.click(),
    cancel: () => bank.close(),
    followNotice: () => Promise.reject(new Error('this checkout has no such page')),
    async giveUp() {
      await bank.leaveButton.click()
      await bank.question.getByRole('button', { name: 'Cancel payment' }).click()
    },
  }
}
