import { expect } from '@playwright/test'
import { type Gateway, startGateway } from '../fixtures/gateway.ts'
import { type RedirectingShop, startRedirectingShop } from '../fixtures/redirecting-shop.ts'
import { type Merchant, startMerchant } from '../fixtures/merchant.ts'
import { test } from '../fixtures/test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { CARDS } from '../models/cards.ts'
import { FieldsPage } from '../models/fields-page.ts'
import { HostedPage } from '../models/hosted-page.ts'

/** A phone, and the narrowest that pages have to fit. */
const NARROWEST = { width: 320, height: 640 }

/** The passage to the bank of a payment that waits there, as a German browser gets it. */
async function passageToBank(
  fields: FieldsPage,
  { base_url, client_key }: Gateway['credentials'],
): Promise<string> {
  const session = await fields.open({ order: { metadata: { simulated_flow: 'NO_METHOD_CHALLENGE' } } })
  await fields.pay(CARDS.approved)
  await expect(fields.bank.password).toBeVisible()
  const passage = await fields.page.request.get(`${base_url}/three-ds/challenge/${client_key}/${session}`, {
    headers: { 'accept-language': 'de-AT,de;q=0.9' },
  })
  return passage.text()
}

interface Parties {
  gateway: Gateway
  merchant: Merchant
  shop: RedirectingShop
}

/** A gateway for the tests of one group, whose merchant has enabled further languages. */
function startBefore(languages: Parameters<Gateway['enableLanguages']>[0]): Parties {
  const parties = {} as Parties
  test.beforeAll(async () => {
    const gateway = await startGateway()
    gateway.enableLanguages(languages)
    const [merchant, shop] = [await startMerchant(gateway), await startRedirectingShop(gateway)]
    Object.assign(parties, { gateway, merchant, shop } satisfies Parties)
  })
  test.afterAll(async () => {
    await parties.shop.stop()
    await parties.merchant.stop()
    await parties.gateway.stop()
  })
  return parties
}

