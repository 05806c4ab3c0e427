import { expect, type Page, type Route } from '@playwright/test'
import { test } from '../../fixtures/fields-test.ts'
import { CARDS } from '../../models/cards.ts'
import { expectNoViolations } from '../../models/axe.ts'

// A bank's page that is slow, dead, left by Back or lost with the connection: there is always a way on, and one payment.

const CHALLENGE = '**/simulators/acs/challenge'
const PATIENCE_MS = 20_000
const LONG_MS = 60_000
const STILL_WORKING_MS = 8_000

/** Requests that have no answer until the test says so. */
async function hold(page: Page, address: string) {
  const held: Route[] = []
  await page.route(address, (route) => void held.push(route))
  return {
    isAsked: () => held.length > 0,
    release: async () => {
      await page.unroute(address)
      await Promise.all(held.map((route) => route.abort().catch(() => undefined)))
    },
  }
}

test('a lost connection is reported at once, and the bank’s page can be loaded again', async ({
  fields,
  gateway,
  page,
}) => {
  const approvals = gateway.countApprovals()
  const { bank } = fields
  await fields.open()
  await fields.pay(CARDS.challenged)
  await expect(bank.password).toBeVisible()
  await expect(bank.reloadButton).toBeHidden()
  await page.context().setOffline(true)
  await expect(bank.news).toHaveText('You’re offline.')
  await expect(bank.reloadButton).toBeVisible()
  await expect(bank.password).toBeVisible()
  await fields.keepPicture('challenge-offline')

  await bank.password.fill('1234')
  await bank.submitButton.click()
  await expect(bank.panel.getByText('Your bank’s page couldn’t be loaded.')).toBeVisible()
  await fields.keepPicture('challenge-lost')
  await expectNoViolations(page)
  await page.context().setOffline(false)
  await expect(bank.news).toHaveText('You’re back online.')
  await bank.reloadButton.click()
  await bank.answer('1234')
  await fields.expectApproved()
  expect(gateway.countApprovals()).toBe(approvals + 1)
})

test('a bank’s page that does not load is reported as slow after 20 s, and can be requested again', async ({
  fields,
  gateway,
  page,
}) => {
  const approvals = gateway.countApprovals()
  const { bank } = fields
  await page.clock.install()
  await fields.open()
  const challenge = await hold(page, CHALLENGE)
  await fields.pay(CARDS.challenged)
  await expect(bank.panel.getByText('One moment…')).toBeVisible()
  // Only the load time of a requested page counts.
  await expect.poll(challenge.isAsked).toBe(true)
  await page.clock.fastForward(PATIENCE_MS - 5_000)
  await expect(bank.reloadButton).toBeHidden()
  await page.clock.fastForward(5_000)
  await expect(bank.news).toHaveText('Your bank’s page is taking a while to load.')
  await fields.keepPicture('challenge-slow')
  await expectNoViolations(page)
  // The other way round, the first page might still come, and be replaced while it is being answered.
  await bank.reloadButton.click()
  await challenge.release()
  await bank.answer('1234')
  await fields.expectApproved()
  expect(gateway.countApprovals()).toBe(approvals + 1)
})

test('a bank’s page that never loads ends with Cancel', async ({ fields, gateway, page }) => {
  const approvals = gateway.countApprovals()
  const { bank } = fields
  await page.clock.install()
  await fields.open()
  const challenge = await hold(page, CHALLENGE)
  await fields.pay(CARDS.challenged)
  await expect(bank.panel.getByText('One moment…')).toBeVisible()
  // Only the time of a page that was asked for counts.
  await expect.poll(challenge.isAsked).toBe(true)
  await page.clock.fastForward(PATIENCE_MS)
  await bank.leaveButton.click()
  await bank.question.getByRole('button', { name: 'Cancel payment' }).click()
  expect(await fields.outcome()).toMatchObject({ response: { status: 'CANCELED', processing_code: '1003' } })
  expect(gateway.countApprovals()).toBe(approvals)
})

