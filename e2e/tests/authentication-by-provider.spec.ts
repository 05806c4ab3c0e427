import { expect, type Page } from '@playwright/test'
import { test as fieldsTest } from '../fixtures/fields-test.ts'
import { test } from '../fixtures/hosted-page-test.ts'
import { CARDS } from '../models/cards.ts'
import { orderAtAcquirer } from '../models/order-at-acquirer.ts'

// The acquirer authenticates the shopper itself: natively in the bank's frame, on a page of its own, or by a form.

const FULL_PAGE = ['CHALLENGE_REDIRECT', 'CHALLENGE_FORM_SUBMIT'] as const

test('the hosted page shows the bank that the acquirer asks for in its dialog', async ({
  hosted,
  gateway,
  redirectingShop,
}) => {
  const approvals = gateway.countApprovals()
  const { url, id } = await redirectingShop.createPage(orderAtAcquirer(gateway, 'CHALLENGE'))
  await hosted.open(url)
  await hosted.pay(CARDS.approved)
  await expect(hosted.bank.password).toBeVisible()
  await hosted.bank.answer('1234')
  await expect(hosted.result).toHaveText('Payment successful')
  await hosted.expectReturned()
  expect(gateway.countApprovals()).toBe(approvals + 1)
  expect(await redirectingShop.statusOf(id)).toBe('APPROVED')
  expect(hosted.complaints).toEqual([])
})

for (const flow of FULL_PAGE) {
  test(`the hosted page leads to the acquirer and back (${flow})`, async ({
    hosted,
    gateway,
    redirectingShop,
  }) => {
    const approvals = gateway.countApprovals()
    const { url, id } = await redirectingShop.createPage(orderAtAcquirer(gateway, flow))
    await hosted.open(url)
    await hosted.pay(CARDS.approved)
    await answerFullPage(hosted.page, '1234')
    await hosted.page.waitForURL(`${redirectingShop.returnUrl}**`)
    expect(gateway.countApprovals()).toBe(approvals + 1)
    expect(await redirectingShop.statusOf(id)).toBe('APPROVED')
    expect(hosted.complaints).toEqual([])
  })

  fieldsTest(
    `embedded fields lead to the acquirer and back (${flow})`,
    async ({ fields, merchant, page, gateway }) => {
      const approvals = gateway.countApprovals()
      await fields.open({ order: orderAtAcquirer(gateway, flow) })
      await fields.pay(CARDS.approved)
      await answerFullPage(page, '1234')
      await page.waitForURL(`${merchant.origin}/returned`)
      expect(gateway.countApprovals()).toBe(approvals + 1)
      expect(fields.complaints).toEqual([])
    },
  )
}

fieldsTest('embedded fields show the bank that the acquirer asks for', async ({ fields, gateway }) => {
  const approvals = gateway.countApprovals()
  await fields.open({ order: orderAtAcquirer(gateway, 'CHALLENGE') })
  await fields.pay(CARDS.approved)
  await fields.bank.answer('1234')
  await fields.expectApproved()
  expect(gateway.countApprovals()).toBe(approvals + 1)
  expect(fields.complaints).toEqual([])
})

async function answerFullPage(page: Page, password: string): Promise<void> {
  await page.locator('input[name="password"]').fill(password)
  await page.locator('button[value="submit"]').click()
}
