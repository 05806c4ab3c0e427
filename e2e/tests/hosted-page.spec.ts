import { expect } from '@playwright/test'
import {
  chooseMethod,
  decideAtProvider,
  hostedPage,
  payOnHostedPage,
  payWithSavedCard,
} from '@sluice/server-sdk/testing/playwright'
import { test } from '../fixtures/hosted-page-test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { CARDS } from '../models/cards.ts'
import { CVV } from '../models/card-form.ts'
import { HostedPage } from '../models/hosted-page.ts'

test('a card pays, and the shopper is back in the shop; no other origin is asked for anything', async ({
  hosted,
  gateway,
  redirectingShop,
}) => {
  const approvals = gateway.countApprovals()
  const { url, id } = await redirectingShop.createPage()
  await hosted.open(url)
  await expect(hosted.page).toHaveTitle('Payment – Demo shop')
  await expect(hosted.page.getByRole('heading', { level: 1 })).toHaveText(/Amount to pay\s+€18\.50/)
  await hosted.fillCard(CARDS.approved)
  await hosted.keepPicture('filled')

  // A hurried shopper: one payment all the same.
  await hosted.payButton.dblclick()
  await hosted.page.keyboard.press('Enter')
  await expect(hosted.result).toHaveText('Payment accepted')
  await expect(hosted.page).toHaveTitle('Payment accepted – Demo shop')
  await hosted.keepPicture('approved')
  await hosted.expectReturned()

  expect(gateway.countApprovals()).toBe(approvals + 1)
  expect(await redirectingShop.statusOf(id)).toBe('APPROVED')
  const hosts = hosted.requests.filter(({ protocol }) => protocol !== 'data:').map(({ host }) => host)
  // The frames for wallets and banks, and the simulated bank and wallet, have origins of their own.
  const { methods_url, bank_url, fallback_origins } = gateway.origins
  const expected = [url, redirectingShop.returnUrl, methods_url, bank_url].map((at) => new URL(at).host)
  // A busy machine may not answer in time whether a name resolves; then the port is the bank's.
  const names = new Map(
    Object.entries(fallback_origins).map(([name, byPort]) => [new URL(byPort).host, new URL(name).host]),
  )
  expect(new Set(hosts.map((host) => names.get(host) ?? host))).toEqual(new Set(expected))
  expect(hosted.complaints).toEqual([])
})

test('a reload and another language in the middle of the challenge: it goes on, and pays once', async ({
  hosted,
  gateway,
  redirectingShop,
}) => {
  const approvals = gateway.countApprovals()
  const { url } = await redirectingShop.createPage()
  await hosted.open(url)
  await hosted.pay(CARDS.challenged)
  await expect(hosted.bank.password).toBeVisible()
  await hosted.keepPicture('challenge')
  await hosted.page.reload()
  await expect(hosted.bank.password).toBeVisible()
  expect(gateway.countApprovals()).toBe(approvals)

  // The same session once more: it shows that a payment runs, and how it ends.
  const otherTab = new HostedPage(await hosted.page.context().newPage(), redirectingShop.returnUrl)
  await otherTab.open(`${url}?lang=sv`)
  await expect(otherTab.page.getByRole('dialog')).toBeVisible()

  await hosted.bank.answer('1234')
  await expect(hosted.result).toHaveText('Payment accepted')
  await expect(otherTab.result).toHaveText('Betalningen har godkänts')
  await hosted.expectReturned()
  expect(gateway.countApprovals()).toBe(approvals + 1)
  expect(hosted.complaints).toEqual([])
})

test('a decline says why, waits for slow readers, and leads back', async ({ hosted, redirectingShop }) => {
  const { url, id } = await redirectingShop.createPage()
  await hosted.page.clock.install()
  await hosted.open(url)
  await hosted.pay(CARDS.insufficientFunds)
  await expect(hosted.result).toHaveText('Payment declined')
  await expect(hosted.result).toBeFocused()
  await expect(hosted.reason).toHaveText(/not enough money available/)
  await expect(hosted.number).toBeHidden()
  await hosted.speak('Română')
  await expect(hosted.result).toHaveText('Plată refuzată')
  await expect(hosted.reason).toHaveText(/Fondurile disponibile nu sunt suficiente/)
  await hosted.keepPicture('declined')
  await hosted.page.getByRole('button', { name: 'Rămâneți pe această pagină' }).click()
  await hosted.page.clock.runFor(60_000)
  await expect(hosted.page.getByText(/până când reveniți singur/)).toBeFocused()

  // Opened again, it still says why, and this time goes back by itself.
  await hosted.page.reload()
  await expect(hosted.reason).toHaveText(/Fondurile disponibile/)
  await hosted.page.clock.runFor(25_000)
  await hosted.expectReturned()
  expect(await redirectingShop.statusOf(id)).toBe('DECLINED')
})

