import { expect, type Frame, type Page } from '@playwright/test'
import { merchantClient } from '../fixtures/merchant-client.ts'
import { FieldsPage } from '../models/fields-page.ts'
import { HostedPage } from '../models/hosted-page.ts'
import { test } from '../fixtures/test.ts'

/** A hostile wallet script: it reads everything that its realm reaches. */
const HOSTILE_WALLET = `
window.stolen = []
const steal = (target, path) => {
  if (target !== window) {
    try { stolen.push([path, target.document.documentElement.outerHTML]) } catch (error) { stolen.push([path, error.name]) }
    try { stolen.push([path, target.sessionStorage.length]) } catch (error) { stolen.push([path, error.name]) }
  }
  for (let index = 0; index < target.frames.length; index++) steal(target.frames[index], path + '.frames[' + index + ']')
}
window.stealAll = () => { stolen.length = 0; steal(top, 'top'); return stolen }
`

const CHALLENGED_CARD = '4000002760003184'

// Uses names below localhost, like npm start.
test.use({ framesAt: 'name' })

test.beforeEach(async ({ page }) => {
  await page.route('**/gwallet-pay/pay.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: HOSTILE_WALLET }),
  )
})

test('a foreign wallet in embedded fields reads no other frame, and no two origins read each other', async ({
  page,
  gateway,
  merchant,
}) => {
  const fields = new FieldsPage(page, merchant)
  await fields.open()
  await page.evaluate(`(async () => {
    const place = document.body.appendChild(document.createElement('div'))
    place.id = 'others'
    await core.create('alternative-payment-method').mount('#others')
  })()`)
  await fields.pay(CHALLENGED_CARD)
  await expect(fields.bank.password).toBeVisible()

  await expectWalls(page, {
    'the shop': new URL(merchant.origin).origin,
    'the card form': gateway.credentials.base_url,
    'the frames of wallets and banks': gateway.origins.methods_url,
    'the bank': gateway.origins.bank_url,
  })
})

test('a foreign wallet on the hosted page reads nothing of it', async ({ page, gateway }) => {
  const { redirect_url } = await merchantClient(gateway.credentials).hostedPaymentPages.create({
    terminal_id: gateway.credentials.terminal_id,
    reference: `origins-${Date.now()}`,
    description: 'Order 1',
    currency: 'EUR',
    amount: 4_990,
    transaction_type: 'PURCHASE',
    return_url: `${gateway.credentials.base_url}/returned`,
  })
  const hosted = new HostedPage(page, `${gateway.credentials.base_url}/returned`)
  await hosted.open(redirect_url)
  await hosted.fillCard(CHALLENGED_CARD)
  await hosted.payButton.click()
  await expect(hosted.bank.password).toBeVisible()

  await expectWalls(page, {
    'the payment page': gateway.credentials.base_url,
    'the frames of wallets and banks': gateway.origins.methods_url,
    'the bank': gateway.origins.bank_url,
  })
})

test('windows of every two origins are closed to each other', async ({ page, gateway }) => {
  const { base_url } = gateway.credentials
  const { methods_url, portal_url, bank_url } = gateway.origins
  const pages = {
    base: `${base_url}/`,
    methods: `${methods_url}/`,
    portal: `${portal_url}/reference`,
    bank: `${bank_url}/simulators/provider/none`,
  }
  for (const [name, address] of Object.entries(pages)) {
    await page.goto(address)
    for (const [other, target] of Object.entries(pages)) {
      if (other === name) continue
      const opened = page.waitForEvent('popup')
      await page.evaluate(`window.other = open(${JSON.stringify(target)})`)
      const popup = await opened
      await popup.waitForLoadState()
      expect(await page.evaluate(READ_OTHER), `${name} reads ${other}`).toBe('SecurityError')
      await popup.close()
    }
  }
})

const READ_OTHER = `(() => { try { return typeof other.document } catch (error) { return error.name } })()`

/** Every frame of the page, read from every other. */
async function expectWalls(page: Page, origins: Readonly<Record<string, string>>): Promise<void> {
  const frames = page.frames().filter((frame) => frame.url().startsWith('http'))
  expect(new Set(frames.map((frame) => new URL(frame.url()).origin))).toEqual(new Set(Object.values(origins)))
  const wallet = frames.find((frame) => frame.url().includes('/methods-frame/'))
  if (!wallet) throw new Error('no frame of a wallet')
  const stolen = await wallet.evaluate<[path: string, what: unknown][]>('stealAll()')
  const byPath = new Map(frames.map((frame) => [pathTo(frame), new URL(frame.url()).origin]))
  expect(stolen.length).toBeGreaterThan(frames.length)
  for (const [path, what] of stolen) {
    // The frame around the bank's page shares the wallet's origin: it holds neither card data nor the bank's page.
    if (byPath.get(path) === new URL(wallet.url()).origin) expect(String(what)).not.toContain('<input')
    else expect([path, what]).toEqual([path, 'SecurityError'])
  }

  for (const from of frames) {
    for (const to of frames) {
      if (new URL(from.url()).origin === new URL(to.url()).origin) continue
      const script = `(() => { try { return typeof ${pathTo(to)}.document } catch (error) { return error.name } })()`
      expect(await from.evaluate(script), `${from.url()} reads ${to.url()}`).toBe('SecurityError')
    }
  }

  /** The frame as an expression: `top.frames[0]`. */
  function pathTo(frame: Frame): string {
    const parent = frame.parentFrame()
    return parent === null ? 'top' : `${pathTo(parent)}.frames[${parent.childFrames().indexOf(frame)}]`
  }
}
