import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures/fields-test.ts'
import { CARDS } from '../../models/cards.ts'

// If no frame of the gateway can show the bank's page, the payment continues at the bank in the whole page.

test('an isolated page in a browser that cannot frame other sites goes to the bank and returns paid', async ({
  fields,
  merchant,
  page,
  gateway,
}) => {
  const approvals = gateway.countApprovals()
  await page.addInitScript(() => {
    delete (HTMLIFrameElement.prototype as { credentialless?: boolean }).credentialless
  })
  await fields.open({ isolated: 'yes' })
  await fields.pay(CARDS.challenged)
  await answerFullPage(page, '1234')
  await page.waitForURL(`${merchant.origin}/returned`)
  expect(gateway.countApprovals()).toBe(approvals + 1)
})

test('a 3DS frame that cannot be loaded does not end the payment', async ({ fields, merchant, page }) => {
  await page.route('**/three-ds/frame/*', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await fields.open()
  await fields.pay(CARDS.challenged)
  await answerFullPage(page, '1111')
  await page.waitForURL(`${merchant.origin}/returned`)
})

test('a shopper who returns from the bank without an answer is sent there again', async ({
  fields,
  merchant,
  page,
}) => {
  await page.addInitScript(() => {
    delete (HTMLIFrameElement.prototype as { credentialless?: boolean }).credentialless
  })
  const origin = merchant.sameSiteOrigin
  const session = await fields.open({ isolated: 'yes', origin })
  await fields.pay(CARDS.challenged)
  await expect(page.locator('input[name="password"]')).toBeVisible()
  await page.goto(merchant.addressOf({ isolated: 'yes', session }, origin))
  await answerFullPage(page, '1234')
  await page.waitForURL(`${merchant.origin}/returned`)
})

test('a page of the 3-D Secure server that refuses frames takes the whole page', async ({
  fields,
  merchant,
  page,
  gateway,
}) => {
  const approvals = gateway.countApprovals()
  await fields.open({ order: { metadata: { simulated_flow: 'CHALLENGE_HOSTED_FULL_PAGE' } } })
  await fields.pay(CARDS.approved)
  await answerFullPage(page, '1234')
  await page.waitForURL(`${merchant.origin}/returned`)
  expect(gateway.countApprovals()).toBe(approvals + 1)
  expect(fields.complaints).toEqual([])
})

async function answerFullPage(page: Page, password: string): Promise<void> {
  const field = page.locator('input[name="password"]')
  await field.fill(password)
  await page.locator('button[value="submit"]').click()
}
