import { readFile } from 'node:fs/promises'

import { expect, type Page } from '@playwright/test'

import type { Gateway } from '../fixtures/gateway.ts'
import { merchantClient } from '../fixtures/merchant-client.ts'
import { openPortal, openSandbox, pay, useTestTool } from '../fixtures/portal.ts'
import { startReceiver } from '../fixtures/receiver.ts'
import { test } from '../fixtures/test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { listComplaints } from '../models/complaints.ts'
import { expectToFitPhone, openPhone } from '../models/phone.ts'
import { expectSecretRemoved } from '../models/read-page.ts'

// People of a merchant at the portal of a test environment, signed in by the link from the terminal.

const PICTURES = 'test-results/pictures'

const refundOf = (page: Page) => page.getByRole('button', { name: 'Refund…' })
const timelineOf = (page: Page) => page.getByRole('region', { name: 'Timeline' })

test('a declined payment is found by the e-mail of its customer, and the page shows why and what to do', async ({
  page,
  gateway,
}) => {
  const complaints = listComplaints(page)
  await pay(gateway)
  const email = 'declined@shopper.example'
  const declined = await pay(gateway, { code: '1004', customer: { email } })
  await openPortal(page, gateway)
  await expect(page).toHaveURL(/portal\.localhost:\d+\/$/)
  await page.getByRole('searchbox').fill(email)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(email)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-payments.png` })
  await page.getByRole('link', { name: declined.reference }).click()
  const why = page.getByRole('region', { name: 'Why: Declined, insufficient funds' })
  await expect(why).toContainText('Offer another card or method.')
  await expect(timelineOf(page)).toContainText(/declined/i)
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-declined.png`, fullPage: true })
  await page.goBack()
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(email)
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(2)
  expect(complaints).toEqual([])
})

test('a payment is refunded in part, by mouse', async ({ page, gateway }) => {
  const { id } = await pay(gateway)
  await openPortal(page, gateway)
  await page.getByRole('searchbox').fill(id)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await refundOf(page).click()
  const dialog = page.getByRole('dialog', { name: 'Refund this payment' })
  const amount = dialog.getByLabel('Amount in EUR')
  await expect(amount).toHaveValue('12.50')
  await amount.fill('12.51')
  await expect(dialog).toContainText('This is more than EUR 12.50.')
  await expect(dialog.getByRole('button', { name: /^Refund/ })).toBeDisabled()
  await amount.fill('5,00')
  await page.screenshot({ path: `${PICTURES}/portal-refund.png` })
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Refund EUR 5.00' }).click()
  await expect(page.getByRole('status')).toHaveText('Refunded.')
  await expect(page.getByRole('region', { name: 'Money' })).toContainText(/Refunded\s*EUR\s−5\.00/)
  await expect(dialog).toBeHidden()
  await refundOf(page).click()
  await expect(amount).toHaveValue('7.50')
})

