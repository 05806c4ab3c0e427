import { expect, type FrameLocator, type Page } from '@playwright/test'
import { test as fieldsTest } from '../fixtures/fields-test.ts'
import type { Gateway } from '../fixtures/gateway.ts'
import { test as hostedTest } from '../fixtures/hosted-page-test.ts'
import { startRedirectingShop } from '../fixtures/redirecting-shop.ts'
import { merchantClient } from '../fixtures/merchant-client.ts'
import { CVV } from '../models/card-form.ts'
import { CARDS } from '../models/cards.ts'
import { HostedPage } from '../models/hosted-page.ts'
import { expectNoViolations } from '../models/axe.ts'

// A decline that asks for other card data can be corrected where it was typed: the same session, one payment.

const FOREIGN_BLIK_CODE = '123456'

fieldsTest(
  'embedded: the security code is marked, the others stay, and the callback hears each decline once',
  async ({ fields, gateway, page }) => {
    const approvals = gateway.countApprovals()
    await fields.open()
    await fields.pay(CARDS.wrongCvv)
    expect(await fields.outcome()).toMatchObject({
      error: null,
      response: { approved: false, status: 'DECLINED', processing_code: '2020', correctable: true },
    })
    const { number, expiry, cvv } = fields.card
    await expect(cvv).toHaveAttribute('aria-invalid', 'true')
    await expect(cvv).toHaveAccessibleDescription('Check the security code.')
    await expect(cvv).toBeFocused()
    await expect(number).toHaveValue('4000 0000 0000 0127')
    await expect(expiry).toHaveValue('12 / 34')
    expect(await page.evaluate('errors.at(-1)')).toMatchObject({ code: 'cvv_invalid', field: 'cvv' })
    await expectNoViolations(page)
    await fields.keepPicture('correction-embedded')

    await number.fill(CARDS.approved)
    await cvv.fill(CVV)
    await fields.payButton.click()
    await expect
      .poll(() => page.evaluate('outcomes[1]'))
      .toMatchObject({ response: { approved: true, correctable: false } })
    expect(await page.evaluate('outcomes.length')).toBe(2)
    expect(gateway.countApprovals()).toBe(approvals + 1)
    expect(fields.complaints).toEqual([])
  },
)

// As the bank's frame goes, the browser of a busy machine may take the focus back to the page, and out of the field with it: 1 of
// 31 runs. A second attempt distinguishes that from a mistake.
fieldsTest.describe('once the bank’s frame has gone', () => {
  fieldsTest.describe.configure({ retries: 1 })

  fieldsTest(
    'embedded: after the bank’s dialog the focus is on the wrong field',
    async ({ fields, page }) => {
      const metadata = { simulated_flow: 'CHALLENGE', response_code: '2020' }
      await fields.open({ order: { metadata } })
      await fields.pay(CARDS.approved)
      await fields.bank.answer('1234')
      expect(await fields.outcome()).toMatchObject({
        response: { processing_code: '2020', correctable: true },
      })
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect
        .poll(() => fields.card.cvv.evaluate((field) => field === field.ownerDocument.activeElement))
        .toBe(true)
      // The next submission is a new attempt with a challenge of its own.
      await fields.card.cvv.fill(CVV)
      await fields.payButton.click()
      await expect(fields.bank.password).toBeVisible()
    },
  )
})

fieldsTest(
  'embedded: the sixth decline is final, and another session takes the form',
  async ({ fields, merchant, page }) => {
    await fields.open({ order: { metadata: { response_code: '2003' } } })
    await fields.card.fillCard(CARDS.approved)
    for (let submission = 0; submission < 6; submission += 1) {
      // A marked field has to be changed before it is sent again.
      await fields.card.number.fill('')
      await fields.card.number.fill(CARDS.approved)
      await fields.payButton.click()
      await expect
        .poll(() => page.evaluate(`outcomes[${submission}]`))
        .toMatchObject({ response: { processing_code: '2003', correctable: submission < 5 } })
    }
    const next = await merchant.createSession()
    await fields.run(`card.updateSession(${JSON.stringify(next)})`)
    await fields.card.number.fill(CARDS.approved)
    await fields.payButton.click()
    await expect.poll(() => page.evaluate('outcomes[6]')).toMatchObject({ response: { approved: true } })
  },
)

fieldsTest('embedded: a reload in between says what was wrong', async ({ fields, page }) => {
  await fields.open()
  await fields.pay(CARDS.wrongCvv)
  await fields.outcome()
  await page.reload()
  await page.locator('body[data-ready]').waitFor()
  await expect(fields.card.cvv).toHaveAccessibleDescription('Check the security code.')
  await fields.pay(CARDS.approved)
  await fields.expectApproved()
})

fieldsTest(
  'embedded: a saved card’s security code is marked each time it is wrong, and pays when it is right',
  async ({ fields, gateway, merchant, page }) => {
    const client = merchantClient(gateway.credentials)
    const customer = await client.customers.create({ email: 'ana@example.com' })
    await saveCard(page, gateway, customer.id)
    const approvals = gateway.countApprovals()
    const [saved] = (await client.customers.paymentMethods(customer.id)).data
    if (!saved) throw new Error('no card was saved')
    const month = String(saved.card_exp_month).padStart(2, '0')
    await fields.open({
      component: 'saved-card',
      config: JSON.stringify({
        data: {
          paymentMethodId: saved.payment_method_id,
          maskedPan: saved.card_masked,
          expirationDate: `${month}${String(saved.card_exp_year).slice(-2)}`,
          cardBrand: saved.card_brand,
        },
      }),
      order: { customer: { id: customer.id }, metadata: { response_code: '2020' } },
    })
    const { cvv } = fields.card
    for (const attempt of [0, 1]) {
      await cvv.fill(CVV)
      await fields.payButton.click()
      await expect
        .poll(() => page.evaluate(`outcomes[${attempt}]`))
        .toMatchObject({ response: { processing_code: '2020', correctable: true } })
      await expect(cvv).toHaveAccessibleDescription(/Check the security code\.$/)
      await expect(cvv).toBeFocused()
    }
    const next = await merchant.createSession({ customer: { id: customer.id } })
    await fields.run(`card.updateSession(${JSON.stringify(next)})`)
    await cvv.fill(CVV)
    await fields.payButton.click()
    await expect.poll(() => page.evaluate('outcomes[2]')).toMatchObject({ response: { approved: true } })
    expect(gateway.countApprovals()).toBe(approvals + 1)
  },
)

