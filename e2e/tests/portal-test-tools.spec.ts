import { expect, type Page } from '@playwright/test'

import type { Gateway } from '../fixtures/gateway.ts'
import { merchantClient } from '../fixtures/merchant-client.ts'
import { openSandbox, pay } from '../fixtures/portal.ts'
import { test } from '../fixtures/test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { CARDS } from '../models/cards.ts'
import { HostedPage } from '../models/hosted-page.ts'

// The test tools of the portal, each test in a sandbox of its own.

const PICTURES = 'test-results/pictures'

async function openTestTools(page: Page, gateway: Gateway) {
  const credentials = await openSandbox(page, gateway)
  await page.getByRole('link', { name: 'Test tools' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Test tools' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Snapshots', exact: true })).toBeVisible()
  return credentials
}

test('a card pays through a challenge on a page that the portal opened, and the payment is there', async ({
  page,
  gateway,
}) => {
  await openTestTools(page, gateway)
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-test-tools.png`, fullPage: true })
  await page.getByRole('button', { name: 'Create payment page' }).click()
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Pay in a new tab' }).click(),
  ])
  const hosted = new HostedPage(tab, '')
  await hosted.pay(CARDS.approved)
  await hosted.bank.answer('1234')
  await expect(hosted.result).toHaveText('Payment successful')
  await page.getByRole('link', { name: 'Show the payment' }).click()
  await expect(page.getByRole('table')).toContainText('Approved')
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('the clock is moved, a session expires, and the header shows that time was moved', async ({
  page,
  gateway,
}) => {
  const credentials = await openTestTools(page, gateway)
  const client = merchantClient(credentials)
  const session = await client.sessions.create({
    reference: 'expires',
    terminal_id: credentials.terminal_id,
    currency: 'EUR',
    amount: 100,
    transaction_type: 'PURCHASE',
    description: 'Two tickets',
    return_url: `${credentials.base_url}/back`,
  })
  const header = page.getByRole('banner')
  await expect(header).not.toContainText('Test clock')
  await page.getByLabel('Advance by').selectOption({ label: '1 hour 1 second' })
  await page.getByRole('button', { name: 'Advance clock' }).click()
  await expect(page.getByRole('status')).toContainText(
    'Clock advanced by 1 hour 1 second. Due actions run: 1.',
  )
  await expect(header).toContainText('Test clock 1 hour 1 second ahead')
  expect((await client.sessions.get(session.id)).status).toBe('SESSION_EXPIRED')
  await expectNoViolations(page)
})

test('a snapshot is taken, and restored after another payment', async ({ page, gateway }) => {
  const credentials = await openTestTools(page, gateway)
  const first = await pay({ credentials })
  await page.getByLabel('Snapshot name').fill('one-payment')
  await page.getByRole('button', { name: 'Take snapshot' }).click()
  await expect(page.getByRole('row', { name: /one-payment.*1/ })).toBeVisible()
  const second = await pay({ credentials })
  await page.getByRole('button', { name: 'Restore… one-payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore one-payment?' })
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-restore.png` })
  await dialog.getByRole('button', { name: 'Restore snapshot' }).click()
  await expect(page.getByRole('status')).toHaveText('Snapshot one-payment restored.')
  await page.getByRole('link', { name: 'Payments' }).click()
  await expect(page.getByRole('link', { name: first.reference })).toBeVisible()
  await expect(page.getByRole('link', { name: second.reference })).toHaveCount(0)
})

test('webhooks fail while the switch is on, and the header reports it', async ({ page, gateway }) => {
  const credentials = await openTestTools(page, gateway)
  const answer = await fetch(`${credentials.base_url}/simulators/webhooks/subscriptions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-sandbox-id': credentials.sandbox_id },
    body: JSON.stringify({ url: 'http://127.0.0.1:9/nowhere' }),
  })
  expect(answer.status).toBe(201)
  await page.reload()
  const lose = page.getByLabel('Loss: messages are not sent, but reported as delivered')
  const payAndFollow = async () => {
    const { id } = await pay({ credentials })
    return async () => {
      const { deliveries } = await merchantClient(credentials).webhooks.listDeliveries({ transaction_id: id })
      const { status, attempt_count: attempts = 0 } = deliveries[0] ?? {}
      return [status, attempts > 0]
    }
  }
  await lose.check()
  await expect(page.getByRole('banner')).toContainText('Webhook faults are on')
  await expect.poll(await payAndFollow()).toEqual(['DELIVERED', true])
  await lose.uncheck()
  await expect(page.getByRole('banner')).not.toContainText('Webhook faults are on')
  await expect.poll(await payAndFollow()).toEqual(['DUE', true])
})

test('a provider is down while the switch is on: payments go to the next one, until the fault expires', async ({
  page,
  gateway,
}) => {
  const credentials = await openTestTools(page, gateway)
  const client = merchantClient(credentials)
  const payAt = async () => {
    const { id } = await pay({ credentials })
    const { transaction } = await client.transactions.status(id)
    return transaction?.processing_result?.payment_provider_id
  }
  const header = page.getByRole('banner')
  expect(await payAt()).toBe('sim-a')
  await page.getByLabel('Fault', { exact: true }).selectOption({ label: 'Provider sim-a is unreachable' })
  await page.getByRole('button', { name: 'Turn fault on' }).click()
  await expect(page.getByRole('row', { name: /Provider sim-a is unreachable until/ })).toBeVisible()
  await expect(header).toContainText('Faults are on until')
  expect(await payAt()).toBe('sim-b')
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-sandbox-faults.png`, fullPage: true })
  // The same fault, with an end that a test can see.
  const path = `${credentials.base_url}/simulators/sandboxes/${credentials.sandbox_id}/faults`
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'PROVIDER_OUTAGE', provider_ids: ['sim-a'], duration_seconds: 5 }),
  })
  expect(answer.status).toBe(200)
  await page.reload()
  await expect(page.getByText('No faults are on.')).toBeVisible()
  await expect(header).not.toContainText('Faults are on')
  expect(await payAt()).toBe('sim-a')
})

test('fits a narrow screen, in dark mode too', async ({ page, gateway }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await openTestTools(page, gateway)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(320)
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-test-tools-narrow.png`, fullPage: true })
})
