import { expect, type Request } from '@playwright/test'
import { test } from '../../fixtures/fields-test.ts'
import { BankChallenge } from '../../models/bank-challenge.ts'
import { CVV, EXPIRY } from '../../models/card-form.ts'
import { CARDS } from '../../models/cards.ts'

test.describe('the card component', () => {
  test('pays, and reveals nothing of the card to the merchant’s page', async ({ fields, page, gateway }) => {
    const approvals = gateway.countApprovals()
    const requests: Request[] = []
    page.on('request', (request) => requests.push(request))
    await fields.open()
    await fields.pay(CARDS.approved)
    expect(await fields.outcome()).toMatchObject({
      error: null,
      response: { approved: true, status: 'APPROVED', processing_code: '0000' },
    })
    expect(gateway.countApprovals()).toBe(approvals + 1)
    const sent = requests.find((request) => request.url().endsWith('/payments'))
    expect(sent?.postDataJSON()).toMatchObject({
      customer: { first_name: 'Ivo' },
      payment_method: { type: 'card' },
      browser_info: { language: 'en-US' },
    })
    const told = await page.evaluate('JSON.stringify([changes, errors])')
    expect(told).toContain('"brand":"VISA"')
    expect(fields.complaints).toEqual([])
  })

  test('reserves its height before the frame has loaded', async ({ fields }) => {
    await fields.open()
    const reserved = await fields.frame.evaluate((frame) => frame.style.height)
    await fields.card.number.click()
    expect(await fields.frame.evaluate((frame) => frame.style.height)).toBe(reserved)
    expect(
      await fields.card.frame
        .locator('body')
        .evaluate((body) => `${Math.ceil(body.getBoundingClientRect().height)}px`),
    ).toBe(reserved)
  })

  test('shows what is missing, moves the focus there, and sends nothing', async ({ fields, page }) => {
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
    await fields.open()
    await fields.card.number.pressSequentially(CARDS.approved)
    await fields.card.cvv.pressSequentially(CVV)
    await fields.payButton.click()
    expect(await fields.outcome()).toMatchObject({
      response: null,
      error: { code: 'validation_failed', field: 'expiry', message: 'Enter the expiry date.' },
    })
    await expect(fields.card.expiry).toBeFocused()
    await expect(fields.card.expiry).toHaveAttribute('aria-invalid', 'true')
    expect(posts).toEqual([])
  })

  test('reports a decline as a response and a refusal as an error, and continues with another session', async ({
    fields,
    merchant,
  }) => {
    await fields.open()
    await fields.pay(CARDS.insufficientFunds)
    expect(await fields.outcome()).toMatchObject({
      response: { approved: false, status: 'DECLINED', processing_code: '1004' },
      error: null,
    })
    // The typed text survives another session, and another place on the page.
    const next = await merchant.createSession()
    await fields.run('card.unmount()')
    await expect(fields.page.locator('#card iframe')).toHaveCount(0)
    await fields.run(`await card.mount('#other'); card.updateSession(${JSON.stringify(next)})`)
    await expect(fields.page.locator('#other iframe')).toBeVisible()
    await expect(fields.card.number).toHaveValue('4000 0000 0000 9995')
    await fields.run(`pay({ customer: { email: 'jane' } })`)
    await expect.poll(() => fields.page.evaluate('outcomes.length')).toBe(2)
    expect(await fields.page.evaluate('outcomes[1]')).toMatchObject({
      response: null,
      error: { code: 'customer_invalid', field: 'customer.email' },
    })
    await fields.card.number.fill(CARDS.approved)
    await fields.payButton.click()
    await expect
      .poll(() => fields.page.evaluate('outcomes[2]'))
      .toMatchObject({ response: { approved: true } })
  })

  test('changes its language at once', async ({ fields }) => {
    await fields.open({ locale: 'sv-SE' })
    const { frame } = fields.card
    await frame.getByLabel('Kortnummer').fill('4')
    await fields.run(`card.changeLocale('bs-BA')`)
    await expect(frame.getByLabel('Broj kartice')).toHaveValue('4')
    await expect(frame.locator('html')).toHaveAttribute('lang', 'bs-BA')
    await expect(fields.frame).toHaveAttribute('title', 'Podaci o kartici')
  })

  test('applies the valid styles of the page and ignores the others', async ({ fields }) => {
    await fields.open({
      css: '#card { --lib-input-color: rgb(1, 2, 3); --lib-input-font-size: 1.25rem; --lib-input-border-color: url(x) }',
    })
    const { number } = fields.card
    await expect(number).toHaveCSS('color', 'rgb(1, 2, 3)')
    await expect(number).toHaveCSS('font-size', '20px')
    await expect(number).toHaveCSS('border-top-color', 'rgb(134, 143, 163)')
  })

  test('does with Enter what the page’s own button does', async ({ fields, page }) => {
    await fields.open()
    await fields.card.fillCard(CARDS.approved, EXPIRY, CVV)
    await fields.run(`
      window.submits = 0
      form.addEventListener('submit', () => (submits += 1))
      form.querySelector('button').disabled = true
    `)
    await page.keyboard.press('Enter')
    // A later message in the same port proves that the Enter has arrived.
    await page.keyboard.press('Backspace')
    await expect.poll(() => page.evaluate('changes.at(-1)')).toMatchObject({ field: 'cvv', valid: false })
    expect(await page.evaluate('submits')).toBe(0)

    await fields.run(`form.querySelector('button').disabled = false`)
    await page.keyboard.type(CVV.at(-1) ?? '')
    await page.keyboard.press('Enter')
    await fields.expectApproved()
    expect(await page.evaluate('submits')).toBe(1)
    expect(fields.complaints).toEqual([])
  })

  test('reports in a word how it is used wrongly', async ({ fields, page }) => {
    await fields.open()
    for (const [call, code] of [
      [`card.mount('#card')`, 'already_mounted'],
      [`core.create('card').mount('#nowhere')`, 'element_not_found'],
      [`core.create('cheque')`, 'unknown_component'],
      [`core.create('card').submitPayment()`, 'not_mounted'],
    ] as const) {
      expect(await fields.codeThrownBy(call), call).toBe(code)
    }
    await fields.run('core.destroy()')
    expect(await fields.codeThrownBy('card.validate()')).toBe('destroyed')
    expect(await fields.codeThrownBy(`core.create('card')`)).toBe('destroyed')
    await expect(page.locator('iframe')).toHaveCount(0)
  })

  test('reports why it cannot be shown', async ({ fields, gateway }) => {
    await fields.open({ frames: 'https://elsewhere.example' })
    expect(await fields.outcome()).toEqual({ mount: 'frame_blocked' })
    expect(fields.complaints).toContain(
      `frame_blocked: Add both origins of the gateway to frame-src in the policy of this page: ${gateway.credentials.base_url} and SLUICE_METHODS_URL`,
    )
    await fields.open({ clientKey: 'ck_test_00000000000000000000000000000000' })
    expect(await fields.outcome()).toEqual({ mount: 'unknown_client_key' })
    await fields.open({ session: '00000000-0000-4000-8000-000000000000' })
    expect(await fields.outcome()).toEqual({ mount: 'session_not_found' })
  })
})

