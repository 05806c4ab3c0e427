import { expect } from '@playwright/test'
import { decideAtProvider } from '@sluice/server-sdk/testing/playwright'
import { randomUUID } from 'node:crypto'
import type { Gateway } from '../fixtures/gateway.ts'
import { test } from '../fixtures/test.ts'
import { expectNoViolations } from '../models/axe.ts'

/** Any page that answers will do for the shop's own. */
const shopUrl = ({ credentials }: Gateway, page: string) => `${credentials.base_url}/?shop=${page}`

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the pages of the providers, ${colorScheme}`, async ({ gateway, page }) => {
    await page.emulateMedia({ colorScheme })
    for (const [method, country, currency] of [
      ['OPEN_BANKING', 'DE', 'EUR'],
      ['UPI', 'IN', 'INR'],
      ['WALLETS', 'DE', 'EUR'],
      ['BANK_TRANSFER', 'DE', 'EUR'],
      ['QR_CODE', 'DE', 'EUR'],
    ] as const) {
      const { url } = await startPayment(gateway, { method, country, currency })
      await page.goto(url)
      await expectNoViolations(page)
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    }
  })
}

test('a shopper pays from a bank account, with the keyboard', async ({ gateway, page }) => {
  const { id, url } = await startPayment(gateway, { method: 'OPEN_BANKING' })
  await page.goto(url)
  await page.getByRole('link', { name: 'Kopernik Bank' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading')).toHaveText('Allow this payment?')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Approve' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(shopUrl(gateway, 'ok'))
  expect(await statusOf(gateway, id)).toBe('APPROVED')
})

test('a shopper asks the UPI app, which answers by itself', async ({ gateway, page }) => {
  const { id, url } = await startPayment(gateway, { method: 'UPI', country: 'IN', currency: 'INR' })
  await page.goto(url)
  await page.getByLabel('UPI address').fill('jane')
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByLabel('UPI address')).toHaveAttribute('aria-invalid', 'true')
  await expectNoViolations(page)
  await page.getByLabel('UPI address').fill('failure@upi')
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByRole('heading')).toHaveText('Confirm in your app')
  await expectNoViolations(page)
  await page.waitForURL(shopUrl(gateway, 'error'))
  expect(await statusOf(gateway, id)).toBe('DECLINED')
})

test('the kit decides at every provider', async ({ gateway, page }) => {
  for (const [method, country, currency] of [
    ['OPEN_BANKING', 'DE', 'EUR'],
    ['UPI', 'IN', 'INR'],
    ['WALLETS', 'DE', 'EUR'],
    ['BANK_TRANSFER', 'DE', 'EUR'],
    ['QR_CODE', 'DE', 'EUR'],
  ] as const) {
    const paid = await startPayment(gateway, { method, country, currency })
    await page.goto(paid.url)
    await decideAtProvider(page, 'approve')
    await page.waitForURL(shopUrl(gateway, 'ok'))
    expect(await statusOf(gateway, paid.id), method).toBe('APPROVED')
    const canceled = await startPayment(gateway, { method, country, currency })
    await page.goto(canceled.url)
    await decideAtProvider(page, 'cancel')
    await page.waitForURL(shopUrl(gateway, 'cancel'))
    expect(await statusOf(gateway, canceled.id), method).toBe('CANCELED')
  }
})

interface Started {
  readonly id: string
  readonly url: string
}

async function startPayment(gateway: Gateway, members: Readonly<Record<string, string>>): Promise<Started> {
  const { redirect, result } = await call<{
    redirect: { transaction_id: string; url: string } | null
    result: { id: string; redirect_url: string } | null
  }>(gateway, '/api/transactions/payment', {
    terminal_id: gateway.credentials.terminal_id,
    reference: randomUUID(),
    description: 'Harbour mug',
    currency: 'EUR',
    amount: 1_450,
    country: 'DE',
    customer_ip: '203.0.113.7',
    return_url: shopUrl(gateway, 'ok'),
    error_url: shopUrl(gateway, 'error'),
    cancel_url: shopUrl(gateway, 'cancel'),
    ...members,
  })
  return {
    id: redirect?.transaction_id ?? result?.id ?? '',
    url: redirect?.url ?? result?.redirect_url ?? '',
  }
}

async function statusOf(gateway: Gateway, id: string): Promise<string> {
  const { transaction } = await call<{ transaction: { status: string } }>(
    gateway,
    `/api/transactions/${id}/status`,
  )
  return transaction.status
}

async function call<T>({ credentials }: Gateway, path: string, body?: unknown): Promise<T> {
  const { auth_url, realm, client_id, client_secret, base_url } = credentials
  const token = await fetch(`${auth_url}/realms/${realm}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
  })
  const { access_token } = (await token.json()) as { access_token: string }
  const answer = await fetch(base_url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(answer.status, path).toBe(200)
  return (await answer.json()) as T
}
