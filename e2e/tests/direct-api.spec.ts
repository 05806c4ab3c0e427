import { expect, type Page } from '@playwright/test'
import { test as base } from '../fixtures/test.ts'
import { DirectApiPage, type Way, WAYS } from '../models/direct-api-page.ts'
import { expectNoViolations } from '../models/axe.ts'

const APPROVED_CARD = '4242 4242 4242 4242'
const CHALLENGED_CARD = '4000 0027 6000 3184'
const DECLINED_CARD = '4000 0000 0000 9995'
const NEVER_ANSWERING_CARD = '4000 0030 0007 0009'
const test = base.extend<{ readonly lantern: DirectApiPage }>({
  lantern: async ({ page, directApiShop }, use) => {
    await use(new DirectApiPage(page, directApiShop.url))
  },
})

// The shop's certificate is made for the run.
test.use({ ignoreHTTPSErrors: true })

for (const way of Object.keys(WAYS) as Way[]) {
  test.describe(`${WAYS[way]}:`, () => {
    test('a card that the bank recognizes pays without a challenge', async ({ lantern, gateway }) => {
      const approvals = gateway.countApprovals()
      await lantern.order()
      await lantern.pay(APPROVED_CARD, way)
      await expect(lantern.heading).toHaveText('Thank you')
      expect(gateway.countApprovals()).toBe(approvals + 1)
    })

    test('the right password pays', async ({ lantern, gateway, page }) => {
      const approvals = gateway.countApprovals()
      await lantern.order()
      await lantern.pay(CHALLENGED_CARD, way)
      const bank = lantern.bank(way)
      await expect(bank.password).toBeVisible()
      await page.screenshot({ path: `test-results/pictures/direct-api-challenge-${way}.png` })
      expect(gateway.countApprovals()).toBe(approvals)
      await bank.answer('1234')
      await expect(lantern.heading).toHaveText('Thank you')
      expect(gateway.countApprovals()).toBe(approvals + 1)
    })

    test('a bank that asks twice is answered twice', async ({ lantern, gateway }) => {
      const approvals = gateway.countApprovals()
      await lantern.order()
      await lantern.pay(CHALLENGED_CARD, way)
      await lantern.bank(way).answer('5555')
      await expect(lantern.bank(way).password).toHaveValue('')
      await lantern.bank(way).answer('1234')
      await expect(lantern.heading).toHaveText('Thank you')
      expect(gateway.countApprovals()).toBe(approvals + 1)
    })

    test('a refused password declines, and another card pays', async ({ lantern, gateway, page }) => {
      const approvals = gateway.countApprovals()
      await lantern.order()
      await lantern.pay(CHALLENGED_CARD, way)
      await lantern.bank(way).answer('1111')
      await expect(lantern.heading).toHaveText('Payment declined')
      expect(gateway.countApprovals()).toBe(approvals)
      await page.getByRole('button', { name: 'Try again' }).click()
      await lantern.pay(APPROVED_CARD, way)
      await expect(lantern.heading).toHaveText('Thank you')
      expect(gateway.countApprovals()).toBe(approvals + 1)
    })

    test("Cancel in the bank's page cancels", async ({ lantern, gateway }) => {
      const approvals = gateway.countApprovals()
      await lantern.order()
      await lantern.pay(CHALLENGED_CARD, way)
      await lantern.bank(way).cancelButton.click()
      await expect(lantern.heading).toHaveText('Payment canceled')
      expect(gateway.countApprovals()).toBe(approvals)
    })

    test('reopened in the middle it continues, and reopened afterwards it pays nothing again', async ({
      lantern,
      gateway,
      page,
    }) => {
      const approvals = gateway.countApprovals()
      const visited: string[] = []
      page.on('framenavigated', (frame) => visited.push(frame.url()))
      await lantern.order()
      await lantern.pay(CHALLENGED_CARD, way)
      await expect(lantern.bank(way).password).toBeVisible()
      const addressOfFlow = visited.find((url) => url.includes('/three-ds/')) ?? ''
      await page.goto(addressOfFlow)
      await lantern.bank(way).answer('1234')
      await expect(lantern.heading).toHaveText('Thank you')
      await page.goto(addressOfFlow)
      await expect(lantern.heading).toHaveText('Thank you')
      expect(gateway.countApprovals()).toBe(approvals + 1)
    })
  })
}

