import { html, type Markup } from '../html.ts'
import type { Order } from '../orders.ts'
import { layout } from './layout.ts'

/** Often enough to feel immediate, seldom enough for the gateway's limit of ten questions a second. */
const REFRESH_SECONDS = 2

/** `pending.js` looks up the section's id to distinguish this page from the ones that follow it. */
export function pendingPage(order: Order): Markup {
  return layout({
    title: 'Payment pending',
    head: html`
      <script src="/assets/pending.js" defer></script>
      <noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}" /></noscript>
    `,
    main: html`
      <section id="pending" class="panel outcome" aria-labelledby="outcome-heading">
        <p class="mark mark-waiting" aria-hidden="true">…</p>
        <h1 id="outcome-heading">Payment pending</h1>
        <p class="lead">
          Your bank has not answered yet. This page goes on by itself as soon as it has; please do not pay a
          second time.
        </p>
        <p>
          <a class="button" href="/return/${order.id}">Look again now</a>
          <a class="button button-quiet" href="/checkout/${order.id}">Back to the card form</a>
        </p>
      </section>
    `,
  })
}
