import { expect } from '@playwright/test'
import { test } from '../fixtures/hosted-page-test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { CARDS } from '../models/cards.ts'
import { CVV } from '../models/card-form.ts'
import { HostedPage } from '../models/hosted-page.ts'

test('a card pays, and the shopper is back in the shop, without requests to other origins', async ({
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
  await expect(hosted.result).toHaveText('Payment successful')
  await expect(hosted.page).toHaveTitle('Payment successful – Demo shop')
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

test('a reload and another language in the middle of the challenge: it continues, and pays once', async ({
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

  // A second tab with the same session shows the running payment and its outcome.
  const otherTab = new HostedPage(await hosted.page.context().newPage(), redirectingShop.returnUrl)
  await otherTab.open(`${url}?lang=sv`)
  await expect(otherTab.page.getByRole('dialog')).toBeVisible()

  await hosted.bank.answer('1234')
  await expect(hosted.result).toHaveText('Payment successful')
  await expect(otherTab.result).toHaveText('Betalningen är genomförd')
  await hosted.expectReturned()
  expect(gateway.countApprovals()).toBe(approvals + 1)
  expect(hosted.complaints).toEqual([])
})

test('a decline shows why, waits for slow readers, and leads back', async ({ hosted, redirectingShop }) => {
  const { url, id } = await redirectingShop.createPage()
  await hosted.page.clock.install()
  await hosted.open(url)
  await hosted.pay(CARDS.insufficientFunds)
  await expect(hosted.result).toHaveText('Payment declined')
  await expect(hosted.result).toBeFocused()
  await expect(hosted.reason).toHaveText(/insufficient funds/)
  await expect(hosted.number).toBeHidden()
  await hosted.speak('Română')
  await expect(hosted.result).toHaveText('Plată refuzată')
  await expect(hosted.reason).toHaveText(/Fondurile disponibile nu sunt suficiente/)
  await hosted.keepPicture('declined')
  await hosted.page.getByRole('button', { name: 'Rămâneți pe această pagină' }).click()
  await hosted.page.clock.runFor(60_000)
  await expect(hosted.page.locator('#seconds-left')).toBeEmpty()
  await expect(hosted.page.getByRole('link', { name: 'Înapoi la magazin' })).toBeFocused()

  // Opened again, it still says why, and this time goes back by itself.
  await hosted.page.reload()
  await expect(hosted.reason).toHaveText(/Fondurile disponibile/)
  await hosted.page.clock.runFor(25_000)
  await hosted.expectReturned()
  expect(await redirectingShop.statusOf(id)).toBe('DECLINED')
})

test('errors are listed, focused and kept while the language changes', async ({
  hosted,
  redirectingShop,
}) => {
  const { url } = await redirectingShop.createPage()
  await hosted.open(url)
  await hosted.number.pressSequentially('4242')
  await hosted.payButton.click()
  await expect(hosted.number).toHaveAttribute('aria-invalid', 'true')
  await hosted.keepPicture('errors')
  // Not every browser can format Bosnian numbers; the page can.
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
  await expect(hosted.result).toHaveText('Payment successful')
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
  await expect(hosted.page.getByText('Your card will be saved')).toBeVisible()
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
  await expect(hosted.result).toHaveText('Payment successful')
  expect(gateway.countApprovals()).toBe(approvals + 2)
  await hosted.expectReturned()

  // The customer removes the card, after a question.
  const third = await redirectingShop.createPage({ customer_id })
  await hosted.open(third.url)
  await hosted.page.getByRole('button', { name: 'Remove this card' }).click()
  await expect(hosted.page.getByRole('button', { name: 'Keep card' })).toBeFocused()
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

test('a bank payment leads to the bank; a shopper who returns before the end continues or cancels', async ({
  hosted,
  redirectingShop,
}) => {
  const { url, id } = await redirectingShop.createPage({ customer_country: 'PL' })
  await hosted.open(url)
  await hosted.way('Pay by bank').check()
  const next = hosted.page.getByText('You’ll confirm the payment on the next page.')
  await expect(next.filter({ visible: true })).toHaveCount(1)
  await hosted.keepPicture('method-row')
  await hosted.payButton.click()
  await hosted.page.waitForURL((address) => !address.pathname.startsWith('/hpp/'))
  await hosted.page.goBack()
  await expect(hosted.page.getByRole('heading', { name: 'This payment isn’t complete' })).toBeVisible()
  await hosted.keepPicture('unfinished')
  // Switching to another tab and back starts nothing again.
  await hosted.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await hosted.page.getByRole('button', { name: 'Cancel payment' }).click()
  await expect(hosted.result).toHaveText('Payment canceled')
  expect(hosted.requests.filter(({ pathname }) => pathname.endsWith('/cancel'))).toHaveLength(1)
  await hosted.backLink.click()
  await hosted.expectReturned()
  expect(await redirectingShop.statusOf(id)).toBe('CANCELED')
})

test('Cancel leads back to the shop and ends the session', async ({ hosted, redirectingShop }) => {
  const { url, id } = await redirectingShop.createPage()
  await hosted.open(url)
  await hosted.cancelLink.click()
  await hosted.expectReturned()
  expect(await redirectingShop.statusOf(id)).toBe('CANCELED')
  // Opened again, there is nothing to pay, and a link back.
  await hosted.open(url)
  await expect(hosted.result).toHaveText('Payment canceled')
  await hosted.backLink.click()
  await hosted.expectReturned()
})
