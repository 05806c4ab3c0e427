import { expect } from '@playwright/test'
import { CARDS } from '../../models/cards.ts'
import { orderAtAcquirer } from '../../models/order-at-acquirer.ts'
import { test } from '../engines-test.ts'
import { Bank, CardFields } from '../pages.ts'

// The acquirer authenticates the shopper itself: with the bank's frame, on a page of its own, or on one that a form leads to.

const KINDS = [
  ['in the bank’s frame', 'CHALLENGE', 'frame'],
  ['on a page of its own', 'CHALLENGE_REDIRECT', 'page'],
  ['on a page that a form leads to', 'CHALLENGE_FORM_SUBMIT', 'page'],
] as const

for (const [where, flow, place] of KINDS) {
  test(`embedded fields: the acquirer authenticates the shopper ${where}, and is paid once`, async ({
    driver,
    embedded,
    gateway,
    keepPicture,
  }) => {
    const approvals = gateway.countApprovals()
    await embedded.open({ order: orderAtAcquirer(gateway, flow) })
    await embedded.pay(CARDS.approved)
    const bank = place === 'frame' ? embedded.bank : Bank.asPage(driver)
    await bank.password.waitUntilThere()
    await keepPicture(`acquirer-embedded-${flow}`)
    await bank.answer()
    if (place === 'frame') await embedded.expectOutcome(0, { response: { approved: true } })
    else await expect.poll(() => driver.url()).toContain('/returned')
    expect(gateway.countApprovals()).toBe(approvals + 1)
  })

  test(`the hosted page: the acquirer authenticates the shopper ${where}, who returns to the shop`, async ({
    driver,
    gateway,
    redirectingShop,
  }) => {
    const approvals = gateway.countApprovals()
    const { url, id } = await redirectingShop.createPage(orderAtAcquirer(gateway, flow))
    await driver.go(url)
    await new CardFields(driver.frame()).fill(CARDS.approved)
    await driver.find('#pay').click()
    await (place === 'frame' ? new Bank(driver) : Bank.asPage(driver)).answer()
    await expect.poll(() => driver.url()).toBe(redirectingShop.returnUrl)
    expect(await redirectingShop.statusOf(id)).toBe('APPROVED')
    expect(gateway.countApprovals()).toBe(approvals + 1)
  })

  test(`a wrong password at the acquirer (${where}) charges nothing, and the shopper can continue`, async ({
    driver,
    gateway,
    redirectingShop,
  }) => {
    const approvals = gateway.countApprovals()
    const { url, id } = await redirectingShop.createPage(orderAtAcquirer(gateway, flow))
    await driver.go(url)
    await new CardFields(driver.frame()).fill(CARDS.approved)
    await driver.find('#pay').click()
    const bank = place === 'frame' ? new Bank(driver) : Bank.asPage(driver)
    await bank.answer('1111')
    // The page of a decline returns only after a while; a shopper on a page of the acquirer returns at once.
    if (place === 'frame') await driver.find('a', 'Back to the shop').click()
    await expect.poll(() => driver.url()).toBe(redirectingShop.returnUrl)
    expect(await redirectingShop.statusOf(id)).toBe('DECLINED')
    expect(gateway.countApprovals()).toBe(approvals)
  })
}
