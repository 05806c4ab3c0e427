import { expect, type Page } from '@playwright/test'
import { test as fieldsTest } from '../fixtures/fields-test.ts'
import { test as hostedTest } from '../fixtures/hosted-page-test.ts'
import { CARDS } from '../models/cards.ts'
import type { FieldsPage } from '../models/fields-page.ts'
import type { HostedPage } from '../models/hosted-page.ts'
import { watchShiftsFromTheStart } from '../models/shifts.ts'

// Nothing moves that the shopper did not move, in the page and in its frames: while parts arrive, fail, or are blocked, and while the
// connection goes and comes. missing-parts.spec.ts has wallets that are blocked and sessions that are dead.

const PATIENCE_MS = 8_000
const PAYMENTS = /\/api\/client\/sessions\/[^/]+\/payments$/
const WITH_INSTALLMENTS = { amount: 12_000, options: { installments: { max_count: 6 } } }
const CUSTOMER = { first_name: 'Jan', last_name: 'Nowak', email: 'jan@example.com' }

async function goOfflineAndBack(page: Page): Promise<void> {
  for (const isOffline of [true, false]) {
    await page.context().setOffline(isOffline)
    await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(!isOffline)
  }
}

const HOSTED: Readonly<Record<string, (hosted: HostedPage, url: string) => Promise<void>>> = {
  'loads with a wallet and rows of methods': async (hosted, url) => {
    await hosted.open(url)
    await expect(hosted.page.frameLocator('iframe[src*="/methods-frame/"]').getByRole('button')).toBeVisible()
  },
  'loses its connection and has it back': async (hosted, url) => {
    await hosted.open(url)
    await expect(hosted.payButton).toBeEnabled()
    await goOfflineAndBack(hosted.page)
    await expect(hosted.notice).toHaveText('You’re back online.')
  },
  'says that the payment still runs': async (hosted, url) => {
    const { page } = hosted
    await page.clock.install()
    await page.route(PAYMENTS, () => {})
    await hosted.open(url)
    const asked = page.waitForRequest(PAYMENTS)
    await hosted.pay(CARDS.approved)
    await asked
    await page.clock.fastForward(PATIENCE_MS)
    await expect(hosted.notice).toContainText('Still working.')
  },
}

for (const [what, bring] of Object.entries(HOSTED))
  for (const currency of ['EUR', 'PLN'] as const)
    hostedTest(`hosted, ${currency}: ${what}`, async ({ hosted, redirectingShop, page }) => {
      const shifts = await watchShiftsFromTheStart(page)
      await bring(hosted, (await redirectingShop.createPage({ currency })).url)
      expect(await shifts()).toEqual([])
    })

hostedTest('hosted: the choice of installments loads', async ({ hosted, redirectingShop, page }) => {
  const shifts = await watchShiftsFromTheStart(page)
  await hosted.open((await redirectingShop.createPage(WITH_INSTALLMENTS)).url)
  await expect(page.getByLabel('Number of installments')).toBeVisible()
  expect(await shifts()).toEqual([])
})

hostedTest('hosted: saved cards load', async ({ hosted, redirectingShop, page }) => {
  const customer_id = await redirectingShop.createCustomer()
  const tokenization = { save_card_for_future_payments: true }
  await hosted.open((await redirectingShop.createPage({ customer_id, tokenization })).url)
  await hosted.pay(CARDS.approved)
  await hosted.expectReturned()
  const shifts = await watchShiftsFromTheStart(page)
  await hosted.open((await redirectingShop.createPage({ customer_id })).url)
  await expect(hosted.cvv).toBeVisible()
  expect(await shifts()).toEqual([])
})

/** A page that reserves nothing moves as soon as its script runs. */
const room = (px: number) => ({ css: `#card { min-height: ${px}px }` })

/** The values that `reservedHeightPx` returns; its tests compare it with the script. */
const CARD_PX = 214
const SAVED_CARD_PX = 147
const INSTALLMENTS_PX = 119
const SAVING_PX = 42
const ROOM = room(CARD_PX)
const ROOM_OF_INSTALLMENTS = room(CARD_PX + INSTALLMENTS_PX)
const SAVED_CARD = {
  component: 'saved-card',
  config: JSON.stringify({
    data: { paymentMethodId: 'pm', maskedPan: '4242', expirationDate: '1230', cardBrand: 'visa' },
  }),
} as const

