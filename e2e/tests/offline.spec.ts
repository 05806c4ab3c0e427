import { expect, type FrameLocator, type Page } from '@playwright/test'
import { test as fieldsTest } from '../fixtures/fields-test.ts'
import { test as hostedTest } from '../fixtures/hosted-page-test.ts'
import { CARDS } from '../models/cards.ts'
import type { HostedPage } from '../models/hosted-page.ts'
import { pressToClose } from '../models/press-to-close.ts'

// A connection that breaks while a payment is sent: nothing is paid without a person, and the same order is one payment.

const PAYMENTS = '**/payments'

/** Loses the first request to pay, or only its answer. @returns the keys of all of them. */
async function loseFirst(page: Page, lost: 'request' | 'answer'): Promise<readonly (string | undefined)[]> {
  const keys: (string | undefined)[] = []
  await page.route(PAYMENTS, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.fallback()
    if (lost === 'answer') await route.fetch()
    return route.abort('internetdisconnected')
  })
  return keys
}

fieldsTest(
  'embedded: what has not arrived is paid by the next click, with the same key',
  async ({ fields, gateway, page }) => {
    const approvals = gateway.countApprovals()
    await fields.open()
    const keys = await loseFirst(page, 'request')
    await fields.pay(CARDS.approved)
    expect(await fields.outcome()).toMatchObject({ response: null, error: { code: 'network_error' } })
    expect(gateway.countApprovals()).toBe(approvals)
    expect(keys).toHaveLength(1)
    await fields.payButton.click()
    await expect.poll(() => page.evaluate('outcomes[1]')).toMatchObject({ response: { approved: true } })
    expect(keys[1]).toBe(keys[0])
    expect(gateway.countApprovals()).toBe(approvals + 1)
  },
)

fieldsTest(
  'embedded: a request that has arrived continues, and its bank’s page is shown',
  async ({ fields, gateway, page }) => {
    const approvals = gateway.countApprovals()
    await fields.open()
    const keys = await loseFirst(page, 'answer')
    await fields.pay(CARDS.challenged)
    await fields.bank.answer('1234')
    await fields.expectApproved()
    expect(new Set(keys).size).toBe(1)
    expect(gateway.countApprovals()).toBe(approvals + 1)
  },
)

fieldsTest(
  'embedded: a click without a connection pays nothing, now or later',
  async ({ fields, gateway, page }) => {
    const approvals = gateway.countApprovals()
    await fields.open()
    await fields.card.fillCard(CARDS.approved)
    await page.context().setOffline(true)
    await fields.payButton.click()
    expect(await fields.outcome()).toMatchObject({ error: { code: 'network_error' } })
    await page.context().setOffline(false)
    await expect(fields.card.frame.getByText('You’re offline')).toBeHidden()
    await fields.payButton.click()
    await expect.poll(() => page.evaluate('outcomes[1]')).toMatchObject({ response: { approved: true } })
    expect(gateway.countApprovals()).toBe(approvals + 1)
  },
)

hostedTest(
  'hosted: the page says what it does, and pays by nothing but a click',
  async ({ hosted, gateway, redirectingShop }) => {
    const approvals = gateway.countApprovals()
    const { page } = hosted
    await hosted.open((await redirectingShop.createPage()).url)
    const keys = await loseFirst(page, 'request')
    await hosted.fillCard(CARDS.approved)
    await page.context().setOffline(true)
    await expect(hosted.notice).toHaveText(
      'You’re offline. What you entered is kept, and you haven’t been charged. Press Pay when you’re back online.',
    )
    await hosted.payButton.click()
    await expect(hosted.problem).toContainText('couldn’t reach the payment service')
    expect(keys).toEqual([])
    await page.context().setOffline(false)
    await expect(hosted.notice).toHaveText('You’re back online.')
    await expect(hosted.cancelLink).toBeVisible()
    await hosted.payButton.click()
    await expect(hosted.problem).toContainText('couldn’t reach the payment service')
    await hosted.keepPicture('offline-not-paid')
    expect(gateway.countApprovals()).toBe(approvals)
    await hosted.payButton.click()
    await expect(hosted.result).toHaveText('Payment successful')
    expect(keys[1]).toBe(keys[0])
    expect(gateway.countApprovals()).toBe(approvals + 1)
  },
)

hostedTest(
  'hosted: a payment whose answer is lost with the connection is looked after',
  async ({ hosted, gateway, redirectingShop }) => {
    const approvals = gateway.countApprovals()
    const { page } = hosted
    await hosted.open((await redirectingShop.createPage()).url)
    await hosted.fillCard(CARDS.approved)
    await page.route(PAYMENTS, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await page.context().setOffline(true)
      await expect(hosted.notice).toHaveText(
        'You’re offline. When you’re back online, this page checks whether your payment went through.',
      )
      await route.abort('internetdisconnected')
    })
    await hosted.payButton.click()
    await expect(hosted.notice).toContainText('checks whether')
    await hosted.keepPicture('offline-paying')
    await page.unroute(PAYMENTS)
    await page.context().setOffline(false)
    await expect(hosted.result).toHaveText('Payment successful')
    expect(gateway.countApprovals()).toBe(approvals + 1)
  },
)