for (const way of ['frame', 'merchant'] as const) {
  test(`${WAYS[way]}: a customer who leaves has not paid, and can start again`, async ({
    lantern,
    gateway,
    page,
  }) => {
    const approvals = gateway.countApprovals()
    await lantern.order()
    await lantern.pay(NEVER_ANSWERING_CARD, way)
    await lantern.leaveButton.click()
    await expect(lantern.heading).toHaveText('Payment not finished')
    await page.getByRole('button', { name: 'Try again' }).click()
    await lantern.pay(APPROVED_CARD, way)
    await expect(lantern.heading).toHaveText('Thank you')
    expect(gateway.countApprovals()).toBe(approvals + 1)
  })
}

test('two windows pay an order once', async ({ lantern, gateway, page, context, directApiShop }) => {
  const approvals = gateway.countApprovals()
  await lantern.order()
  const second = new DirectApiPage(await context.newPage(), directApiShop.url)
  await second.page.goto(page.url())
  await Promise.all([lantern.pay(CHALLENGED_CARD, 'frame'), second.pay(CHALLENGED_CARD, 'frame')])
  await expect(second.bank('frame').password).toBeVisible()
  await lantern.bank('frame').answer('1234')
  await expect(lantern.heading).toHaveText('Thank you')
  // The other window finds out on its own, by polling.
  await expect(second.heading).toHaveText('Thank you')
  expect(gateway.countApprovals()).toBe(approvals + 1)
})

test('a challenge continues although its message is lost', async ({ lantern, page }) => {
  // Some browser extensions close pages that send messages to other windows.
  await page.addInitScript(() => {
    addEventListener('message', (event) => event.stopImmediatePropagation(), true)
  })
  await lantern.order()
  await lantern.pay(CHALLENGED_CARD, 'frame')
  await lantern.bank('frame').answer('1234')
  await expect(lantern.heading).toHaveText('Thank you')
})

test('forged window messages do nothing', async ({ lantern, gateway, page }) => {
  const approvals = gateway.countApprovals()
  await lantern.order()
  await lantern.pay(CHALLENGED_CARD, 'frame')
  await expect(lantern.bank('frame').password).toBeVisible()
  await page.evaluate(() => {
    for (const forgery of [
      null,
      'no JSON {',
      { type: 'CHALLENGE_RESPONSE', trans_status: 'Y' },
      '/*bus*/{}',
      7,
    ])
      window.postMessage(forgery, '*')
  })
  await lantern.bank('frame').answer('1111')
  await expect(lantern.heading).toHaveText('Payment declined')
  expect(gateway.countApprovals()).toBe(approvals)
})

test('a mistyped card is refused at its field, and no typed value is sent back', async ({
  lantern,
  page,
}) => {
  await lantern.order()
  await lantern.pay('4242 4242 4242 4241', 'frame')
  await expect(lantern.number).toHaveAttribute('aria-invalid', 'true')
  await expect(lantern.number).toHaveValue('')
  expect(await page.content()).not.toContain('4241')
})

test('a declined card shows why', async ({ lantern }) => {
  await lantern.order()
  await lantern.pay(DECLINED_CARD, 'frame')
  await expect(lantern.heading).toHaveText('Payment declined')
})

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 360],
] as const) {
  test(`axe finds nothing in the shop and in the flow, ${colorScheme}, ${width} px wide`, async ({
    lantern,
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await lantern.order()
    await lantern.pay('4242 4242 4242 4241', 'frame')
    await expect(lantern.number).toHaveAttribute('aria-invalid', 'true')
    await keepPicture(page, `form-${colorScheme}`)
    await expectNoViolations(page)
    await lantern.pay(CHALLENGED_CARD, 'frame')
    await expect(lantern.bank('frame').password).toBeVisible()
    await keepPicture(page, `frame-${colorScheme}`)
    await expectNoViolations(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    await lantern.bank('frame').answer('1111')
    await expect(lantern.heading).toHaveText('Payment declined')
    await keepPicture(page, `declined-${colorScheme}`)
    await expectNoViolations(page)
  })
}

async function keepPicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `test-results/pictures/direct-api-${name}.png` })
}
