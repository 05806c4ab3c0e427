import { expect } from '@playwright/test'
import { test } from '../../fixtures/fields-test.ts'
import { merchantClient } from '../../fixtures/merchant-client.ts'
import { expectNoViolations } from '../../models/axe.ts'
import { CARDS } from '../../models/cards.ts'

const HOLDER = JSON.stringify({
  customerConfig: { hasHolderName: true, holderNameRequired: true, hasHolderEmail: true },
})

test.describe('the card form', () => {
  test('marks everything that is wrong, announces it by name, and leads to the first', async ({ fields }) => {
    await fields.open({ config: HOLDER })
    const { frame, number } = fields.card
    const email = frame.getByLabel('Email (optional)')
    await email.fill('jane')
    const before = await fields.payButton.boundingBox()
    await email.press('Enter')
    expect(await fields.outcome()).toMatchObject({ error: { code: 'validation_failed', field: 'number' } })
    await expect(number).toBeFocused()
    await expect(number).toHaveAccessibleDescription('Enter the card number.')
    await expect(frame.locator('input[aria-invalid="true"]')).toHaveCount(5)
    await expect(frame.getByRole('status')).toHaveText(
      'Check the marked fields: Card number, Expiry (MM/YY), Security code, Name on card, Email',
    )
    // Each sentence is there once, and nothing moved to make room for it.
    expect(await frame.getByText('Enter the card number.').count()).toBe(1)
    expect((await fields.payButton.boundingBox())?.y).toBe(before?.y)
    await expectNoViolations(fields.page)
    await fields.keepPicture('fields-errors')
    await frame.getByLabel('Name on card').fill('Amra Begić')
    // Leaving a field fires "change" again; the value is still invalid.
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    await email.fill('amra@example.com')
    await fields.card.fillCard(CARDS.approved)
    await expect(frame.locator('input[aria-invalid="true"]')).toHaveCount(0)
  })

  test('takes the holder from the session, pays for the typed name, and never reports a number', async ({
    fields,
    gateway,
    page,
  }) => {
    const customer = { first_name: 'Amra', last_name: 'Begić', email: 'amra@example.com', city: 'Sarajevo' }
    const session = await fields.open({ config: HOLDER, order: { customer } })
    const { frame } = fields.card
    const name = frame.getByLabel('Name on card')
    await expect(name).toHaveValue('Amra Begić')
    await expect(frame.getByLabel('Email (optional)')).toHaveValue('amra@example.com')

    await name.fill('4242 4242 4242 4242')
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    expect(await page.evaluate('JSON.stringify([card.getCustomer(), changes, errors])')).not.toContain('4242')

    await name.fill('Ana Maria Pop')
    await expect
      .poll(() => page.evaluate('card.getCustomer()'))
      .toMatchObject({ firstName: 'Ana Maria', lastName: 'Pop', email: 'amra@example.com' })
    await fields.card.fillCard(CARDS.approved)
    await fields.run(`pay({ customer: { email: 'ana@example.com' } })`)
    await fields.expectApproved()
    const { transaction } = await merchantClient(gateway.credentials).transactions.status(session)
    expect(transaction?.customer).toMatchObject({
      first_name: 'Ana Maria',
      last_name: 'Pop',
      email: 'ana@example.com',
      city: 'Sarajevo',
    })
    await expect(name).toHaveValue('Ana Maria Pop')
  })

  test('reports nothing to the page of a card number that is typed into the name, digit by digit', async ({
    fields,
    page,
  }) => {
    await fields.open({ config: HOLDER })
    const { frame } = fields.card
    const name = frame.getByLabel('Name on card')
    const heard = () => page.evaluate<string[]>('heard')
    await page.evaluate(`
      heard = []
      setInterval(() => {
        const told = JSON.stringify(card.getCustomer())
        if (told !== heard.at(-1)) heard.push(told)
      }, 0)
    `)
    await name.pressSequentially('42424242424242')
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await frame.getByLabel('Email (optional)').fill('amra@example.com')
    await expect.poll(async () => (await heard()).at(-1)).toContain('amra@example.com')
    expect((await heard()).join()).not.toContain('424')

    // A name with digits is reported after its field has lost the focus.
    await name.fill('Studio 1984')
    await expect(name).toBeFocused()
    await frame.getByLabel('Email (optional)').focus()
    await expect.poll(() => page.evaluate('JSON.stringify(card.getCustomer())')).toContain('1984')
  })

  test('keeps what was typed while there is no connection', async ({ fields, page }) => {
    await fields.open()
    await fields.card.fillCard(CARDS.approved)
    await page.context().setOffline(true)
    const notice = fields.card.frame.getByText('You’re offline')
    await expect(notice).toBeVisible()
    await fields.payButton.click()
    expect(await fields.outcome()).toMatchObject({ error: { code: 'network_error' } })
    await page.context().setOffline(false)
    await expect(notice).toBeHidden()
    await fields.payButton.click()
    await expect.poll(() => page.evaluate('outcomes[1]?.response?.approved')).toBe(true)
  })

  test('shows that its session has ended when the shopper comes back to it', async ({
    fields,
    page,
    merchant,
    gateway,
  }) => {
    const session = await fields.open()
    await fields.card.fillCard(CARDS.approved)
    const comeBack = () =>
      fields.card.frame
        .locator('body')
        .evaluate(({ ownerDocument }) => ownerDocument.dispatchEvent(new Event('visibilitychange')))
    await comeBack()
    expect(await page.evaluate('errors')).toEqual([])
    // The payment runs in another tab.
    const canceled = await page.request.post(
      `${gateway.credentials.base_url}/api/client/sessions/${session}/cancel`,
      { headers: { 'x-client-key': gateway.credentials.client_key }, data: {} },
    )
    expect(canceled.status()).toBe(200)
    await comeBack()
    await expect.poll(() => page.evaluate('errors')).toMatchObject([{ code: 'session_finished' }])
    const next = await merchant.createSession()
    await fields.run(`card.updateSession(${JSON.stringify(next)})`)
    await fields.payButton.click()
    await fields.expectApproved()
  })

  test('stays with a newer session when the answer about the older one comes late', async ({
    fields,
    page,
    merchant,
    gateway,
  }) => {
    const session = await fields.open()
    const { base_url, client_key } = gateway.credentials
    await page.request.post(`${base_url}/api/client/sessions/${session}/cancel`, {
      headers: { 'x-client-key': client_key },
      data: {},
    })
    let letGo = (): void => undefined
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const address = `${base_url}/api/client/sessions/${session}`
    await page.route(address, async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest(address)
    await fields.card.frame
      .locator('body')
      .evaluate(({ ownerDocument }) => ownerDocument.dispatchEvent(new Event('visibilitychange')))
    await asked
    const next = await merchant.createSession()
    await fields.run(`card.updateSession(${JSON.stringify(next)})`)
    const answered = page.waitForEvent('requestfinished', (request) => request.url() === address)
    letGo()
    await answered
    await fields.pay(CARDS.approved)
    await fields.expectApproved()
    await expect(fields.card.frame.getByText('This payment has ended.')).toBeHidden()
  })

  test('reports in the test environment which text is hard to read', async ({ fields }) => {
    await fields.open({ css: '#card { --lib-input-color: #ccc; --lib-accent-background-color: #fff }' })
    await expect.poll(() => fields.complaints.join()).toMatch(/--lib-input-color.*1\.6/)
  })
})

test.describe('the form of a saved card', () => {
  const create = (card: object) =>
    `window.card = core.create('saved-card', ${JSON.stringify({ componentConfig: { data: card } })}); await card.mount('#card')`

  test('shows the card, asks for its code alone, and pays with its id', async ({ fields, page }) => {
    await fields.open({ mount: 'later' })
    await fields.run(
      create({
        paymentMethodId: 'none',
        maskedPan: '378282*****0005',
        expirationDate: '1230',
        cardBrand: 'amex',
      }),
    )
    const { frame, cvv } = fields.card
    await expect(frame.getByRole('img', { name: 'AMEX' })).toBeVisible()
    await expect(frame.locator('#saved-card')).toContainText('0005')
    await expect(frame.locator('#saved-card')).toContainText('Expires 12/30')
    await expect(frame.getByRole('textbox')).toHaveCount(1)
    await expect(cvv).toHaveAccessibleDescription(/0005/)
    await cvv.pressSequentially('12345')
    await expect(cvv).toHaveValue('1234')
    await expectNoViolations(page)
    await fields.keepPicture('fields-saved-card')
    const posted = page.waitForRequest((request) => request.url().endsWith('/payments'))
    await fields.payButton.click()
    const { payment_method: method } = (await posted).postDataJSON() as Record<string, unknown>
    expect(method).toEqual({
      type: 'saved_card',
      data: {
        payment_method_id: 'none',
        encrypted_cvv: expect.any(String) as unknown,
        masked_pan: '378282*****0005',
        expiration_date: '1230',
        card_brand: 'amex',
      },
    })
    expect(await fields.outcome()).toMatchObject({
      error: { code: 'request_refused', field: 'payment_method.data.payment_method_id' },
    })
  })

  test('reports at once that the card has expired, and sends nothing', async ({ fields, page }) => {
    await fields.open({ mount: 'later' })
    await fields.run(
      create({ paymentMethodId: 'none', maskedPan: '4242', expirationDate: '0121', cardBrand: 'visa' }),
    )
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
    await expect(fields.card.frame.getByText('This card has expired.')).toHaveCount(1)
    await expect(fields.card.frame.locator('#saved-card')).toContainText('Expired 01/21')
    await fields.keepPicture('fields-saved-card-expired')
    await fields.card.cvv.fill('123')
    await fields.payButton.click()
    expect(await fields.outcome()).toMatchObject({
      error: { code: 'validation_failed', message: 'This card has expired.' },
    })
    expect(posts).toEqual([])
  })
})

test('a decline marks the field that caused it until the field is changed', async ({ fields, page }) => {
  await fields.open({ order: { metadata: { simulated_flow: 'NO_3DS', response_code: '2020' } } })
  await fields.pay(CARDS.approved)
  expect(await fields.outcome()).toMatchObject({ response: { approved: false, processing_code: '2020' } })
  await expect(fields.card.cvv).toHaveAttribute('aria-invalid', 'true')
  await expect(fields.card.cvv).not.toHaveAccessibleDescription('')
  expect(await page.evaluate('errors.at(-1)')).toMatchObject({ field: 'cvv' })
  await fields.card.cvv.fill('12')
  await expect(fields.card.cvv).toHaveAttribute('aria-invalid', 'false')
})