test('a bank that refuses to show its page again ends the attempt, and the form takes a new one', async ({
  fields,
  gateway,
  merchant,
  page,
}) => {
  const approvals = gateway.countApprovals()
  const { bank } = fields
  await page.clock.install()
  await fields.open({ order: { metadata: { simulated_flow: 'CHALLENGE_RELOAD_REFUSED' } } })
  await fields.pay(CARDS.approved)
  await expect(bank.password).toBeVisible()
  await page.clock.fastForward(LONG_MS)
  await bank.reload()
  expect(await fields.outcome()).toMatchObject({ response: { status: 'DECLINED', processing_code: '3002' } })
  const next = await merchant.createSession()
  await fields.run(`card.updateSession(${JSON.stringify(next)})`)
  await fields.payButton.click()
  await expect.poll(() => page.evaluate('outcomes[1]')).toMatchObject({ response: { approved: true } })
  expect(gateway.countApprovals()).toBe(approvals + 1)
})

test('Back inside the bank’s page leaves help next to the browser’s page', async ({
  fields,
  gateway,
  page,
}) => {
  const approvals = gateway.countApprovals()
  const { bank } = fields
  await page.clock.install()
  await fields.open()
  await fields.pay(CARDS.challenged)
  await bank.password.fill('wrong')
  await page.clock.fastForward(6_000)
  await bank.submitButton.click()
  await expect(bank.frame.getByRole('alert')).not.toBeEmpty()
  // One wrong password is no reason for alarm.
  await expect(bank.reloadButton).toBeHidden()
  await page.evaluate('history.back()')
  await expect(bank.helpButton).toBeVisible()
  await fields.keepPicture('challenge-back')
  await bank.reload()
  await bank.answer('1234')
  await fields.expectApproved()
  expect(gateway.countApprovals()).toBe(approvals + 1)
})

test('the bank is not asked again while the gateway does not answer', async ({ fields, gateway, page }) => {
  const approvals = gateway.countApprovals()
  const { bank } = fields
  await page.clock.install()
  await fields.open()
  await fields.pay(CARDS.challenged)
  await expect(bank.password).toBeVisible()
  await page.clock.fastForward(LONG_MS)
  await page.route('**/authentication-completed', (route) => route.abort())
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await bank.reload()
  await expect(bank.news).toHaveText('The payment service isn’t responding. Try again.')
  expect(asked).not.toContain('/simulators/acs/challenge')
  await expect(bank.password).toBeVisible()
  await page.unroute('**/authentication-completed')
  await bank.answer('1234')
  await fields.expectApproved()
  expect(gateway.countApprovals()).toBe(approvals + 1)
})

test('a bank that confirms in a window of its own ends the payment on the page', async ({
  fields,
  gateway,
  page,
}) => {
  const approvals = gateway.countApprovals()
  await fields.open()
  await fields.pay(CARDS.challenged)
  const { bank } = fields
  await bank.password.fill('1234')
  const popup = page.waitForEvent('popup')
  await bank.submitButton.evaluate((button: HTMLButtonElement) => (button.formTarget = '_blank'))
  await bank.submitButton.click()
  await popup
  await fields.expectApproved()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(gateway.countApprovals()).toBe(approvals + 1)
})

test('a page that is reloaded without a step shows that the payment runs, and where to confirm it', async ({
  fields,
  page,
}) => {
  await fields.open()
  await fields.pay(CARDS.challenged)
  await expect(fields.bank.password).toBeVisible()
  // The frame has lost what it kept.
  for (const frame of page.frames()) await frame.evaluate('sessionStorage.clear()').catch(() => undefined)
  await page.clock.install()
  await page.reload()
  const { bank } = fields
  await expect(bank.panel.getByText('This payment is still in progress.')).toBeVisible()
  await expect(bank.panel.getByRole('heading', { level: 1 })).toHaveText('Payment in progress')
  await page.clock.fastForward(STILL_WORKING_MS)
  await expect(bank.panel.getByText('Still working. Don’t pay again or close this page.')).toBeVisible()
  await fields.keepPicture('challenge-elsewhere')
  await bank.leaveButton.click()
  await bank.question.getByRole('button', { name: 'Cancel payment' }).click()
  await page.waitForURL(`**/returned`)
})

