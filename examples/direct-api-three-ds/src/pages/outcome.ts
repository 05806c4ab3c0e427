import { advice, type Transaction } from '@sluice/server-sdk'
import { html, type Markup } from '../html.ts'
import type { Order } from '../orders.ts'
import type { OrderState } from '../pay-order.ts'
import { layout } from './layout.ts'
import { PRICE } from './price.ts'

/** Seconds until the page asks again. */
const REFRESH_SECONDS = 3

interface Outcome {
  readonly heading: string
  readonly text: string
  /** The customer's next step. */
  readonly way: 'again' | 'refresh' | 'none'
}

/** Renders the page of an order, for every final outcome of its payment. */
export function outcomePage(order: Order, state: Exclude<OrderState, { kind: 'open' | 'unpaid' }>): Markup {
  const { heading, text, way } = describe(state)
  return layout({
    title: heading,
    ...(way === 'refresh' && {
      head: html`<meta http-equiv="refresh" content="${REFRESH_SECONDS}" />`,
    }),
    main: html`
      <section class="panel outcome-${state.kind}">
        <h1>${heading}</h1>
        <p>${text}</p>
        ${
          way === 'again' &&
          html`<form method="post" action="/orders/${order.id}/again">
            <button class="button">Try again</button>
          </form>`
        }
        <p class="quiet">Order ${order.number}, ${PRICE} · <a href="/">Back to the shop</a></p>
      </section>
    `,
  })
}

function describe(state: Exclude<OrderState, { kind: 'open' | 'unpaid' }>): Outcome {
  switch (state.kind) {
    case 'paid':
    case 'approved':
      return { heading: 'Thank you', text: 'Your lantern is paid.', way: 'none' }
    case 'declined':
      return { heading: 'Payment declined', text: shopperText(state.transaction), way: 'again' }
    case 'canceled':
      return { heading: 'Payment canceled', text: shopperText(state.transaction), way: 'again' }
    case 'expired':
      return { heading: 'Payment expired', text: shopperText(state.transaction), way: 'again' }
    case 'invalid':
      return { heading: 'Payment not possible', text: shopperText(state.transaction), way: 'again' }
    case 'abandoned':
      return {
        heading: 'Payment not finished',
        text: 'You left before your bank had confirmed. Nothing was paid.',
        way: 'again',
      }
    case 'timedOut':
      return {
        heading: 'Payment not finished',
        text: 'Your bank did not confirm in time. Nothing was paid.',
        way: 'again',
      }
    case 'refused':
      return {
        heading: 'Payment not possible',
        text: 'The payment was not started. Nothing was paid.',
        way: 'again',
      }
    case 'pending':
      return {
        heading: 'Payment pending',
        text: 'Your bank has not answered yet. This page goes on by itself; please do not pay a second time.',
        way: 'refresh',
      }
    case 'unknown':
      return {
        heading: 'Payment being checked',
        text: 'We do not know yet whether your payment went through. We will find out; please do not pay a second time.',
        way: 'none',
      }
    case 'notFound':
      return {
        heading: 'Payment being checked',
        text: 'We cannot find your payment any more. Please write to us before you pay a second time.',
        way: 'none',
      }
    default:
      return state satisfies never
  }
}

function shopperText({ processing_code: code }: Transaction): string {
  return advice(code ?? '').shopper.en
}
