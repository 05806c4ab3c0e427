import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@sluice/server-sdk'
import { chooseMethod } from '@sluice/server-sdk/testing/playwright'
import { expect } from '@playwright/test'
import { test } from '../fixtures/test.ts'
import { readPrinted, startAll, stopAll } from '../models/npm-start.ts'
import { ShopPage } from '../models/shop-page.ts'

// One after the other: each start may build, and two builds write the same files.
test.describe.configure({ mode: 'serial' })

test('npm start runs a shop until Ctrl-C, and the next start reuses its data', async ({ page }) => {
  const data = mkdtempSync(join(tmpdir(), 'sluice-start-'))
  const first = await startAll(data)
  await page.goto(readPrinted(first, /^ {2}Shop +(\S+)$/m))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(readPrinted(first, /^ {2}Hosted page +(\S+)$/m))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(readPrinted(first, /^ {2}Documentation +(\S+)$/m))
  await expect(page.getByRole('link', { name: 'Quick start' }).first()).toBeVisible()
  const reference = await page.goto(readPrinted(first, /^ {2}API reference +(\S+)$/m))
  expect(reference?.status()).toBe(200)
  expect(await stopAll(first)).toBe(0)

  const second = await startAll(data)
  expect(readPrinted(second, /client_secret +(\S+)$/m)).toBe(readPrinted(first, /client_secret +(\S+)$/m))
  expect(await stopAll(second)).toBe(0)
  rmSync(data, { recursive: true })
})

/** The last log line of a stand-in. */
interface Report {
  readonly checked: { readonly requests: number }
  readonly breaches: readonly unknown[]
  readonly crashes: readonly unknown[]
}

/** The stand-ins' cards as printed by `npm start`. */
const PROVIDERS = [
  {
    provider: 'stripe',
    approved: '4242 4242 4242 4242',
    redirected: '4000 0000 0000 3220',
    challenged: null,
    declined: '4000 0000 0000 9995',
  },
  {
    provider: 'adyen',
    approved: '4111 1111 1111 1111',
    redirected: '4212 3456 7890 1237',
    challenged: '4917 6100 0000 0000',
    declined: '4000 0000 0000 0002',
  },
] as const

/** The data that the page asks for before it leads to the bank. */
const SHOPPER = { first_name: 'Ana', last_name: 'Kovač', email: 'ana@example.com' }

for (const { provider, approved, redirected, challenged, declined } of PROVIDERS) {
  test(`npm start -- --provider ${provider} pays, leads to other pages, refunds, and reports a decline`, async ({
    page,
  }) => {
    const data = mkdtempSync(join(tmpdir(), `sluice-start-${provider}-`))
    const started = await startAll(data, '--provider', provider)
    for (const card of [approved, redirected, declined]) expect(started.text).toContain(card)
    const shop = new ShopPage(page, readPrinted(started, /^ {2}Shop +(\S+)$/m))
    await shop.checkOut()
    await shop.pay(approved)
    await expect(shop.heading).toHaveText('Thank you')

    await shop.checkOut()
    await shop.pay(redirected)
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(shop.heading).toHaveText('Thank you')
    const id = await shop.transactionId()

    if (challenged) {
      await shop.checkOut()
      await shop.pay(challenged)
      await shop.bank.approve()
      await expect(shop.heading).toHaveText('Thank you')
    }

    const client = createClient({
      baseUrl: new URL(readPrinted(started, /token +(\S+)\/realms/m)).origin,
      authUrl: readPrinted(started, /token +(\S+)\/realms/m),
      realm: readPrinted(started, /realms\/([^/]+)\//m),
      clientId: readPrinted(started, /client_id +(\S+)$/m),
      clientSecret: readPrinted(started, /client_secret +(\S+)$/m),
    })
    const statusOf = async (name: string) => (await client.transactions.status(name)).transaction
    const transaction = await statusOf(id)
    if (transaction === null) throw new Error('no such transaction')
    const refund = await client.transactions.refund(transaction, { amount: 500 })
    // Some providers confirm the execution only by an event.
    await expect.poll(async () => (await statusOf(refund.id))?.status).toBe('APPROVED')

    await shop.checkOut()
    await shop.pay(declined)
    await expect(page.getByText(/declined|insufficient|not enough/i).first()).toBeVisible()

    // The shop's page may still lead on after the decline.
    const hosted = await page.context().newPage()
    await hosted.goto(readPrinted(started, /^ {2}Hosted page +(\S+)$/m))
    await hosted.getByRole('button', { name: 'Buy' }).click()
    await chooseMethod(hosted, 'provider-redirect-idl', SHOPPER)
    await expect(hosted.getByRole('heading', { level: 1 })).toHaveText('Pay with ideal')
    await hosted.getByRole('button', { name: 'Approve' }).click()
    await expect(hosted.getByRole('heading', { level: 1 })).toHaveText('Thank you')

    await stopAll(started)
    const log = readFileSync(join(data, `logs/${provider}.log`), 'utf8')
    rmSync(data, { recursive: true })
    const { checked, breaches, crashes } = JSON.parse(log.trim().split('\n').at(-1) ?? '{}') as Report
    expect({ breaches, crashes }).toEqual({ breaches: [], crashes: [] })
    expect(checked.requests).toBeGreaterThan(5)
  })
}
