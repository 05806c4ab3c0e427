import type { Browser, BrowserContext, FrameLocator, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { launchBrowser } from './browser.ts'
import { buildPrograms } from './build-programs.ts'
import { startStubGateway, UNREGISTERED_KEY, type StubGateway } from './stub-gateway.ts'
import { shopAddress, startStubShop, type ShopPage, type StubShop } from './stub-shop.ts'

// The three programs together, over two origins and under strict policies with Trusted Types on both sides.

let browser: Browser
let gateway: StubGateway
let shop: StubShop
let context: BrowserContext
let page: Page
/** Everything the browser complained about: a blocked style or script must not pass unnoticed. */
let complaints: string[]
let sessionCount = 0

beforeAll(async () => {
  const [programs, launched] = await Promise.all([buildPrograms(), launchBrowser()])
  browser = launched
  gateway = await startStubGateway(programs)
  shop = await startStubShop(gateway.origin)
})

afterAll(async () => {
  await browser.close()
  await Promise.all([gateway.close(), shop.close()])
})

beforeEach(async () => {
  context = await browser.newContext({ locale: 'en-GB' })
  page = await context.newPage()
  complaints = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
})

afterEach(() => context.close())

describe('the card component', () => {
  it('pays, and tells the merchant’s page nothing of the card', async () => {
    const session = await openShop('approve')
    await fillCard()
    await pay()
    expect(await outcome()).toEqual({
      error: null,
      response: {
        approved: true,
        status: 'APPROVED',
        processing_code: '0000',
        response_message: 'Approved',
        transaction_id: 'tx-1',
      },
    })
    const { body } = callTo(session, '/payments')
    expect(body['customer']).toEqual({ first_name: 'Ivo' })
    expect(body).toMatchObject({ payment_method: { type: 'card' }, browser_info: { language: 'en-GB' } })
    expect(JSON.stringify(body)).not.toContain('4242424242424242')
    const told = await page.evaluate(() =>
      JSON.stringify([globalThis['changes' as never], globalThis['errors' as never]]),
    )
    expect(told).toContain('"brand":"VISA"')
    expect(told).not.toMatch(/4242|"123"/)
    expect(complaints).toEqual([])
  })

  it('reserves its height before the frame has loaded', async () => {
    await openShop('approve')
    const reserved = await page.locator('#card iframe').evaluate((frame) => frame.style.height)
    await fields().getByLabel('Card number').click()
    const height = await page.locator('#card iframe').evaluate((frame) => frame.style.height)
    expect(height).toBe(reserved)
    expect(
      await fields()
        .locator('body')
        .evaluate((body) => `${Math.ceil(body.getBoundingClientRect().height)}px`),
    ).toBe(height)
  })

  it('shows what is missing and moves the focus to the first of it', async () => {
    const session = await openShop('approve')
    await fields().getByLabel('Card number').pressSequentially('4242424242424242')
    await pay()
    expect(await outcome()).toMatchObject({
      response: null,
      error: { code: 'validation_failed', field: 'expiry', message: 'Enter the expiry date.' },
    })
    await expectEventually(
      () =>
        fields()
          .getByLabel('Expiry date (MM/YY)')
          .evaluate((input) => input.matches(':focus')),
      true,
    )
    expect(await fields().getByLabel('Security code').getAttribute('aria-invalid')).toBe('true')
    expect(
      gateway.calls.filter(({ sessionId, path }) => sessionId === session && path === '/payments'),
    ).toEqual([])
  })

  it('marks the field that the service refused', async () => {
    await openShop('invalid')
    await fillCard()
    await pay()
    expect(await outcome()).toMatchObject({
      response: { status: 'INVALID', processing_code: '2002' },
      error: null,
    })
    await expectEventually(() => fields().getByLabel('Card number').getAttribute('aria-invalid'), 'true')
    expect(await fields().getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
  })

  it('tells a decline as a response and a refusal as an error', async () => {
    await openShop('decline')
    await fillCard()
    await pay()
    expect(await outcome()).toMatchObject({
      response: { approved: false, processing_code: '1004' },
      error: null,
    })
    await openShop('refuse')
    await fillCard()
    await pay()
    expect(await outcome()).toMatchObject({
      response: null,
      error: { code: 'request_refused', field: 'customer.email' },
    })
  })

  it('keeps what was typed through unmount and mount, and through another session', async () => {
    await openShop('decline')
    await fillCard()
    await run('card.unmount()')
    expect(await page.locator('#card iframe').count()).toBe(0)
    await run('void card.mount("#other")')
    const moved = page.frameLocator('#other iframe')
    expect(await moved.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
    const next = nextSession('approve')
    await run(`card.updateSession(${JSON.stringify(next)})`)
    await pay()
    expect(await outcome()).toMatchObject({ response: { approved: true } })
    expect(callTo(next, '/payments')).toBeDefined()
  })

  it('changes its language at once', async () => {
    await openShop('approve', { locale: 'sv-SE' })
    await fields().getByLabel('Kortnummer').fill('4')
    await run('card.changeLocale("bs-BA")')
    await fields().getByLabel('Broj kartice').waitFor()
    expect(await fields().locator('html').getAttribute('lang')).toBe('bs-BA')
    expect(await page.locator('#card iframe').getAttribute('title')).toBe('Podaci o kartici')
  })

  it('takes sound styles of the page and leaves the others', async () => {
    const css =
      '#card { --lib-input-color: rgb(1, 2, 3); --lib-input-font-size: 1.25rem; --lib-input-border-color: url(x) }'
    await openShop('approve', { css })
    const input = fields().getByLabel('Card number')
    await expectEventually(() => input.evaluate((element) => getComputedStyle(element).color), 'rgb(1, 2, 3)')
    expect(await input.evaluate((element) => getComputedStyle(element).fontSize)).toBe('20px')
    expect(await input.evaluate((element) => getComputedStyle(element).borderTopColor)).toBe(
      'rgb(134, 143, 163)',
    )
  })

  it('submits the form around it with Enter', async () => {
    await openShop('approve')
    await fillCard()
    await page.keyboard.press('Enter')
    expect(await outcome()).toMatchObject({ response: { approved: true } })
  })

  it('does not submit with Enter what the page’s disabled button would not', async () => {
    await openShop('approve')
    await fillCard()
    await run(`
      window.submits = 0
      form.addEventListener('submit', () => (submits += 1))
      form.querySelector('button').disabled = true
    `)
    await page.keyboard.press('Enter')
    // What follows in the same port tells that the Enter has arrived.
    await page.keyboard.press('Backspace')
    await expectEventually(() => page.evaluate('changes.at(-1)'), {
      field: 'cvv',
      valid: false,
      empty: false,
      brand: null,
    })
    expect(await page.evaluate('submits')).toBe(0)
    expect(complaints).toEqual([])
  })

  it('says in a word what is wrong with its use', async () => {
    await openShop('approve')
    expect(await thrownBy('card.mount("#card")')).toBe('already_mounted')
    expect(await thrownBy('core.create("card").mount("#nowhere")')).toBe('element_not_found')
    expect(await thrownBy('core.create("saved-card")')).toBe('not_available')
    expect(await thrownBy('core.create("cheque")')).toBe('unknown_component')
    expect(await thrownBy('core.create("card").submitPayment()')).toBe('not_mounted')
    await run('core.destroy()')
    expect(await thrownBy('card.validate()')).toBe('destroyed')
    expect(await thrownBy('core.create("card")')).toBe('destroyed')
    expect(await page.locator('iframe').count()).toBe(0)
  })

  it('says why it cannot be shown', async () => {
    await openShop('approve', { csp: 'https://elsewhere.example' })
    expect(await outcome()).toEqual({ mount: 'frame_blocked' })
    await openShop('approve', { clientKey: UNREGISTERED_KEY })
    expect(await outcome()).toEqual({ mount: 'origin_not_allowed' })
    await openShop('gone')
    expect(await outcome()).toEqual({ mount: 'session_not_found' })
  })
})

describe('3-D Secure', () => {
  it('takes the fingerprint unseen and the challenge in a dialog', async () => {
    const session = await openShop('challenge')
    await fillCard()
    await pay()
    await page.getByRole('dialog', { name: 'Confirm with your bank' }).waitFor()
    await answerBank('1234')
    expect(await outcome()).toMatchObject({ response: { approved: true, transaction_id: 'tx-1' } })
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(
      await page.getByRole('button', { name: 'Pay now' }).evaluate((button) => button.matches(':focus')),
    ).toBe(true)
    expect(await page.locator('iframe').count()).toBe(1)
    const { body } = callTo(session, '/three-ds/8a880dc0-d2d2-4067-bcb1-b08d1690b26e/request-authentication')
    expect(body).toEqual({
      fingerprint_result: 'eyJ0aHJlZURTQ29tcEluZCI6IlkifQ==',
      payment_data: 'continuation-handle',
    })
    expect(complaints).toEqual([])
  })

  it('shows a redirect in the same dialog', async () => {
    await openShop('redirect')
    await fillCard()
    await pay()
    await answerBank('0000')
    expect(await outcome()).toMatchObject({ response: { approved: false, status: 'DECLINED' } })
  })

  it('ends by the status when the bank’s message is lost', async () => {
    await openShop('silent')
    await fillCard()
    await pay()
    await answerBank('1234')
    expect(await outcome()).toMatchObject({ response: { approved: true, transaction_id: 'tx-1' } })
  })

  it('asks before it cancels, however often Escape is pressed', async () => {
    await openShop('challenge')
    await fillCard()
    await pay()
    const dialog = page.getByRole('dialog')
    await bank().getByRole('heading', { name: 'Example Bank' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Cancel this payment?' })
    await question.waitFor()
    expect(await dialog.isVisible()).toBe(true)
    await question.getByRole('button', { name: 'Continue' }).click()
    expect(await question.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Close' }).click()
    await question.getByRole('button', { name: 'Cancel payment' }).click()
    expect(await outcome()).toMatchObject({
      response: { approved: false, status: 'CANCELED', processing_code: '1003' },
    })
  })

  it('goes on after a reload, and then takes the page to the return address', async () => {
    await openShop('challenge', { origin: shop.sameSiteOrigin })
    await fillCard()
    await pay()
    await bank().getByLabel('One-time password').waitFor()
    await page.reload()
    await answerBank('1234')
    await page.waitForURL(`${gateway.origin}/returned`)
  })

  it('shows another tab that a payment runs, and lets it cancel', async () => {
    const session = await openShop('challenge')
    await fillCard()
    await pay()
    await bank().getByLabel('One-time password').waitFor()
    const other = await browser.newContext()
    const tab = await other.newPage()
    await tab.goto(shopAddress(shop.origin, { session }))
    const dialog = tab.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.getByRole('button', { name: 'Cancel payment' }).click()
    await tab.waitForURL(`${gateway.origin}/returned`)
    await other.close()
    expect(await outcome()).toMatchObject({ response: { status: 'CANCELED' } })
  })
})

function nextSession(story: string): string {
  sessionCount += 1
  return `${story}-${sessionCount}`
}

async function openShop(
  story: string,
  { origin = shop.origin, ...options }: Omit<ShopPage, 'session'> & { readonly origin?: string } = {},
): Promise<string> {
  const session = nextSession(story)
  await page.goto(shopAddress(origin, { session, ...options }))
  await page.locator('body[data-ready]').waitFor()
  return session
}

function fields(): FrameLocator {
  return page.frameLocator('#card iframe')
}

/** The issuer's page: the frame inside the 3DS frame. */
function bank(): FrameLocator {
  return page.frameLocator('iframe[title="Your bank’s page"]:not([aria-hidden])').frameLocator('iframe')
}

async function fillCard(): Promise<void> {
  await fields().getByLabel('Card number').pressSequentially('4242424242424242')
  await fields().getByLabel('Expiry date (MM/YY)').pressSequentially('1230')
  await fields().getByLabel('Security code').pressSequentially('123')
}

async function pay(): Promise<void> {
  await page.getByRole('button', { name: 'Pay now' }).click()
}

async function answerBank(code: string): Promise<void> {
  await bank().getByLabel('One-time password').fill(code)
  await bank().getByRole('button', { name: 'Confirm' }).click()
}

async function outcome(): Promise<unknown> {
  const shown = page.locator('#outcome:not(:empty)')
  await shown.waitFor()
  return JSON.parse((await shown.textContent()) ?? 'null')
}

async function run(script: string): Promise<void> {
  await page.evaluate(script)
}

async function thrownBy(call: string): Promise<unknown> {
  return page.evaluate(`(() => { try { ${call} } catch (error) { return error.code } })()`)
}

function callTo(session: string, path: string) {
  const call = gateway.calls.find((known) => known.sessionId === session && known.path === path)
  if (!call) throw new Error(`${path} of ${session} was not called`)
  return call
}

async function expectEventually<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  await expect.poll(read, { timeout: 10_000 }).toEqual(wanted)
}
