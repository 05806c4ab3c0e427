import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures/fields-test.ts'
import { merchantClient } from '../../fixtures/merchant-client.ts'
import { expectNoViolations } from '../../models/axe.ts'
import type { FieldsPage } from '../../models/fields-page.ts'

// The shopper decides whether an embedded form saves the card, where the session asks.

const CARD = '4242 4242 4242 4242'
const ASKS = { tokenization: { show_save_card_for_future_payments: true } }
const ROOM = JSON.stringify({ saveCard: true })

const checkbox = ({ card }: FieldsPage) =>
  card.frame.getByRole('checkbox', { name: 'Save card for future purchases' })

test('only a checked box saves the card, for the customer of the session', async ({ fields, gateway }) => {
  const { customers } = merchantClient(gateway.credentials)
  const { id } = await customers.create({ first_name: 'Ivo', last_name: 'Horvat', email: 'ivo@example.com' })
  const saved = async () => (await customers.paymentMethods(id)).data.map(({ card_last_4 }) => card_last_4)

  await fields.open({ order: { customer: { id }, ...ASKS }, config: ROOM })
  await expect(checkbox(fields)).not.toBeChecked()
  await fields.pay(CARD)
  await fields.expectApproved()
  expect(await saved()).toEqual([])

  await fields.open({ order: { customer: { id }, ...ASKS }, config: ROOM })
  await fields.card.frame.getByText('Save card').click()
  await expect(checkbox(fields)).toBeChecked()
  await expectNoViolations(fields.page)
  await fields.keepPicture('fields-saving')
  await fields.pay(CARD)
  await fields.expectApproved()
  // The form is empty again, and the question about the next card must be answered again.
  await expect(checkbox(fields)).not.toBeChecked()
  expect(await saved()).toEqual(['4242'])
  expect(fields.complaints).toEqual([])
})

test('the choice stays through a decline that asks for a correction', async ({ fields, gateway }) => {
  const { customers } = merchantClient(gateway.credentials)
  const { id } = await customers.create({ first_name: 'Ana', last_name: 'Pop', email: 'ana@example.com' })
  await fields.open({ order: { customer: { id }, ...ASKS } })
  await checkbox(fields).check()
  await fields.pay('4000 0000 0000 0127')
  await expect(fields.card.cvv).toHaveAttribute('aria-invalid', 'true')
  await expect(checkbox(fields)).toBeChecked()
})

for (const [name, order] of [
  ['does not ask', {}],
  ['saves without asking', { tokenization: { save_card_for_future_payments: true } }],
] as const) {
  test(`a session that ${name} has no checkbox, reserved or not`, async ({ fields }) => {
    for (const config of ['{}', ROOM]) {
      await fields.open({ order, config })
      await expect(checkbox(fields)).toBeHidden()
    }
  })
}

for (const [locale, label] of [
  ['en-US', 'Save card for future purchases'],
  ['bs-BA', 'Sačuvajte karticu za buduće kupovine'],
  ['ro-RO', 'Salvați cardul pentru cumpărăturile viitoare'],
  ['sv-SE', 'Spara kortet för framtida köp'],
] as const) {
  for (const width of [320, 390]) {
    test(`its room is reserved: ${locale}, ${width} px`, async ({ fields, page }) => {
      await page.setViewportSize({ width, height: 844 })
      await fields.open({ order: ASKS, config: ROOM, locale, mount: 'later' })
      await fields.run("window.mounted = card.mount('#card')")
      const reserved = await payButtonY(page)
      await fields.run('await mounted; document.body.dataset.mounted = ""')
      await page.locator('body[data-mounted]').waitFor()
      await expect(fields.card.frame.getByText(label)).toBeVisible()
      expect(await payButtonY(page)).toBe(reserved)
      await fields.keepPicture(`fields-saving-${locale}-${width}`)
    })
  }
}

async function payButtonY(page: Page): Promise<number> {
  return (await page.getByRole('button', { name: 'Pay now' }).boundingBox())?.y ?? 0
}
