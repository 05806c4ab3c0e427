import type { Transaction } from '@sluice/types'
import { advice } from '@sluice/types/vocabulary'
import { html, nothing, type TemplateResult } from 'lit'

import { TEXTS } from '../texts/texts.ts'

const { payment: texts } = TEXTS

/** Why a payment was not approved, and what to do about it; nothing for one that was, or that is still open. */
export function why({ status, processing_code: code, response_message: message, errors }: Transaction) {
  if (code === null || status === 'APPROVED' || status === 'CREATED') return nothing
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

function problems(errors: Transaction['errors']): TemplateResult {
  return html`<ul>
    ${errors.map(({ property, message }) => html`<li><code>${property}</code> ${message}</li>`)}
  </ul>`
}
