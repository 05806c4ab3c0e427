import {
  adviceOf,
  familyOf,
  PROCESSING_CODES,
  type ProcessingAdvice,
  type ProcessingCode,
} from '@sluice/server-sdk'
import { html, type Markup } from '../html.ts'
import type { FailedOutcome, Order } from '../orders.ts'
import { formatPrice } from '../products.ts'
import { layout } from './layout.ts'

const OUTCOMES: Readonly<Record<FailedOutcome, { readonly heading: string; readonly what: string }>> = {
  declined: { heading: 'Payment declined', what: 'The payment was not approved. No money has moved.' },
  canceled: { heading: 'Payment canceled', what: 'The payment was canceled. No money has moved.' },
  expired: { heading: 'Payment expired', what: 'The payment was not finished in time. No money has moved.' },
}

/** The message to the customer, for each advice of the gateway. */
const ADVICE: Readonly<Record<ProcessingAdvice, string>> = {
  FULFIL: 'Please try again.',
  WAIT_FOR_FINAL_STATUS: 'Please wait a moment before you try again.',
  OFFER_ANOTHER_METHOD: 'Please try another card, or ask your bank.',
  START_NEW_CHECKOUT: 'You can start the payment again whenever you like.',
  CREATE_NEW_PAYMENT_LINK: 'You can start the payment again whenever you like.',
  CORRECT_REQUEST: 'Please check what you entered and try again.',
  CORRECT_CARD_DATA: 'Please check the card number, the expiry date and the security code, and try again.',
  CONTACT_SUPPORT: 'The reason is on our side, not yours. Please try again later or write to us.',
  AUTHENTICATE_AGAIN: 'Your bank could not confirm that it was you. Please try again, or use another card.',
  DO_NOT_RETRY: 'This card cannot be used here. Please use another one.',
}

/** A try to pay that ended without money, and the way to the next. */
export function failurePage(order: Order, outcome: FailedOutcome, processingCode: string | null): Markup {
  const { heading, what } = OUTCOMES[outcome]
  const advice = processingCode === null ? ADVICE.START_NEW_CHECKOUT : ADVICE[adviceOf(processingCode)]
  return layout({
    title: heading,
    main: html`
      <section class="panel outcome outcome-failed" aria-labelledby="outcome-heading">
        <p class="mark" aria-hidden="true">${outcome === 'declined' ? '!' : '×'}</p>
        <h1 id="outcome-heading">${heading}</h1>
        <p class="lead">${what} ${advice}</p>
        ${reasonLine(outcome, processingCode)}
        <form method="post" action="/checkout/${order.id}/again">
          <button class="button" type="submit">Try again</button>
        </form>
        <p class="quiet">
          Order ${order.number}, ${order.product.name}, ${formatPrice(order.amountMinor)} ·
          <a href="/">Back to the shop</a>
        </p>
      </section>
    `,
  })
}

/** The reason, where it helps. The reason of a risk rule is not shown: it would teach how to evade the rule. */
function reasonLine(outcome: FailedOutcome, processingCode: string | null): Markup | null {
  if (outcome !== 'declined' || processingCode === null || familyOf(processingCode) === 'RISK') return null
  if (!Object.hasOwn(PROCESSING_CODES, processingCode)) return null
  const { message } = PROCESSING_CODES[processingCode as ProcessingCode]
  return html`<p class="quiet">Reason: ${message}</p>`
}
