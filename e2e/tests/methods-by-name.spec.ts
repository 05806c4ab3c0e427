import { expect } from '@playwright/test'
import { chooseMethod, decideAtProvider } from '@sluice/server-sdk/testing/playwright'
import { test as fieldsTest } from '../fixtures/fields-test.ts'
import { test as hostedTest } from '../fixtures/hosted-page-test.ts'
import { expectNoViolations } from '../models/axe.ts'

// Methods are listed under Card by their common names; the others are found by search.

hostedTest(
  'the methods of the country and currency are rows under Card, and one button pays with each',
  async ({ hosted, redirectingShop, page }) => {
    const { url, id } = await redirectingShop.createPage({ currency: 'PLN' })
    await hosted.open(url)
    const rows = page.getByRole('radio')
    await expect(rows.nth(0)).toHaveAccessibleName('Card')
    await expect(rows.nth(1)).toHaveAccessibleName(/^BLIK/)
    await expect(rows.nth(2)).toHaveAccessibleName(/^Przelewy24/)
    await expect(rows).toHaveCount(7)
    await hosted.keepPicture('method-rows')
    await hosted.way('BLIK').check()
    await expect(page.getByLabel('BLIK code')).toBeVisible()
    await expectNoViolations(page)
    await hosted.speak('Svenska')
    await expect(rows.nth(1)).toHaveAccessibleName('BLIK Via app')
    await page.getByLabel('BLIK-kod').fill('777123')
    await page.getByRole('button', { name: /^Betala/ }).click()
    await expect(page.getByText('Ange ditt förnamn.')).toBeVisible()
    await chooseMethod(page, 'partner-blik', {
      first_name: 'Jan',
      last_name: 'Nowak',
      email: 'jan@example.com',
    })
    await decideAtProvider(page, 'approve')
    await hosted.expectReturned()
    expect(await redirectingShop.statusOf(id)).toBe('APPROVED')
  },
)

/** The typed text, the results, and the announcement. */
const SEARCHES = [
  ['ideal', ['iDEAL'], 'Payment methods found: 1'],
  ['przelewy24', ['Przelewy24'], 'Payment methods found: 1'],
  ['paysafe', ['paysafecard', 'Paysafecash'], 'Payment methods found: 2'],
  [
    'giropay',
    ['Pay by bank', 'Bank transfer', 'Trustly'],
    'giropay is no longer available. You can use Pay by bank, Bank transfer, or Trustly instead.',
  ],
  [
    'klarna',
    ['Pay by bank', 'Bank transfer', 'Trustly'],
    'Klarna Sofort is no longer available. You can use Pay by bank, Bank transfer, or Trustly instead.',
  ],
  [
    'no such method',
    [],
    'Nothing found. Check the spelling, or clear the search to see all payment methods.',
  ],
] as const

fieldsTest(
  'a search finds what a person means, and says what has ended and what replaces it',
  async ({ fields, page }) => {
    await fields.open({ component: 'alternative-payment-method' })
    const frame = page.frameLocator('iframe[src*="/methods-frame/"]')
    const search = frame.getByLabel('Search payment methods')
    const names = frame.locator('.method:not([hidden]) .method-name')
    for (const [typed, found, said] of SEARCHES) {
      await search.fill(typed)
      await expect(frame.getByRole('status').first()).toHaveText(said)
      await expect(names).toHaveText(found.map((name) => new RegExp(`^\\s*${name}`)))
    }
    await search.fill('giropay')
    await fields.keepPicture('methods-ended')
    await expectNoViolations(page)
    await search.fill('bank')
    await expect(names.filter({ hasText: 'Pay by bank' })).toBeVisible()
    await expect(names.filter({ hasText: 'iDEAL' })).toBeVisible()
    // Neither is offered.
    await search.fill('')
    await frame.getByRole('button', { name: /^More payment methods/ }).click()
    await expect(names.filter({ hasText: /giropay|Sofort/ })).toHaveCount(0)
  },
)

hostedTest(
  'a search below the rows finds the rows, too, and leads there',
  async ({ hosted, redirectingShop, page }) => {
    await hosted.open((await redirectingShop.createPage()).url)
    await hosted.way('Other ways to pay').check()
    await page.getByLabel('Search payment methods').fill('ideal')
    await page.getByRole('button', { name: 'iDEAL' }).click()
    await expect(hosted.way('iDEAL')).toBeChecked()
    await expect(hosted.way('iDEAL')).toBeFocused()
    await expect(page.getByRole('form', { name: 'iDEAL' })).toBeVisible()
  },
)
