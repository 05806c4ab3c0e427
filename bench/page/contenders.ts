import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { loadHostedPage } from '@sluice/hpp-ui/assets'
import type { ServedFile } from '../fields/shaped-server.ts'
import { bundle } from '../bundle.ts'

/** One way to build a complete payment page. */
export interface PageContender {
  readonly name: string
  readonly files: Readonly<Record<string, ServedFile>>
  /** The page is ready once all of these exist; frames of the same origin are searched, too. */
  readonly inputs: readonly string[]
}

const HTML = 'text/html; charset=utf-8'
const NOT_ADDRESSED = '<svg xmlns="http://www.w3.org/2000/svg"/>'

function ours(): PageContender {
  const nonce = 'YmVuY2htYXJr'
  const body = loadHostedPage().renderDocument({
    session: {
      session: {
        ...{
          id: 'session-1',
          kind: 'HOSTED',
          status: 'CREATED',
          revision: 1,
          processing_code: null,
          amount: 4_990,
          currency: 'EUR',
          currency_exponent: 2,
        },
        ...{ description: 'Order 1', country: null, customer: null },
      },
      payment_methods: [
        { type: 'card', brands: ['VISA', 'MASTERCARD', 'AMEX'] },
        { type: 'payment_bank_transfer' },
      ],
      saved_cards: [],
      tokenization: 'OPT_IN',
      branding: { merchant_name: 'Shop', logo_url: null, font_family: null, font_url: null, colors: {} },
      locale: 'en-US',
      languages: ['en', 'bs', 'ro', 'sv'],
      encryption_keys: { keys: [] },
      methods_url: 'https://methods.example',
      server_time: Math.floor(Date.now() / 1_000),
      return_url: 'https://shop.example/returned',
    },
    ...{ clientKey: 'ck_test_0123456789abcdef0123456789abcdef', sessionId: 'session-1', baseUrl: '' },
    ...{ language: 'en', expiresAtMs: Date.now() + 3_600_000, nonce, environment: 'production' },
  })
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html`
  return {
    name: 'ours',
    files: { '/': { type: HTML, body, headers: { 'content-security-policy': policy } } },
    inputs: ['cc-number', 'cc-exp', 'cc-csc'],
  }
}

/**
 * The peer's page of the same kind: the least document around its Drop-in, with card and a bank transfer. Its ways to pay
 * are in the page already, which saves a request; its frames' document is not published, so a bare input replaces it,
 * and its figures are lower bounds.
 */
async function adyenDropIn(): Promise<PageContender> {
  const script = await bundle(`
    import { AdyenCheckout, Dropin, Card } from '@adyen/adyen-web'
    const api = location.origin + '/'
    AdyenCheckout({
      clientKey: 'stub_L6HTEOAXQBCZJHKNU4NLN6EI7IE6VRRW',
      environment: 'live',
      _environmentUrls: { api, analytics: api, cdn: { images: api, translations: api } },
      analytics: { enabled: false },
      countryCode: 'SE',
      locale: 'en-US',
      amount: { value: 4990, currency: 'EUR' },
      paymentMethodsResponse: { paymentMethods: [{ type: 'scheme', name: 'Cards', brands: ['visa', 'mc', 'amex'] }] },
    }).then((core) => new Dropin(core, { paymentMethodComponents: [Card], openFirstPaymentMethod: true }).mount('#pay-here'))`)
  const style = readFileSync(
    createRequire(import.meta.url).resolve('@adyen/adyen-web/styles/adyen.css'),
    'utf8',
  )
  const field = `<!doctype html><input aria-label="Field"><script>
addEventListener('message', ({ data, source, origin }) => {
  const { numKey, fieldType } = JSON.parse(data)
  if (!numKey) return
  document.querySelector('input').autocomplete = { encryptedCardNumber: 'cc-number', encryptedExpiryDate: 'cc-exp', encryptedSecurityCode: 'cc-csc' }[fieldType]
  source.postMessage(JSON.stringify({ action: 'config', fieldType, numKey }), origin)
}, { once: true })
</script>`
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Pay</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/adyen.css"></head>
<body><h1>Shop</h1><p>Order 1: €49.90</p><div id="pay-here"></div><script src="/adyen.js"></script></body></html>`
  return {
    name: '@adyen/adyen-web Drop-in',
    files: {
      '/': { type: HTML, body },
      '/adyen.js': { type: 'text/javascript', body: script },
      '/adyen.css': { type: 'text/css', body: style },
      '*/securedFields.html': { type: HTML, body: field },
      '*.svg': { type: 'image/svg+xml', body: NOT_ADDRESSED },
    },
    inputs: ['cc-number', 'cc-exp', 'cc-csc'],
  }
}

export async function pageContenders(): Promise<PageContender[]> {
  return [ours(), await adyenDropIn()]
}

/** @returns the file at a path; a name that begins with `*` stands for every path that ends like it. */
export function findFile({ files }: PageContender, path: string): ServedFile | undefined {
  const exact = files[path]
  if (exact) return exact
  const [, ending] =
    Object.entries(files).find(([name]) => name.startsWith('*') && path.endsWith(name.slice(1))) ?? []
  return ending
}
