import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { type OwnFrontEnd, startOwnFrontEnd } from '../fixtures/own-front-end.ts'
import { test as base } from '../fixtures/test.ts'
import { Bank } from '../models/direct-api-page.ts'

const test = base.extend<{ readonly open: (simulatedFlow: string) => Promise<void> }>({
  open: async ({ page, gateway }, use) => {
    const shops: OwnFrontEnd[] = []
    await use(async (simulatedFlow) => {
      const shop = await startOwnFrontEnd(gateway, {
        reference: randomUUID(),
        currency: 'EUR',
        amount: 1_850,
        transaction_type: 'PURCHASE',
        metadata: { simulated_flow: simulatedFlow },
      })
      shops.push(shop)
      await page.goto(shop.url)
    })
    await Promise.all(shops.map((shop) => shop.stop()))
  },
})

const bankOf = (page: Page) => new Bank(page, page.frameLocator('iframe[title="Your bank’s page"]'))

test.describe('a front end of the merchant’s own, with the helper,', () => {
  test('takes the fingerprint and shows the challenge under a strict policy', async ({
    page,
    gateway,
    open,
  }) => {
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    const approvals = gateway.countApprovals()
    await open('CHALLENGE')
    await expect(bankOf(page).password).toBeVisible()
    await bankOf(page).answer('1234')
    await expect(page.getByRole('heading')).toHaveText('approved')
    await expect(page.locator('body')).toHaveAttribute('data-end', 'answered')
    await expect(page.locator('iframe')).toHaveCount(0)
    expect(gateway.countApprovals()).toBe(approvals + 1)
    expect(complaints).toEqual([])
  })

  test('continues after five seconds without a fingerprint', async ({ page, open }) => {
    await open('METHOD_TIMEOUT_FRICTIONLESS')
    await expect(page.getByRole('heading')).toHaveText('approved')
  })

  test('hangs on no message', async ({ page, open }) => {
    await page.addInitScript(() => {
      if (window === parent) addEventListener('message', (event) => event.stopImmediatePropagation(), true)
    })
    await open('NO_METHOD_CHALLENGE')
    await bankOf(page).answer('1234')
    await expect(page.getByRole('heading')).toHaveText('approved')
    await expect(page.locator('body')).toHaveAttribute('data-end', 'over')
  })

  test('can be left', async ({ page, gateway, open }) => {
    const approvals = gateway.countApprovals()
    await open('CHALLENGE')
    await expect(bankOf(page).password).toBeVisible()
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(page.getByRole('heading')).toHaveText('left')
    await expect(page.locator('iframe')).toHaveCount(0)
    expect(gateway.countApprovals()).toBe(approvals)
  })
})
