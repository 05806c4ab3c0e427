import { expect } from '@playwright/test'

import { merchantClient } from '../fixtures/merchant-client.ts'
import { openPortal, pay } from '../fixtures/portal.ts'
import { test } from '../fixtures/test.ts'
import { expectNoViolations } from '../models/axe.ts'

// Events elsewhere while people use the portal.

const PICTURES = 'test-results/pictures'

test('a list announces what is new and moves nothing until the user asks', async ({ page, gateway }) => {
  await pay(gateway)
  await openPortal(page, gateway)
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  const link = rows.nth(1).getByRole('link')
  const [before, name] = [await link.boundingBox(), await link.textContent()]
  const added = [await pay(gateway), await pay(gateway, { code: '1004' })]
  const news = page.getByText('new payment')
  await expect(news).toHaveText('2 new payments')
  expect([await link.boundingBox(), await link.textContent()]).toEqual([before, name])
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-news.png` })
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('link', { name: added[1]?.reference ?? '' })).toBeVisible()
  await expect(news).toHaveCount(0)
})

test('a list with filters counts only what the filters would show', async ({ page, gateway }) => {
  await openPortal(page, gateway)
  await page.goto(`${gateway.origins.portal_url}/payments?status=DECLINED`)
  await expect(page.getByText(/^(No payments match|\d+ payments?)/).first()).toBeVisible()
  await pay(gateway)
  await pay(gateway, { code: '1004' })
  await expect(page.getByText('new payment')).toHaveText('1 new payment')
})

test('a page without a connection reports it, and catches up when there is one', async ({
  page,
  gateway,
}) => {
  const payment = await pay(gateway)
  await openPortal(page, gateway)
  await page.goto(`${gateway.origins.portal_url}/payments/${payment.id}`)
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
  // The notice is empty while there is no news.
  await expect(page.locator('.line')).toHaveCount(0)
  await page.context().setOffline(true)
  const line = page.getByText('No connection to the gateway')
  await expect(line).toBeVisible()
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-offline.png` })
  await merchantClient(gateway.credentials).transactions.refund(payment, { amount: 100 })
  await page.context().setOffline(false)
  await expect(page.getByRole('region', { name: 'Money' })).toContainText(/Refunded\s*EUR\s−1\.00/)
  await expect(page.locator('.line')).toHaveCount(0)
})

test('a page misses nothing that happens before it first has a connection', async ({ page, gateway }) => {
  const payment = await pay(gateway)
  await page.context().route('**/api/events*', (route) => route.abort())
  await openPortal(page, gateway)
  await page.goto(`${gateway.origins.portal_url}/payments/${payment.id}`)
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
  await merchantClient(gateway.credentials).transactions.refund(payment, { amount: 100 })
  await page.context().unroute('**/api/events*')
  await expect(page.getByRole('region', { name: 'Money' })).toContainText(/Refunded\s*EUR\s−1\.00/)
})

test('a payment is fetched only when something happens to it', async ({ page, gateway }) => {
  const [payment, other] = [await pay(gateway), await pay(gateway)]
  await openPortal(page, gateway)
  const asked: string[] = []
  page.on('request', (request) => void (request.url().endsWith('/status') && asked.push(request.url())))
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname === '/portal/api/events')
  await page.goto(`${gateway.origins.portal_url}/payments/${payment.id}`)
  await stream
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
  const client = merchantClient(gateway.credentials)
  await client.transactions.refund(other, { amount: 100 })
  expect(asked).toHaveLength(1)
  await client.transactions.refund(payment, { amount: 200 })
  await expect(page.getByRole('region', { name: 'Money' })).toContainText(/Refunded\s*EUR\s−2\.00/)
})
