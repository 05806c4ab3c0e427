import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures/fields-test.ts'
import { CARDS } from '../../models/cards.ts'

interface Box {
  readonly x: number
  readonly y: number
}

/** For most of them, the page gets no event, or none for the release. */
const ENDS_OF_A_PRESS: Readonly<Record<string, (page: Page, form: Box) => Promise<void>>> = {
  // A page receives no events from within a frame of another site until the pointer is back.
  'is released on the form': async (page, { x, y }) => {
    await page.mouse.move(x + 30, y + 30)
    await page.mouse.up()
    await page.mouse.move(2, 2)
  },
  'is released outside of the window': async (page) => {
    await page.mouse.move(-40, -40)
    await page.mouse.up()
  },
  // For the page, a dragged element is never released.
  'has become a drag': async (page) => {
    await page.locator('form button').evaluate((button) => button.setAttribute('draggable', 'true'))
    await page.mouse.move(60, 8)
    await page.mouse.move(30, 4)
  },
  // The event that browsers fire for a touch that becomes a scroll.
  'has become a scroll': (page) => page.evaluate(() => void dispatchEvent(new PointerEvent('pointercancel'))),
  'was on a button that is gone': async (page) => {
    await page.locator('form button').evaluate((button) => button.remove())
    await page.mouse.up()
  },
}

// Faults in merchants' own scripts and layouts must not cost the outcome of a payment, or a click.

test('listeners that throw keep neither the next listener nor the callback from being called', async ({
  fields,
  page,
}) => {
  await fields.open({ mount: 'later' })
  await fields.run(`
    config.componentListeners = {
      onChange: () => { throw new Error('onChange') },
      onError: (error) => { errors.push(error); throw new Error('onError') },
    }
    window.card = core.create('card', config)
    await card.mount('#card')
  `)
  await fields.card.fillCard(CARDS.approved)
  await fields.run(`pay({ customer: { email: 'jane' } })`)
  expect(await fields.outcome()).toMatchObject({ error: { code: 'customer_invalid' } })
  await fields.payButton.click()
  await expect.poll(() => page.evaluate('outcomes.at(-1)')).toMatchObject({ response: { approved: true } })
  // The console still informs the page's developer.
  expect(fields.complaints).toContain('onError')
})

test('a callback that throws counts as called: the page does not navigate', async ({ fields, page }) => {
  await fields.open()
  await fields.card.fillCard(CARDS.approved)
  await fields.run(
    `card.submitPayment({ callback: (response) => { finish({ response }); throw new Error('mine') } })`,
  )
  await fields.expectApproved()
  await expect.poll(() => fields.complaints).toContain('mine')
  expect(await page.evaluate('location.pathname')).toBe('/')
})

test('no event follows after a listener has destroyed its component', async ({ fields, page }) => {
  await fields.open()
  await fields.run(`
    window.after = []
    config.componentListeners = {
      onChange: () => card.destroy(),
      onError: (error) => after.push(error.code),
    }
    core.destroy()
    core = await PaymentComponent(options)
    card = core.create('card', config)
    const isLost = card.mount('#card')
    card.destroy()
    await isLost.catch((error) => after.push(error.code))
    card = core.create('card', config)
    await card.mount('#card')
    document.body.dataset.again = ''
  `)
  await page.locator('body[data-again]').waitFor()
  // Luhn fails with the last digit: a change and an error at once. The frame goes while the browser still
  // types, so the browser may never say that typing has ended.
  fields.card.number.fill('4242424242424241').catch(() => {})
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(await page.evaluate('after')).toEqual(['destroyed'])
})

test('awaiting mount resolves with the session that replaced the first one', async ({
  fields,
  merchant,
  page,
}) => {
  const next = await merchant.createSession()
  await fields.open({ mount: 'later' })
  await fields.run(`
    const mounted = card.mount('#card')
    card.updateSession(${JSON.stringify(next)})
    await mounted
    document.body.dataset.mounted = ''
  `)
  await page.locator('body[data-mounted]').waitFor()
})

test('a form that is mounted in a hidden part of the page gets its height when that is shown', async ({
  fields,
  page,
}) => {
  await fields.open({ mount: 'later' })
  await fields.run(`
    document.querySelector('#card').hidden = true
    const mounted = card.mount('#card')
    window.reserved = document.querySelector('#card iframe').style.height
    await mounted
    document.body.dataset.mounted = ''
  `)
  await page.locator('body[data-mounted]').waitFor()
  const height = () => fields.frame.evaluate((frame) => frame.style.height)
  expect(await height()).toBe(await page.evaluate('reserved'))
  await page.evaluate(`document.querySelector('#card').hidden = false`)
  await fields.card.number.click()
  expect(await height()).toBe(await page.evaluate('reserved'))
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('an error that appears under the field being left does not take the button from under the pointer', async ({
    fields,
    page,
  }) => {
    await fields.open()
    await fields.card.expiry.pressSequentially('1')
    const before = await fields.frame.boundingBox()
    const button = await fields.payButton.boundingBox()
    if (!before || !button) throw new Error('Form or button is not on the page')
    await page.mouse.move(button.x + button.width / 2, button.y + 2)
    await page.mouse.down()
    await expect(fields.card.frame.locator('#cc-exp-error')).toHaveText(/^Enter MM \/ YY/)
    expect((await fields.frame.boundingBox())?.height).toBe(before.height)
    await page.mouse.up()
    expect(await fields.outcome()).toMatchObject({ error: { code: 'validation_failed' } })
    await expect.poll(async () => (await fields.frame.boundingBox())?.height).toBeGreaterThan(before.height)
  })

  for (const [what, end] of Object.entries(ENDS_OF_A_PRESS)) {
    test(`the form is as high as its errors once a press ${what}`, async ({ fields, page }) => {
      await fields.open()
      await fields.card.expiry.pressSequentially('1')
      const before = await fields.frame.boundingBox()
      if (!before) throw new Error('The form is not on the page')
      await fields.payButton.hover()
      await page.mouse.down()
      await expect(fields.card.frame.locator('#cc-exp-error')).toHaveText(/^Enter MM \/ YY/)
      expect((await fields.frame.boundingBox())?.height).toBe(before.height)
      await end(page, before)
      await expect.poll(async () => (await fields.frame.boundingBox())?.height).toBeGreaterThan(before.height)
    })
  }

  test('a press within the form does not hold its height', async ({ fields, page }) => {
    await fields.open()
    await fields.card.expiry.pressSequentially('1')
    const before = await fields.frame.boundingBox()
    await fields.card.number.hover()
    await page.mouse.down()
    await expect
      .poll(async () => (await fields.frame.boundingBox())?.height)
      .toBeGreaterThan(before?.height ?? 0)
  })

  test.describe('with fingers', () => {
    test.use({ hasTouch: true })

    test('a scrolling finger holds the height only while it presses', async ({ fields, page }) => {
      await fields.open({ css: 'main { padding-bottom: 1500px }' })
      await fields.card.expiry.pressSequentially('1')
      const before = await fields.frame.boundingBox()
      const button = await fields.payButton.boundingBox()
      if (!before || !button) throw new Error('Form or button is not on the page')
      const browser = await page.context().newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchMove', y: number) =>
        browser.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: button.x + 20, y }] })
      await touch('touchStart', button.y + 5)
      for (const px of [20, 60, 120]) await touch('touchMove', button.y - px)
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
      await fields.run(`document.querySelector('form button').focus({ preventScroll: true })`)
      await expect.poll(async () => (await fields.frame.boundingBox())?.height).toBeGreaterThan(before.height)
    })
  })
})
