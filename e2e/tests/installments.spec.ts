import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { runGuide } from '../fixtures/guide-program.ts'
import { test } from '../fixtures/hosted-page-test.ts'
import { merchantClient } from '../fixtures/merchant-client.ts'
import { expectNoViolations } from '../models/axe.ts'
import { CARDS } from '../models/cards.ts'
import type { HostedPage } from '../models/hosted-page.ts'

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/guides/installments.md'), 'utf8')
/** The cards of the guide, in the order of its table. */
const [ACCEPTED = '', IN_FULL = '', REFUSED = ''] = [...GUIDE.matchAll(/^\| (\d[\d ]+\d) +\|/gm)].map(
  ([, number = '']) => number.replaceAll(' ', ''),
)
const OFFERED = { amount: 12_000, options: { installments: { max_count: 6 } } }

const choiceOf = ({ page }: HostedPage) => page.getByLabel('Number of installments')
const optionsOf = (hosted: HostedPage) => choiceOf(hosted).getByRole('option').allTextContents()

test('a newcomer offers installments by the guide, word for word', async ({ hosted, gateway }) => {
  const client = merchantClient(gateway.credentials)
  const shop = { client, terminalId: gateway.credentials.terminal_id }
  await hosted.page.route('https://shop.example/thanks', (route) => route.fulfill({ body: 'Thank you' }))
  const printed = await runGuide('installments.md', shop, [
    [
      '({ id: page.redirect_url })',
      async (url) => {
        await hosted.open(url)
        await choiceOf(hosted).selectOption('3')
        await hosted.pay(ACCEPTED)
        await expect(hosted.result).toHaveText('Payment successful')
      },
    ],
    ['({ id: page.session_id })', () => Promise.resolve()],
  ])
  expect(printed).toEqual([expect.stringMatching(/^http/), '3'])
})

test('a brand without installments hides the choice, and another shows it again', async ({
  hosted,
  redirectingShop,
}) => {
  const { url, id } = await redirectingShop.createPage(OFFERED)
  await hosted.open(url)
  expect(await optionsOf(hosted)).toEqual(['None, pay in full', '2', '3', '4', '5', '6'])
  await choiceOf(hosted).selectOption('4')
  await hosted.number.fill(IN_FULL)
  await expect(choiceOf(hosted)).toBeHidden()
  await hosted.number.fill(CARDS.approved)
  await expect(choiceOf(hosted)).toHaveValue('4')
  await hosted.way('Other ways to pay').check()
  await expect(choiceOf(hosted)).toBeHidden()
  await hosted.way('Card').check()
  await expect(choiceOf(hosted)).toHaveValue('4')
  await hosted.number.fill('')
  await hosted.pay(CARDS.approved)
  await hosted.expectReturned()
  expect(await redirectingShop.statusOf(id)).toBe('APPROVED')
})

test('after the issuer refuses installments, the page still accepts payment in full', async ({
  hosted,
  redirectingShop,
}) => {
  const { url, id } = await redirectingShop.createPage(OFFERED)
  await hosted.open(url)
  await choiceOf(hosted).selectOption('2')
  await hosted.pay(REFUSED)
  await expect(hosted.problem).toContainText('Installments aren’t available here')
  await choiceOf(hosted).selectOption('1')
  await hosted.number.fill('')
  await hosted.expiry.fill('')
  await hosted.cvv.fill('')
  await hosted.pay(CARDS.approved)
  await hosted.expectReturned()
  expect(await redirectingShop.statusOf(id)).toBe('APPROVED')
})

test('the choice uses the language of the page, and follows the amount', async ({
  hosted,
  gateway,
  redirectingShop,
}) => {
  const { url, id } = await redirectingShop.createPage(OFFERED)
  await hosted.open(url)
  await choiceOf(hosted).selectOption('2')
  await hosted.speak('Svenska')
  await expect(hosted.page.getByLabel('Antal delbetalningar')).toHaveValue('2')
  await hosted.speak('English')
  await hosted.fillCard(CARDS.approved)
  await merchantClient(gateway.credentials).sessions.update(id, { amount: 900 })
  await hosted.payButton.click()
  await expect(hosted.problem).toContainText('The order has changed')
  await expect(choiceOf(hosted)).toBeHidden()
  await hosted.payButton.click()
  await hosted.expectReturned()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing in the choice: ${colorScheme}`, async ({ hosted, redirectingShop }) => {
    const { url } = await redirectingShop.createPage(OFFERED)
    await hosted.page.emulateMedia({ colorScheme })
    await hosted.open(url)
    await expect(choiceOf(hosted)).toBeVisible()
    await expectNoViolations(hosted.page)
    for (const [name, width] of [
      ['desktop', 1280],
      ['phone', 390],
    ] as const) {
      await hosted.page.setViewportSize({ width, height: 844 })
      await hosted.keepPicture(`installments-${name}-${colorScheme}`)
    }
  })
