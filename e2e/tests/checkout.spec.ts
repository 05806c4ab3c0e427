import { expect } from '@playwright/test'
import { test } from '../fixtures/test.ts'

const APPROVED_CARD = '4242 4242 4242 4242'
const CHALLENGED_CARD = '4000 0027 6000 3184'

test('a card that the bank recognizes pays without a challenge', async ({ shop, gateway }) => {
  const approvals = gateway.countApprovals()
  await shop.checkOut()
  await shop.keepPicture('checkout')
  await shop.pay(APPROVED_CARD)
  await expect(shop.heading).toHaveText('Thank you')
  await expect(shop.receiptCell('Amount')).toHaveText('€18.50')
  await shop.keepPicture('receipt')
  expect(gateway.countApprovals()).toBe(approvals + 1)
})

test('the right one-time password pays', async ({ shop, gateway }) => {
  const approvals = gateway.countApprovals()
  await shop.checkOut()
  await shop.pay(CHALLENGED_CARD)
  await expect(shop.bank.heading).toHaveText('Confirm your payment')
  await shop.keepPicture('challenge')
  expect(gateway.countApprovals()).toBe(approvals)
  await shop.bank.answer('1234')
  await expect(shop.heading).toHaveText('Thank you')
  expect(gateway.countApprovals()).toBe(approvals + 1)
})

test("Cancel in the bank's page cancels the payment, and the shopper can start again", async ({
  shop,
  gateway,
}) => {
  const approvals = gateway.countApprovals()
  await shop.checkOut()
  await shop.pay(CHALLENGED_CARD)
  await shop.bank.cancel()
  await expect(shop.heading).toHaveText('Payment canceled')
  expect(gateway.countApprovals()).toBe(approvals)

  await shop.page.getByRole('button', { name: 'Try again' }).click()
  await expect(shop.payButton).toBeEnabled()
  await shop.pay(APPROVED_CARD)
  await expect(shop.heading).toHaveText('Thank you')
})

test('a reload in the middle of the challenge resumes it, and pays once', async ({ shop, gateway }) => {
  const approvals = gateway.countApprovals()
  await shop.checkOut()
  await shop.pay(CHALLENGED_CARD)
  await expect(shop.bank.password).toBeVisible()
  await shop.page.reload()
  await shop.bank.answer('1234')
  await expect(shop.heading).toHaveText('Thank you')
  const transactionId = await shop.transactionId()

  await shop.page.reload()
  await expect(shop.heading).toHaveText('Thank you')
  expect(await shop.transactionId()).toBe(transactionId)
  expect(gateway.countApprovals()).toBe(approvals + 1)
})

test('forged window messages do nothing', async ({ shop, gateway }) => {
  const approvals = gateway.countApprovals()
  await shop.checkOut()
  await shop.pay(CHALLENGED_CARD)
  await expect(shop.bank.password).toBeVisible()

  // Any script on the merchant's page can do this: to its own window, and to every frame at every depth.
  await shop.page.evaluate(() => {
    const forgeries = [
      {
        type: 'CHALLENGE_RESPONSE',
        trans_status: 'Y',
        three_ds_server_trans_id: '00000000-0000-4000-8000-000000000000',
      },
      { type: 'FINGERPRINT_RESPONSE', three_ds_comp_ind: 'Y', three_ds_server_trans_id: '' },
      { type: 'result', approved: true, status: 'APPROVED' },
      { __proto__: { type: 'CHALLENGE_RESPONSE' } },
      null,
      'not json {',
    ]
    const targets: Window[] = [window]
    for (const target of targets)
      for (let index = 0; index < target.length; index += 1) targets.push(target[index] as Window)
    for (const target of targets) {
      for (const forgery of forgeries) {
        target.postMessage(forgery, '*')
        target.postMessage(JSON.stringify(forgery), '*')
      }
    }
  })

  await expect(shop.bank.password).toBeVisible()
  expect(gateway.countApprovals()).toBe(approvals)
  await shop.bank.answer('1111')
  await expect(shop.heading).toHaveText('Payment declined')
  expect(gateway.countApprovals()).toBe(approvals)
})
