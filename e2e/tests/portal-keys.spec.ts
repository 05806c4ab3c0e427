import { expect, type Page } from '@playwright/test'

import { openPortal, pay } from '../fixtures/portal.ts'
import { test } from '../fixtures/test.ts'
import { expectNoViolations } from '../models/axe.ts'
import { expectToFitPhone, openPhone } from '../models/phone.ts'

// The portal by its keys: the search over everything, and sequences of characters.

const PICTURES = 'test-results/pictures'

const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Search everything' })
const headingOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('the search finds pages, actions and payments, by keyboard alone', async ({ page, gateway }) => {
  const { reference, id } = await pay(gateway)
  await openPortal(page, gateway)
  await page.keyboard.press('Control+k')
  await expect(fieldOf(page)).toBeFocused()
  await expectNoViolations(page)
  await page.keyboard.type('webh')
  await expect(page.getByRole('option', { name: 'Webhooks' }).first()).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await expect(headingOf(page, 'Webhooks')).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.keyboard.type(reference)
  const found = page.getByRole('option', { name: new RegExp(reference) })
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await page.screenshot({ path: `${PICTURES}/portal-finder.png` })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(id))

  await page.keyboard.press('Control+k')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(fieldOf(page)).toBeHidden()
})

test('sequences go to pages and rows, never while a field has the focus, and can be switched off', async ({
  page,
  gateway,
}) => {
  await pay(gateway)
  await pay(gateway)
  await openPortal(page, gateway)
  const links = page.locator('main tbody th a')
  await expect(links.nth(1)).toBeVisible()
  await page.keyboard.press('j')
  await expect(links.nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(links.nth(0)).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('gw?')
  await expect(page.getByRole('searchbox')).toHaveValue('gw?')
  await expect(headingOf(page, 'Payments')).toBeVisible()
  await page.getByRole('button', { name: 'Filters' }).focus()
  await page.keyboard.press('g')
  await page.keyboard.press('w')
  await expect(headingOf(page, 'Webhooks')).toBeFocused()

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keys' })
  await expect(help).toBeVisible()
  await expectNoViolations(page)
  await page.screenshot({ path: `${PICTURES}/portal-keys.png` })
  await help.getByRole('checkbox').uncheck()
  await help.getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await page.keyboard.press('?')
  await expect(help).toBeHidden()
  await expect(headingOf(page, 'Webhooks')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(fieldOf(page)).toBeFocused()
})

test('a phone has the search too, light and dark', async ({ browser, gateway }) => {
  const page = await openPhone(browser)
  await openPortal(page, gateway)
  await page
    .getByRole('button', { name: /^Search Ctrl|^Search$/ })
    .first()
    .click()
  await expect(fieldOf(page)).toBeVisible()
  await expectToFitPhone(page, 'portal-finder')
  await page.context().close()
})
