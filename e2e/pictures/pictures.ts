import type { BrowserContextOptions, Page } from '@playwright/test'
import { fillCard } from '@sluice/server-sdk/testing/playwright'
import type { Gateway } from '../fixtures/gateway.ts'
import type { RedirectingShop } from '../fixtures/redirecting-shop.ts'
import { CARDS } from '../models/cards.ts'
import { EXPIRY, CVV } from '../models/card-form.ts'
import { ShopPage } from '../models/shop-page.ts'
import type { Picture } from './names.ts'

/** What is there to take pictures of. */
export interface Stage {
  readonly gateway: Gateway
  readonly shopUrl: string
  readonly redirectingShop: RedirectingShop
}

interface Shot {
  readonly look: BrowserContextOptions
  /** Brings a page to what is shown. @returns the page to take. */
  readonly arrange: (page: Page, stage: Stage) => Promise<Page>
}

const DESKTOP: BrowserContextOptions = { viewport: { width: 1040, height: 740 } }
/** As large as its pixels: Markdown gives pictures no width of their own. */
const PHONE_DARK: BrowserContextOptions = { viewport: { width: 390, height: 760 }, colorScheme: 'dark' }

const card = (number: string) => ({ number, expiry: EXPIRY, cvv: CVV })

/** The form of the demo shop, filled in. */
async function fillShop(page: Page, { shopUrl }: Stage, number: string): Promise<ShopPage> {
  const shop = new ShopPage(page, shopUrl)
  await shop.checkOut()
  await fillCard(page, card(number))
  return shop
}

async function openHostedPage(page: Page, { redirectingShop }: Stage): Promise<Page> {
  const { url } = await redirectingShop.createPage()
  await page.goto(url)
  await walletButton(page).waitFor()
  return page
}

const walletButton = (page: Page) =>
  page.frameLocator('iframe[src*="/methods-frame/"]').getByRole('button', { name: 'Pay with GWallet' })

/** How each picture comes about. */
export const SHOTS: Readonly<Record<Picture, Shot>> = {
  'shop.webp': {
    look: DESKTOP,
    arrange: async (page, stage) => (await fillShop(page, stage, CARDS.approved)).page,
  },
  'shop-phone-dark.webp': {
    look: PHONE_DARK,
    async arrange(page, stage) {
      const shop = await fillShop(page, stage, CARDS.approved)
      await shop.payButton.scrollIntoViewIfNeeded()
      return page
    },
  },
  'challenge.webp': {
    look: DESKTOP,
    async arrange(page, stage) {
      const shop = await fillShop(page, stage, CARDS.challenged)
      await shop.payButton.click()
      await shop.bank.password.waitFor()
      return page
    },
  },
  'hosted-page.webp': {
    look: DESKTOP,
    arrange: openHostedPage,
  },
  'hosted-page-phone-dark.webp': {
    look: PHONE_DARK,
    arrange: openHostedPage,
  },
  'wallet.webp': {
    look: { viewport: { width: 480, height: 560 } },
    async arrange(page, stage) {
      await openHostedPage(page, stage)
      const opened = page.waitForEvent('popup')
      await walletButton(page).click()
      const sheet = await opened
      await sheet.getByRole('button').first().waitFor()
      return sheet
    },
  },
  'reference.webp': {
    look: DESKTOP,
    async arrange(page, { gateway }) {
      await page.goto(`${gateway.origins.portal_url}/reference`)
      await page.getByRole('link', { name: 'POST /api/transactions/authorize' }).click()
      await page.getByRole('button', { name: /Test Request.*authorize/ }).waitFor()
      return page
    },
  },
}
