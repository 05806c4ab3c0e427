import { expect, type Page } from '@playwright/test'

import type { Gateway } from '../fixtures/gateway.ts'
import { merchantClient } from '../fixtures/merchant-client.ts'
import { openAsOperator } from '../fixtures/operator.ts'
import { pay } from '../fixtures/portal.ts'
import { test } from '../fixtures/test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { expectToFitPhone, openPhone } from '../models/phone.ts'

// The operator of the service at the portal, who signs in with a password.

const PICTURES = 'test-results/pictures'

/** A payment whose provider does not report its outcome. */
async function payIntoSilence(gateway: Gateway) {
  const payment = await pay(gateway, {
    metadata: { simulated_flow: 'NO_METHOD_FRICTIONLESS', simulated_fault: 'RESET_BEFORE_EXECUTION' },
  })
  gateway.leaveToPeople(payment.id)
  return payment
}

function listComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

test('a payment without a reported outcome is resolved, with evidence and a reason', async ({
  page,
  gateway,
}) => {
  const payment = await payIntoSilence(gateway)
  await openAsOperator(page, gateway)
  const complaints = listComplaints(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Merchants' })).toBeVisible()
  await page.getByRole('link', { name: 'Decisions' }).click()
  const row = page.getByRole('row', { name: payment.reference })
  await expect(row).toContainText('EUR 12.50')
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/operator-decisions.png` })

  await row.getByRole('button', { name: /^Decide/ }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Record the outcome of this payment' })
  await expect(dialog).toContainText('Key at the provider')
  await dialog.getByRole('radio', { name: /executed nothing/ }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('How you know')).toBeFocused()
  await page.keyboard.type('Case 815 at the provider')
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/operator-decide.png` })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Outcome recorded: Declined.')
  await expect(row).toHaveCount(0)

  await page.getByRole('link', { name: 'Audit trail' }).click()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page
    .getByLabel('Action', { exact: true })
    .selectOption('Outcome of a transaction recorded by a person')
  await page.getByLabel('Subject').fill(payment.id)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').nth(1)).toContainText('Case 815 at the provider')
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/operator-audit.png` })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as JSON' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('audit.json')
  expect(complaints).toEqual([])
})

test('a silent provider is queried again, and its response ends the payment', async ({ page, gateway }) => {
  const payment = await pay(gateway, {
    metadata: { simulated_flow: 'NO_METHOD_FRICTIONLESS', simulated_fault: 'RESET_AFTER_EXECUTION' },
  })
  gateway.leaveToPeople(payment.id)
  await openAsOperator(page, gateway)
  const complaints = listComplaints(page)
  await page.getByRole('link', { name: 'Decisions' }).click()
  const row = page.getByRole('row', { name: payment.reference })
  await row.getByRole('button', { name: /^Query/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Query again' }).click()
  await expect(page.getByRole('status')).toContainText('The provider is queried again.')
  const { transactions } = merchantClient(gateway.credentials)
  await expect.poll(async () => (await transactions.status(payment.id)).transaction?.status).toBe('APPROVED')
  await page.getByRole('link', { name: 'Merchants' }).click()
  await page.getByRole('link', { name: 'Decisions' }).click()
  await expect(page.getByText('No payment needs a decision').or(page.getByRole('table'))).toBeVisible()
  await expect(row).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a merchant’s payments are read only with a reason, and the access ends', async ({ page, gateway }) => {
  const payment = await pay(gateway)
  await openAsOperator(page, gateway)
  const complaints = listComplaints(page)
  await expect(page.getByRole('link', { name: 'Payments' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Demo shop' }).click()
  await expect(page.getByText('Payments in 30 days')).toBeVisible()
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/operator-merchant.png` })
  await page.getByRole('button', { name: 'View payments…' }).click()
  const dialog = page.getByRole('dialog', { name: /View the payments/ })
  await dialog.getByLabel('Reason').fill('Complaint 7 of the shop')
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'View for 30 minutes' }).click()
  await page.getByRole('link', { name: payment.reference }).click()
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund…' })).toHaveCount(0)
  await expect(page.getByText(/Viewing Demo shop until/)).toBeVisible()
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/operator-look.png` })
  await page.getByRole('button', { name: 'Stop viewing' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Merchants' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Payments' })).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a provider account is paused and resumed with a reason, by keyboard', async ({ page, gateway }) => {
  await openAsOperator(page, gateway)
  const complaints = listComplaints(page)
  await page.getByRole('link', { name: 'Provider accounts' }).click()
  const row = page.getByRole('row', { name: 'sim-f-eur' })
  await expect(row).toContainText('Healthy')
  await expectNoViolations(page)

  await row.getByRole('button', { name: 'Pause… sim-f-eur' }).focus()
  await page.keyboard.press('Enter')
  const pause = page.getByRole('dialog', { name: 'Pause sim-f-eur' })
  await pause.getByLabel('Reason').focus()
  await page.keyboard.type('Maintenance, ticket 4711')
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/operator-pause.png` })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('sim-f-eur paused.')
  await expect(row).toContainText('Paused')
  await expect(row).toContainText('Maintenance, ticket 4711')
  await page.screenshot({ path: `${PICTURES}/operator-accounts.png` })

  await row.getByRole('button', { name: 'Resume… sim-f-eur' }).click()
  await page
    .getByRole('dialog', { name: 'Resume sim-f-eur' })
    .getByLabel('Reason')
    .fill('Maintenance is over')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('sim-f-eur resumed.')
  await expect(row).toContainText('Healthy')
  expect(complaints).toEqual([])
})

test('a phone shows an operator everything without scrolling sideways, light and dark', async ({
  browser,
  gateway,
}) => {
  await payIntoSilence(gateway)
  const page = await openPhone(browser)
  await openAsOperator(page, gateway)
  for (const name of ['Merchants', 'Decisions', 'Provider accounts', 'Service', 'Audit trail']) {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText('Loading…')).toHaveCount(0)
    await expectToFitPhone(page, `operator-${name.toLowerCase().replace(' ', '-')}`)
  }
  await page.context().close()
})
