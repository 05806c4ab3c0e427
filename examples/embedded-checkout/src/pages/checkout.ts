import { html, type Markup } from '../html.ts'
import type { Order } from '../orders.ts'
import { formatPrice } from '../products.ts'
import { layout } from './layout.ts'

/** The data for the browser script, all of it public. */
export interface CheckoutData {
  readonly clientKey: string
  readonly sessionId: string
  readonly gatewayUrl: string
  readonly returnPath: string
}

const TEST_CARDS = [
  { number: '4242 4242 4242 4242', outcome: 'Approved' },
  { number: '4000 0027 6000 3184', outcome: 'The bank asks for a password: 1234' },
  { number: '4000 0000 0000 9995', outcome: 'Declined, insufficient funds' },
]

export function checkoutPage(order: Order, data: CheckoutData): Markup {
  const price = formatPrice(order.amountMinor)
  return layout({
    title: 'Checkout',
    head: html`
      <script src="${data.gatewayUrl}/embedded-fields.js" defer></script>
      <script src="/assets/checkout.js" defer></script>
    `,
    main: html`
      <h1 class="page-title">Checkout</h1>
      <div class="checkout">
        ${orderSummary(order, price)}
        <section class="panel pay" aria-labelledby="pay-heading">
          <h2 id="pay-heading">Pay by card</h2>
          <form
            id="payment"
            data-client-key="${data.clientKey}"
            data-session-id="${data.sessionId}"
            data-return-path="${data.returnPath}"
          >
            <div id="card" class="card-fields"></div>
            <div class="field">
              <label for="email">Email for the receipt <span class="optional">(optional)</span></label>
              <input id="email" name="email" type="email" autocomplete="email" maxlength="512" />
            </div>
            <button id="pay" class="button button-wide" type="submit" disabled>Pay ${price}</button>
            <p id="problem" class="problem" role="alert"></p>
            <p id="progress" class="progress" role="status"></p>
          </form>
          <noscript
            ><p class="problem">
              The card form needs JavaScript. Please turn it on and reload this page.
            </p></noscript
          >
          <p class="assurance">
            Your card details go straight from this page to the payment service. The shop never sees them.
          </p>
        </section>
        ${testCards()}
      </div>
    `,
  })
}

function orderSummary({ product, number }: Order, price: string): Markup {
  return html`
    <section class="panel summary" aria-labelledby="summary-heading">
      <h2 id="summary-heading">Your order</h2>
      <div class="summary-item">
        <img src="/assets/pictures/${product.id}.svg" alt="" width="96" height="72" />
        <p><strong>${product.name}</strong><br /><span class="quiet">1 piece</span></p>
        <p class="amount">${price}</p>
      </div>
      <dl class="totals">
        <div>
          <dt>Shipping</dt>
          <dd>Free</dd>
        </div>
        <div class="total">
          <dt>Total</dt>
          <dd>${price}</dd>
        </div>
      </dl>
      <p class="quiet">Order ${number} · <a href="/">Choose something else</a></p>
    </section>
  `
}

function testCards(): Markup {
  return html`
    <aside class="panel hint" aria-labelledby="test-cards-heading">
      <h2 id="test-cards-heading">Test cards</h2>
      <ul class="test-cards" role="list">
        ${TEST_CARDS.map(
          ({ number, outcome }) => html`
            <li>
              <span class="test-card"
                ><span class="digits">${number}</span><span class="quiet">${outcome}</span></span
              >
              <button class="button-small" type="button" data-copy>
                Copy<span class="visually-hidden"> ${number}</span>
              </button>
            </li>
          `,
        )}
      </ul>
      <p class="quiet">
        Any future expiry date, any three digits as security code. Cancel in the bank’s page cancels the
        payment.
      </p>
    </aside>
  `
}