for (const [size, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 568 },
  side: { width: 844, height: 390 },
})) {
  for (const [locale, news] of Object.entries({
    'en-US': 'You’re offline.',
    'bs-BA': 'Niste povezani s internetom.',
    'ro-RO': 'Nu aveți conexiune la internet.',
    'sv-SE': 'Du är offline.',
  })) {
    test(`the bank’s page has all the room, and stays where it is when the way on appears: ${size}, ${locale}`, async ({
      fields,
      page,
    }) => {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme: locale < 'f' ? 'light' : 'dark' })
      const { bank } = fields
      await fields.open({ locale })
      await fields.pay(CARDS.challenged)
      await expect(bank.password).toBeVisible()
      const places = () =>
        bank.panel.locator('main, .close').evaluateAll((elements) =>
          elements.map((element) => {
            const { x, y, width } = element.getBoundingClientRect()
            return { x, y, width }
          }),
        )
      const before = await places()
      const emptyPx = await bank.panel
        .locator('main')
        .evaluate((main) => innerHeight - main.getBoundingClientRect().bottom)
      expect(emptyPx).toBe(0)
      await page.context().setOffline(true)
      await expect(bank.news).toHaveText(news)
      await fields.keepPicture(`challenge-way-on-${size}-${locale}`)
      expect(await places()).toEqual(before)
      const isCut = await bank.panel
        .locator('body')
        .evaluate((body) => body.ownerDocument.documentElement.scrollWidth > innerWidth)
      expect(isCut).toBe(false)
    })
  }
}

test('a shopper who takes a minute for the code, or mistypes it, sees only the bank’s own buttons', async ({
  fields,
  page,
}) => {
  const { bank } = fields
  await page.clock.install()
  await fields.open()
  await fields.pay(CARDS.challenged)
  await bank.password.fill('wrong')
  await bank.submitButton.click()
  await expect(bank.frame.getByRole('alert')).not.toBeEmpty()
  await page.clock.fastForward(LONG_MS / 2)
  await expect(bank.panel.getByRole('button')).toHaveText([''])
  await page.clock.fastForward(LONG_MS / 2)
  await expect(bank.helpButton).toBeVisible()
  await fields.keepPicture('challenge-long')
  await expectNoViolations(page)
  await bank.helpButton.click()
  await expect(bank.reloadButton).toBeFocused()
  // The bank's page has a Cancel of its own.
  await expect(bank.leaveButton).toBeHidden()

  await bank.closeButton.click()
  const { question } = bank
  await expect(question.getByRole('button')).toHaveText(['Keep paying', 'Cancel payment'])
  await expect(bank.reloadButton).toBeHidden()
  await expect(bank.helpButton).toBeHidden()
  await fields.keepPicture('challenge-question')
  await question.getByRole('button', { name: 'Keep paying' }).click()
  await expect(bank.reloadButton).toBeVisible()
  await bank.answer('1234')
  await fields.expectApproved()
})

for (const [size, viewport] of Object.entries({
  'a phone on its side': { width: 844, height: 390 },
  'a window at 400 %': { width: 320, height: 256 },
})) {
  test(`the bank’s page is not cut: ${size}`, async ({ fields, page }) => {
    await page.setViewportSize(viewport)
    const { bank } = fields
    await fields.open()
    await fields.card.fillCard(CARDS.challenged)
    // A page as low as this may still scroll to the field that was filled in when the mouse presses.
    await fields.payButton.press('Enter')
    await expect(bank.password).toBeVisible()
    const room = await bank.panel.locator('main').boundingBox()
    expect((room?.height ?? 0) / viewport.height).toBeGreaterThan(0.8)
    await bank.submitButton.scrollIntoViewIfNeeded()
    const button = await bank.submitButton.boundingBox()
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(viewport.height)
    await fields.keepPicture(`challenge-room-${viewport.width}`)
  })
}

test('after the bank’s page has ended, the dialog shows that the payment continues, and more after 8 s', async ({
  fields,
  page,
}) => {
  const { bank } = fields
  await fields.open()
  await fields.pay(CARDS.challenged)
  await bank.password.fill('1234')
  await page.clock.install()
  const completion = await hold(page, '**/authentication-completed')
  await bank.submitButton.click()
  await expect.poll(completion.isAsked).toBe(true)
  await expect(bank.panel.getByText('One moment…')).toBeVisible()
  await page.clock.fastForward(STILL_WORKING_MS)
  await expect(bank.panel.getByText('Still working. Don’t pay again or close this page.')).toBeVisible()
  await fields.keepPicture('challenge-still-working')
  await completion.release()
  await fields.expectApproved()
})
