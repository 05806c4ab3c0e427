import { expect } from '@playwright/test'
import { test } from '../fixtures/test.ts'

// `/reference` of a test environment, as its operator opens it: the first payment is one press away.

test('the first payment is sent as the page has it, and approved', async ({ page, gateway }) => {
  const approvals = gateway.countApprovals()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(`${gateway.origins.portal_url}/reference`)
  await expect(page.getByRole('heading', { name: 'Sluice payment gateway' })).toBeVisible()
  await page.screenshot({ path: 'test-results/pictures/reference.png' })
  await page.getByRole('link', { name: 'POST /api/transactions/authorize' }).click()
  await page.screenshot({ path: 'test-results/pictures/reference-payment.png' })
  await page.getByRole('button', { name: /Test Request.*authorize/ }).click()
  const answered = page.waitForResponse('**/api/transactions/authorize')
  await page
    .getByRole('button', { name: /^Send Request/ })
    .last()
    .click()
  expect(await (await answered).json()).toMatchObject({ result: { status: 'APPROVED' } })
  await expect(page.getByRole('dialog').getByText('200 OK')).toBeVisible()
  await page.screenshot({ path: 'test-results/pictures/reference-approved.png' })
  expect(gateway.countApprovals()).toBe(approvals + 1)
  expect(complaints).toEqual([])
})
