import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures/hosted-page-test.ts'
import { CARDS } from '../models/cards.ts'
import { HostedPage } from '../models/hosted-page.ts'
import { expectToFitPhone, openPhone } from '../models/phone.ts'

// The 3-D Secure server shows the challenge on a page of its own, in the bank's frame or as a full page.

const IN_FRAME = { metadata: { simulated_flow: 'CHALLENGE_HOSTED' } }
const FULL_PAGE = { metadata: { simulated_flow: 'CHALLENGE_HOSTED_FULL_PAGE' } }

test('a page of the 3-D Secure server that may be framed is shown in the dialog', async ({
  hosted,
  gateway,
  redirectingShop,
}) => {
  const approvals = gateway.countApprovals()
  const { url, id } = await redirectingShop.createPage(IN_FRAME)
  await hosted.open(url)
  await hosted.pay(CARDS.approved)
  await expect(hosted.bank.password).toBeVisible()
  await hosted.keepPicture('hosted-challenge-in-frame')
  await hosted.bank.answer('1234')
  await expect(hosted.result).toHaveText('Payment successful')
  await hosted.expectReturned()
  expect(gateway.countApprovals()).toBe(approvals + 1)
  expect(await redirectingShop.statusOf(id)).toBe('APPROVED')
  expect(hosted.complaints).toEqual([])
})

test('a page that refuses frames takes the whole page, and leads back to the shop', async ({
  hosted,
  gateway,
  redirectingShop,
}) => {
  const approvals = gateway.countApprovals()
  const { url, id } = await redirectingShop.createPage(FULL_PAGE)
  await hosted.open(url)
  await hosted.pay(CARDS.approved)
  await expect(hosted.page.locator('input[name="password"]')).toBeVisible()
  await hosted.keepPicture('hosted-challenge-full-page')
  await answerFullPage(hosted.page, '1234')
  await hosted.page.waitForURL(`${redirectingShop.returnUrl}**`)
  expect(gateway.countApprovals()).toBe(approvals + 1)
  expect(await redirectingShop.statusOf(id)).toBe('APPROVED')
  expect(hosted.complaints).toEqual([])
})

test('a shopper who leaves the full page without an answer is sent there again', async ({
  hosted,
  redirectingShop,
}) => {
  const { url, id } = await redirectingShop.createPage(FULL_PAGE)
  await hosted.open(url)
  await hosted.pay(CARDS.approved)
  await expect(hosted.page.locator('input[name="password"]')).toBeVisible()
  await hosted.page.goto(url)
  await answerFullPage(hosted.page, '1111')
  await hosted.page.waitForURL(`${redirectingShop.returnUrl}**`)
  expect(await redirectingShop.statusOf(id)).toBe('DECLINED')
})

test('both pages fit a phone', async ({ browser, redirectingShop }) => {
  for (const [name, order] of Object.entries({ 'in-frame': IN_FRAME, 'full-page': FULL_PAGE })) {
    const { url } = await redirectingShop.createPage(order)
    const page = await openPhone(browser)
    const phone = new HostedPage(page, redirectingShop.returnUrl)
    await phone.open(url)
    await phone.pay(CARDS.approved)
    const password = name === 'in-frame' ? phone.bank.password : page.locator('input[name="password"]')
    await expect(password).toBeVisible()
    await expectToFitPhone(page, `hosted-challenge-${name}`)
    await page.context().close()
  }
})

async function answerFullPage(page: Page, password: string): Promise<void> {
  await page.locator('input[name="password"]').fill(password)
  await page.locator('button[value="submit"]').click()
}