test('a payment is found and refunded by keyboard alone', async ({ page, gateway }) => {
  const { reference } = await pay(gateway)
  await openPortal(page, gateway)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  const reach = async (name: string | RegExp, role: 'searchbox' | 'link' | 'button' | 'textbox') => {
    const goal = page.getByRole(role, { name })
    for (let step = 0; step < 60; step += 1) {
      if (await goal.evaluate((element) => element.matches(':focus'))) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${name} was not reached by Tab`)
  }
  await reach('Search', 'searchbox')
  await page.keyboard.type(reference)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  await reach(reference, 'link')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await reach('Refund…', 'button')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await reach('Amount in EUR', 'textbox')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('1.00')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Refunded.')
  await expect(refundOf(page)).toBeFocused()
})

test('filtered payments are exported, and a view keeps the filters', async ({ page, gateway }) => {
  const declined = await pay(gateway, { code: '1004', customer: { email: 'export@shopper.example' } })
  await openPortal(page, gateway)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Status').selectOption('Declined')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/status=DECLINED/)
  await expect(page.getByRole('link', { name: declined.reference })).toBeVisible()

  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'JSON, exactly as the API has it' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('transactions.json')
  const exported = JSON.parse(await readFile(await download.path(), 'utf8')) as {
    id: string
    status: string
  }[]
  expect(exported.map(({ id }) => id)).toContain(declined.id)
  expect(new Set(exported.map(({ status }) => status))).toEqual(new Set(['DECLINED']))

  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByLabel('Name of the view').fill('Declines')
  await page.getByRole('button', { name: 'Save the filters as a view' }).click()
  await page.goto(`${gateway.origins.portal_url}/payments`)
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('link', { name: 'Declines' }).click()
  await expect(page).toHaveURL(/status=DECLINED/)
})

test('a link opens once, and shows nothing without a sign-in', async ({ page, gateway, browser }) => {
  await openPortal(page, gateway)
  const link = (await (
    await fetch(`${gateway.credentials.base_url}/simulators/portal-links`, { method: 'POST' })
  ).json()) as { readonly url: string }
  for (const heading of ['Payments', 'Sign in']) {
    const context = await browser.newContext()
    const other = await context.newPage()
    await other.goto(link.url)
    await expect(other.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(other).toHaveURL(/portal\.localhost:\d+\/$/)
    await expectNoViolations(other)
    await context.close()
  }
  await page.getByRole('button', { name: 'Owner' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('a phone shows it all without scrolling sideways, light and dark', async ({ browser, gateway }) => {
  const email = 'a-long-address-of-a-customer@shopper-with-a-long-name.example'
  await pay(gateway, { code: '1004', customer: { email } })
  const page = await openPhone(browser)
  await openPortal(page, gateway)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectToFitPhone(page, 'portal-payments')
  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(timelineOf(page)).toBeVisible()
  await expectToFitPhone(page, 'portal-payment')
  for (const name of ['Overview', 'Errors', 'Webhooks', 'Customers', 'Users']) {
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText('Loading…')).toHaveCount(0)
    await expectToFitPhone(page, `portal-${name.toLowerCase()}`)
  }
  await page.context().close()
})

test('a new entry of the timeline appears without a reload', async ({ page, gateway }) => {
  const payment = await pay(gateway)
  await openPortal(page, gateway)
  await page.goto(`${gateway.origins.portal_url}/payments/${payment.id}`)
  await expect(timelineOf(page)).toBeVisible()
  await merchantClient(gateway.credentials).transactions.refund(payment, { amount: 100 })
  await expect(page.getByRole('region', { name: 'Money' })).toContainText(/Refunded\s*EUR\s−1\.00/)
})

test('a webhook is sent again into its receiver, a signature is explained, a secret is renewed', async ({
  page,
  gateway,
}) => {
  const complaints = listComplaints(page)
  const receiver = await startReceiver()
  const credentials = await openSandbox(page, gateway)
  await useTestTool(gateway, 'webhooks/subscriptions', { url: receiver.url }, credentials.sandbox_id)
  const payment = await pay({ credentials })
  await expect.poll(() => receiver.messages.length).toBe(1)

  await page.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByRole('region', { name: 'Subscriptions' })).toContainText(receiver.url)
  const deliveries = page.getByRole('region', { name: 'Deliveries' })
  await expect(deliveries.getByRole('row')).toHaveCount(2)
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-webhooks.png` })
  await deliveries.getByRole('checkbox').first().check()
  await deliveries.getByRole('button', { name: 'Resend 1 selected' }).click()
  await expect(page.getByRole('status')).toHaveText('Resending 1 message.')
  await expect.poll(() => receiver.messages.length).toBe(2)
  expect(receiver.messages[1]?.headers['webhook-id']).toBe(receiver.messages[0]?.headers['webhook-id'])

  await deliveries.getByRole('link', { name: 'Purchase approved' }).click()
  await expect(page.getByRole('region', { name: 'Payload' })).toContainText(payment.reference)
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  const explain = async (body: string) => {
    const headers = names.map((name) => `${name}: ${receiver.messages[1]?.headers[name]}`)
    await page.getByLabel('Headers').fill(headers.join('\n'))
    await page.getByLabel('Body').fill(body)
    await page.getByRole('button', { name: 'Check signature' }).click()
  }
  const body = receiver.messages[1]?.body ?? ''
  await explain(body)
  await expect(page.getByText('The signature is valid.')).toBeVisible()
  await explain(JSON.stringify(JSON.parse(body), null, 2))
  await expect(page.getByText('How to fix it:')).toBeVisible()
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-delivery.png`, fullPage: true })
  await page.getByRole('link', { name: payment.id }).click()
  await expect(timelineOf(page)).toContainText(/webhook/i)

  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'Rotate secret…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Rotate secret' }).click()
  await expect(dialog.getByText(/^whsec_/)).toBeVisible()
  await expectNoViolations(page)
  await expectSecretRemoved(page, 'whsec_', () => dialog.getByRole('button', { name: 'Done' }).click())
  await expect(page.getByText('Also signed with the previous secret')).toBeVisible()
  expect(complaints).toEqual([])
  await receiver.stop()
})

test('the overview counts payments by day, method and reason, and a customer leads to its payments', async ({
  page,
  gateway,
}) => {
  const complaints = listComplaints(page)
  const { id } = await merchantClient(gateway.credentials).customers.create({ email: 'kept@shopper.example' })
  await pay(gateway, { customer: { id } })
  const declined = await pay(gateway, { code: '1004' })
  await openPortal(page, gateway)
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByText('Last 7 days').click()
  await expect(page.getByRole('img', { name: /Bar chart of 7 days/ })).toBeVisible()
  await expect(page.getByLabel('Figures', { exact: true })).toContainText('Approval rate')
  await expect(page.getByRole('region', { name: 'Why payments failed' })).toContainText('insufficient funds')
  await expect(page.getByRole('region', { name: 'By day', exact: true }).getByRole('row')).toHaveCount(8)
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-overview.png` })
  await page.getByRole('link', { name: 'Show declined payments' }).click()
  await expect(page.getByRole('link', { name: declined.reference })).toBeVisible()

  await page.getByRole('link', { name: 'Customers' }).click()
  await page.getByRole('link', { name: 'kept@shopper.example' }).click()
  await expect(page.getByText('No saved cards.')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Show payments of this customer' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  expect(complaints).toEqual([])
})

