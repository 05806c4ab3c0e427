import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { test } from '../../fixtures/fields-test.ts'
import { CARDS } from '../../models/cards.ts'
import { pressToClose } from '../../models/press-to-close.ts'

// Errors for a merchant's developer and for a shopper: the problem, and its fix.

test.describe('the card form', () => {
  test('does not report an unreachable gateway as a forbidden origin, and asks the shopper to check the connection', async ({
    fields,
    page,
  }) => {
    const port = await findClosedPort()
    await fields.open({ mount: 'later', frames: '*' })
    await fields.run(`
      core = await PaymentComponent({ ...options, baseUrl: 'http://127.0.0.1:${port}' })
      card = core.create('card', config)
      await card.mount('#card').catch((error) => finish({ mount: error.code }))
    `)
    expect(await fields.outcome()).toEqual({ mount: 'frame_timeout' })
    expect(await page.evaluate('errors')).toEqual([
      {
        code: 'frame_timeout',
        message: 'We couldn’t reach the payment service. Check your connection and try again.',
      },
    ])
    expect(fields.complaints.join()).toContain('baseUrl')
  })

  test('works when it responds after the page got a time-out', async ({ fields, page }) => {
    await page.clock.install()
    let letGo = (): void => undefined
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route('**/card-frame/**', async (route) => {
      await held
      await route.continue()
    })
    await fields.open({ mount: 'later' })
    await fields.run(
      `card.mount('#card').catch((error) => document.body.setAttribute('data-mount', error.code))`,
    )
    await page.clock.fastForward(10_000)
    await page.locator('body[data-mount=frame_timeout]').waitFor()
    letGo()
    await fields.pay(CARDS.approved)
    await fields.expectApproved()
  })

  test('names an unknown client key, and keeps the fix out of what shoppers read', async ({
    fields,
    page,
  }) => {
    await fields.open({ clientKey: 'ck_test_0' })
    expect(await fields.outcome()).toEqual({ mount: 'unknown_client_key' })
    expect(await page.evaluate('errors')).toMatchObject([
      {
        code: 'unknown_client_key',
        message: 'The payment service isn’t available right now. Try again in a moment.',
      },
    ])
    expect(fields.complaints.filter((complaint) => complaint.includes('clientKey'))).toHaveLength(1)
  })

  test('reports an unknown session in the form and on the console, even if the page has no listener', async ({
    fields,
  }) => {
    await fields.open({ session: 'unknown', listeners: 'none' })
    expect(await fields.outcome()).toEqual({ mount: 'session_not_found' })
    await expect(fields.card.frame.getByText('This payment is no longer available.')).toBeVisible()
    expect(fields.complaints.filter((complaint) => complaint.includes('sessionId'))).toHaveLength(1)
  })

  test('reports an ended session in the form and on the console', async ({
    fields,
    gateway,
    merchant,
    request,
  }) => {
    const session = await merchant.createSession()
    const { base_url, client_key } = gateway.credentials
    await request.post(`${base_url}/api/client/sessions/${session}/cancel`, {
      headers: { 'x-client-key': client_key },
      data: {},
    })
    await fields.open({ session, listeners: 'none' })
    expect(await fields.outcome()).toEqual({ mount: 'session_finished' })
    await expect(fields.card.frame.getByText('This payment has ended.')).toBeVisible()
    await expect.poll(() => fields.complaints.join()).toContain('updateSession')
  })

  test('pays on a page that loads the script as a module', async ({ fields }) => {
    await fields.open({ module: 'yes', session: await fields.merchant.createSession() })
    await fields.card.fillCard(CARDS.approved)
    await fields.run(`card.submitPayment({ callback: (response, error) => {
      document.querySelector('#outcome').textContent = JSON.stringify({ response, error })
    } })`)
    await fields.expectApproved()
  })

  test('reports a wrong phone number by name and rule', async ({ fields }) => {
    await fields.open()
    await fields.card.fillCard(CARDS.approved)
    await fields.run(`pay({ customer: { phone: '061 234 567' } })`)
    expect(await fields.outcome()).toMatchObject({
      error: {
        code: 'customer_invalid',
        field: 'customer.phone',
        message: 'Phone: begin with + and the country code, like +38761234567.',
      },
    })
  })

  test('reports a phone number that the gateway refuses by name and rule', async ({ fields }) => {
    await fields.open({ locale: 'sv-SE' })
    await fields.card.fillCard(CARDS.approved)
    await fields.run(`pay({ customer: { phone: '+1 1234567' } })`)
    expect(await fields.outcome()).toMatchObject({
      error: {
        code: 'customer_invalid',
        field: 'customer.phone',
        message: expect.stringMatching(/^Telefon: .*\+/) as unknown,
      },
    })
  })

  test('refuses an option of submitPayment that it does not know', async ({ fields }) => {
    await fields.open()
    expect(await fields.codeThrownBy(`card.submitPayment({ onDone: () => undefined })`)).toBe(
      'invalid_option',
    )
  })

  test('reports every change of a field, and never the typed value', async ({ fields, page }) => {
    await fields.open()
    await fields.card.number.pressSequentially('4242')
    await expect.poll(() => page.evaluate(`changes.filter(({ field }) => field === 'number').length`)).toBe(4)
    expect(await page.evaluate('changes.at(-1)')).toEqual({
      field: 'number',
      valid: false,
      empty: false,
      brand: 'VISA',
    })
  })

  test('reports session_finished if submitted in an ended session', async ({ fields, page, merchant }) => {
    const session = await fields.open()
    await fields.card.fillCard(CARDS.approved)
    const other = await page.context().newPage()
    await other.goto(merchant.addressOf({ session }))
    await other.frameLocator('iframe').getByLabel('Card number').fill(CARDS.approved)
    await other.frameLocator('iframe').getByLabel('Expiry').fill('1230')
    await other.frameLocator('iframe').getByLabel('Security code').fill('123')
    await other.getByRole('button', { name: 'Pay now' }).click()
    await expect(other.locator('#outcome')).toContainText('APPROVED')
    await fields.payButton.click()
    expect(await fields.outcome()).toMatchObject({
      response: null,
      error: {
        code: 'session_finished',
        message: 'This payment has ended. Check with the shop before you pay again.',
      },
    })
  })

  test('names the transaction when another tab pays for the session', async ({ fields, page, merchant }) => {
    const session = await fields.open()
    const other = await page.context().newPage()
    await fields.card.fillCard(CARDS.challenged)
    await fields.payButton.click()
    await expect(fields.bank.password).toBeVisible()
    await other.goto(merchant.addressOf({ session }))
    await other.locator('body[data-ready]').waitFor()
    await other.evaluate(`config.componentListeners.onComplete = (response) => (window.told = response);
      core.destroy(); PaymentComponent(options).then((core) => core.create('card', config).mount('#card')); 0`)
    await fields.bank.answer('1234')
    await fields.expectApproved()
    const paid = (await fields.outcome()).response?.['transaction_id']
    await expect
      .poll(() => other.evaluate('window.told'))
      .toMatchObject({ approved: true, transaction_id: paid })
  })
})

