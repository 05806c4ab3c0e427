import { expect, type FrameLocator, type Page, type Request } from '@playwright/test'
import { chooseMethod, decideAtProvider, openWallet } from '@sluice/server-sdk/testing/playwright'
import type { ClientSessionStatus } from '@sluice/types'
import { test as base } from '../../fixtures/fields-test.ts'
import type { FieldsPage } from '../../models/fields-page.ts'
import { expectNoViolations } from '../../models/axe.ts'
import { pressToClose } from '../../models/press-to-close.ts'

type Opening = Parameters<FieldsPage['open']>[0]

/** The merchant's page with every method except cards, and the result of its session. */
interface OtherWays {
  readonly frame: FrameLocator
  open(opening?: Opening): Promise<void>
  /** Presses the wallet's button. @returns its sheet, a window of its own. */
  openSheet(): Promise<Page>
  status(): Promise<ClientSessionStatus>
  /** Waits until the shopper is back at the shop. */
  expectReturned(status: ClientSessionStatus['status']): Promise<void>
}

const test = base.extend<{ readonly ways: OtherWays }>({
  ways: async ({ page, fields, gateway, request }, use) => {
    let session = ''
    const frame = page.frameLocator('iframe[src*="/methods-frame/"]')
    const { base_url, client_key } = gateway.credentials
    const ways: OtherWays = {
      frame,
      async open(opening = {}) {
        session = await fields.open({ component: 'alternative-payment-method', ...opening })
      },
      openSheet: () => openWallet(page),
      async status() {
        const answer = await request.get(`${base_url}/api/client/sessions/${session}/status`, {
          headers: { 'x-client-key': client_key },
        })
        return (await answer.json()) as ClientSessionStatus
      },
      async expectReturned(status) {
        await page.waitForURL('**/returned')
        expect(await ways.status()).toMatchObject({ status })
      },
    }
    await use(ways)
  },
})

test('a card of the device pays with the wallet, without a challenge', async ({ ways, fields }) => {
  await ways.open()
  const sheet = await ways.openSheet()
  await expect(sheet.getByText('€49.90').first()).toBeVisible()
  await sheet.getByRole('radio', { name: /1111/ }).check()
  await sheet.getByLabel('Device passcode').fill('0000')
  await pressToClose(sheet.getByRole('button', { name: /^Pay/ }))
  await expect(sheet.getByRole('alert')).toHaveText('Wrong passcode. Try again.')
  await expect(sheet.getByLabel('Device passcode')).toBeFocused()
  await expectNoViolations(sheet)
  await sheet.screenshot({ path: 'test-results/pictures/wallet-sheet.png' })
  await sheet.getByLabel('Device passcode').fill('1234')
  await pressToClose(sheet.getByRole('button', { name: /^Pay/ }))
  await ways.expectReturned('APPROVED')
  expect(fields.complaints).toEqual([])
})

test('a card on file pays with the wallet after a challenge', async ({ ways, fields }) => {
  await ways.open()
  const sheet = await ways.openSheet()
  await sheet.getByRole('radio', { name: /3184/ }).check()
  await expect(sheet.getByLabel('Device passcode')).toBeHidden()
  await pressToClose(sheet.getByRole('button', { name: /^Pay/ }))
  await expect(fields.bank.heading).toHaveText('Confirm your payment')
  await fields.keepPicture('wallet-challenge')
  await fields.bank.answer('1234')
  await ways.expectReturned('APPROVED')
})

