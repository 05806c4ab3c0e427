import { expect } from '@playwright/test'
import { CARDS } from '../../models/cards.ts'
import { violationsIn } from '../axe.ts'
import type { Place } from '../driver.ts'
import { test } from '../engines-test.ts'

// The accessibility tree of each engine, which computes role and name. The description is the text that
// `aria-describedby` points at, because WebDriver does not ask for descriptions.

test.use({ look: { colorScheme: 'light', textPx: 16, withoutIsolation: true } })

/** A control, its role and name, and what describes it after and before Pay was pressed with empty fields. */
type Row = readonly [selector: string, role: string, name: string, after?: string, before?: string]

/** Read after the name, and only by those who want descriptions: the pictures next to the name are for others. */
const BRANDS = 'Visa, Mastercard, American Express, Maestro, Diners Club, Discover, JCB, UnionPay'

const CARD: readonly Row[] = [
  ['#cc-number', 'textbox', 'Card number', 'Enter the card number.'],
  ['#cc-exp', 'textbox', 'Expiry (MM/YY)', 'Enter the expiry date.'],
  ['#cc-csc', 'textbox', 'Security code', 'Enter the security code.'],
]

const EMBEDDED_PAGE: readonly Row[] = [
  ['h1', 'heading', 'Pay €49.90'],
  ['form button', 'button', 'Pay now'],
]

const HOSTED_PAGE: readonly Row[] = [
  ['h1', 'heading', 'Amount to pay €18.50'],
  ['input[type="radio"]', 'radio', 'Card', BRANDS, BRANDS],
  ...CARD,
  ['#pay', 'button', 'Pay €18.50'],
  ['main a', 'link', 'Cancel and go back to the shop'],
  ['nav', 'navigation', 'Language'],
]

test('embedded fields: each control before and after an error', async ({ driver, embedded }) => {
  await embedded.open()
  const page = driver.frame()
  const { place } = embedded.card
  await expect.poll(() => tree(page, EMBEDDED_PAGE)).toEqual(EMBEDDED_PAGE.map(valid))
  await expect.poll(() => tree(place, CARD)).toEqual(CARD.map(valid))
  expect([...(await violationsIn(page)), ...(await violationsIn(place))]).toEqual([])
  await embedded.payButton.click()
  await expect.poll(() => tree(place, CARD)).toEqual(CARD.map(invalid))
  expect([...(await violationsIn(page)), ...(await violationsIn(place))]).toEqual([])
})

test('the bank’s dialog: its name, its buttons, its question', async ({ driver, embedded }) => {
  await embedded.open()
  await embedded.pay(CARDS.challenged)
  await embedded.bank.password.waitUntilThere()
  const dialog = driver.find('dialog')
  expect([await dialog.role(), await dialog.label()]).toEqual(['dialog', 'Confirm with your bank'])
  const { panel, page } = embedded.bank
  const rows: readonly Row[] = [
    ['h1, h2', 'heading', 'Confirm with your bank'],
    ['header button', 'button', 'Close'],
  ]
  expect(await tree(panel, rows)).toEqual(rows.map(valid))
  expect([...(await violationsIn(driver.frame())), ...(await violationsIn(panel))]).toEqual([])
  expect(await violationsIn(page)).toEqual([])
  await panel.find('header button').click()
  const question = panel.find('[role="alertdialog"]')
  expect([await question.role(), await question.label()]).toEqual(['alertdialog', 'Cancel this payment?'])
})

test('the hosted page: each control before and after an error', async ({ driver, redirectingShop }) => {
  const { url } = await redirectingShop.createPage()
  await driver.go(url)
  const page = driver.frame()
  await expect.poll(() => tree(page, HOSTED_PAGE)).toEqual(HOSTED_PAGE.map(valid))
  expect(await violationsIn(page)).toEqual([])
  await driver.find('#pay').click()
  await expect.poll(() => tree(page, HOSTED_PAGE)).toEqual(HOSTED_PAGE.map(invalid))
  expect(await violationsIn(page)).toEqual([])
})

interface Node {
  readonly role: string
  readonly name: string
  readonly description: string
  readonly isInvalid: boolean
}

const valid = ([, role, name, , before = '']: Row): Node => ({
  role,
  name,
  description: before,
  isInvalid: false,
})

const invalid = ([, role, name, after = '', before = '']: Row): Node => ({
  role,
  name,
  description: after,
  isInvalid: after !== before,
})

async function tree(place: Place, rows: readonly Row[]): Promise<readonly Node[]> {
  const nodes: Node[] = []
  for (const [selector] of rows) {
    const control = place.find(selector)
    nodes.push({
      role: await control.role(),
      name: (await control.label()).replace(/\s+/g, ' '),
      ...(await control.run((element) => ({
        description: (element.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.querySelector(`#${id || 'none'}`)?.textContent?.trim() ?? '')
          .join(' ')
          .trim(),
        isInvalid: element.getAttribute('aria-invalid') === 'true',
      }))),
    })
  }
  return nodes
}