test.describe('a merchant that has enabled German and Polish', () => {
  const at = startBefore(['de', 'pl'])

  for (const [language, texts] of Object.entries({
    de: {
      name: 'Deutsch',
      title: 'Kartendaten',
      number: 'Kartennummer',
      required: 'Geben Sie die Kartennummer ein.',
      accepted: 'Zahlung erfolgreich',
      customer: /^Telefon: beginnen Sie mit \+/,
    },
    pl: {
      name: 'Polski',
      title: 'Dane karty',
      number: 'Numer karty',
      required: 'Proszę podać numer karty.',
      accepted: 'Płatność zakończona powodzeniem',
      customer: /^Telefon: proszę zacząć od \+/,
    },
  })) {
    test(`uses it on the hosted page, from the first form to the end: ${language}`, async ({ page }) => {
      const hosted = new HostedPage(page, at.shop.returnUrl)
      const { url } = await at.shop.createPage()
      await hosted.open(url)
      // Another language keeps the typed values.
      await hosted.number.fill('4242')
      await page.getByRole('link', { name: texts.name }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByLabel(texts.number)).toHaveValue('4242')
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      const payButton = page.locator('#pay')
      await payButton.click()
      await expect(page.getByText(texts.required)).toBeVisible()
      await page.setViewportSize(NARROWEST)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
      await page.screenshot({ path: `test-results/pictures/hosted-${language}.png`, fullPage: true })
      await expectNoViolations(page)
      await hosted.fillCard(CARDS.approved)
      await payButton.click()
      await expect(hosted.result).toHaveText(texts.accepted)
    })

    test(`uses it in the embedded fields, and on the page around them: ${language}`, async ({ page }) => {
      const fields = new FieldsPage(page, at.merchant)
      await fields.open()
      await fields.run(`card.changeLocale('${language}')`)
      await expect(fields.card.frame.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}-`))
      await expect(fields.frame).toHaveAttribute('title', texts.title)
      await fields.run('card.validate()')
      await expect(fields.card.frame.getByText(texts.required)).toBeVisible()
      // Messages about the page's own data come from its frame.
      await fields.run(`card.submitPayment({
        customer: { phone: 'none' },
        callback: (_, error) => { document.body.dataset.told = error.message },
      })`)
      await expect(page.locator('body')).toHaveAttribute('data-told', texts.customer)
      await fields.keepPicture(`fields-${language}`)
      await page.setViewportSize(NARROWEST)
      await fields.keepPicture(`fields-narrow-${language}`)
    })
  }

  test('uses it between the shop and the bank', async ({ page }) => {
    expect(await passageToBank(new FieldsPage(page, at.merchant), at.gateway.credentials)).toContain(
      'lang="de-DE"',
    )
  })

  test('continues at the bank, the provider and the wallet that a page leads to, in a browser of another language', async ({
    page,
  }) => {
    const hosted = new HostedPage(page, at.shop.returnUrl)
    const openInGerman = async () => {
      await hosted.open((await at.shop.createPage()).url)
      await page.getByRole('link', { name: 'Deutsch' }).click()
    }
    await openInGerman()
    const opened = page.waitForEvent('popup')
    await page
      .frameLocator('iframe[src*="/methods-frame/"]')
      .getByRole('button', { name: /GWallet/ })
      .click()
    const sheet = await opened
    await expect(sheet.locator('html')).toHaveAttribute('lang', 'de')
    await sheet.close()
    await expect(page.locator('#pay')).toHaveAttribute('aria-disabled', 'false')
    await hosted.fillCard(CARDS.challenged)
    await page.locator('#pay').click()
    await expect(hosted.bank.frame.locator('html')).toHaveAttribute('lang', 'de')

    await openInGerman()
    await page.getByRole('radio', { name: 'Andere Zahlungsarten' }).check()
    await page.getByRole('button', { name: 'QR-Code' }).click()
    await page.waitForURL(/\/orders\//)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE')
  })

  test('uses it in the choice of installments in the card form', async ({ page }) => {
    const fields = new FieldsPage(page, at.merchant)
    for (const [locale, label] of [
      ['de-DE', 'Anzahl der Raten'],
      ['pl-PL', 'Liczba rat'],
    ] as const) {
      await fields.open({ locale, order: { options: { installments: { max_count: 3 } } } })
      await expect(fields.card.frame.getByLabel(label)).toBeVisible()
    }
  })

  test('uses it where the browser prefers it', async ({ browser }) => {
    const context = await browser.newContext({ locale: 'pl-PL' })
    const fields = new FieldsPage(await context.newPage(), at.merchant)
    await fields.open()
    await expect(fields.card.frame.locator('html')).toHaveAttribute('lang', 'pl-PL')
    await expect(fields.frame).toHaveAttribute('title', 'Dane karty')
    await context.close()
  })
})

test.describe('a merchant that has enabled nothing', () => {
  const at = startBefore([])

  test('uses the four languages, and English for a browser that prefers German', async ({ page }) => {
    const hosted = new HostedPage(page, at.shop.returnUrl)
    const { url } = await at.shop.createPage()
    await page.goto(`${url}?lang=de`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.locator('#languages a')).toHaveText(['English', 'Bosanski', 'Română', 'Svenska'])
    await expect(hosted.payButton).toBeEnabled()

    const fields = new FieldsPage(page, at.merchant)
    await fields.open()
    await fields.run(`card.changeLocale('de-DE')`)
    await expect(fields.card.frame.locator('html')).toHaveAttribute('lang', 'en-US')
    await expect(fields.frame).toHaveAttribute('title', 'Card details')
  })

  test('uses English between the shop and the bank for a browser that prefers German', async ({ page }) => {
    expect(await passageToBank(new FieldsPage(page, at.merchant), at.gateway.credentials)).toContain(
      'lang="en-US"',
    )
  })
})
