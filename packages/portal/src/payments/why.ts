import type { Timeline, Transaction } from '@sluice/types'
import { advice } from '@sluice/types/vocabulary'
import { html, nothing, type TemplateResult } from 'lit'

import { PAYMENT_TEXTS as texts } from '../texts/payment-texts.ts'
import { formatMoment } from '../wording/format.ts'
import { describePending } from './describe-outcome.ts'

/**
 * Explains why a payment was not approved or is pending, and what to do about it; nothing if it was approved or is not paid yet.
 *
 * @param reason - the reason why it is pending.
 */
export function why(
  payment: Transaction,
  timeline: Timeline,
  reason: string | undefined,
): TemplateResult | typeof nothing {
  const { status, processing_code: code, response_message: message, errors } = payment
  if (code === null || status === 'APPROVED' || status === 'CREATED') return nothing
  const waitsFor = status === 'PENDING' ? describePending(reason) : undefined
  if (waitsFor !== undefined) return pending(waitsFor, timeline)
  const { merchant, shopper } = advice(code)
  return html`<section class="notice ${status === 'PENDING' ? '' : 'bad'}" aria-labelledby="why">
    <h2 id="why">${texts.why(message ?? code)}</h2>
    <p class="hint">${texts.code(code)}</p>
    ${errors.length === 0 ? nothing : problems(errors)}
    <dl class="pairs">
      <dt>${texts.whatToDo}</dt>
      <dd>${merchant}</dd>
      <dt>${texts.tellCustomer}</dt>
      <dd>${shopper.en}</dd>
    </dl>
  </section>`
}

function pending({ short, long }: { short: string; long: string }, { data }: Timeline): TemplateResult {
  const until = data.findLast((entry) => entry.kind === 'WAITING')?.detail.until ?? null
  return html`<section class="notice" aria-labelledby="why">
    <h2 id="why">${texts.pending(short)}</h2>
    <p>${long}</p>
    ${
      until === null
        ? nothing
        : html`<dl class="pairs">
            <dt>${texts.until}</dt>
            <dd><time datetime=${until}>${formatMoment(until)}</time></dd>
          </dl>`
    }
  </section>`
}

function problems(errors: Transaction['errors']): TemplateResult {
  return html`<ul>
    ${errors.map(({ property, message }) => html`<li><code>${property}</code> ${message}</li>`)}
  </ul>`
}
