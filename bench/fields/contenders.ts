import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { loadAssets } from '@sluice/embedded-fields/assets'
import type { ClientSession } from '@sluice/types'
import type { ServedFile } from './shaped-server.ts'
import { bundle } from '../bundle.ts'

/** One way to get a card form onto a merchant's page. */
export interface Contender {
  readonly name: string
  /** The notes that a reader needs to compare its figures. */
  readonly caution?: string
  /** The files of the merchant's origin; the page is at `/`. */
  readonly page: (gatewayOrigin: string) => Readonly<Record<string, ServedFile>>
  /** The files of the gateway's origin. */
  readonly gateway: (path: string) => ServedFile | undefined
  /** Matches the addresses of its frames; null when the inputs are on the page. */
  readonly frames: RegExp | null
}

const HTML = 'text/html; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'
const SESSION_ID = '01a20180-a03b-76ec-a924-e754ea6521f9'
const CLIENT_KEY = 'ck_test_0123456789abcdef0123456789abcdef'

const document_ = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Pay</title>${head}</head><body>${body}</body></html>`

/** The same page for all: a heading, the form's place, and the button whose layout shifts are measured. */
const shopPage = (script: string, form = '') =>
  document_('', `<h1>Pay</h1><div id="card">${form}</div><button id="pay">Pay</button>${script}`)

const file = (type: string, body: string, headers?: ServedFile['headers']): ServedFile => ({
  type,
  body,
  ...(headers && { headers }),
})

/** The smallest form with three labelled inputs and a formatter. */
const BARE_FORM = `<form action="#">
<label>Card number <input id="number" autocomplete="cc-number" inputmode="numeric"></label>
<label>Expiry date (MM/YY) <input id="expiry" autocomplete="cc-exp" inputmode="numeric"></label>
<label>Security code <input id="cvv" autocomplete="cc-csc" inputmode="numeric"></label></form>
<script>
for (const [id, format] of [
  ['number', (d) => d.slice(0, 19).replace(/(.{4})(?=.)/g, '$1 ')],
  ['expiry', (d) => (d.length > 2 ? d.slice(0, 2) + ' / ' + d.slice(2, 4) : d)],
  ['cvv', (d) => d.slice(0, 4)],
]) {
  const input = document.getElementById(id)
  input.addEventListener('input', () => {
    const before = input.value.slice(0, input.selectionStart).replace(/\\D/g, '').length
    input.value = format(input.value.replace(/\\D/g, ''))
    let caret = 0
    for (let digits = 0; digits < before; caret += 1) if (/\\d/.test(input.value[caret])) digits += 1
    input.setSelectionRange(caret, caret)
  })
}
</script>`

const floor0: Contender = {
  name: 'no frame',
  page: () => ({ '/': file(HTML, shopPage('', BARE_FORM)) }),
  gateway: () => undefined,
  frames: null,
}

const floor1: Contender = {
  name: 'bare frame',
  page: (gateway) => ({ '/': file(HTML, shopPage(`<script src="${gateway}/bare.js"></script>`)) }),
  gateway: (path) =>
    ({
      '/bare.js': file(
        SCRIPT,
        `const frame = document.createElement('iframe')
frame.src = new URL('/bare.html', document.currentScript.src)
frame.style.cssText = 'border:0;width:100%;height:120px'
document.querySelector('#card').append(frame)`,
      ),
      '/bare.html': file(HTML, document_('', BARE_FORM)),
    })[path],
  frames: /bare\.html/,
}

function ours(): Contender {
  const { script, cardFrame, threeDsFrame, frameTexts } = loadAssets()
  const cardDocument = cardFrame.html.replace(
    '<body>',
    () => `<body>${frameTexts('cardFrame', ['en-US'], [])}`,
  )
  const headers = {
    'content-security-policy': `default-src 'none'; script-src '${cardFrame.scriptHash}'; style-src '${cardFrame.styleHash}'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors *; require-trusted-types-for 'script'`,
  }
  const session: ClientSession = {
    session: {
      ...{ id: SESSION_ID, kind: 'EMBEDDED', status: 'CREATED', revision: 1, amount: 4_990, currency: 'EUR' },
      ...{
        currency_exponent: 2,
        processing_code: null,
        description: 'Order 1',
        country: null,
        customer: null,
      },
    },
    payment_methods: [{ type: 'card', brands: ['VISA', 'MASTERCARD', 'AMEX', 'MAESTRO', 'DINERS', 'JCB'] }],
    saved_cards: [],
    tokenization: 'NONE',
    branding: { merchant_name: null, logo_url: null, font_family: null, font_url: null, colors: {} },
    locale: 'en-US',
    languages: [],
    encryption_keys: { keys: [encryptionKey()] },
    methods_url: 'https://methods.example',
    server_time: Math.floor(Date.now() / 1_000),
    return_url: 'https://shop.example/returned',
  }
  return {
    name: 'ours',
    page: (gateway) => ({
      '/': file(
        HTML,
        shopPage(`<script src="${gateway}/embedded-fields.js"></script><script>
