import { html, type Markup } from '../html.ts'
import type { Order, Payment } from '../orders.ts'
import { formatPrice } from '../products.ts'
import { layout } from './layout.ts'

export function receiptPage(order: Order, payment: Payment): Markup {
  const rows = [
    ['Order', payment.reference],
    ['Amount', formatPrice(order.amountMinor)],
  ]
  return layout({
    title: 'Thank you',
    main: html`
      <section
        class="panel outcome outcome-paid"
        aria-labelledby="outcome-heading"
        data-transaction="${payment.transactionId}"
      >
        <p class="mark" aria-hidden="true">✓</p>
        <h1 id="outcome-heading">Thank you</h1>
        <p class="lead">Your ${order.product.name} is paid. In a real shop, it would be wrapped now.</p>
        <table class="receipt">
          <caption class="visually-hidden">
            Receipt
          </caption>
          <tbody>
            ${rows.map(
              ([name, value]) =>
                html`<tr>
                  <th scope="row">${name}</th>
                  <td>${value}</td>
                </tr>`,
            )}
          </tbody>
        </table>
        <p><a class="button" href="/">Back to the shop</a></p>
      </section>
    `,
  })
}
