/**
 * The hands for Cypress on our pages, with the commands and the events that Cypress would make. Cypress itself does not run
 * here: its program is a download of its own.
 */
import { test as base } from '../fixtures/hosted-page-test.ts'
import { type CypressRunner, startCypressRunner } from '../fixtures/cypress-runner.ts'
import { merchantClient } from '../fixtures/merchant-client.ts'
import { CARDS } from '../models/cards.ts'

const { expect } = base

const test = base.extend<{ readonly cypress: CypressRunner }>({
  cypress: async ({ redirectingShop }, use) => {
    const runner = await startCypressRunner(new URL(redirectingShop.returnUrl).origin)
    await use(runner)
    await runner.stop()
  },
})

test('the hosted page: a challenged card, another way to pay, and a wallet', async ({
  cypress,
  redirectingShop,
}) => {
  const card = await redirectingShop.createPage()
  await cypress.visit(card.url)
  await cypress.give('payOnHostedPage', { number: CARDS.challenged })
  await cypress.give('passChallenge')
  await cypress.reach(redirectingShop.returnUrl)

  const elsewhere = await redirectingShop.createPage()
  await cypress.visit(elsewhere.url)
  await cypress.give('chooseMethod', 'payment_open_banking')
  await cypress.give('decideAtProvider', 'approve')
  await cypress.reach(redirectingShop.returnUrl)

  const wallet = await redirectingShop.createPage()
  await cypress.visit(wallet.url)
  await cypress.give('payWithWallet', { endingIn: '1111' })
  await cypress.reach(redirectingShop.returnUrl)

  for (const { id } of [card, elsewhere, wallet]) expect(await redirectingShop.statusOf(id)).toBe('APPROVED')

  const canceled = await redirectingShop.createPage()
  await cypress.visit(canceled.url)
  await cypress.give('payOnHostedPage', { number: CARDS.challenged })
  await cypress.give('cancelChallenge')
  await cypress.give('expectInFrames', '#result-title, [role="alert"]')
  expect(await redirectingShop.statusOf(canceled.id)).not.toBe('APPROVED')
})

test('the hosted page: a card that was saved, chosen by its last digits', async ({
  cypress,
  redirectingShop,
}) => {
  const customer_id = await redirectingShop.createCustomer()
  for (const number of [CARDS.approved, '5555555555554444']) {
    const { url, id } = await redirectingShop.createPage({
      customer_id,
      tokenization: { save_card_for_future_payments: true },
    })
    await cypress.visit(url)
    await cypress.give('payOnHostedPage', { number })
    await cypress.reach(redirectingShop.returnUrl)
    expect(await redirectingShop.statusOf(id)).toBe('APPROVED')
  }
  const { url, id } = await redirectingShop.createPage({ customer_id })
  await cypress.visit(url)
  await cypress.give('payWithSavedCard', { endingIn: '4242' })
  await cypress.reach(redirectingShop.returnUrl)
  expect(await redirectingShop.statusOf(id)).toBe('APPROVED')
})

test('embedded fields in a shop of another site: the card in its frame, the bank in frames of frames', async ({
  cypress,
  merchant,
  gateway,
}) => {
  const session = await merchant.createSession()
  await cypress.visit(merchant.addressOf({ session }))
  await cypress.give('fillCard', { number: CARDS.challenged })
  await cypress.press('#form button')
  await cypress.give('passChallenge')
  const { sessions } = merchantClient(gateway.credentials)
  await expect.poll(async () => (await sessions.get(session)).status).toBe('APPROVED')
})
