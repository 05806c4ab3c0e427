import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { cardFields, fillCard } from '@sluice/server-sdk/testing/playwright'
import { merchantClient } from '../fixtures/merchant-client.ts'
import { startShopIn } from '../fixtures/shop.ts'
import { test } from '../fixtures/test.ts'
import { BankChallenge } from '../models/bank-challenge.ts'
import { CARDS } from '../models/cards.ts'

// The example shops in React and Vue, as a shopper uses them.

/** A shift that a finger on the button does not notice. */
const PAY_MOVES_MAX_PX = 8

for (const binding of ['react', 'vue'] as const) {
  test.describe(`a checkout in ${binding}`, () => {
    const shop = test.extend<{ readonly url: string }>({
      url: async ({ gateway }, use) => {
        const program = await startShopIn(binding, gateway)
        await use(program.ready.shop_url)
        await program.stop()
      },
    })

    shop(
      'corrects a field, passes the bank’s challenge, and the server confirms the payment',
      async ({ url, page }) => {
        const complaints: string[] = []
        page.on('pageerror', (error) => complaints.push(error.message))
        await page.goto(url)
        const pay = page.getByRole('button', { name: 'Pay €24.00' })
        await expect(pay).toBeEnabled()
        await expect(page.locator('iframe')).toHaveCount(1)
        const before = await pay.boundingBox()
        await pay.click()
        await expect(page.getByRole('alert')).toHaveText('Enter the card number.')
        const after = await pay.boundingBox()
        expect(Math.abs((after?.y ?? 0) - (before?.y ?? Infinity))).toBeLessThanOrEqual(PAY_MOVES_MAX_PX)
        await fillCard(page, { number: CARDS.challenged, expiry: '12/34', cvv: '123' })
        await pay.click()
        await new BankChallenge(page).answer('1234')
        await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
        await expect(page.locator('iframe')).toHaveCount(0)
        expect(complaints).toEqual([])
      },
    )

    shop(
      'tells a decline, keeps what was typed, and is paid with another card in another session',
      async ({ url, page }) => {
        await page.goto(url)
        const pay = page.getByRole('button', { name: 'Pay €24.00' })
        await expect(pay).toBeEnabled()
        await fillCard(page, { number: CARDS.insufficientFunds, expiry: '12/34', cvv: '123' })
        await pay.click()
        await expect(page.getByRole('alert')).toContainText('The payment was declined.')
        const { number, cvv } = cardFields(page)
        await expect(cvv).toHaveValue('123')
        await expect(pay).toBeEnabled()
        await number.fill(CARDS.approved)
        await pay.click()
        await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
      },
    )

    shop(
      'marks a code that the bank refuses, and the same session takes the next try',
      async ({ url, page }) => {
        const sessions: string[] = []
        page.on('request', (request) => request.url().endsWith('/session') && sessions.push(request.url()))
        await page.goto(url)
        const pay = page.getByRole('button', { name: 'Pay €24.00' })
        await expect(pay).toBeEnabled()
        await fillCard(page, { number: CARDS.wrongCvv, expiry: '12/34', cvv: '123' })
        await pay.click()
        await expect(page.getByRole('alert')).toHaveText('Check the marked field.')
        const { number, cvv } = cardFields(page)
        await expect(cvv).toHaveAttribute('aria-invalid', 'true')
        await expect(number).not.toHaveValue('')
        await number.fill(CARDS.approved)
        await cvv.fill('123')
        await pay.click()
        await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
        expect(sessions).toEqual([])
      },
    )

    shop('offers installments where its next session does', async ({ url, page, gateway }) => {
      const client = merchantClient(gateway.credentials)
      const { id } = await client.sessions.create({
        terminal_id: gateway.credentials.terminal_id,
        reference: randomUUID(),
        currency: 'EUR',
        amount: 2_400,
        description: 'A bag of coffee',
        transaction_type: 'PURCHASE',
        return_url: url,
        options: { installments: { max_count: 3 } },
      })
      await page.route(/\/session\?/, (route) => route.fulfill({ json: { sessionId: id } }))
      await page.goto(url)
      const pay = page.getByRole('button', { name: 'Pay €24.00' })
      await expect(pay).toBeEnabled()
      await fillCard(page, { number: CARDS.insufficientFunds, expiry: '12/34', cvv: '123' })
      await pay.click()
      await expect(page.getByRole('alert')).toContainText('The payment was declined.')
      await page.frameLocator('iframe').getByLabel('Number of installments').selectOption('3')
      await cardFields(page).number.fill(CARDS.approved)
      await pay.click()
      await expect.poll(async () => (await client.sessions.get(id)).status).toBe('APPROVED')
      const { transaction_id } = await client.sessions.get(id)
      const { transaction } = await client.transactions.status(transaction_id ?? '')
      expect(transaction?.data?.installments).toEqual({ count: 3 })
    })
  })
}
