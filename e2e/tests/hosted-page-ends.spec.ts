import { expect } from '@playwright/test'
import {
  chooseMethod,
  decideAtProvider,
  hostedPage,
  payOnHostedPage,
  payWithSavedCard,
} from '@sluice/server-sdk/testing/playwright'
import { test } from '../fixtures/hosted-page-test.ts'
import { CARDS } from '../models/cards.ts'
import { HostedPage } from '../models/hosted-page.ts'

test('the kit pays with a card, with the card that was saved, and elsewhere', async ({
  hosted,
  redirectingShop,
}) => {
  const { page } = hosted
  const customer_id = await redirectingShop.createCustomer()
  const first = await redirectingShop.createPage({
    customer_id,
    tokenization: { show_save_card_for_future_payments: true },
  })
  await hosted.open(first.url)
  await hostedPage(page).saveCard.check()
  await payOnHostedPage(page, { number: CARDS.approved })
  await hosted.expectReturned()
  const second = await redirectingShop.createPage({ customer_id })
  await hosted.open(second.url)
  await payWithSavedCard(page, { endingIn: '4242' })
  await hosted.expectReturned()
  // Another card than the saved one.
  const third = await redirectingShop.createPage({ customer_id })
  await hosted.open(third.url)
  await payOnHostedPage(page, { number: CARDS.approved })
  await hosted.expectReturned()
  const fourth = await redirectingShop.createPage({ customer_id })
  await hosted.open(fourth.url)
  await chooseMethod(page, 'payment_open_banking')
  await decideAtProvider(page, 'approve')
  await hosted.expectReturned()
  for (const { id } of [first, second, third, fourth])
    expect(await redirectingShop.statusOf(id)).toBe('APPROVED')
})

test('near its end the page counts down, announces it, and then leads back', async ({
  hosted,
  redirectingShop,
}) => {
  const { url } = await redirectingShop.createPage()
  await hosted.page.clock.install()
  await hosted.open(url)
  await expect(hosted.payButton).toBeEnabled()
  const timeLeft = hosted.page.locator('#time-left')
  await expect(timeLeft).toBeHidden()
  await hosted.page.clock.fastForward('55:30')
  await expect(timeLeft).toContainText(/Time left to pay: 4:\d\d/)
  await expect(hosted.status).toHaveText('Time left to pay: 5 min')
  await hosted.keepPicture('time-left')
  await hosted.page.clock.fastForward('05:00')
  await expect(hosted.result).toHaveText('Your session expired')
  await hosted.page.clock.runFor(25_000)
  await hosted.expectReturned()
})

test('a shopper who pays after the time limit gets a message, and returns to the shop', async ({
  hosted,
  gateway,
  redirectingShop,
}) => {
  const { url, id } = await redirectingShop.createPage()
  await hosted.open(url)
  await hosted.fillCard(CARDS.approved)
  // Only the gateway's clock advances: the page does not know yet.
  await hosted.page.request.post(`${gateway.credentials.base_url}/simulators/clock`, {
    data: { advance_seconds: 3_601 },
  })
  await hosted.payButton.click()
  await expect(hosted.result).toHaveText('Your session expired')
  await expect(hosted.number).toBeHidden()
  await hosted.backLink.click()
  await hosted.expectReturned()
  expect(await redirectingShop.statusOf(id)).toBe('SESSION_EXPIRED')
})

test('an unknown address shows that the link is not valid, and what to do', async ({
  hosted,
  redirectingShop,
}) => {
  const { url } = await redirectingShop.createPage()
  await hosted.open(`${url.slice(0, -4)}nope`)
  await expect(hosted.page.getByRole('heading', { level: 1 })).toHaveText('This payment link does not exist')
  await expect(hosted.page.getByText('ask the shop for a new link')).toBeVisible()
  await hosted.speak('Bosanski')
  await expect(hosted.page.getByRole('heading', { level: 1 })).toHaveText('Ovaj link za plaćanje ne postoji')
  await hosted.keepPicture('unavailable')
})

test('without a script the page explains what it requires and links back', async ({
  browser,
  redirectingShop,
}) => {
  const { url } = await redirectingShop.createPage()
  const context = await browser.newContext({ javaScriptEnabled: false })
  const hosted = new HostedPage(await context.newPage(), redirectingShop.returnUrl)
  await hosted.open(url)
  const need = hosted.page.locator('noscript p')
  await expect(need).toContainText('This page needs JavaScript')
  await expect(need).toBeVisible()
  await expect(hosted.payButton).toBeHidden()
  await hosted.speak('Svenska')
  await expect(need).toContainText('behöver JavaScript')
  await hosted.page.getByRole('link', { name: 'Avbryt och gå tillbaka till butiken' }).click()
  await hosted.expectReturned()
  await context.close()
})

test('a bank’s page that is lost with the connection is loaded again, and one that never loads can be left', async ({
  hosted,
  gateway,
  redirectingShop,
}) => {
  const approvals = gateway.countApprovals()
  const { bank, page } = hosted
  await page.clock.install()
  await hosted.open((await redirectingShop.createPage()).url)
  await hosted.pay(CARDS.challenged)
  await expect(bank.password).toBeVisible()
  await page.context().setOffline(true)
  await expect(bank.news).toHaveText('You’re offline.')
  await page.context().setOffline(false)
  await bank.reloadButton.click()
  await bank.answer('1234')
  await expect(hosted.result).toHaveText('Payment successful')
  expect(gateway.countApprovals()).toBe(approvals + 1)
  await hosted.expectReturned()

  await page.route('**/simulators/acs/challenge', () => undefined)
  await hosted.open((await redirectingShop.createPage()).url)
  await hosted.pay(CARDS.challenged)
  await expect(bank.panel.getByText('One moment…')).toBeVisible()
  await page.clock.fastForward(20_000)
  await expect(bank.news).toHaveText('Your bank’s page is taking a while to load.')
  await bank.leaveButton.click()
  await bank.question.getByRole('button', { name: 'Cancel payment' }).click()
  await expect(hosted.result).toHaveText('Payment canceled')
  await expect(hosted.backLink).toBeVisible()
  expect(gateway.countApprovals()).toBe(approvals + 1)
})