test('a shopper who closes the sheet, or whose wallet fails, can pay in another way', async ({
  ways,
  fields,
}) => {
  await ways.open()
  const button = ways.frame.getByRole('button', { name: 'Pay with GWallet' })
  await pressToClose((await ways.openSheet()).getByRole('button', { name: 'Cancel' }))
  await expect(button).toHaveAttribute('aria-disabled', 'false')

  const closed = await ways.openSheet()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await closed.close()
  await expect(button).toHaveAttribute('aria-disabled', 'false')

  const failing = await ways.openSheet()
  await failing.getByText('Errors for this test').click()
  await pressToClose(failing.getByRole('button', { name: 'The wallet fails' }))
  await expect(ways.frame.getByText('Something went wrong with the wallet')).toBeVisible()
  await fields.keepPicture('wallet-failed')
  expect(await ways.status()).toMatchObject({ status: 'CREATED' })

  await ways.frame.getByRole('button', { name: /^More payment methods/ }).click()
  await ways.frame.getByRole('button', { name: 'QR code' }).click()
  await decideAtProvider(fields.page, 'approve')
  await ways.expectReturned('APPROVED')
})

test('a bank account pays on the page of the bank; a shopper who returns too early is led back to it', async ({
  ways,
  page,
  merchant,
}) => {
  await ways.open({ origin: merchant.sameSiteOrigin })
  await ways.frame.getByRole('button', { name: 'Pay by bank' }).click()
  await expect(page.getByRole('heading', { name: 'Choose your bank' })).toBeVisible()
  await page.goBack()
  await expect(ways.frame.getByText('Your payment is open on another page.')).toBeVisible()
  await page.screenshot({ path: 'test-results/pictures/methods-waiting.png' })
  await ways.frame.getByRole('button', { name: 'Go back to that page' }).click()
  await page.getByRole('link', { name: 'Kopernik Bank' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await ways.expectReturned('APPROVED')
})

test('a payment that waits elsewhere can be canceled at the shop', async ({ ways, page }) => {
  await ways.open()
  await ways.frame.getByRole('button', { name: 'Digital wallet' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to your wallet')
  await page.goBack()
  await ways.frame.getByRole('button', { name: 'Cancel payment' }).click()
  await ways.expectReturned('CANCELED')
})

test('a shopper who returns after the payment has ended finds a list that accepts another session', async ({
  ways,
  fields,
  gateway,
  merchant,
  page,
}) => {
  const { base_url, client_key } = gateway.credentials
  const sessions = `${base_url}/api/client/sessions`
  const session = await fields.open({ component: 'alternative-payment-method' })
  const button = ways.frame.getByRole('button', { name: 'Pay by bank' })
  // The page is as it was left, as in a browser that caches pages for Back.
  const isLeaving = (request: Request) =>
    request.isNavigationRequest() && request.frame() === page.mainFrame()
  await page.route('**/*', (route) =>
    isLeaving(route.request()) ? route.fulfill({ status: 204 }) : route.fallback(),
  )
  const left = page.waitForRequest(isLeaving)
  await button.click()
  await left
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await page.unroute('**/*')
  const canceled = await page.request.post(`${sessions}/${session}/cancel`, {
    headers: { 'x-client-key': client_key },
    data: {},
  })
  expect(canceled.status()).toBe(200)
  await ways.frame
    .locator('body')
    .evaluate(({ ownerDocument }) =>
      ownerDocument.defaultView?.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    )
  await expect(ways.frame.getByRole('alert')).toHaveText(/^This payment has ended\./)
  await expect(button).toHaveCount(0)

  const next = await merchant.createSession()
  const loaded = page.waitForResponse((response) => response.url().endsWith(`/sessions/${next}`))
  await fields.run(`card.updateSession(${JSON.stringify(next)})`)
  await loaded
  await button.click()
  await expect(page.getByRole('heading', { name: 'Choose your bank' })).toBeVisible()
})

test('BLIK asks who pays, reports missing fields, and sends the code', async ({ ways, fields, page }) => {
  await ways.open({ order: { currency: 'PLN', customer: { first_name: 'Jan' } } })
  const blik = ways.frame.getByRole('button', { name: 'BLIK' })
  await blik.click()
  await expect(blik).toHaveAttribute('aria-expanded', 'true')
  const details = ways.frame.getByRole('form', { name: 'BLIK' })
  // Values from the session are folded away.
  await expect(details.getByLabel('First name')).toBeHidden()
  await expect(details).toContainText('Jan')
  await details.getByLabel('BLIK code').fill('777')
  await details.getByRole('button', { name: 'Continue' }).click()
  await expect(details.getByLabel('BLIK code')).toBeFocused()
  await expect(details.getByLabel('Last name')).toHaveAccessibleDescription('Enter your last name.')
  await expect(details.getByText('Enter the six-digit code from your bank’s app.')).toBeVisible()
  await expectNoViolations(page)
  await fields.keepPicture('blik-errors')

  await details.getByLabel('Last name').fill('Nowak')
  await details.getByLabel('Email').fill('jan@example.com')
  await details.getByLabel('BLIK code').fill('777 123')
  await details.getByLabel('BLIK code').press('Enter')
  // The code was sent: the provider asks only for the confirmation.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm in your app')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await ways.expectReturned('APPROVED')
})

test('the kit chooses a method, fills in what it asks for, and decides at its provider', async ({
  ways,
  page,
}) => {
  const customer = { first_name: 'Jan', last_name: 'Nowak', email: 'jan@example.com' }
  await ways.open({ order: { currency: 'PLN', customer } })
  await chooseMethod(page, 'partner-blik', { blik_code: '777123' })
  await decideAtProvider(page, 'approve')
  await ways.expectReturned('APPROVED')
  // A method after the long list, without a code: the provider asks for it.
  await ways.open({ order: { currency: 'PLN', customer } })
  await chooseMethod(page, 'partner-blik')
  await decideAtProvider(page, 'approve', { blikCode: '999000' })
  await ways.expectReturned('APPROVED')
})

test('a bank transfer leads to its instructions; a voucher is behind the long list', async ({
  ways,
  page,
}) => {
  await ways.open()
  await ways.frame.getByRole('button', { name: 'Bank transfer', exact: true }).click()
  await expect(page.getByText('IBAN').first()).toBeVisible()

  await ways.open({ order: { customer: { first_name: 'Ana', last_name: 'Horvat', email: 'a@example.com' } } })
  await ways.frame.getByRole('button', { name: /^More payment methods/ }).click()
  await ways.frame.getByRole('button', { name: 'paysafecard' }).click()
  await ways.frame.getByRole('form').getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await ways.expectReturned('DECLINED')
})

test('a long list begins with six methods, and is searched by common names', async ({
  ways,
  fields,
  page,
}) => {
  await ways.open({ locale: 'bs-BA' })
  await expect(ways.frame.getByRole('listitem')).toHaveCount(6)
  await expect(ways.frame.getByRole('listitem').first()).toHaveText(/iDEAL\s*Banka/)
  await fields.keepPicture('methods-long')
  const search = ways.frame.getByLabel('Pretražite načine plaćanja')
  await search.fill('vaucer')
  await expect(ways.frame.getByRole('button', { name: 'paysafecard' })).toBeVisible()
  await search.fill('p24')
  await expect(ways.frame.getByRole('listitem')).toHaveCount(1)
  await expect(ways.frame.getByRole('button', { name: 'Przelewy24' })).toBeVisible()
  await expect(ways.frame.getByRole('status')).toHaveText('Pronađeno načina plaćanja: 1')
  await expectNoViolations(page)
  // Text in a method that was hidden for a while is still there.
  await ways.frame.getByRole('button', { name: 'Przelewy24' }).click()
  await ways.frame.getByRole('textbox', { name: 'Prezime' }).fill('Begić')
  await search.fill('')
  await search.fill('przelewy')
  await expect(ways.frame.getByRole('textbox', { name: 'Prezime' })).toHaveValue('Begić')
  await search.fill('nema toga')
  await expect(ways.frame.getByRole('list')).toBeHidden()
})

test('a phone shows the names and marks of methods', async ({ ways, fields, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await ways.open({ order: { country: 'AT' } })
  await expect(ways.frame.getByRole('listitem').first()).toHaveText(/EPS\s*Bank/)
  await expectNoViolations(page)
  await fields.keepPicture('methods-phone')
})