test('the portal shows why requests fail: the error, how often, which requests, and the payment', async ({
  page,
  gateway,
}) => {
  const complaints = listComplaints(page)
  const payment = await pay(gateway)
  const client = merchantClient(gateway.credentials)
  for (const amount of ['12.50', 'many']) {
    const answer = await fetch(`${gateway.credentials.base_url}/api/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await getToken(gateway)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ amount, currency: 'EUR' }),
    })
    expect(answer.status).toBe(422)
  }
  await expect(client.transactions.refund(payment, { amount: 99_999_999 })).rejects.toThrow()
  await openPortal(page, gateway)
  await page.getByRole('link', { name: 'Errors' }).click()
  const row = page.getByRole('row', { name: /description is required/ })
  // Failures of the last two seconds are not written yet.
  await expect(async () => {
    await page.reload()
    await expect(row.getByRole('cell', { name: '2', exact: true })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-errors.png` })
  await row.getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Validation failed' })).toBeVisible()
  await expect(page.getByText('POST /api/sessions')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(3)
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-error.png` })
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.getByRole('link', { name: 'All errors' }).click()
  await expect(row).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-errors-phone.png`, fullPage: true })
  await page.getByRole('link', { name: /amount must not exceed/ }).click()
  await page.getByRole('link', { name: payment.id }).click()
  await expect(timelineOf(page)).toBeVisible()
  expect(complaints).toEqual([])
})

