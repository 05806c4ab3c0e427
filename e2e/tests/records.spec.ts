import { expect } from '@playwright/test'

import { openAsOperator } from '../fixtures/operator.ts'
import { openSandbox, pay, useTestTool } from '../fixtures/portal.ts'
import { merchantClient } from '../fixtures/merchant-client.ts'
import { test } from '../fixtures/test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { expectToFitPhone, openPhone } from '../models/phone.ts'

// Events after the final state, as people see them.

const PICTURES = 'test-results/pictures'

test('records change no status: the list and the payment show them, with their sums and when evidence is due', async ({
  page,
  gateway,
  browser,
}) => {
  const credentials = await openSandbox(page, gateway)
  const client = merchantClient(credentials)
  const authorization = await pay({ credentials }, { transaction_type: 'AUTHORIZE', amount: 100_00 })
  const capture = await client.transactions.capture(authorization, { amount: 100_00 })
  const refund = await client.transactions.refund(capture, { amount: 60_00 })
  expect(refund.status).toBe('APPROVED')
  const report = (transaction_id: string, kind: string, more: object = {}) =>
    useTestTool(gateway, 'records', { transaction_id, kind, ...more }, credentials.sandbox_id)
  await report(capture.id, 'CAPTURE_FAILED')
  const disputed = await pay({ credentials }, { amount: 40_00 })
  await report(disputed.id, 'DISPUTE_OPENED', { amount: 25_00 })
  await report(disputed.id, 'DISPUTE_WON', { amount: 25_00 })
  await report(disputed.id, 'DISPUTE_REOPENED', { amount: 25_00 })

  await page.goto(`${gateway.origins.portal_url}/payments`)
  const row = page.getByRole('row', { name: disputed.reference })
  await expect(row).toContainText('Disputed')
  await expect(row).toContainText('Net EUR')
  const failed = page.getByRole('row', { name: 'Capture failed' })
  // The authorization and its capture have the same reference and the same sums.
  await expect(failed).toHaveCount(2)
  await expect(failed.first()).toContainText('Net EUR −60.00')
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/records-list.png` })

  await row.getByRole('link').click()
  const records = page.getByRole('region', { name: 'After the payment' })
  await expect(records.getByRole('listitem')).toHaveCount(3)
  await expect(records.getByRole('listitem').nth(0)).toContainText('Funds were withdrawn from you.')
  await expect(records.getByRole('listitem').nth(1)).toContainText('Funds were returned to you.')
  await expect(records.getByRole('listitem').nth(2)).toContainText('Submit evidence by')
  await expect(page.getByRole('region', { name: 'Money' })).toContainText('Disputed')
  await page.getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByText('At most EUR 15.00.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Disputed')
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/records-payment.png`, fullPage: true })

  const phone = await openPhone(browser)
  const { url } = await useTestTool<{ readonly url: string }>(
    gateway,
    'portal-links',
    {},
    credentials.sandbox_id,
  )
  await phone.goto(url)
  await phone.getByRole('heading', { level: 1 }).waitFor()
  await expectToFitPhone(phone, 'records-list')
  await phone.goto(`${gateway.origins.portal_url}/payments/${disputed.id}`)
  await phone.getByRole('heading', { name: 'After the payment' }).waitFor()
  await expectToFitPhone(phone, 'records-payment')
  await phone.context().close()
})

test('an operator sees the events of providers that were not applied, and has a broken one applied again', async ({
  page,
  gateway,
}) => {
  await openAsOperator(page, gateway)
  gateway.breakEvent('evt_broken_1')
  await page.getByRole('link', { name: 'Provider events' }).click()
  const row = page.getByRole('row', { name: 'evt_broken_1' })
  await expect(row).toContainText('Failed 5 times')
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/operator-events.png` })
  await row.getByRole('button', { name: 'Retry…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Retry evt_broken_1' })
  await dialog.getByLabel('Reason').fill('The cause is removed')
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/operator-event-again.png` })
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('status')).toHaveText('evt_broken_1 is being retried.')
  await expect(row).toHaveCount(0)
  await page.getByRole('link', { name: 'Waiting (1)' }).click()
  await expect(row).toContainText('Waiting')
  await page.getByRole('link', { name: 'Foreign (0)' }).click()
  await expect(page.getByText('No events in this state')).toBeVisible()
  await page.goto(`${gateway.origins.portal_url}/events`)
  await expectNoViolations(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectToFitPhone(page, 'operator-events')
  await page.goto(`${gateway.origins.portal_url}/audit`)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Action', { exact: true }).selectOption('Provider event retried')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').nth(1)).toContainText('The cause is removed')
})
