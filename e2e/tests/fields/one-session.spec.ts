import { expect, type Page } from '@playwright/test'
import { fillCard, openWallet } from '@sluice/server-sdk/testing/playwright'
import { test } from '../../fixtures/fields-test.ts'
import type { Merchant } from '../../fixtures/merchant.ts'
import type { FieldsPage } from '../../models/fields-page.ts'
import { CARDS } from '../../models/cards.ts'
import { pressToClose } from '../../models/press-to-close.ts'

// Several components of one session: one of them shows the challenge, and the outcome is reported once.

const SAVED_CARD = {
  data: {
    paymentMethodId: 'none',
    maskedPan: '424242*****4242',
    expirationDate: '1239',
    cardBrand: 'visa',
  },
}

/**
 * Mounts a card form, and another component of its session next to it. Their events are in `readies` and `completed`.
 */
async function mountBoth(fields: FieldsPage, other: 'card' | 'saved-card' | 'alternative-payment-method') {
  const componentConfig = other === 'saved-card' ? SAVED_CARD : {}
  await fields.run(`
    window.readies = []
    window.completed = []
    const listeners = (name) => ({
      onReady: () => readies.push(name),
      onComplete: ({ status }) => completed.push(name + ' ' + status),
    })
    window.card = core.create('card', { componentConfig: {}, componentListeners: listeners('card') })
    window.other = core.create('${other}', {
      componentConfig: ${JSON.stringify(componentConfig)},
      componentListeners: listeners('other'),
    })
    await Promise.all([card.mount('#card'), other.mount('#other')])
    document.body.dataset.both = ''
  `)
  await fields.page.locator('body[data-both]').waitFor()
}

/** Pays with one of two forms, up to the bank's challenge. */
async function payWithTwoForms(fields: FieldsPage, merchant: Merchant): Promise<void> {
  await fields.open({ origin: merchant.sameSiteOrigin, mount: 'later' })
  await mountBoth(fields, 'saved-card')
  await fillCard(fields.page.locator('#card'), { number: CARDS.challenged })
  await fields.payButton.click()
  await expect(fields.bank.password).toBeVisible()
}

/** Counts how often a bank is asked to show its page. */
function countChallenges(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/simulators/acs/challenge')
      count += 1
  })
  return () => count
}

/** The frame in a place receives a browser event, queries the session, and reports its state. */
async function wake(page: Page, place: string, name: string): Promise<void> {
  const told = () => page.evaluate<number>(`readies.filter((name) => name === '${name}').length`)
  const before = await told()
  await page
    .frameLocator(`${place} iframe`)
    .locator('body')
    .evaluate(({ ownerDocument }) => ownerDocument.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(told).toBe(before + 1)
}

/** Completes the only challenge; then the page has received `told`, and shows no challenge. */
async function answerOnlyBank({ bank, page }: FieldsPage, told: string): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await bank.answer('1234')
  await expect.poll(() => page.evaluate('completed')).toEqual([told])
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('a second form leaves the bank’s page to the one that pays', async ({ fields, merchant, page }) => {
  const challenges = countChallenges(page)
  await payWithTwoForms(fields, merchant)
  await wake(page, '#other', 'other')
  await wake(page, '#other', 'other')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  expect(challenges()).toBe(1)
  await fields.bank.answer('1234')
  await fields.expectApproved()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate('completed')).toEqual(['card APPROVED'])
})

test('after a reload, one of two forms resumes the payment and reports the outcome', async ({
  fields,
  gateway,
  merchant,
  page,
}) => {
  const approvals = gateway.countApprovals()
  const challenges = countChallenges(page)
  await payWithTwoForms(fields, merchant)
  await page.reload()
  await page.locator('body[data-ready]').waitFor()
  await mountBoth(fields, 'saved-card')
  await expect(fields.bank.password).toBeVisible()
  expect(challenges()).toBe(2)
  await answerOnlyBank(fields, 'card APPROVED')
  expect(gateway.countApprovals()).toBe(approvals + 1)
})

test('a form next to a wallet leaves the bank’s page to the wallet', async ({ fields, merchant, page }) => {
  await fields.open({ origin: merchant.sameSiteOrigin, mount: 'later' })
  await mountBoth(fields, 'alternative-payment-method')
  const sheet = await openWallet(page)
  await sheet.getByRole('radio', { name: /3184/ }).check()
  await pressToClose(sheet.getByRole('button', { name: /^Pay/ }))
  await expect(fields.bank.password).toBeVisible()
  await wake(page, '#card', 'card')
  await answerOnlyBank(fields, 'other APPROVED')
})

