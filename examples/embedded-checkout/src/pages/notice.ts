import { html, type Markup } from '../html.ts'
import { layout } from './layout.ts'

interface Notice {
  readonly heading: string
  readonly text: string
  readonly link: { readonly href: string; readonly text: string }
}

/** A page that only has something to say. */
function noticePage({ heading, text, link }: Notice): Markup {
  return layout({
    title: heading,
    main: html`
      <section class="panel outcome" aria-labelledby="outcome-heading">
        <h1 id="outcome-heading">${heading}</h1>
        <p class="lead">${text}</p>
        <p><a class="button" href="${link.href}">${link.text}</a></p>
      </section>
    `,
  })
}

const HOME = { href: '/', text: 'Back to the shop' }

export const notFoundPage = (): Markup =>
  noticePage({
    heading: 'There is no such page',
    text: 'The address may be mistyped, or the order was made before this shop was started again: it keeps orders in memory only.',
    link: HOME,
  })

export const mismatchPage = (orderNumber: string): Markup =>
  noticePage({
    heading: 'We cannot confirm this payment',
    text: `What the payment service reports does not belong to order ${orderNumber}. Nothing was sold. Please write to us and name the order.`,
    link: HOME,
  })

export const gatewayProblemPage = (path: string): Markup =>
  noticePage({
    heading: 'The payment service does not answer',
    text: 'That is on our side. Your order is kept; please try again in a moment.',
    link: { href: path, text: 'Try again' },
  })

export const failedPage = (): Markup =>
  noticePage({
    heading: 'Something went wrong',
    text: 'That is on our side. If you were paying, please open your order again before you pay a second time.',
    link: HOME,
  })
