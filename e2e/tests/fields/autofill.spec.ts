import { chromium, expect, type Frame, type Page } from '@playwright/test'
import { test as base } from '../../fixtures/fields-test.ts'
import { passOnTo, spkiHash, startHttpsFront } from '../../fixtures/https-front.ts'
import { merchantHeaders, merchantPage, type MerchantPage } from '../../fixtures/merchant-page.ts'
import { makeSelfSignedCertificate } from '../../fixtures/self-signed-certificate.ts'

const CARD = {
  number: '4242424242424242',
  name: 'Ana Horvat',
  expiryMonth: '12',
  expiryYear: '2034',
  cvc: '123',
}

/** Opens the merchant's page over https in a Chromium that fills cards in. */
const test = base.extend<{ readonly openSecurely: (page: Partial<MerchantPage>) => Promise<Page> }>({
  openSecurely: async ({ gateway, merchant, launchOptions }, use) => {
    const certificate = makeSelfSignedCertificate()
    const { base_url, client_key } = gateway.credentials
    const gatewayFront = await startHttpsFront(certificate, passOnTo(base_url))
    const gatewayOrigin = `https://127.0.0.1:${gatewayFront.port}`
    const merchantFront = await startHttpsFront(certificate, (request, response) => {
      const page = Object.fromEntries(
        new URL(request.url ?? '/', 'https://merchant').searchParams,
      ) as unknown as MerchantPage
      response.writeHead(200, merchantHeaders({ gatewayOrigin, methodsOrigins: [gatewayOrigin] }, page))
      response.end(merchantPage(gatewayOrigin, page, client_key))
    })
    const browser = await chromium.launch({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), `--ignore-certificate-errors-spki-list=${spkiHash(certificate)}`],
    })
    await use(async (variant) => {
      const page = await browser.newPage({ locale: 'en-US' })
      const session = await merchant.createSession()
      await page.goto(merchant.addressOf({ session, ...variant }, `https://localhost:${merchantFront.port}`))
      await page.locator('body[data-ready]').waitFor()
      return page
    })
    await browser.close()
    await Promise.all([gatewayFront.stop(), merchantFront.stop()])
  },
})

for (const [where, variant] of Object.entries({
  'on a plain page': {},
  'in nested shadow roots': { nested: 'yes' },
} as const)) {
  test(`the browser fills in all three fields ${where}, and again after they were cleared`, async ({
    openSecurely,
  }) => {
    const page = await openSecurely(variant)
    const frame = page.frames().find((known) => known.url().includes('/card-frame/'))
    if (!frame) throw new Error('The page has no card frame')
    for (let fill = 1; fill <= 2; fill += 1) {
      await autofill(page, frame)
      await expect(frame.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
      await expect(frame.getByLabel('Expiry (MM/YY)')).toHaveValue('12 / 34')
      await expect(frame.getByLabel('Security code')).toHaveValue('123')
      // The frame's values reach the page by messages.
      await expect.poll(() => page.evaluate('card.validate()')).toBe(true)
      for (const label of ['Card number', 'Expiry (MM/YY)', 'Security code']) {
        await frame.getByLabel(label).fill('')
      }
      await expect.poll(() => page.evaluate('card.validate()')).toBe(false)
    }
    expect(await page.evaluate('errors.filter(({ field }) => !field)')).toEqual([])
  })
}

/** Fills in a stored card as a click on it does: by the browser's own filling, not a script's. */
async function autofill(page: Page, frame: Frame): Promise<void> {
  await frame.getByLabel('Card number').focus()
  // A frame of another site has a process, and so a debugger, of its own.
  const session = await page.context().newCDPSession(frame)
  const { frameTree } = await session.send('Page.getFrameTree')
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'document.querySelector("#cc-number")',
  })
  const { node } = await session.send('DOM.describeNode', { objectId: result.objectId ?? '' })
  await session.send('Autofill.trigger', {
    fieldId: node.backendNodeId,
    frameId: frameTree.frame.id,
    card: CARD,
  })
  await session.detach()
}