/** An access token, as a server gets one that uses no SDK. */
async function getToken({ credentials }: Pick<Gateway, 'credentials'>): Promise<string> {
  const { auth_url, realm, client_id, client_secret } = credentials
  const answer = await fetch(`${auth_url}/realms/${realm}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
  })
  return ((await answer.json()) as { readonly access_token: string }).access_token
}

test('a colleague with read access is invited, signs in, and is offered no other action', async ({
  page,
  gateway,
  browser,
}) => {
  const complaints = listComplaints(page)
  const payment = await pay(gateway)
  await openPortal(page, gateway)
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('button', { name: 'Invite…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Rhea Reader')
  await dialog.getByLabel('Email').fill('rhea@shop.example')
  await expect(dialog.getByRole('checkbox', { name: /^Support/ })).toBeChecked()
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-invite.png` })
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  const link = (await dialog.locator('code').textContent()) ?? ''
  await expectSecretRemoved(page, link, () => dialog.getByRole('button', { name: 'Done' }).click())
  await expect(page.getByRole('row', { name: /Rhea Reader/ })).toContainText('Invited')
  await expectNoViolations(page)

  const context = await browser.newContext()
  const colleague = await context.newPage()
  await colleague.goto(link)
  await colleague.locator('input[name=password]').fill('plenty of hens, 7 of them')
  await colleague.locator('form').first().getByRole('button').first().click()
  await colleague.goto(`${gateway.origins.portal_url}/`)
  await colleague.getByRole('link', { name: 'Sign in' }).click()
  await colleague.locator('input[name=email]').fill('rhea@shop.example')
  await colleague.locator('input[name=password]').fill('plenty of hens, 7 of them')
  await colleague.keyboard.press('Enter')
  await expect(colleague.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
  await expect(colleague.getByRole('navigation', { name: 'Pages' }).getByRole('link')).toHaveText([
    'Payments',
    'Overview',
    'Errors',
    'Checkout sessions',
    'Payment links',
  ])
  await colleague.getByRole('link', { name: payment.reference }).click()
  await expect(timelineOf(colleague)).toBeVisible()
  await expect(refundOf(colleague)).toHaveCount(0)

  await page.getByRole('button', { name: /Change….*Rhea/ }).click()
  await dialog.getByRole('checkbox', { name: /^Finance/ }).check()
  await dialog.getByRole('button', { name: 'Save roles' }).click()
  await expect(page.getByRole('status')).toContainText('Roles changed')
  await expect(colleague.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await context.close()
  expect(complaints).toEqual([])
})

test('a page whose part of the program does not load says so, and is loaded later', async ({
  page,
  gateway,
}) => {
  await openPortal(page, gateway)
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.route('**/portal-pages/*', (route) => route.abort())
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('This page could not be loaded.')
  await expect(page).toHaveTitle(/^Webhooks/)
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Payments', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeFocused()
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('This page could not be loaded.')
  await page.unroute('**/portal-pages/*')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('button', { name: 'New subscription…' })).toBeVisible()
})

test('a page is loaded when a person points at its link', async ({ page, gateway }) => {
  await openPortal(page, gateway)
  await expect(page.getByRole('searchbox')).toBeVisible()
  // A pointer that was nowhere in the window yet enters a link without an event in headless Chromium.
  await page.mouse.move(5, 500)
  const loaded = page.waitForResponse(/\/portal-pages\/webhooks-pages-/)
  await page.getByRole('link', { name: 'Webhooks', exact: true }).hover()
  expect((await loaded).headers()['cache-control']).toContain('immutable')
  await expect(page).toHaveTitle(/^Payments/)
})

test('a portal that was open during an upgrade gets the new program by its Reload button', async ({
  page,
  gateway,
}) => {
  await openPortal(page, gateway)
  await expect(page.getByRole('searchbox')).toBeVisible()
  let hasOldProgram = true
  await page.route('**/portal.js', async (route) => {
    hasOldProgram = false
    await route.continue()
  })
  // The new version has files of other names.
  await page.route('**/portal-pages/*', (route) =>
    hasOldProgram ? route.fulfill({ status: 404, json: { error: 'Not Found' } }) : route.continue(),
  )
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('status')).toContainText('reload the page')
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('This page could not be loaded.')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('button', { name: 'New subscription…' })).toBeVisible()
  expect(hasOldProgram).toBe(false)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused()
})

test('the search loads again after a failure, when it is opened again', async ({ page, gateway }) => {
  await openPortal(page, gateway)
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.route('**/portal-pages/palette-*', (route) => route.abort())
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('status')).toContainText('The search could not be loaded.')
  await page.unroute('**/portal-pages/palette-*')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused()
})
