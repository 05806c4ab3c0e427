import { expect } from '@playwright/test'
import { test as fieldsTest } from '../fixtures/fields-test.ts'
import { runGuide } from '../fixtures/guide-program.ts'
import { test as hostedTest } from '../fixtures/hosted-page-test.ts'
import { merchantClient } from '../fixtures/merchant-client.ts'
import { CARDS } from '../models/cards.ts'
import { FieldsPage } from '../models/fields-page.ts'

// A shop's server changes the order while its customer has the page open: no page charges an amount that it did not show.

const CHANGED_TEXT = /^The order has changed\. The amount to pay is now €65\.00\./

fieldsTest(
  'embedded: a changed amount is shown, and paid only when the customer presses again',
  async ({ fields, gateway, page }) => {
    const approvals = gateway.countApprovals()
    const client = merchantClient(gateway.credentials)
    const id = await fields.open()
    await fields.card.fillCard(CARDS.approved)
    await client.sessions.update(id, { amount: 6_500 })
    await fields.payButton.click()
    await expect.poll(() => page.evaluate('outcomes')).toMatchObject([{ error: { code: 'amount_changed' } }])
    const frame = page.frameLocator('#card iframe')
    await expect(frame.getByText(CHANGED_TEXT)).toBeVisible()
    expect(await client.sessions.get(id)).toMatchObject({ status: 'CREATED', transaction_id: null })
    expect(gateway.countApprovals()).toBe(approvals)
    await fields.keepPicture('amount-changed-embedded')

    await fields.payButton.click()
    await expect.poll(() => page.evaluate('outcomes[1]')).toMatchObject({ response: { approved: true } })
    expect(await client.sessions.get(id)).toMatchObject({ status: 'APPROVED', amount: 6_500 })
    expect(gateway.countApprovals()).toBe(approvals + 1)
    expect(fields.complaints.filter((complaint) => !complaint.includes('409'))).toEqual([])
  },
)

hostedTest(
  'hosted: a changed amount is shown, and paid only when the customer presses again',
  async ({ hosted, gateway, redirectingShop }) => {
    const approvals = gateway.countApprovals()
    const client = merchantClient(gateway.credentials)
    const { url, id } = await redirectingShop.createPage()
    await hosted.open(url)
    await expect(hosted.payButton).toContainText('Pay €18.50')
    await hosted.fillCard(CARDS.approved)
    await client.sessions.update(id, { amount: 6_500 })
    await hosted.payButton.click()
    await expect(hosted.problem).toHaveText(CHANGED_TEXT)
    await expect(hosted.payButton).toContainText('Pay €65.00')
    expect(await client.sessions.get(id)).toMatchObject({ status: 'CREATED', transaction_id: null })
    expect(gateway.countApprovals()).toBe(approvals)
    await hosted.keepPicture('amount-changed')

    await hosted.payButton.click()
    await hosted.expectReturned()
    expect(await client.sessions.get(id)).toMatchObject({ status: 'APPROVED', amount: 6_500 })
    expect(gateway.countApprovals()).toBe(approvals + 1)
  },
)

fieldsTest(
  'the guide on orders, word for word: reload, two tabs, an edited basket, and a retry after a decline',
  async ({ fields: first, gateway, merchant, page, context }) => {
    const approvals = gateway.countApprovals()
    const client = merchantClient(gateway.credentials)
    const second = new FieldsPage(await context.newPage(), merchant)
    const outcomes = (tab: FieldsPage) => tab.page.evaluate<unknown[]>('outcomes')
    const last = async (tab: FieldsPage, press: () => Promise<void>) => {
      const { length } = await outcomes(tab)
      await press()
      await expect.poll(async () => (await outcomes(tab)).length).toBe(length + 1)
      return (await outcomes(tab)).at(-1)
    }
    const pressPay = (tab: FieldsPage) => last(tab, () => tab.payButton.click())

    const printed = await runGuide(
      'orders-and-attempts.md',
      { client, terminalId: gateway.credentials.terminal_id },
      [
        [
          'session',
          async (session) => {
            // Reloaded, and opened in a second tab: the same session each time.
            await first.open({ session })
            await page.reload()
            await page.locator('body[data-ready]').waitFor()
            await second.open({ session })
          },
        ],
        [
          'changed',
          async (session) => {
            await first.card.fillCard(CARDS.insufficientFunds)
            expect(await pressPay(first)).toMatchObject({ error: { code: 'amount_changed' } })
            expect(await client.sessions.get(session)).toMatchObject({ transaction_id: null })
            expect(await pressPay(first)).toMatchObject({ response: { status: 'DECLINED' } })
            // The other tab cannot pay the attempt that is over.
            await second.card.fillCard(CARDS.approved)
            expect(await pressPay(second)).not.toMatchObject({ response: { approved: true } })
          },
        ],
        ['next', () => Promise.resolve()],
        [
          'next',
          async (next) => {
            await first.run(`card.updateSession(${JSON.stringify(next)})`)
            await first.card.number.fill(CARDS.approved)
            expect(await pressPay(first)).toMatchObject({ response: { approved: true } })
            expect(await client.sessions.get(next)).toMatchObject({ status: 'APPROVED', amount: 3_100 })
          },
        ],
      ],
    )
    expect(printed).toEqual(['CREATED', '2', 'true', 'SESSION CREATED'])
    expect(gateway.countApprovals()).toBe(approvals + 1)
  },
)