fieldsTest('embedded: a mistyped BLIK code is typed again', async ({ fields, page }) => {
  await fields.open({
    component: 'alternative-payment-method',
    order: {
      currency: 'PLN',
      customer: { first_name: 'Jan', last_name: 'Nowak', email: 'jan@example.com' },
    },
  })
  const frame = page.frameLocator('iframe[src*="/methods-frame/"]')
  await frame.getByRole('button', { name: 'BLIK' }).click()
  await typeBlik(frame, page)
  await page.waitForURL('**/returned')
})

hostedTest(
  'hosted: the security code is marked, the others stay, and another card pays',
  async ({ hosted, gateway, redirectingShop }) => {
    const approvals = gateway.countApprovals()
    const { url, id } = await redirectingShop.createPage()
    await hosted.open(url)
    await hosted.pay(CARDS.wrongCvv)
    await expect(hosted.cvv).toHaveAccessibleDescription('Check the security code.')
    await expect(hosted.cvv).toBeFocused()
    await expect(hosted.number).toHaveValue('4000 0000 0000 0127')
    await expectNoViolations(hosted.page)
    await hosted.keepPicture('correction')
    expect(await redirectingShop.statusOf(id)).toBe('CREATED')

    await hosted.page.reload()
    await expect(hosted.problem).toContainText('security code')
    await hosted.keepPicture('correction-reloaded')
    await hosted.pay(CARDS.approved)
    await expect(hosted.result).toHaveText('Payment successful')
    expect(gateway.countApprovals()).toBe(approvals + 1)
  },
)

hostedTest(
  'hosted: a saved card’s security code is marked, and another card pays',
  async ({ hosted, gateway, redirectingShop }) => {
    const approvals = gateway.countApprovals()
    const customer_id = await redirectingShop.createCustomer()
    const tokenization = { save_card_for_future_payments: true, show_save_card_for_future_payments: true }
    await hosted.open((await redirectingShop.createPage({ customer_id, tokenization })).url)
    await hosted.pay(CARDS.approved)
    await hosted.expectReturned()
    const page = { customer_id, tokenization, metadata: { response_code: '2002' } }
    await hosted.open((await redirectingShop.createPage(page)).url)
    await hosted.cvv.fill(CVV)
    await hosted.payButton.click()
    await expect(hosted.cvv).toHaveAccessibleDescription(/Check the security code\.$/)
    await expect(hosted.cvv).toBeFocused()
    await hosted.keepPicture('correction-saved-card')
    expect(gateway.countApprovals()).toBe(approvals + 1)
  },
)

hostedTest('hosted: a mistyped BLIK code is typed again', async ({ hosted, redirectingShop }) => {
  const { url } = await redirectingShop.createPage({ currency: 'PLN' })
  await hosted.open(url)
  await hosted.way('BLIK').check()
  await typeBlik(hosted.page, hosted.page)
  await hosted.expectReturned()
})

hostedTest(
  'hosted: other declines lead back to the shop, in words that fit',
  async ({ hosted, redirectingShop }) => {
    await hosted.open((await redirectingShop.createPage()).url)
    await hosted.pay(CARDS.insufficientFunds)
    await expect(hosted.result).toHaveText('Payment declined')
    await expect(hosted.page.locator('#try-again')).toHaveText('Go back to the shop to try again.')
    await expect(hosted.backLink).toBeVisible()
    await expect(hosted.payButton).toBeHidden()
  },
)

/** Types a code that no bank gave, then one that is approved. */
async function typeBlik(place: Page | FrameLocator, page: Page): Promise<void> {
  const details = place.getByRole('form', { name: 'BLIK' })
  const code = details.getByLabel('BLIK code')
  for (const [label, value] of Object.entries({
    'First name': 'Jan',
    'Last name': 'Nowak',
    Email: 'jan@example.com',
  })) {
    // Values from the session are folded away.
    const field = details.getByLabel(label)
    if (await field.isVisible()) await field.fill(value)
  }
  await code.fill(FOREIGN_BLIK_CODE)
  await code.press('Enter')
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await expect(code).toBeFocused()
  await expect(details.getByText('That code didn’t work. Get a new one from your bank’s app.')).toBeVisible()
  await expect(details.getByLabel('Last name')).toHaveValue('Nowak')
  await code.fill('777123')
  await code.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm in your app')
  await page.getByRole('button', { name: 'Confirm' }).click()
}

/** Pays on the hosted page, which keeps the card for the customer. */
async function saveCard(page: Page, gateway: Gateway, customerId: string): Promise<void> {
  const shop = await startRedirectingShop(gateway)
  const hosted = new HostedPage(page, shop.returnUrl)
  const tokenization = { save_card_for_future_payments: true }
  await hosted.open((await shop.createPage({ customer_id: customerId, tokenization })).url)
  await hosted.pay(CARDS.approved)
  await hosted.expectReturned()
  await shop.stop()
}