PaymentComponent({ clientKey: '${CLIENT_KEY}', sessionId: '${SESSION_ID}', environment: 'test', locale: 'en-US' })
  .then((core) => core.create('card').mount('#card'))
</script>`),
      ),
    }),
    gateway: (path) => {
      if (path === '/embedded-fields.js') return file(SCRIPT, script)
      if (path.startsWith('/embedded-fields/card-frame/')) return file(HTML, cardDocument, headers)
      if (path.startsWith('/three-ds/frame/')) return file(HTML, threeDsFrame.html)
      if (path.startsWith('/api/client/sessions/')) return file('application/json', JSON.stringify(session))
      return undefined
    },
    frames: /card-frame/,
  }
}

/**
 * Its frames' document is not published, so a local one with a bare input replaces it, and its figures are lower
 * bounds.
 */
async function adyen(): Promise<Contender> {
  const script = await bundle(`
    import { AdyenCheckout, Card } from '@adyen/adyen-web'
    const api = document.currentScript.dataset.gateway + '/'
    AdyenCheckout({
      clientKey: 'stub_L6HTEOAXQBCZJHKNU4NLN6EI7IE6VRRW',
      environment: 'live',
      _environmentUrls: { api, analytics: api, cdn: { images: api, translations: api } },
      analytics: { enabled: false },
      countryCode: 'SE',
      locale: 'en-US',
      amount: { value: 4990, currency: 'EUR' },
      paymentMethodsResponse: { paymentMethods: [{ type: 'scheme', name: 'Cards', brands: ['visa', 'mc', 'amex'] }] },
    }).then((core) => new Card(core).mount('#card'))`)
  const style = readFileSync(
    createRequire(import.meta.url).resolve('@adyen/adyen-web/styles/adyen.css'),
    'utf8',
  )
  const field = document_(
    '',
    `<input aria-label="Field"><script>
addEventListener('message', ({ data, source, origin }) => {
  const { numKey, fieldType } = JSON.parse(data)
  if (!numKey) return
  document.querySelector('input').autocomplete = { encryptedCardNumber: 'cc-number', encryptedExpiryDate: 'cc-exp', encryptedSecurityCode: 'cc-csc' }[fieldType]
  source.postMessage(JSON.stringify({ action: 'config', fieldType, numKey }), origin)
}, { once: true })
</script>`,
  )
  return {
    name: '@adyen/adyen-web',
    caution: 'its frames are stand-ins of ours: lower bounds',
    page: (gateway) => ({
      '/': file(
        HTML,
        shopPage(
          `<link rel="stylesheet" href="/adyen.css"><script src="/adyen.js" data-gateway="${gateway}"></script>`,
        ),
      ),
      '/adyen.js': file(SCRIPT, script),
      '/adyen.css': file('text/css', style),
    }),
    gateway: (path) => {
      if (path.endsWith('/securedFields.html')) return file(HTML, field)
      if (path.endsWith('.svg')) return file('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>')
      return path.includes('/analytics') ? file('application/json', '{"checkoutAttemptId":"1"}') : undefined
    },
    frames: /securedFields\.html/,
  }
}

export async function contenders(): Promise<Contender[]> {
  return [floor0, floor1, ours(), await adyen()]
}

/** Returns the downloads of a merchant's page, if the rest of a peer is not available: name → minified text. */
export async function unrenderable(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    [
      'braintree-web: client and hosted-fields, without the frames',
      await bundle(
        `import client from 'braintree-web/client'\nimport fields from 'braintree-web/hosted-fields'\nglobalThis.braintree = { client, fields }`,
      ),
    ],
  ])
}

function encryptionKey(): ClientSession['encryption_keys']['keys'][number] {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const now = Math.floor(Date.now() / 1_000)
  return {
    kty: 'EC',
    crv: 'P-256',
    x,
    y,
    use: 'enc',
    alg: 'HPKE-7',
    kid: 'UjQ6Td48Nw1TOW_FiCg4h73VENGrDe2Xervthy8kxgA',
    nbf: now,
    exp: now + 86_400,
  }
}