test('the page receives the window message after the challenge, from the gateway', async ({
  fields,
  page,
  gateway,
}) => {
  await fields.open()
  await page.evaluate(`window.heard = []; addEventListener('message', ({ data, origin }) => {
    if (data.type === 'CHALLENGE_RESPONSE') heard.push({ ...data, origin })
  })`)
  await fields.pay(CARDS.challenged)
  await fields.bank.answer('1234')
  await fields.expectApproved()
  expect(await page.evaluate('heard')).toEqual([
    { type: 'CHALLENGE_RESPONSE', trans_status: 'Y', origin: new URL(gateway.credentials.base_url).origin },
  ])
})

test('a payment that was started by a button of the list reports its outcome to the page’s listener', async ({
  fields,
  page,
}) => {
  await fields.open({ component: 'alternative-payment-method', mount: 'later' })
  await fields.run(`
    config.componentListeners = { onReady: () => (window.isReady = true), onComplete: (response) => finish({ response }) }
    card = core.create('alternative-payment-method', config)
    await card.mount('#card')
    document.body.dataset.mounted = String(window.isReady)
  `)
  await page.locator('body[data-mounted=true]').waitFor()
  const opened = page.waitForEvent('popup')
  await page.frameLocator('iframe').getByRole('button', { name: 'Pay with GWallet' }).click()
  const sheet = await opened
  await sheet.getByRole('radio', { name: /1111/ }).check()
  await sheet.getByLabel('Device passcode').fill('1234')
  await pressToClose(sheet.getByRole('button', { name: /^Pay/ }))
  await fields.expectApproved()
  // The listener decides where the shopper goes.
  expect(new URL(page.url()).pathname).toBe('/')
})

/** A port of this machine at which nothing answers. */
async function findClosedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