test.describe('3-D Secure', () => {
  test('takes the fingerprint invisibly and the challenge in a dialog, and restores the focus', async ({
    fields,
    page,
    gateway,
  }) => {
    const approvals = gateway.countApprovals()
    await fields.open()
    await fields.pay(CARDS.challenged)
    await expect(page.getByRole('dialog', { name: 'Confirm with your bank' })).toBeVisible()
    expect(gateway.countApprovals()).toBe(approvals)
    await fields.bank.answer('1234')
    await fields.expectApproved()
    expect(gateway.countApprovals()).toBe(approvals + 1)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(fields.payButton).toBeFocused()
    await expect(page.locator('iframe')).toHaveCount(1)
    expect(fields.complaints).toEqual([])
  })

  for (const flow of ['CHALLENGE_REDIRECT', 'CHALLENGE_FORM_SUBMIT', 'CHALLENGE_HOSTED']) {
    test(`shows what comes as ${flow} in the same dialog`, async ({ fields }) => {
      await fields.open({ order: { metadata: { simulated_flow: flow } } })
      await fields.pay(CARDS.approved)
      await fields.bank.answer('1111')
      expect(await fields.outcome()).toMatchObject({ response: { approved: false, status: 'DECLINED' } })
    })
  }

  test('confirms a cancellation first, however often Escape is pressed', async ({
    fields,
    page,
    gateway,
  }) => {
    const approvals = gateway.countApprovals()
    await fields.open()
    await fields.pay(CARDS.challenged)
    const { panel, password, question, closeButton } = fields.bank
    await expect(password).toBeVisible()
    await panel.getByRole('heading', { name: 'Confirm with your bank' }).focus()
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeVisible()
    if (await question.isVisible()) await question.getByRole('button', { name: 'Keep paying' }).click()
    await expect(question).toBeHidden()
    await closeButton.click()
    await question.getByRole('button', { name: 'Cancel payment' }).click()
    expect(await fields.outcome()).toMatchObject({
      response: { approved: false, status: 'CANCELED', processing_code: '1003' },
    })
    expect(gateway.countApprovals()).toBe(approvals)
  })

  test('resumes after a reload, and then takes the page to the return address', async ({
    fields,
    merchant,
    page,
  }) => {
    await fields.open({ origin: merchant.sameSiteOrigin })
    await fields.pay(CARDS.challenged)
    await expect(fields.bank.password).toBeVisible()
    await page.reload()
    await fields.bank.answer('1234')
    await page.waitForURL(`${merchant.origin}/returned`)
  })

  test('shows another tab that a payment runs, and lets it cancel', async ({ fields, merchant, browser }) => {
    const session = await fields.open()
    await fields.pay(CARDS.challenged)
    await expect(fields.bank.password).toBeVisible()
    const other = await browser.newContext()
    const tab = await other.newPage()
    await tab.goto(merchant.addressOf({ session }))
    await new BankChallenge(tab).close()
    await tab.waitForURL(`${merchant.origin}/returned`)
    await other.close()
    expect(await fields.outcome()).toMatchObject({ response: { status: 'CANCELED' } })
  })
})
