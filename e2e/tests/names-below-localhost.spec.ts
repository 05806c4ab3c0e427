import { expect } from '@playwright/test'
import { chooseMethod, decideAtProvider } from '@sluice/server-sdk/testing/playwright'
import { test as base } from '../fixtures/test.ts'
import { CARDS } from '../models/cards.ts'
import { FieldsPage } from '../models/fields-page.ts'
import { HostedPage } from '../models/hosted-page.ts'

/** Like Safari, and resolvers that do not implement RFC 6761 for these names. */
const UNRESOLVED = '--host-resolver-rules=MAP *.localhost ~NOTFOUND'

/** A gateway as newcomers start it, met by a browser that does not resolve names below `localhost`. */
const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), UNRESOLVED] }),
    { scope: 'worker' },
  ],
})
test.use({ framesAt: 'name' })

test('card fields show the bank, and the payment is approved', async ({ page, merchant }) => {
  const fields = new FieldsPage(page, merchant)
  await fields.open()
  await fields.pay(CARDS.challenged)
  await fields.bank.answer('1234')
  await fields.expectApproved()
})

test('the shop of npm start shows the bank, and the payment is approved', async ({ shop }) => {
  await shop.checkOut()
  await shop.pay(CARDS.challenged)
  await shop.bank.answer('1234')
  await expect(shop.heading).toHaveText('Thank you')
})

test('the hosted page shows the bank, and leads back to the shop', async ({ page, redirectingShop }) => {
  const hosted = new HostedPage(page, redirectingShop.returnUrl)
  const { url, id } = await redirectingShop.createPage()
  await hosted.open(url)
  await hosted.pay(CARDS.challenged)
  await hosted.bank.answer('1234')
  await hosted.expectReturned()
  expect(await redirectingShop.statusOf(id)).toBe('APPROVED')
})

test('the hosted page leads to a provider and back', async ({ page, redirectingShop }) => {
  const hosted = new HostedPage(page, redirectingShop.returnUrl)
  const { url, id } = await redirectingShop.createPage()
  await hosted.open(url)
  await chooseMethod(page, 'payment_open_banking')
  await decideAtProvider(page, 'approve')
  await hosted.expectReturned()
  expect(await redirectingShop.statusOf(id)).toBe('APPROVED')
})