/** Opens a page with two card forms of one session, both filled in with a card whose bank asks. What pays ends in `ended`. */
async function fillTwoForms(fields: FieldsPage, merchant: Merchant): Promise<void> {
  await fields.open({ origin: merchant.sameSiteOrigin, mount: 'later' })
  await mountBoth(fields, 'card')
  for (const place of ['#card', '#other'])
    await fillCard(fields.page.locator(place), { number: CARDS.challenged })
  await fields.run(`
    window.ended = []
    window.payWith = (name) => window[name].submitPayment({
      callback: (answer, error) => ended.push(name + ' ' + (answer?.status ?? error.code)),
    })
  `)
}

const PAYMENTS = '**/api/client/sessions/*/payments'

test('two forms that are submitted at the same moment make one payment, and the bank asks once', async ({
  fields,
  gateway,
  merchant,
  page,
}) => {
  const approvals = gateway.countApprovals()
  const challenges = countChallenges(page)
  await fillTwoForms(fields, merchant)
  await fields.run(`payWith('card'); payWith('other')`)
  await expect.poll(() => page.evaluate('ended')).toEqual([expect.stringMatching(/ payment_in_progress$/)])
  await expect(fields.bank.password).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  expect(challenges()).toBe(1)
  await fields.bank.answer('1234')
  await expect.poll(() => page.evaluate('ended.length')).toBe(2)
  expect(await page.evaluate('ended')).toContainEqual(expect.stringMatching(/ APPROVED$/))
  expect(await page.evaluate('completed.length')).toBe(1)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(gateway.countApprovals()).toBe(approvals + 1)
})

test('a form whose request was lost opens nothing over the bank’s page of the form that pays', async ({
  fields,
  gateway,
  merchant,
  page,
}) => {
  const approvals = gateway.countApprovals()
  const challenges = countChallenges(page)
  await fillTwoForms(fields, merchant)
  await page.route(PAYMENTS, (route) => route.abort())
  await fields.run(`payWith('card')`)
  await expect.poll(() => page.evaluate('ended')).toEqual(['card network_error'])
  await page.unroute(PAYMENTS)
  // The form that lost its request sends it again, once the session is taken.
  const repeated = page.waitForResponse(
    (answer) => answer.status() === 409 && answer.url().endsWith('/payments'),
  )
  await fields.run(`payWith('other')`)
  await expect(fields.bank.password).toBeVisible()
  await repeated
  // The frame's messages about that response have arrived before the page's next request.
  await wake(page, '#card', 'card')
  expect(challenges()).toBe(1)
  await answerOnlyBank(fields, 'other APPROVED')
  expect(gateway.countApprovals()).toBe(approvals + 1)
})

test('a form whose request arrived late shows the challenge, and the other form does not', async ({
  fields,
  gateway,
  merchant,
  page,
}) => {
  const approvals = gateway.countApprovals()
  const challenges = countChallenges(page)
  await fillTwoForms(fields, merchant)
  const asked = page.waitForRequest((request) => request.url().endsWith('/payments'))
  await page.route(PAYMENTS, (route) => route.abort())
  await fields.run(`payWith('card')`)
  await expect.poll(() => page.evaluate('ended')).toEqual(['card network_error'])
  await page.unroute(PAYMENTS)
  const late = await asked
  const { 'content-length': _, ...headers } = await late.allHeaders()
  const arrived = await page.request.post(late.url(), { headers, data: late.postData() ?? '' })
  expect(arrived.status()).toBe(200)
  await fields.run(`payWith('other')`)
  await expect.poll(() => page.evaluate('ended')).toEqual(['card network_error', 'other payment_in_progress'])
  await expect(fields.bank.password).toBeVisible()
  expect(challenges()).toBe(1)
  await answerOnlyBank(fields, 'card APPROVED')
  expect(gateway.countApprovals()).toBe(approvals + 1)
})

test('a form that is removed before it is ready does not block another', async ({
  fields,
  merchant,
  page,
}) => {
  await payWithTwoForms(fields, merchant)
  await page.reload()
  await page.locator('body[data-ready]').waitFor()
  const documents = '**/embedded-fields/card-frame/**'
  let isFirst = true
  await page.route(documents, (route) => {
    // The frame of the other form never says anything.
    if (!isFirst) return route.continue()
    isFirst = false
  })
  const asked = page.waitForRequest(documents)
  await fields.run(`
    window.other = core.create('card', { componentConfig: {} })
    other.mount('#other').catch(() => {})
  `)
  await asked
  await fields.run(`
    window.card = core.create('card', { componentConfig: {} })
    await card.mount('#card')
    document.querySelector('#other').replaceChildren()
  `)
  await expect(fields.bank.password).toBeVisible()
})
