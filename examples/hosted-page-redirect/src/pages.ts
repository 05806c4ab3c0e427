import type { Order } from './order.ts'

/** The text for a customer who returns. Everything in these pages is the shop's own: nothing is escaped. */
const OUTCOMES: Readonly<Record<Order['state'], string>> = {
  OPEN: '<h1>Not paid yet</h1><p>We are waiting for your bank. This page looks again by itself.</p>',
  PAID: '<h1>Thank you</h1><p>Your mug is on its way.</p><p><a href="/">Back to the shop</a></p>',
  FAILED:
    '<h1>Not paid</h1><p>Nothing was charged.</p><form method="post" action="/orders"><button>Try again</button></form>',
}

/** The interval at which the customer's page reloads while the payment is pending. */
const LOOK_AGAIN_SECONDS = 3

export function productPage(): string {
  return page(
    'Harbour mug',
    '<h1>Harbour mug</h1><p>18.50 EUR</p><form method="post" action="/orders"><button>Buy</button></form>',
  )
}

export function orderPage({ state }: Order): string {
  const refresh = state === 'OPEN' ? `<meta http-equiv="refresh" content="${LOOK_AGAIN_SECONDS}">` : ''
  return page('Your order', OUTCOMES[state], refresh)
}

export function noticePage(text: string): string {
  return page('Harbour shop', `<h1>${text}</h1><p><a href="/">To the shop</a></p>`)
}

/** The style of the shop, light and dark. */
const STYLE = `
:root { color-scheme: light dark; --ground: #f4f5f8; --paper: #fff; --ink: #171c2b; --accent: #3152e0; font: 16px/1.5 system-ui, sans-serif }
@media (prefers-color-scheme: dark) { :root { --ground: #10131b; --paper: #1b202c; --ink: #f3f5fa } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; box-sizing: border-box; background: var(--ground); color: var(--ink) }
main { width: min(100%, 24rem); padding: 2rem; border-radius: 12px; background: var(--paper); text-align: center; box-sizing: border-box }
h1 { margin: 0 0 .5rem; font-size: 1.5rem }
p { margin: 0 0 1.5rem }
button { width: 100%; min-height: 3rem; border: 0; border-radius: 8px; background: var(--accent); color: #fff; font: inherit; font-weight: 600; cursor: pointer }
button:focus-visible, a:focus-visible { outline: 3px solid Highlight; outline-offset: 2px }
a { color: inherit }
`

function page(title: string, body: string, head = ''): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">${head}<title>${title}</title><style>${STYLE}</style><main>${body}</main></html>`
}
