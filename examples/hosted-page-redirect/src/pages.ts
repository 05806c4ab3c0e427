import type { Order } from './order.ts'

/** What the customer reads when they are back. Everything in these pages is the shop's own: nothing is escaped. */
const OUTCOMES: Readonly<Record<Order['state'], string>> = {
  OPEN: '<h1>Not paid yet</h1><p>We are waiting for your bank. This page looks again by itself.</p>',
  PAID: '<h1>Thank you</h1><p>Your mug is on its way.</p>',
  FAILED:
    '<h1>Not paid</h1><p>Nothing was charged.</p><form method="post" action="/orders"><button>Try again</button></form>',
}

/** How often a customer's page asks while nothing is decided. */
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

function page(title: string, body: string, head = ''): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">${head}<title>${title}</title><main>${body}</main></html>`
}