for (const [what, arrives] of [
  ['has not arrived', false],
  ['has arrived', true],
] as const) {
  hostedTest(
    `hosted: Cancel while a sent payment has no answer is kept for the connection: the payment ${what}`,
    async ({ hosted, gateway, redirectingShop }) => {
      const approvals = gateway.countApprovals()
      const { page } = hosted
      const { url, id } = await redirectingShop.createPage()
      await hosted.open(url)
      await hosted.fillCard(CARDS.challenged)
      await page.route(PAYMENTS, async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        if (arrives) await route.fetch()
        await page.context().setOffline(true)
        await route.abort('internetdisconnected')
      })
      await hosted.payButton.click()
      await expect(hosted.notice).toContainText('checks whether')
      await hosted.cancelLink.click()
      await expect(hosted.notice).toHaveText(
        'When you’re back online, this page cancels the payment unless it already went through.',
      )
      await expect(hosted.cancelLink).toBeHidden()
      await hosted.keepPicture('canceling-later')
      await page.unroute(PAYMENTS)
      await page.context().setOffline(false)
      if (arrives) await hosted.backLink.click()
      await hosted.expectReturned()
      expect(await redirectingShop.statusOf(id)).toBe('CANCELED')
      expect(gateway.countApprovals()).toBe(approvals)
    },
  )
}

/**
 * Loses the connection of the first request to pay, which arrives all the same.
 * @returns a function that lets it
 * arrive.
 */
async function holdBack(page: Page): Promise<{ arrive(): Promise<unknown> }> {
  let arrive: () => Promise<unknown> = () => Promise.reject(new Error('nothing was sent'))
  let isFirst = true
  await page.route(PAYMENTS, async (route) => {
    if (route.request().method() !== 'POST' || !isFirst) return route.fallback()
    isFirst = false
    const request = route.request()
    const { 'content-length': _, ...headers } = await request.allHeaders()
    arrive = () =>
      fetch(request.url(), { method: 'POST', headers: ownHeaders(headers), body: request.postData() })
    await route.abort('internetdisconnected')
  })
  return { arrive: () => arrive() }
}

/** Excludes those of the browser's connection. */
function ownHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(?::|host$|connection$|accept-encoding$)/.test(name)),
  )
}

const ARRIVES_LATE = 'a payment that arrives after its shopper was told otherwise goes on, and is one payment'

fieldsTest(`embedded: ${ARRIVES_LATE}`, async ({ fields, gateway, page }) => {
  const approvals = gateway.countApprovals()
  await fields.open()
  const sent = await holdBack(page)
  await fields.pay(CARDS.challenged)
  expect(await fields.outcome()).toMatchObject({ error: { code: 'network_error' } })
  await sent.arrive()
  await fields.bank.answer('1234')
  await page.waitForURL('**/returned')
  expect(gateway.countApprovals()).toBe(approvals + 1)
})

hostedTest(`hosted: ${ARRIVES_LATE}`, async ({ hosted, gateway, redirectingShop }) => {
  const approvals = gateway.countApprovals()
  const { page } = hosted
  await hosted.open((await redirectingShop.createPage()).url)
  const sent = await holdBack(page)
  await hosted.pay(CARDS.challenged)
  await expect(hosted.problem).toContainText('couldn’t reach the payment service')
  await sent.arrive()
  await hosted.bank.answer('1234')
  await expect(hosted.result).toHaveText('Payment successful')
  expect(gateway.countApprovals()).toBe(approvals + 1)
})

/** The frame with the buttons of other payment methods. */
type Place = Pick<FrameLocator, 'getByRole'>

interface OtherWay {
  press(page: Page, place: Place): Promise<void>
  /** The shopper's step after the payment has arrived. */
  confirm(page: Page): Promise<void>
  /** A wallet gives another token each time, so what is sent again is another request of the same session. */
  readonly isSameRequest: boolean
  /** The entries of the payment in the card provider's ledger. */
  readonly approvals: number
}