test('what is wrong is listed, focused and kept while the language changes', async ({
  hosted,
  redirectingShop,
}) => {
  const { url } = await redirectingShop.createPage()
  await hosted.open(url)
  await hosted.number.pressSequentially('4242')
  await hosted.payButton.click()
  await expect(hosted.number).toHaveAttribute('aria-invalid', 'true')
  await hosted.keepPicture('errors')
  // Not every browser knows how Bosnian writes numbers; the page does.
  await hosted.speak('Bosanski')
  await expect(hosted.page.getByRole('heading', { level: 1 })).toHaveText(/Iznos za plaćanje\s+18,50\s€/)
  await hosted.speak('Svenska')
  await expect(hosted.page.locator('html')).toHaveAttribute('lang', 'sv')
  await expect(hosted.page.getByLabel('Kortnummer')).toHaveValue('4242')
  await expect(hosted.page.getByRole('button', { name: /^Betala 18,50\s€$/ })).toBeEnabled()
  await hosted.page.reload()
  await expect(hosted.page.getByRole('heading', { level: 1 })).toHaveText(/Att betala\s+18,50\s€/)
  await expect(hosted.languages.locator('[aria-current]')).toHaveText('Svenska')
})

test('a card is saved on request, offered next time, and pays with its security code alone', async ({
  hosted,
  gateway,
  redirectingShop,
}) => {
  const approvals = gateway.countApprovals()
  const customer_id = await redirectingShop.createCustomer()
  const first = await redirectingShop.createPage({
    customer_id,
    tokenization: { show_save_card_for_future_payments: true },
  })
  await hosted.open(first.url)
  await hosted.saveCard.check()
  await hosted.pay(CARDS.approved)
  await expect(hosted.result).toHaveText('Payment accepted')
  await hosted.expectReturned()

  const second = await redirectingShop.createPage({
    customer_id,
    tokenization: { save_card_for_future_payments: true, show_save_card_for_future_payments: true },
  })
  await hosted.open(second.url)
  await expect(hosted.way(/^Visa ending in 4242/)).toBeChecked()
  // The line of the choice names the card; the form below it does not do so again.
  await expect(hosted.page.locator('.saved-card')).toBeHidden()
  await hosted.keepPicture('saved-card')
  await hosted.way('Another card').check()
  await expect(hosted.saveCard).toBeHidden()
  await expect(hosted.page.getByText('This card will be saved')).toBeVisible()
  await hosted.number.pressSequentially('5555')
  await hosted.way(/^Visa ending in 4242/).check()
  await hosted.payButton.click()
  await expect(hosted.cvv).toHaveAttribute('aria-invalid', 'true')
  await hosted.cvv.pressSequentially(CVV)
  await hosted.way('Another card').check()
  await expect(hosted.number).toHaveValue('5555')
  await expect(hosted.cvv).toBeEmpty()
  await hosted.way(/^Visa ending in 4242/).check()
  await expect(hosted.cvv).toHaveValue(CVV)
  await hosted.cvv.press('Enter')
  await expect(hosted.result).toHaveText('Payment accepted')
  expect(gateway.countApprovals()).toBe(approvals + 2)
  await hosted.expectReturned()

  // The customer removes the card, after a question.
  const third = await redirectingShop.createPage({ customer_id })
  await hosted.open(third.url)
  await hosted.page.getByRole('button', { name: 'Remove this card' }).click()
  await expect(hosted.page.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await expectNoViolations(hosted.page)
  await hosted.keepPicture('remove-saved-card')
  await hosted.page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(hosted.status).toHaveText('The card has been removed.')
  await expect(hosted.way(/ending in/)).toHaveCount(0)
  await expect(hosted.way('Another card')).toBeFocused()
  await expect(hosted.number).toBeVisible()
  await hosted.page.reload()
  await expect(hosted.way(/ending in/)).toHaveCount(0)

  // A session without a customer shows no saved cards.
  const stranger = await redirectingShop.createPage()
  await hosted.open(stranger.url)
  await expect(hosted.number).toBeVisible()
  await expect(hosted.way(/ending in/)).toHaveCount(0)
})

test('a bank payment leads to the bank; who comes back unfinished goes on, or cancels', async ({
  hosted,
  redirectingShop,
}) => {
  const { url, id } = await redirectingShop.createPage({ customer_country: 'PL' })
  await hosted.open(url)
  await hosted.way('Other ways to pay').check()
  await expect(hosted.payButton).toBeHidden()
  await hosted.keepPicture('other-ways')
  await hosted.page.getByRole('button', { name: 'Bank account' }).click()
  await hosted.page.waitForURL((address) => !address.pathname.startsWith('/hpp/'))
  await hosted.page.goBack()
  await expect(hosted.page.getByRole('heading', { name: 'This payment is not finished' })).toBeVisible()
  await hosted.keepPicture('unfinished')
  // Looking at another tab and back begins nothing anew.
  await hosted.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await hosted.page.getByRole('button', { name: 'Cancel the payment' }).click()
  await expect(hosted.result).toHaveText('Payment canceled')
  expect(hosted.requests.filter(({ pathname }) => pathname.endsWith('/cancel'))).toHaveLength(1)
  await hosted.backLink.click()
  await hosted.expectReturned()
  expect(await redirectingShop.statusOf(id)).toBe('CANCELED')
})

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
  // Another card, beside the saved one.
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

test('Cancel leads back to the shop and ends the session', async ({ hosted, redirectingShop }) => {
  const { url, id } = await redirectingShop.createPage()
  await hosted.open(url)
  await hosted.cancelLink.click()
  await hosted.expectReturned()
  expect(await redirectingShop.statusOf(id)).toBe('CANCELED')
  // Opened once more there is nothing to pay, and a way back.
  await hosted.open(url)
  await expect(hosted.result).toHaveText('Payment canceled')
  await hosted.backLink.click()
  await hosted.expectReturned()
})

test('near its end the page counts down, says so, and then leads back', async ({
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
  await expect(hosted.result).toHaveText('Time ran out')
  await hosted.page.clock.runFor(25_000)
  await hosted.expectReturned()
})

test('who pays after the time is over is told so, and led back', async ({
  hosted,
  gateway,
  redirectingShop,
}) => {
  const { url, id } = await redirectingShop.createPage()
  await hosted.open(url)
  await hosted.fillCard(CARDS.approved)
  // Only the gateway's clock moves: the page does not know yet.
  await hosted.page.request.post(`${gateway.credentials.base_url}/simulators/clock`, {
    data: { advance_seconds: 3_601 },
  })
  await hosted.payButton.click()
  await expect(hosted.result).toHaveText('Time ran out')
  await expect(hosted.number).toBeHidden()
  await hosted.backLink.click()
  await hosted.expectReturned()
  expect(await redirectingShop.statusOf(id)).toBe('SESSION_EXPIRED')
})

test('an address of nothing says that the payment is not available', async ({ hosted, redirectingShop }) => {
  const { url } = await redirectingShop.createPage()
  await hosted.open(`${url.slice(0, -4)}nope`)
  await expect(hosted.page.getByRole('heading', { level: 1 })).toHaveText('Payment currently unavailable')
  await expect(hosted.page.getByText('Please contact the merchant.')).toBeVisible()
  await hosted.speak('Bosanski')
  await expect(hosted.page.getByRole('heading', { level: 1 })).toHaveText('Plaćanje trenutno nije dostupno')
  await hosted.keepPicture('unavailable')
})

test('without a script the page says what it needs and leads back', async ({ browser, redirectingShop }) => {
  const { url } = await redirectingShop.createPage()
  const context = await browser.newContext({ javaScriptEnabled: false })
  const hosted = new HostedPage(await context.newPage(), redirectingShop.returnUrl)
  await hosted.open(url)
  const need = hosted.page.locator('noscript p')
  await expect(need).toContainText('this page needs JavaScript')
  await expect(need).toBeVisible()
  await expect(hosted.payButton).toBeHidden()
  await hosted.speak('Svenska')
  await expect(need).toContainText('behöver sidan JavaScript')
  await hosted.page.getByRole('link', { name: 'Avbryt och gå tillbaka till butiken' }).click()
  await hosted.expectReturned()
  await context.close()
})

test('a bank’s page that is lost with the connection is loaded again, and one that never loads is left', async ({
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
  await expect(bank.news).toHaveText('No connection.')
  await page.context().setOffline(false)
  await bank.reloadButton.click()
  await bank.answer('1234')
  await expect(hosted.result).toHaveText('Payment accepted')
  expect(gateway.countApprovals()).toBe(approvals + 1)
  await hosted.expectReturned()

  await page.route('**/simulators/acs/challenge', () => undefined)
  await hosted.open((await redirectingShop.createPage()).url)
  await hosted.pay(CARDS.challenged)
  await expect(bank.panel.getByText('One moment…')).toBeVisible()
  await page.clock.fastForward(20_000)
  await expect(bank.news).toHaveText('Your bank’s page is slow to load.')
  await bank.leaveButton.click()
  await bank.question.getByRole('button', { name: 'Cancel payment' }).click()
  await expect(hosted.result).toHaveText('Payment canceled')
  await expect(hosted.backLink).toBeVisible()
  expect(gateway.countApprovals()).toBe(approvals + 1)
})
