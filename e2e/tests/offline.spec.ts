import { expect, type Page } from '@playwright/test'
import { test as fieldsTest } from '../fixtures/fields-test.ts'
import { test as hostedTest } from '../fixtures/hosted-page-test.ts'
import { CARDS } from '../models/cards.ts'

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

fieldsTest('embedded: what has arrived goes on, and its bank is shown', async ({ fields, gateway, page }) => {
  const approvals = gateway.countApprovals()
  await fields.open()
  const keys = await loseFirst(page, 'answer')
  await fields.pay(CARDS.challenged)
  await fields.bank.answer('1234')
  await fields.expectApproved()
  expect(new Set(keys).size).toBe(1)
  expect(gateway.countApprovals()).toBe(approvals + 1)
})

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
    await expect(fields.card.frame.getByText('No connection')).toBeHidden()
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
      'You are offline. What you entered is kept. Nothing is paid until you press Pay with a connection.',
    )
    await hosted.payButton.click()
    await expect(hosted.problem).toContainText('could not be reached')
    expect(keys).toEqual([])
    await page.context().setOffline(false)
    await expect(hosted.notice).toHaveText('The connection is back.')
    await expect(hosted.cancelLink).toBeVisible()
    await hosted.payButton.click()
    await expect(hosted.problem).toContainText('could not be reached')
    await hosted.keepPicture('offline-not-paid')
    expect(gateway.countApprovals()).toBe(approvals)
    await hosted.payButton.click()
    await expect(hosted.result).toHaveText('Payment accepted')
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
        'You are offline. When the connection is back, this page asks whether your payment has arrived.',
      )
      await route.abort('internetdisconnected')
    })
    await hosted.payButton.click()
    await expect(hosted.notice).toContainText('asks whether')
    await hosted.keepPicture('offline-paying')
    await page.unroute(PAYMENTS)
    await page.context().setOffline(false)
    await expect(hosted.result).toHaveText('Payment accepted')
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
      await expect(hosted.notice).toContainText('asks whether')
      await hosted.cancelLink.click()
      await expect(hosted.notice).toHaveText(
        'When the connection is back, this page cancels the payment, unless it has been made already.',
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

/** Loses the connection of the first request to pay, which goes its way all the same. @returns what lets it arrive. */
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

/** Without those that the browser's connection has. */
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
  await expect(hosted.problem).toContainText('could not be reached')
  await sent.arrive()
  await hosted.bank.answer('1234')
  await expect(hosted.result).toHaveText('Payment accepted')
  expect(gateway.countApprovals()).toBe(approvals + 1)
})
