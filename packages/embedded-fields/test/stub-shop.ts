import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { close, listen } from './stub-gateway.ts'

export interface StubShop {
  /** Of another site than the gateway. */
  readonly origin: string
  /**
   * Of the gateway's site. Playwright turns storage partitioning off, and browsers without it give frames of other sites
   * no storage at all.
   */
  readonly sameSiteOrigin: string
  close(): Promise<void>
}

/** What the page of a shop may differ in; given in its query. */
export interface ShopPage {
  readonly session: string
  readonly clientKey?: string
  readonly locale?: string
  /** Further rules for the page's style sheet. */
  readonly css?: string
  readonly callback?: 'none'
  readonly csp?: string
}

/** A shop with one page: a form with the card component and a pay button, under a strict policy. */
export async function startStubShop(gatewayOrigin: string): Promise<StubShop> {
  const server = createServer((request, response) => {
    const page = Object.fromEntries(
      new URL(request.url ?? '/', 'http://shop').searchParams,
    ) as unknown as ShopPage
    const policy = `script-src 'nonce-shop' ${gatewayOrigin}; style-src 'nonce-shop'; frame-src ${page.csp ?? gatewayOrigin}; require-trusted-types-for 'script'; trusted-types 'none'`
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
    response.end(shopPage(gatewayOrigin, page))
  })
  await listen(server)
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    sameSiteOrigin: `http://localhost:${port}`,
    close: () => close(server),
  }
}

export function shopAddress(origin: string, page: ShopPage): string {
  return `${origin}/?${new URLSearchParams({ ...page }).toString()}`
}

function shopPage(
  gatewayOrigin: string,
  { session, clientKey = 'ck_test_0123456789abcdef0123456789abcdef', locale, css = '', callback }: ShopPage,
): string {
  const options = {
    clientKey,
    sessionId: session,
    environment: 'test',
    ...(locale === undefined ? {} : { locale }),
  }
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Shop</title>
<style nonce="shop">
  body { margin: 0 auto; max-width: 440px; padding: 24px 16px; font: 16px/1.5 system-ui, sans-serif; background: #fff; color: #171c2b }
  h1 { font-size: 22px; margin: 0 0 16px }
  button { width: 100%; margin-top: 8px; padding: 13px; border: 0; border-radius: 8px; background: #3152e0; color: #fff; font: 600 16px/1.5 system-ui, sans-serif }
  ${css}
</style>
<h1>Pay 49.90 EUR</h1>
<form id="form"><div id="card"></div><div id="other"></div><button>Pay now</button></form>
<p id="outcome"></p>
<script nonce="shop" src="${gatewayOrigin}/embedded-fields.js"></script>
<script nonce="shop">
  window.changes = []
  window.errors = []
  const outcome = (text) => { document.querySelector('#outcome').textContent = text }
  void (async () => {
    window.core = await PaymentComponent(${JSON.stringify(options)})
    window.card = core.create('card', {
      componentListeners: {
        onChange: (change) => changes.push(change),
        onError: (error) => errors.push(error),
      },
    })
    document.querySelector('#form').addEventListener('submit', (event) => {
      event.preventDefault()
      card.submitPayment({
        customer: { firstName: 'Ivo' },
        ${callback === 'none' ? '' : 'callback: (response, error) => outcome(JSON.stringify({ response, error })),'}
      })
    })
    await card.mount('#card').catch((error) => outcome(JSON.stringify({ mount: error.code })))
    document.body.dataset.ready = ''
  })()
</script>`
}
