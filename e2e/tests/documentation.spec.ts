import { expect } from '@playwright/test'
import { test } from '../fixtures/test.ts'
import { expectNoViolations, expectReadableInTheDark } from '../models/axe.ts'

test('the documentation runs under its policy and axe finds nothing, light and dark', async ({
  gateway,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  for (const name of ['guides/webhooks', 'guides/php', 'test-cards', 'api/sessions']) {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`${gateway.origins.portal_url}/docs/${name}.html`)
    await expectNoViolations(page)
    await expectReadableInTheDark(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  }
  expect(complaints).toEqual([])
})

test('the search opens by a key, finds a member by its name and leads to its passage', async ({
  gateway,
  page,
}) => {
  await page.goto(`${gateway.origins.portal_url}/docs/`)
  await page.keyboard.press('/')
  await page.getByRole('searchbox').fill('final_capture')
  await expect(page.getByRole('link', { name: /Partial capture/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/capture\.html/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Capture')
})

test('samples name the addresses of the gateway that serves them, and never the secret', async ({
  gateway,
  page,
}) => {
  const { base_url, client_key, client_secret } = gateway.credentials
  await page.goto(`${gateway.origins.portal_url}/docs/guides/embedded-fields.html`)
  const samples = await page.locator('article').textContent()
  expect(samples).toContain(`${base_url}/embedded-fields.js`)
  expect(samples).toContain(client_key)
  expect(samples).not.toContain(client_secret)
})

test('a page is copied as Markdown, and reports it', async ({ gateway, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${gateway.origins.portal_url}/docs/guides/capture.html`)
  await page.getByRole('button', { name: 'Copy as Markdown' }).click()
  await expect(page.getByRole('button', { name: 'Copied', exact: true })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^# Capture/)
  expect(copied).toBe(await page.evaluate(async () => (await fetch('capture.md')).text()))
})

test('a sample is copied unchanged, without the button', async ({ gateway, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${gateway.origins.portal_url}/docs/guides/capture.html`)
  const sample = page.locator('.sample').first()
  const text = await sample.locator('pre').textContent()
  await sample.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(sample.getByRole('button', { name: 'Copied', exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
})