const OTHER_WAYS: Readonly<Record<'wallet' | 'bank’s page', OtherWay>> = {
  wallet: {
    async press(page, place) {
      const opened = page.waitForEvent('popup')
      await place.getByRole('button', { name: 'Pay with GWallet' }).click()
      const sheet = await opened
      await sheet.getByRole('radio', { name: /1111/ }).check()
      await sheet.getByLabel('Device passcode').fill('1234')
      await pressToClose(sheet.getByRole('button', { name: /^Pay/ }))
    },
    confirm: () => Promise.resolve(),
    isSameRequest: false,
    approvals: 1,
  },
  'bank’s page': {
    press: (_page, place) => place.getByRole('button', { name: /^Pay (?!with)/ }).click(),
    async confirm(page) {
      await page.getByRole('link', { name: 'Kopernik Bank' }).click()
      await page.getByRole('button', { name: 'Approve' }).click()
    },
    isSameRequest: true,
    approvals: 0,
  },
}

for (const [name, way] of Object.entries(OTHER_WAYS)) {
  fieldsTest(`embedded, ${name}: ${ARRIVES_LATE}`, async ({ fields, gateway, page }) => {
    const approvals = gateway.countApprovals()
    await fields.open({ component: 'alternative-payment-method' })
    const sent = await holdBack(page)
    const frame = methodsFrame(page)
    await way.press(page, frame)
    await expect(frame.getByText('couldn’t reach the payment service')).toBeVisible()
    await sent.arrive()
    await way.confirm(page)
    await page.waitForURL('**/returned')
    expect(gateway.countApprovals()).toBe(approvals + way.approvals)
  })

  fieldsTest(
    `embedded, ${name}: what has not arrived is paid by the next click`,
    async ({ fields, gateway, page }) => {
      const approvals = gateway.countApprovals()
      await fields.open({ component: 'alternative-payment-method' })
      const keys = await loseFirst(page, 'request')
      const frame = methodsFrame(page)
      await way.press(page, frame)
      await expect(frame.getByText('couldn’t reach the payment service')).toBeVisible()
      expect(keys).toHaveLength(1)
      await way.press(page, frame)
      await way.confirm(page)
      await page.waitForURL('**/returned')
      expect(keys[1] === keys[0]).toBe(way.isSameRequest)
      expect(gateway.countApprovals()).toBe(approvals + way.approvals)
    },
  )

  hostedTest(`hosted, ${name}: ${ARRIVES_LATE}`, async ({ hosted, gateway, redirectingShop }) => {
    const approvals = gateway.countApprovals()
    const { page } = hosted
    await hosted.open((await redirectingShop.createPage()).url)
    const place = await hostedPlace(hosted, way)
    const sent = await holdBack(page)
    await way.press(page, place)
    await expect(
      place.getByRole('alert').filter({ hasText: 'couldn’t reach the payment service' }),
    ).toBeVisible()
    await sent.arrive()
    await way.confirm(page)
    await hosted.expectReturned()
    expect(gateway.countApprovals()).toBe(approvals + way.approvals)
  })
}

hostedTest(
  'hosted: another way that arrives while a card is paid does not come between',
  async ({ hosted, gateway, redirectingShop }) => {
    const approvals = gateway.countApprovals()
    const { page } = hosted
    await hosted.open((await redirectingShop.createPage()).url)
    const frame = methodsFrame(page)
    await loseFirst(page, 'request')
    await OTHER_WAYS.wallet.press(page, frame)
    await expect(frame.getByText('couldn’t reach the payment service')).toBeVisible()
    const refused = page.waitForResponse(
      (answer) => answer.url().endsWith('/payments') && answer.status() === 409,
    )
    await hosted.pay(CARDS.challenged)
    await expect(hosted.bank.password).toBeVisible()
    // By then, the wallet's frame has queried the status and knows that the session is taken.
    await refused
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await hosted.bank.answer('1234')
    await expect(hosted.result).toHaveText('Payment successful')
    expect(gateway.countApprovals()).toBe(approvals + 1)
  },
)

hostedTest(
  'hosted: Cancel while a payment at a bank’s page has no answer cancels it once it has arrived',
  async ({ hosted, redirectingShop }) => {
    const { page } = hosted
    const { url, id } = await redirectingShop.createPage()
    await hosted.open(url)
    const place = await hostedPlace(hosted, OTHER_WAYS['bank’s page'])
    await page.route(PAYMENTS, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await page.context().setOffline(true)
      await route.abort('internetdisconnected')
    })
    await OTHER_WAYS['bank’s page'].press(page, place)
    await expect(hosted.notice).toContainText('checks whether')
    await hosted.cancelLink.click()
    await page.unroute(PAYMENTS)
    await page.context().setOffline(false)
    await hosted.expectReturned()
    expect(await redirectingShop.statusOf(id)).toBe('CANCELED')
  },
)

function methodsFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe[src*="/methods-frame/"]')
}

/** The hosted page shows a wallet in a frame, and the others itself. */
async function hostedPlace(hosted: HostedPage, way: OtherWay): Promise<Place> {
  if (way === OTHER_WAYS.wallet) return methodsFrame(hosted.page)
  await hosted.way('Pay by bank').check()
  return hosted.page
}
