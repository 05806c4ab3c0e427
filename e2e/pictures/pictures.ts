import { type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { fillCard } from '@sluice/server-sdk/testing/playwright'
import type { Gateway } from '../fixtures/gateway.ts'
import { openAsOperator } from '../fixtures/operator.ts'
import type { RedirectingShop } from '../fixtures/redirecting-shop.ts'
import { CARDS } from '../models/cards.ts'
import { EXPIRY, CVV } from '../models/card-form.ts'
import { ShopPage } from '../models/shop-page.ts'
import type { Picture } from './names.ts'
import type { PortalShop } from './portal-shop.ts'

/** The programs whose pages are captured. */
export interface Stage {
  readonly gateway: Gateway
  readonly shopUrl: string
  readonly redirectingShop: RedirectingShop
  readonly portalShop: PortalShop
}

interface Shot {
  readonly look: BrowserContextOptions
  /** Brings a page into the state to show. */
  readonly arrange: (page: Page, stage: Stage) => Promise<Page>
}

const DESKTOP: BrowserContextOptions = { viewport: { width: 1040, height: 740 } }
/** The window for pages with much text, whose pictures would otherwise be too large. */
const LOWER_DESKTOP: BrowserContextOptions = { viewport: { width: 1040, height: 680 } }
/** It has the default scale factor, because Markdown cannot set the width of pictures. */
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

/** A page of the portal, as the shop's owner sees it. */
async function openPortal(page: Page, { gateway, portalShop }: Stage, path: string): Promise<Page> {
  await page.goto(await portalShop.createLink())
  await page.getByRole('row').nth(1).waitFor()
  await page.goto(gateway.origins.portal_url + path)
  await rest(page)
  return page
}

/** Waits until a page of the portal has loaded its data. */
async function rest(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect(page.getByText('Loading…')).toHaveCount(0)
}

/** The settings of each picture. */
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
    look: LOWER_DESKTOP,
    async arrange(page, { gateway }) {
      await page.goto(`${gateway.origins.portal_url}/reference`)
      await page.getByRole('link', { name: 'POST /api/transactions/authorize' }).click()
      await page.getByRole('button', { name: /Test Request.*authorize/ }).waitFor()
      return page
    },
  },
  'portal-payments.webp': {
    look: DESKTOP,
    arrange: (page, stage) => openPortal(page, stage, '/payments'),
  },
  'portal-payment.webp': {
    look: DESKTOP,
    arrange: (page, stage) => openPortal(page, stage, `/payments/${stage.portalShop.captured}`),
  },
  'portal-declined-phone-dark.webp': {
    look: PHONE_DARK,
    arrange: (page, stage) => openPortal(page, stage, `/payments/${stage.portalShop.declined}`),
  },
  'portal-webhooks.webp': {
    look: DESKTOP,
    arrange: (page, stage) => openPortal(page, stage, '/webhooks'),
  },
  'portal-look.webp': {
    // High enough for the button in the merchant's colour.
    look: { viewport: { width: 1040, height: 880 } },
    async arrange(page, stage) {
      await openPortal(page, stage, '/settings/look')
      await page.getByLabel('Primary color', { exact: true }).fill('#8a1c4a')
      await page.getByRole('heading', { level: 1 }).click()
      await page.frameLocator('iframe').getByRole('button', { name: /^Pay/ }).waitFor()
      return page
    },
  },
  'portal-test-tools.webp': {
    look: DESKTOP,
    arrange: (page, stage) => openPortal(page, stage, '/test-tools'),
  },
  'portal-going-live.webp': {
    look: DESKTOP,
    async arrange(page, { gateway, portalShop }) {
      await openAsOperator(page, gateway)
      await page.getByRole('link', { name: portalShop.name }).click()
      await rest(page)
      const checklist = page.getByRole('region', { name: 'Going live' })
      await checklist.evaluate((element) => element.scrollIntoView({ block: 'end' }))
      return page
    },
  },
}