const EMBEDDED: Readonly<Record<string, (fields: FieldsPage) => Promise<void>>> = {
  'the card form loads': async (fields) => {
    await fields.open(ROOM)
  },
  'the form of a saved card loads': async (fields) => {
    await fields.open({ ...room(SAVED_CARD_PX), ...SAVED_CARD })
  },
  'the form of a saved card has a session that does not exist': async (fields) => {
    await openDead(fields, { ...room(SAVED_CARD_PX), ...SAVED_CARD })
  },
  'the card form has a session that does not exist': async (fields) => {
    await openDead(fields, ROOM)
  },
  'the room for saving the card is kept, asked or not': async (fields) => {
    await fields.open({ ...room(CARD_PX + SAVING_PX), config: JSON.stringify({ saveCard: true }) })
  },
  'the choice of installments loads': async (fields) => {
    await fields.open({ ...ROOM_OF_INSTALLMENTS, order: WITH_INSTALLMENTS })
    await expect(fields.card.frame.getByLabel('Number of installments')).toBeVisible()
  },
  'the choice of installments is blocked': async (fields) => {
    await fields.page.route('**/installments.js', (route) => route.abort())
    await fields.open({ ...ROOM_OF_INSTALLMENTS, order: WITH_INSTALLMENTS })
  },
  'the choice of installments of a saved card loads': async (fields) => {
    await fields.open({
      ...room(SAVED_CARD_PX + INSTALLMENTS_PX),
      ...SAVED_CARD,
      order: WITH_INSTALLMENTS,
    })
    await expect(fields.card.frame.getByLabel('Number of installments')).toBeVisible()
  },
  'the card form loses its connection and has it back': async (fields) => {
    await fields.open(ROOM)
    await goOfflineAndBack(fields.page)
  },
  'the frame of the card form is blocked': async (fields) => {
    await fields.page.route('**/card-frame/**', (route) => route.abort())
    await fields.page.goto(
      fields.merchant.addressOf({ ...ROOM, session: await fields.merchant.createSession() }),
    )
    await expect.poll(() => fields.complaints.join()).toContain('frame')
  },
  'the card form says that the payment still runs': async (fields) => {
    const { page } = fields
    await page.clock.install()
    await page.route(PAYMENTS, () => {})
    await fields.open(ROOM)
    const asked = page.waitForRequest(PAYMENTS)
    await fields.pay(CARDS.approved)
    await asked
    await page.clock.fastForward(PATIENCE_MS)
    await expect(fields.card.frame.getByText(/^Still working\./)).toBeVisible()
  },
}

async function openDead({ page, merchant, card }: FieldsPage, variant: object): Promise<void> {
  await page.goto(merchant.addressOf({ ...variant, session: 'no-such-session' }))
  await expect(card.frame.getByRole('alert')).toContainText('This payment is no longer available.')
}

/** The longest texts of the choice, where there is the least room. */
for (const [locale, label] of [
  ['ro-RO', 'Numărul de rate'],
  ['bs-BA', 'Broj rata'],
] as const)
  fieldsTest(
    `embedded: the choice of installments fits its room at 320 px, ${locale}`,
    async ({ fields, page }) => {
      await page.setViewportSize({ width: 320, height: 844 })
      const shifts = await watchShiftsFromTheStart(page)
      await fields.open({ ...ROOM_OF_INSTALLMENTS, locale, order: WITH_INSTALLMENTS })
      await expect(fields.card.frame.getByLabel(label)).toBeVisible()
      expect(await shifts()).toEqual([])
    },
  )

for (const [what, bring] of Object.entries(EMBEDDED))
  fieldsTest(`embedded: ${what}`, async ({ fields, page }) => {
    const shifts = await watchShiftsFromTheStart(page)
    await bring(fields)
    expect(await shifts()).toEqual([])
  })

fieldsTest('embedded: the card form has a session that was canceled', async ({ fields, gateway, page }) => {
  const session = await fields.merchant.createSession()
  const { base_url, client_key } = gateway.credentials
  await page.request.post(`${base_url}/api/client/sessions/${session}/cancel`, {
    headers: { 'x-client-key': client_key },
    data: {},
  })
  const shifts = await watchShiftsFromTheStart(page)
  await page.goto(fields.merchant.addressOf({ ...ROOM, session }))
  await expect(fields.card.frame.getByRole('alert')).toContainText('This payment has ended.')
  expect(await shifts()).toEqual([])
})

fieldsTest(
  'embedded: other ways to pay load into the room that a page reserved',
  async ({ fields, page }) => {
    const shifts = await watchShiftsFromTheStart(page)
    const order = { currency: 'PLN', customer: CUSTOMER } as const
    const css = '#card { min-height: 800px }'
    await fields.open({ component: 'alternative-payment-method', order, css })
    const frame = page.frameLocator('iframe[src*="/methods-frame/"]')
    await expect(frame.getByRole('listitem').first()).toBeVisible()
    await goOfflineAndBack(page)
    expect(await shifts()).toEqual([])
  },
)

hostedTest.describe('without scripts', () => {
  hostedTest.use({ javaScriptEnabled: false })
  hostedTest(
    'hosted: the page says so and stays as it is painted',
    async ({ hosted, redirectingShop, page }) => {
      await hosted.open((await redirectingShop.createPage()).url)
      await expect(page.locator('noscript p, .problem').first()).toBeVisible()
      await expect(page.locator('.needs-script').first()).toBeHidden()
    },
  )
})
