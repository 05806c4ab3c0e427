import { expect } from '@playwright/test'
import { test } from '../../fixtures/fields-test.ts'
import { cardFields, fillCard } from '@sluice/server-sdk/testing/playwright'
import { CARDS } from '../../models/cards.ts'

// Pages that merchants really have: components in components, isolated pages, frameworks that mount twice or tear out
// what they drew, and connections that break at the worst moment. All of them under a strict policy with Trusted Types.

test('in a shadow root inside another one it pays, with a challenge', async ({ fields }) => {
  await fields.open({ nested: 'yes' })
  await fields.pay(CARDS.challenged)
  await fields.bank.answer('1234')
  await fields.expectApproved()
  expect(fields.complaints).toEqual([])
})

test('on a page that isolates itself from other origins it pays', async ({ fields, page }) => {
  await fields.open({ isolated: 'yes' })
  expect(await page.evaluate('crossOriginIsolated')).toBe(true)
  await fields.pay(CARDS.approved)
  await fields.expectApproved()
})

test('a framework that mounts twice leaves one form, whichever way it cleans up', async ({
  fields,
  page,
}) => {
  await fields.open({ mount: 'later' })
  await fields.run(`card.mount('#card'); card.unmount(); await card.mount('#card')`)
  await fields.card.number.pressSequentially('4242')
  await expect(fields.frame).toHaveCount(1)

  // An effect creates the component, and its clean-up destroys it.
  await fields.run(`
    core.destroy()
    const effect = async () => {
      window.core = await PaymentComponent({ ...options, locale: 'sv-SE' })
      window.card = core.create('card', config)
      card.mount('#card').catch(() => undefined)
      return () => core.destroy()
    }
    const cleanUp = await effect()
    cleanUp()
    await effect()
    document.body.dataset.twice = ''
  `)
  await page.locator('body[data-twice]').waitFor()
  await expect(fields.frame).toHaveCount(1)
  await fields.card.frame.getByLabel('Kortnummer').pressSequentially('4242')
  await expect(fields.card.frame.getByLabel('Kortnummer')).toHaveValue('4242')
  expect(fields.complaints).toEqual([])
})

test('two components of two sessions on one page each pay their own', async ({
  fields,
  merchant,
  page,
  gateway,
}) => {
  const approvals = gateway.countApprovals()
  const second = await merchant.createSession({ amount: 1_000 })
  await fields.open()
  await fields.run(`
    const other = await PaymentComponent({ ...options, sessionId: ${JSON.stringify(second)} })
    window.otherCard = other.create('card', config)
    await otherCard.mount('#other')
    document.body.dataset.two = ''
  `)
  await page.locator('body[data-two]').waitFor()
  await fillCard(page.locator('#card'), { number: CARDS.approved })
  await fillCard(page.locator('#other'), { number: CARDS.insufficientFunds })
  await expect(cardFields(page.locator('#card')).number).toHaveValue('4242 4242 4242 4242')
  await fields.run(`
    pay()
    otherCard.submitPayment({ callback: (response, error) => (window.otherOutcome = { response, error }) })
  `)
  await fields.expectApproved()
  await expect
    .poll(() => page.evaluate('window.otherOutcome'))
    .toMatchObject({
      response: { approved: false, processing_code: '1004' },
    })
  expect(gateway.countApprovals()).toBe(approvals + 1)
  expect(fields.complaints).toEqual([])
})

test('a page that removes the form gets an event, and can restore it', async ({
  fields,
  merchant,
  page,
  gateway,
}) => {
  const approvals = gateway.countApprovals()
  await fields.open({ origin: merchant.sameSiteOrigin })
  await fields.pay(CARDS.challenged)
  await expect(fields.bank.password).toBeVisible()
  await fields.run(`document.querySelector('#card').replaceChildren()`)
  expect(await fields.outcome()).toMatchObject({ response: null, error: { code: 'frame_removed' } })
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // The payment still waits for the bank; the new form finds it and continues.
  await fields.run(`await card.mount('#card')`)
  await fields.bank.cancel()
  await page.waitForURL(/\/returned$/)
  expect(gateway.countApprovals()).toBe(approvals)
})

test('a form that the page moves by removing it is drawn again in its new place', async ({
  fields,
  page,
}) => {
  await fields.open()
  await fields.card.number.pressSequentially('4242')
  await fields.run(
    `document.querySelector('#other').append(document.querySelector('#card').firstElementChild)`,
  )
  await expect(page.locator('#other iframe')).toHaveCount(1)
  await fields.card.fillCard(CARDS.approved)
  await fields.payButton.click()
  await fields.expectApproved()
})

test('an impatient shopper pays once', async ({ fields, page, gateway }) => {
  const approvals = gateway.countApprovals()
  // The response is so slow that every press arrives during the first payment.
  await fields.open({ order: { metadata: { simulated_delay_ms: 1_500 } } })
  await fields.card.fillCard(CARDS.approved)
  await fields.payButton.click()
  expect(await fields.codeThrownBy('pay()')).toBe('payment_in_progress')
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Enter')
  await fields.expectApproved()
  expect(await page.evaluate('outcomes.length')).toBe(1)
  expect(gateway.countApprovals()).toBe(approvals + 1)
})

test('a lost answer is sent again, so the bank’s step is not lost with it', async ({
  fields,
  page,
  gateway,
}) => {
  const approvals = gateway.countApprovals()
  await fields.open({ order: { metadata: { simulated_flow: 'CHALLENGE' } } })
  await fields.card.fillCard(CARDS.approved)
  let lost = 0
  await page.route(
    '**/payments',
    async (route) => {
      lost += 1
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await fields.payButton.click()
  await fields.bank.answer('1234')
  await fields.expectApproved()
  expect(lost).toBe(1)
  expect(gateway.countApprovals()).toBe(approvals + 1)
})

test('an unreadable session is reported once the form is ready', async ({ fields, page }) => {
  await page.route('**/api/client/sessions/*', (route) => route.fulfill({ status: 503, body: '{}' }))
  await fields.open({ mount: 'later' })
  await fields.run(`await card.mount('#card').catch((error) => finish({ mount: error.code }))`)
  expect(await fields.outcome()).toEqual({ mount: 'service_unavailable' })
})

test('a session that is set during a payment starts once the payment has ended', async ({
  fields,
  page,
  merchant,
}) => {
  await fields.open()
  await fields.pay(CARDS.challenged)
  await expect(fields.bank.password).toBeVisible()
  const next = await merchant.createSession()
  expect(await fields.codeThrownBy(`card.updateSession(${JSON.stringify(next)})`)).toBeUndefined()
  // The payment continues unaffected.
  await fields.bank.answer('1234')
  await fields.expectApproved()
  const paid = page.waitForRequest(
    (request) => request.url().includes(`/sessions/${next}/`) && request.method() === 'POST',
  )
  await fields.pay(CARDS.approved)
  await paid
  await expect.poll(() => page.evaluate('outcomes[1]')).toMatchObject({ response: { approved: true } })
})
