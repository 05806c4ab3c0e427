import { expect } from '@playwright/test'
import { test } from '../../fixtures/fields-test.ts'
import { merchantClient } from '../../fixtures/merchant-client.ts'
import { expectNoViolations } from '../../models/axe.ts'
import { CARDS } from '../../models/cards.ts'
import type { FieldsPage } from '../../models/fields-page.ts'

// The shopper chooses installments in the embedded form, where the session offers them.

const OFFERED = { amount: 12_000, options: { installments: { max_count: 6 } } }
const PROGRAM = '**/embedded-fields/installments.js'
/** How long the form waits for the program. */
const PROGRAM_LIMIT_MS = 4_000
/** Sandboxes take American Express in full only. */
const IN_FULL = '3782 8224 6310 005'
const REFUSED = '4000 0000 2007 0001'

const choiceOf = ({ card }: FieldsPage) => card.frame.getByLabel('Number of installments')
const optionsOf = (fields: FieldsPage) => choiceOf(fields).getByRole('option').allTextContents()

test('pays in the installments that were chosen by keyboard', async ({ fields, gateway }) => {
  const session = await fields.open({ order: OFFERED })
  expect(await optionsOf(fields)).toEqual(['None, pay in full', '2', '3', '4', '5', '6'])
  await fields.card.fillCard(CARDS.approved)
  await fields.page.keyboard.press('Tab')
  await expect(choiceOf(fields)).toBeFocused()
  await fields.page.keyboard.press('3')
  await expect(choiceOf(fields)).toHaveValue('3')
  await fields.payButton.click()
  await fields.expectApproved()
  // The next payment gets the choice again.
  await expect(choiceOf(fields)).toHaveValue('1')
  const client = merchantClient(gateway.credentials)
  const { transaction_id: id } = await client.sessions.get(session)
  const { transaction } = await client.transactions.status(id ?? '')
  expect(transaction?.data?.installments).toEqual({ count: 3 })
  expect(fields.complaints).toEqual([])
})

test('a brand without installments hides the choice, and another shows it again', async ({ fields }) => {
  await fields.open({ order: OFFERED })
  await choiceOf(fields).selectOption('4')
  await fields.card.number.fill(IN_FULL)
  await expect(choiceOf(fields)).toBeHidden()
  await fields.card.number.fill(CARDS.approved)
  await expect(choiceOf(fields)).toHaveValue('4')
})

test('the issuer’s refusal appears at the choice, and the card then pays in full', async ({ fields }) => {
  const choice = choiceOf(fields)
  await fields.open({ order: OFFERED })
  await choice.selectOption('2')
  await fields.pay(REFUSED)
  expect(await fields.outcome()).toMatchObject({ response: { status: 'INVALID', processing_code: '2007' } })
  await expect(choice).toHaveAttribute('aria-invalid', 'true')
  await expect(choice).toHaveAccessibleDescription(/Installments aren’t available here/)
  await expect(fields.card.frame.getByRole('alert')).toContainText('Installments aren’t available here')
  await expectNoViolations(fields.page)
  await fields.keepPicture('fields-installments-refused')
  await choice.selectOption('1')
  await expect(choice).toHaveAttribute('aria-invalid', 'false')
  for (const field of [fields.card.number, fields.card.expiry, fields.card.cvv]) await field.fill('')
  await fields.run(`document.querySelector('#outcome').textContent = ''`)
  await fields.pay(CARDS.approved)
  await fields.expectApproved()
})

test('the choice follows the amount that the merchant changes', async ({ fields, gateway }) => {
  const session = await fields.open({ order: OFFERED })
  await choiceOf(fields).selectOption('2')
  await merchantClient(gateway.credentials).sessions.update(session, { amount: 900 })
  await fields.pay(CARDS.approved)
  expect(await fields.outcome()).toMatchObject({ error: { code: 'amount_changed' } })
  await expect(choiceOf(fields)).toBeHidden()
  await fields.run(`document.querySelector('#outcome').textContent = ''`)
  await fields.payButton.click()
  await fields.expectApproved()
})

test('a session without installments does not load their script', async ({ fields }) => {
  const asked: string[] = []
  fields.page.on('request', (request) => asked.push(request.url()))
  await fields.open()
  await fields.pay(CARDS.approved)
  await fields.expectApproved()
  expect(asked.filter((url) => url.endsWith('installments.js'))).toEqual([])
})

test('a form whose installments script does not load pays in full', async ({ fields }) => {
  await fields.page.route(PROGRAM, (route) => route.abort())
  await fields.open({ order: OFFERED })
  await fields.pay(CARDS.approved)
  await fields.expectApproved()
  await expect(choiceOf(fields)).toHaveCount(0)
})

test('a program that comes too late is not waited for, and moves nothing', async ({ fields, page }) => {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  await page.route(PROGRAM, async (route) => {
    await isReleased
    await route.continue()
  })
  await page.clock.install()
  const asked = page.waitForRequest(PROGRAM)
  const session = await fields.merchant.createSession(OFFERED)
  await page.goto(fields.merchant.addressOf({ session }))
  await asked
  await page.clock.fastForward(PROGRAM_LIMIT_MS)
  await page.locator('body[data-ready]').waitFor()
  await fields.card.fillCard(CARDS.approved)
  const arrived = page.waitForResponse(PROGRAM)
  release()
  await (await arrived).finished()
  await fields.payButton.click()
  await fields.expectApproved()
  await expect(choiceOf(fields)).toHaveCount(0)
})

for (const [locale, label] of [
  ['en-US', 'Number of installments'],
  ['bs-BA', 'Broj rata'],
  ['ro-RO', 'Numărul de rate'],
  ['sv-SE', 'Antal delbetalningar'],
] as const)
  test(`the choice uses the language of the page: ${locale}`, async ({ fields }) => {
    await fields.open({ order: OFFERED, locale })
    await expect(fields.card.frame.getByLabel(label)).toBeVisible()
    await fields.run(`card.changeLocale('en-US')`)
    await expect(choiceOf(fields)).toBeVisible()
  })

for (const colorScheme of ['light', 'dark'] as const)
  for (const [name, width] of [
    ['desktop', 1280],
    ['phone', 320],
  ] as const)
    test(`the choice is legible: ${colorScheme}, ${name}`, async ({ fields, page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 844 })
      await fields.open({ order: OFFERED })
      await expect(choiceOf(fields)).toBeVisible()
      // The dark ground is the page's: within the frame axe sees none.
      if (colorScheme === 'light') await expectNoViolations(page)
      await fields.keepPicture(`fields-installments-${name}-${colorScheme}`)
    })
