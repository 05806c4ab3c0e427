import { expect, type Page } from '@playwright/test'

import type { Gateway } from '../fixtures/gateway.ts'
import { merchantClient } from '../fixtures/merchant-client.ts'
import { openSandbox, pay } from '../fixtures/portal.ts'
import { test } from '../fixtures/test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { tabTo } from '../models/keyboard.ts'
import { listComplaints } from '../models/complaints.ts'
import { expectSecretRemoved } from '../models/read-page.ts'

// Subscriptions that people make at the portal, each test in a sandbox of its own.

const PICTURES = 'test-results/pictures'

/** Nothing listens there. */
const AWAY = 'http://127.0.0.1:9/webhooks'

async function openWebhooks(page: Page, gateway: Gateway) {
  const credentials = await openSandbox(page, gateway)
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'New subscription…' })).toBeVisible()
  return credentials
}

const dialogOf = (page: Page) => page.getByRole('dialog')

/** Makes a subscription by the page; gives its secret. */
async function subscribe(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'New subscription…' }).click()
  await dialogOf(page).getByLabel('URL').fill(AWAY)
  await dialogOf(page).getByRole('button', { name: 'Create subscription' }).click()
  const secret = (await dialogOf(page).locator('dd code').textContent()) ?? ''
  await expectSecretRemoved(page, secret, () => dialogOf(page).getByRole('button', { name: 'Done' }).click())
  return secret
}

test('the buttons of a subscription appear together, also when the settings load late', async ({
  page,
  gateway,
}) => {
  await openWebhooks(page, gateway)
  await subscribe(page)
  let answer = (): void => undefined
  const isHeld = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/portal/settings', async (route) => {
    await isHeld
    await route.continue()
  })
  const hasListed = page.waitForResponse('**/api/webhooks/subscriptions')
  await page.reload()
  await (await hasListed).finished()
  await expect(page.getByRole('region', { name: 'Deliveries' })).not.toContainText('Loading…')
  await expect(page.getByRole('button', { name: 'Rotate secret…' })).toHaveCount(0)
  answer()
  await expect(
    page.getByRole('region', { name: 'Subscriptions' }).getByRole('listitem').getByRole('button'),
  ).toHaveText([/Test/, /Faults/, /Edit/, /Rotate/, /Disable/, /Remove/])
})

test('a subscription is created, changed, switched off and on, and removed', async ({ page, gateway }) => {
  const complaints = listComplaints(page)
  const credentials = await openWebhooks(page, gateway)
  await page.getByRole('button', { name: 'New subscription…' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('URL').fill('ftp://shop.example')
  await dialog.getByRole('checkbox', { name: 'Final result of every payment' }).uncheck()
  await dialog.getByRole('button', { name: 'Create subscription' }).click()
  await expect(dialog.getByRole('group', { name: 'Events' })).toContainText('Select at least one event.')
  await dialog.getByRole('checkbox', { name: 'Final result of every payment' }).check()
  await dialog.getByRole('button', { name: 'Create subscription' }).click()
  await expect(dialog.getByLabel('URL')).toBeFocused()
  await expect(dialog.getByLabel('URL')).toHaveAttribute('aria-invalid', 'true')
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-subscription-problems.png` })
  await dialog.getByLabel('URL').fill(AWAY)
  await dialog.getByRole('button', { name: 'Create subscription' }).click()
  await expect(dialog.getByText(/^whsec_/)).toBeVisible()
  await expectNoViolations(page)
  await expectSecretRemoved(page, 'whsec_', () => dialog.getByRole('button', { name: 'Done' }).click())

  const region = page.getByRole('region', { name: 'Subscriptions' })
  await expect(region).toContainText(AWAY)
  await region.getByRole('button', { name: 'Edit…' }).click()
  await dialog.getByLabel('URL').fill(`${AWAY}/second`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(region).toContainText(`${AWAY}/second`)
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-subscriptions.png`, fullPage: true })

  await region.getByRole('button', { name: 'Disable…' }).click()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect(region).toContainText('Disabled in the portal.')
  await pay({ credentials })
  const { deliveries } = await merchantClient(credentials).webhooks.listDeliveries({})
  expect(deliveries.map(({ status }) => status)).toEqual(['CANCELED'])
  await region.getByRole('button', { name: 'Enable' }).click()
  await expect(region).not.toContainText('Disabled in the portal.')

  await page.getByRole('button', { name: 'Resend failed…' }).click()
  await dialog.getByLabel('Since').fill('2020-01-01T00:00')
  await dialog.getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByRole('status')).toHaveText('Resending 1 message.')

  await region.getByRole('button', { name: 'Remove…' }).click()
  await dialog.getByRole('button', { name: 'Remove subscription' }).click()
  await expect(region).toContainText('No subscriptions yet')
  expect(complaints.filter((one) => !one.includes('422'))).toEqual([])
})

test('a test message is sent from a payment, edited and sent again, and faults are on for one receiver', async ({
  page,
  gateway,
}) => {
  const credentials = await openWebhooks(page, gateway)
  await subscribe(page)
  const payment = await pay({ credentials })
  await page.getByRole('button', { name: 'Test message…' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByLabel('Payment', { exact: true })).toContainText(payment.reference)
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-test-message.png` })
  await dialog.getByRole('button', { name: 'Send' }).click()
  const sent = page.getByRole('region', { name: 'Payload' })
  await expect(sent).toContainText(payment.reference)
  await expect(sent).toContainText('"APPROVED"')

  await page.getByRole('button', { name: 'Edit and resend…' }).click()
  const message = dialog.getByLabel('Message, as JSON')
  const text = await message.inputValue()
  await message.fill('{}')
  await dialog.getByRole('button', { name: 'Send copy' }).click()
  await expect(message).toHaveAccessibleDescription(/cannot be removed: event, payload/)
  await message.fill(text.replace('"APPROVED"', '"DECLINED"'))
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-edit-message.png` })
  await dialog.getByRole('button', { name: 'Send copy' }).click()
  await expect(sent).toContainText('"DECLINED"')

  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'Faults…' }).click()
  await dialog.getByLabel('Duplicates, in percent').fill('50')
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-faults.png` })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Subscriptions' })).toContainText('Faults: 50 % duplicated')
  await expect(page.getByRole('banner')).toContainText('Webhook faults are on')
  await page.getByRole('button', { name: 'Faults…' }).click()
  await dialog.getByRole('button', { name: 'Turn all off' }).click()
  await expect(page.getByRole('banner')).not.toContainText('Webhook faults are on')
})

test('a subscription is created by keyboard alone on a phone, in dark mode', async ({ page, gateway }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await openWebhooks(page, gateway)
  await tabTo(page, page.getByRole('button', { name: 'New subscription…' }))
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await tabTo(page, dialog.getByLabel('URL'))
  await page.keyboard.type(AWAY)
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-subscription-narrow.png` })
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/^whsec_/)).toBeVisible()
  await expectSecretRemoved(page, 'whsec_', () => page.keyboard.press('Escape'))
  await expect(page.getByRole('region', { name: 'Subscriptions' })).toContainText(AWAY)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(320)
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-subscriptions-narrow.png`, fullPage: true })
})
