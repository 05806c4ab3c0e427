import type { TransactionRecord, TransactionRecordList } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { PAYMENT_TEXTS as texts } from '../texts/payment-texts.ts'
import { formatAmount, formatMoment } from '../wording/format.ts'

/** Renders the records of a payment after its final state, the oldest first; nothing if it has none. */
export function recordsView({ data }: TransactionRecordList): TemplateResult | typeof nothing {
  if (data.length === 0) return nothing
  return html`<section aria-labelledby="records">
    <h2 id="records">${texts.records}</h2>
    <p class="hint">${texts.recordsHint}</p>
    <ul class="records">
      ${data.map(record)}
    </ul>
  </section>`
}

function record(one: TransactionRecord): TemplateResult {
  const { kind, amount, currency, occurred_at: at, funds, respond_by: due } = one
  const why = [one.reason_code, one.reason].filter((each) => each !== null).join(' · ')
  return html`<li>
    <p>
      <strong>${texts.recordKinds[kind]}</strong>
      <span class="number">${formatAmount(amount, currency)}</span>
    </p>
    ${why === '' ? nothing : html`<p class="below">${why}</p>`}
    ${funds === null || funds === 'NONE' ? nothing : html`<p class="below">${texts.funds[funds]}</p>`}
    ${
      due === null
        ? nothing
        : html`<p class="below">${texts.respondBy} <time datetime=${due}>${formatMoment(due)}</time></p>`
    }
    <p class="below">
      <time datetime=${at}>${formatMoment(at)}</time>${
        one.provider_reference === null ? nothing : html` · <code>${one.provider_reference}</code>`
      }
    </p>
  </li>`
}
