import { expect, type FrameLocator, type Page } from '@playwright/test'
import { openWallet, payInWallet } from '@sluice/server-sdk/testing/playwright'
import { test as base } from '../fixtures/hosted-page-test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { CARDS } from '../models/cards.ts'
import { HostedPage } from '../models/hosted-page.ts'
import { pressToClose } from '../models/press-to-close.ts'

interface Wallet {
  readonly frame: FrameLocator
  /** Presses the wallet's button. @returns its sheet, a window of its own. */
  openSheet(): Promise<Page>
}

const BUTTON = { name: 'Pay with GWallet' }

const test = base.extend<{ readonly wallet: Wallet }>({
  wallet: async ({ page }, use) => {
    const frame = page.frameLocator('iframe[src*="/methods-frame/"]')
    await use({
      frame,
      openSheet: () => openWallet(page),
    })
  },
})

test('a card of the device pays with the wallet; closing its sheet loses nothing', async ({
  hosted,
  wallet,
  gateway,
  redirectingShop,
}) => {
  const approvals = gateway.countApprovals()
  const { url, id } = await redirectingShop.createPage()
  await hosted.open(url)
  await hosted.number.pressSequentially('4242')
  await expect(wallet.frame.getByRole('list')).toBeHidden()

  const left = await wallet.openSheet()
  // A screen reader says that the page waits.
  await expect(hosted.page.getByRole('button', { name: 'One moment…', disabled: true })).toBeVisible()
  await pressToClose(left.getByRole('button', { name: 'Cancel' }))
  await expect(hosted.payButton).toHaveAttribute('aria-disabled', 'false')
  await expect(hosted.number).toHaveValue('4242')
  expect(await redirectingShop.statusOf(id)).toBe('CREATED')

  // A wallet that fails says so, at its button.
  const failing = await wallet.openSheet()
  await failing.getByText('Errors for this test').click()
  await pressToClose(failing.getByRole('button', { name: 'The wallet fails' }))
  await expect(wallet.frame.getByRole('alert')).toHaveText(/Something went wrong with the wallet/)
  await expectNoViolations(hosted.page)
  await hosted.keepPicture('wallet-failed')

  const sheet = await wallet.openSheet()
  await payInWallet(sheet, { endingIn: '1111' })
  await expect(hosted.result).toHaveText('Payment successful')
  await hosted.expectReturned()
  expect(gateway.countApprovals()).toBe(approvals + 1)
  expect(hosted.complaints).toEqual([])
})

test('the bank challenges a card on file with the wallet, also after a reload', async ({
  hosted,
  wallet,
  gateway,
  redirectingShop,
}) => {
  const approvals = gateway.countApprovals()
  const { url } = await redirectingShop.createPage()
  await hosted.open(url)
  const sheet = await wallet.openSheet()
  await payInWallet(sheet, { endingIn: '3184' })
  await expect(hosted.bank.password).toBeVisible()
  await hosted.page.reload()
  await expect(hosted.bank.password).toBeVisible()
  // During a payment, no other can begin.
  await expect(wallet.frame.getByRole('button', BUTTON)).toHaveCount(0)
  await hosted.bank.answer('1234')
  await expect(hosted.result).toHaveText('Payment successful')
  await hosted.expectReturned()
  expect(gateway.countApprovals()).toBe(approvals + 1)
})

test('a payment that begins in another tab adds no second button', async ({
  hosted,
  wallet,
  redirectingShop,
}) => {
  const { url } = await redirectingShop.createPage()
  await hosted.open(url)
  await expect(wallet.frame.getByRole('button', BUTTON)).toBeVisible()
  const otherTab = new HostedPage(await hosted.page.context().newPage(), redirectingShop.returnUrl)
  await otherTab.open(url)
  await otherTab.pay(CARDS.challenged)
  await expect(otherTab.bank.password).toBeVisible()
  // The shopper returns to this tab, more than once.
  for (let time = 0; time < 3; time += 1)
    await hosted.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(hosted.page.getByRole('dialog')).toBeVisible()
  await expect(hosted.page.locator('iframe[src*="/methods-frame/"]')).toHaveCount(1)
  await otherTab.bank.answer('1234')
  await expect(hosted.result).toHaveText('Payment successful')
})

test('when windows are blocked, the wallet reports it and a card can pay', async ({
  hosted,
  wallet,
  redirectingShop,
}) => {
  const { url } = await redirectingShop.createPage()
  await hosted.page.addInitScript(() => {
    window.open = () => null
  })
  await hosted.open(url)
  await wallet.frame.getByRole('button', BUTTON).click()
  await expect(wallet.frame.getByRole('alert')).not.toBeEmpty()
  await expect(hosted.payButton).toHaveAttribute('aria-disabled', 'false')
})

test('when the wallet does not load, a card can still pay', async ({ hosted, redirectingShop }) => {
  const { url } = await redirectingShop.createPage()
  // This precedes the first visit, because the browser takes a loaded script from its cache, without a request.
  await hosted.page.route('**/gwallet-pay/pay.js', (route) => route.abort())
  await hosted.open(url)
  await expect(hosted.page.getByText('Paying with a wallet isn’t available right now.')).toBeVisible()
  await hosted.fillCard('4242424242424242')
  await hosted.payButton.click()
  await expect(hosted.result).toHaveText('Payment successful')
})
