import { expect, type Page } from '@playwright/test'
import { fillCard, openWallet } from '@sluice/server-sdk/testing/playwright'
import { test } from '../../fixtures/fields-test.ts'
import type { Merchant } from '../../fixtures/merchant.ts'
import type { FieldsPage } from '../../models/fields-page.ts'
import { CARDS } from '../../models/cards.ts'
import { pressToClose } from '../../models/press-to-close.ts'

// Several components of one session: the bank is asked by one of them, and its answer is told once.

const SAVED_CARD = {
  data: {
    paymentMethodId: 'none',
    maskedPan: '424242*****4242',
    expirationDate: '1239',
    cardBrand: 'visa',
  },
}

/** Mounts a card form, and another component of its session beside it. What both tell is in `readies` and `completed`. */
async function mountBoth(fields: FieldsPage, other: 'saved-card' | 'alternative-payment-method') {
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

/** Pays with one of two forms, until the bank asks. */
async function payBesideAnother(fields: FieldsPage, merchant: Merchant): Promise<void> {
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

/** The frame in a place hears what a browser tells it, looks at the session, and says what it knows. */
async function wake(page: Page, place: string, name: string): Promise<void> {
  const told = () => page.evaluate<number>(`readies.filter((name) => name === '${name}').length`)
  const before = await told()
  await page
    .frameLocator(`${place} iframe`)
    .locator('body')
    .evaluate(({ ownerDocument }) => ownerDocument.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(told).toBe(before + 1)
}

test('a form beside the one that pays leaves the bank’s page to that one', async ({
  fields,
  merchant,
  page,
}) => {
  const challenges = countChallenges(page)
  await payBesideAnother(fields, merchant)
  await wake(page, '#other', 'other')
  await wake(page, '#other', 'other')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  expect(challenges()).toBe(1)
  await fields.bank.answer('1234')
  await fields.expectApproved()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate('completed')).toEqual(['card APPROVED'])
})

test('after a reload one of two forms goes on, and tells the end', async ({
  fields,
  gateway,
  merchant,
  page,
}) => {
  const approvals = gateway.countApprovals()
  const challenges = countChallenges(page)
  await payBesideAnother(fields, merchant)
  await page.reload()
  await page.locator('body[data-ready]').waitFor()
  await mountBoth(fields, 'saved-card')
  await expect(fields.bank.password).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  expect(challenges()).toBe(2)
  await fields.bank.answer('1234')
  await expect.poll(() => page.evaluate('completed')).toEqual(['card APPROVED'])
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(gateway.countApprovals()).toBe(approvals + 1)
})

test('a form beside a wallet leaves the bank’s page to the wallet', async ({ fields, merchant, page }) => {
  await fields.open({ origin: merchant.sameSiteOrigin, mount: 'later' })
  await mountBoth(fields, 'alternative-payment-method')
  const sheet = await openWallet(page)
  await sheet.getByRole('radio', { name: /3184/ }).check()
  await pressToClose(sheet.getByRole('button', { name: /^Pay/ }))
  await expect(fields.bank.password).toBeVisible()
  await wake(page, '#card', 'card')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await fields.bank.answer('1234')
  await expect.poll(() => page.evaluate('completed')).toEqual(['other APPROVED'])
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
