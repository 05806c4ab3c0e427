import { expect } from '@playwright/test'
import { test as fieldsTest } from '../fixtures/fields-test.ts'
import { test as hostedTest } from '../fixtures/hosted-page-test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { watchShiftsFromTheStart } from '../models/shifts.ts'

// Parts that load late or not at all move nothing; where nothing can be paid, one panel says so.

const NO_WALLET = 'Paying with a wallet isn’t available right now.'

for (const [what, address] of Object.entries({
  'the origin of wallets is blocked': '**/methods-frame/**',
  'the wallet’s script is blocked': '**/gwallet-pay/pay.js',
})) {
  hostedTest(`hosted: nothing moves where ${what}`, async ({ hosted, redirectingShop, page }) => {
    const shifts = await watchShiftsFromTheStart(page)
    await page.route(address, (route) => route.abort())
    await hosted.open((await redirectingShop.createPage()).url)
    const before = await hosted.payButton.boundingBox()
    await expect(page.getByText(NO_WALLET)).toBeVisible()
    // A divider with nothing above it is not shown.
    await expect(page.locator('.or')).toBeHidden()
    expect(await hosted.payButton.boundingBox()).toEqual(before)
    expect(await shifts()).toEqual([])
    await expectNoViolations(page)
    await hosted.keepPicture(`no-wallet-${address.includes('pay.js') ? 'script' : 'origin'}`)
  })
}

fieldsTest(
  'embedded: the list stays where it is when the wallet cannot be used',
  async ({ fields, page }) => {
    const shifts = await watchShiftsFromTheStart(page)
    let release = () => {}
    const isAsked = new Promise<void>((asked) => {
      void page.route('**/gwallet-pay/pay.js', async (route) => {
        asked()
        await new Promise<void>((resolve) => (release = resolve))
        await route.abort()
      })
    })
    await fields.open({ component: 'alternative-payment-method' })
    const frame = page.frameLocator('iframe[src*="/methods-frame/"]')
    await expect(frame.getByRole('button', { name: 'Pay with GWallet' })).toBeVisible()
    await isAsked
    const first = frame.getByRole('listitem').first()
    const before = await first.boundingBox()
    const shiftsBefore = await shifts()
    release()
    await expect(frame.getByText(NO_WALLET)).toBeVisible()
    expect(await first.boundingBox()).toEqual(before)
    expect(await shifts()).toEqual(shiftsBefore)
    await fields.keepPicture('methods-no-wallet')
  },
)

fieldsTest(
  'embedded: a session that does not exist is one panel in place of the fields',
  async ({ fields, page }) => {
    const shifts = await watchShiftsFromTheStart(page)
    // The page has reserved the room, as pages that are rendered on servers do.
    const css = '#card { min-height: 214px }'
    await page.goto(fields.merchant.addressOf({ session: 'no-such-session', css }))
    const { frame, number, expiry, cvv } = fields.card
    await expect(frame.getByRole('alert')).toHaveText(
      'This payment is no longer available. Start again from the shop.',
    )
    for (const field of [number, expiry, cvv]) {
      await expect(field).toBeDisabled()
      await expect(field).toBeHidden()
    }
    await expectNoViolations(page)
    await fields.keepPicture('dead-session')
    expect(await shifts()).toEqual([])
    // The page's developer reads why.
    expect(fields.complaints.join()).toContain('The gateway knows no such sessionId of this clientKey')

    const next = await fields.merchant.createSession()
    await fields.run(`card.updateSession(${JSON.stringify(next)})`)
    await expect(number).toBeEnabled()
    await expect(number).toBeVisible()
    await expect(frame.getByRole('alert')).toBeHidden()
  },
)

fieldsTest(
  'embedded: other ways to pay say in their place that the session is dead',
  async ({ fields, page }) => {
    const component = 'alternative-payment-method'
    await page.goto(fields.merchant.addressOf({ session: 'no-such-session', component }))
    const frame = page.frameLocator('iframe[src*="/methods-frame/"]')
    await expect(frame.getByRole('alert')).toHaveText(
      'This payment is no longer available. Start again from the shop.',
    )
    await expect(frame.getByRole('button')).toHaveCount(0)
  },
)

fieldsTest('embedded: a wrong client key shows the shopper nothing about keys', async ({ fields, page }) => {
  const session = await fields.merchant.createSession()
  await page.goto(fields.merchant.addressOf({ session, clientKey: 'ck_test_unknown', locale: 'sv-SE' }))
  const { frame } = fields.card
  await expect(frame.getByRole('alert')).toHaveText(/Betalningen/)
  await expect(frame.locator('body')).not.toContainText('key')
  await fields.keepPicture('wrong-client-key')
  expect(fields.complaints.join()).toContain('The gateway does not know the clientKey')
})
