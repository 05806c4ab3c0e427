import { expect, type Page } from '@playwright/test'

import { merchantClient } from '../fixtures/merchant-client.ts'
import { openSandbox } from '../fixtures/portal.ts'
import { test } from '../fixtures/test.ts'
import { expectNoViolations, expectReadableInTheDark } from '../models/axe.ts'
import { expectToFitPhone } from '../models/phone.ts'

// Changes by people: an unpaid order, and the stored data of a customer.

const PICTURES = 'test-results/pictures'

const dialogOf = (page: Page) => page.getByRole('dialog')

test('a person finds a checkout session by its id, changes the order and cancels it, by the keyboard', async ({
  page,
  gateway,
}) => {
  const credentials = await openSandbox(page, gateway)
  const client = merchantClient(credentials)
  const session = await client.sessions.create({
    terminal_id: credentials.terminal_id,
    reference: 'order-1001',
    description: 'Harbour mug',
    currency: 'EUR',
    amount: 18_50,
    transaction_type: 'PURCHASE',
    return_url: 'https://shop.example/return',
  })
  await page.getByRole('link', { name: 'Checkout sessions' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const field = page.getByLabel('Session ID')
  await field.fill('no-such-session')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Unknown session ID')
  await field.fill(session.id)
  await page.keyboard.press('Enter')
  const found = page.getByRole('region', { name: 'Session of order-1001' })
  await expect(found).toContainText('EUR 18.50')
  // The id opens a payment form: it is in no address and no history.
  expect(page.url()).not.toContain(session.id)
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/checkout-session.png` })
  await expectReadableInTheDark(page)

  await found.getByRole('button', { name: 'Edit…' }).press('Enter')
  await dialogOf(page).getByLabel('Amount in EUR').fill('a lot')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByLabel('Amount in EUR')).toHaveAccessibleDescription(
    /Enter an amount in EUR/,
  )
  await dialogOf(page).getByLabel('Amount in EUR').fill('25,00')
  await dialogOf(page).getByLabel('Description').fill('')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByLabel('Description')).toBeFocused()
  await expect(dialogOf(page)).toContainText('Description is required.')
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/checkout-session-change.png` })
  await dialogOf(page).getByLabel('Description').fill('Two mugs')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Session saved.')
  await expect(found).toContainText('EUR 25.00')
  expect(await client.sessions.get(session.id)).toMatchObject({
    amount: 25_00,
    description: 'Two mugs',
    revision: 2,
  })

  await found.getByRole('button', { name: 'Edit…' }).click()
  await client.sessions.cancel(session.id)
  await dialogOf(page).getByLabel('Amount in EUR').fill('30')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByRole('alert')).toContainText('has ended in the meantime (Canceled)')
  await page.keyboard.press('Escape')
  await found.getByRole('button', { name: 'Cancel session…' }).click()
  await expectNoViolations(page)
  await dialogOf(page).getByRole('button', { name: 'Cancel session' }).click()
  await expect(page.getByRole('status')).toHaveText('Session canceled.')
  await expect(found.getByRole('button')).toHaveCount(0)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectToFitPhone(page, 'checkout-session')
})

test('a person changes a customer: what is emptied is cleared, the e-mail address cannot be', async ({
  page,
  gateway,
}) => {
  const client = merchantClient(await openSandbox(page, gateway))
  const { id } = await client.customers.create({ email: 'ada@shopper.example', phone: '+441632960001' })
  await page.goto(`${gateway.origins.portal_url}/customers/${id}`)
  await page.getByRole('button', { name: 'Edit…' }).press('Enter')
  const email = dialogOf(page).getByLabel('Email')
  await email.fill('')
  await dialogOf(page).getByLabel('Country').fill('Britain')
  await page.keyboard.press('Enter')
  await expect(email).toBeFocused()
  await expect(dialogOf(page)).toContainText('Email is required.')
  await expect(dialogOf(page).getByLabel('Country')).toHaveAttribute('aria-invalid', 'true')
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/customer-change.png` })
  await email.fill('ada@lovelace.example')
  await dialogOf(page).getByLabel('Country').fill('GB')
  await dialogOf(page).getByLabel('Phone').fill('')
  await dialogOf(page).getByLabel('Type').selectOption('COMPANY')
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toHaveText('Customer saved.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ada@lovelace.example')
  expect(await client.customers.get(id)).toMatchObject({
    email: 'ada@lovelace.example',
    phone: null,
    country: 'GB',
    type: 'COMPANY',
  })
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/customer-changed.png` })
  await page.setViewportSize({ width: 320, height: 640 })
  await expectToFitPhone(page, 'customer-changed')
})

test('every page of operators is opened by its address', async ({ page, gateway }) => {
  for (const path of ['accounts', 'events']) {
    const answer = await page.goto(`${gateway.origins.portal_url}/${path}`)
    expect([path, answer?.status()]).toEqual([path, 200])
  }
})
