import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures/fields-test.ts'
import type { FieldsPage } from '../../models/fields-page.ts'

// No control moves under a finger: not at all where the shopper did nothing, and hardly where errors appear.

/** How far errors may move the button of the page. */
const PAY_MOVES_MAX_PX = 8

/** Counts the layout shifts that the browser reports as unexpected from now on, except those in frames. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`
    window.shifts = 0
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) shifts += entry.value })
      .observe({ type: 'layout-shift', buffered: false })
  `)
  return () =>
    page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(shifts))))')
}

async function positions({ page, card }: FieldsPage) {
  const inside = await card.frame
    .locator('input, label')
    .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().top))
  return { inside, pay: (await page.getByRole('button', { name: 'Pay now' }).boundingBox())?.y ?? 0 }
}

test('nothing moves when the form arrives, the connection goes and comes back, and the session ends', async ({
  fields,
  gateway,
  page,
}) => {
  await fields.open({ mount: 'later' })
  await fields.run(`
    window.mounted = card.mount('#card')
    mounted.then(() => (document.body.dataset.mounted = ''))
  `)
  const shifts = await watchShifts(page)
  await page.locator('body[data-mounted]').waitFor()
  const before = await positions(fields)
  await page.context().setOffline(true)
  await expect(fields.card.frame.getByText('You’re offline')).toBeVisible()
  await fields.keepPicture('fields-offline')
  expect(await positions(fields)).toEqual(before)
  await page.context().setOffline(false)
  await expect(fields.card.frame.getByText('You’re offline')).toBeHidden()
  const session = await page.evaluate<string>('options.sessionId')
  const { base_url, client_key } = gateway.credentials
  await page.request.post(`${base_url}/api/client/sessions/${session}/cancel`, {
    headers: { 'x-client-key': client_key },
    data: {},
  })
  await fields.card.frame
    .locator('body')
    .evaluate(({ ownerDocument }) => ownerDocument.dispatchEvent(new Event('visibilitychange')))
  await expect(fields.card.frame.getByText('This payment has ended.')).toBeVisible()
  expect(await positions(fields)).toEqual(before)
  expect(await shifts()).toBe(0)
})

for (const [width, locale] of [
  [390, 'en-US'],
  [390, 'bs-BA'],
  [390, 'ro-RO'],
  [390, 'sv-SE'],
  [320, 'en-US'],
  [320, 'ro-RO'],
] as const) {
  test(`errors hardly move the button of the page: ${width} px, ${locale}`, async ({ fields, page }) => {
    await page.setViewportSize({ width, height: 844 })
    await fields.open({ locale })
    const before = await positions(fields)
    for (const values of [
      ['', '', ''],
      ['4242', '1', '1'],
      ['4242424242424241', '13', ''],
      ['', '01 / 20', '1'],
    ]) {
      const { number, expiry, cvv } = byId(fields)
      for (const [field, value] of [
        [number, values[0]],
        [expiry, values[1]],
        [cvv, values[2]],
      ] as const)
        await field.fill(value ?? '')
      await fields.run('card.validate()')
      await expect(fields.card.frame.locator('input[aria-invalid="true"]')).toHaveCount(3)
      await expect
        .poll(async () => Math.abs((await positions(fields)).pay - before.pay))
        .toBeLessThanOrEqual(PAY_MOVES_MAX_PX)
    }
    await fields.keepPicture(`fields-errors-${locale}-${width}`)
  })
}

function byId({ card: { frame } }: FieldsPage) {
  return {
    number: frame.locator('#cc-number'),
    expiry: frame.locator('#cc-exp'),
    cvv: frame.locator('#cc-csc'),
  }
}
