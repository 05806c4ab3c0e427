import { devices, expect, type Page } from '@playwright/test'

import type { Gateway } from '../fixtures/gateway.ts'
import { openPortal, pay } from '../fixtures/portal.ts'
import { test } from '../fixtures/test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { listComplaints } from '../models/complaints.ts'

// Owners of a merchant and its settings.

const PICTURES = 'test-results/pictures'

const dialogOf = (page: Page) => page.getByRole('dialog')

/** A program of the merchant: what the person was shown when it was made. */
interface Program {
  readonly client_id: string
  readonly client_secret: string
}

/** Takes over what the dialog shows this once. */
async function readShown(page: Page): Promise<Program> {
  const shown = dialogOf(page).locator('dd code')
  await expect(shown).toHaveCount(2)
  const [id = '', secret = ''] = await shown.allTextContents()
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)
  return { client_id: id, client_secret: secret }
}

async function createProgram(page: Page): Promise<Program> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'New client…' }).click()
  await dialogOf(page).getByLabel('Name').fill('shop')
  await dialogOf(page).getByRole('button', { name: 'Make the credentials' }).click()
  return readShown(page)
}

const payAs = ({ credentials }: Gateway, program: Program) =>
  pay({ credentials: { ...credentials, ...program } })

/** A shop that takes payments, one after the other, until it is told to stop. */
function sellOn(gateway: Gateway, first: Program) {
  const shop = { program: first, paid: 0, isOpen: true }
  const ended = (async () => {
    while (shop.isOpen) {
      await payAs(gateway, shop.program)
      shop.paid += 1
    }
  })()
  return {
    async sells(count: number): Promise<void> {
      const goal = shop.paid + count
      await expect.poll(() => shop.paid, { timeout: 60_000 }).toBeGreaterThanOrEqual(goal)
    },
    deploy: (program: Program) => void (shop.program = program),
    async close(): Promise<void> {
      shop.isOpen = false
      await ended
    },
  }
}

test('a secret is rotated while payments run, and none of them fails', async ({ page, gateway }) => {
  const complaints = listComplaints(page)
  await openPortal(page, gateway)
  const old = await createProgram(page)
  const shop = sellOn(gateway, old)
  await shop.sells(3)

  const row = page.getByRole('row', { name: old.client_id })
  await row.getByRole('button', { name: 'New secret…' }).click()
  await dialogOf(page).getByLabel('The old secret is good for').selectOption('one more hour')
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/settings-rotate.png` })
  await dialogOf(page).getByRole('button', { name: 'Make the new secret' }).click()
  await expect(dialogOf(page)).toContainText('The old secret is good until')
  await page.screenshot({ path: `${PICTURES}/settings-secret.png` })
  const fresh = await readShown(page)
  expect(fresh.client_secret).not.toBe(old.client_secret)
  await expect(row).toContainText('Two: the old one until')
  // The shop's servers still have the old one.
  await shop.sells(3)
  shop.deploy(fresh)
  await shop.sells(3)

  await row.getByRole('button', { name: 'End the old secret…' }).click()
  await dialogOf(page).getByRole('button', { name: 'End it now' }).click()
  await expect(row).toContainText('One')
  await expect(page.getByRole('status')).toHaveText('The old secret is refused from now on.')
  await shop.sells(3)
  await shop.close()
  await expect(payAs(gateway, old)).rejects.toThrow()
  await page.screenshot({ path: `${PICTURES}/settings-credentials.png`, fullPage: true })
  expect(complaints).toEqual([])
})

test('a client is made and revoked by keyboard alone', async ({ page, gateway }) => {
  await openPortal(page, gateway)
  await page.goto(`${gateway.origins.portal_url}/settings/credentials`)
  await page.getByRole('button', { name: 'New client…' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Not A Name')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('by-keyboard')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toContainText('Keep this secret now')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'New client…' })).toBeFocused()
  const row = page.getByRole('row', { name: /by-keyboard-/ })
  await row.getByRole('button', { name: 'Revoke…' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toContainText('For ever.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Revoked')
})

for (const scheme of ['light', 'dark'] as const)
  test(`the settings fit a phone, ${scheme}`, async ({ browser, gateway }) => {
    const context = await browser.newContext({
      ...devices['iPhone SE'],
      viewport: { width: 320, height: 640 },
      colorScheme: scheme,
    })
    const page = await context.newPage()
    await openPortal(page, gateway)
    await page.goto(`${gateway.origins.portal_url}/settings`)
    const sections = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
    for (const name of await sections.allTextContents()) {
      await sections.filter({ hasText: name }).click()
      await expect(page.getByRole('heading', { level: 1, name: name.trim() })).toBeVisible()
      await expect(page.getByText('Loading…')).toHaveCount(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      await expectNoViolations(page)
      await page.screenshot({
        path: `${PICTURES}/settings-${name.trim().toLowerCase().replaceAll(' ', '-')}-phone-${scheme}.png`,
        fullPage: true,
      })
    }
    await context.close()
  })
