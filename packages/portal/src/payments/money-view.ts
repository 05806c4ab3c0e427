import type { Transaction } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { PAYMENT_TEXTS as texts } from '../texts/payment-texts.ts'
import { formatAmount, formatMoment } from '../wording/format.ts'
import { netMinor } from './money-state.ts'

type SumName = keyof typeof texts.sums

/** The deductions from the captured amount. */
const NEGATIVE: ReadonlySet<SumName> = new Set([
  'capture_failed_amount',
  'refunded_amount',
  'returned_amount',
  'disputed_amount',
])

/** The money that a payment moved, and what is left of it; nothing for a payment without money. */
export function moneyView(payment: Transaction): TemplateResult | typeof nothing {
  const { data, currency, transaction_type: type } = payment
  const sums = data?.operations
  const net = netMinor(payment)
  if (sums === undefined || net === null) return nothing
  const isAuthorization = type === 'AUTHORIZE'
  const names = (Object.keys(texts.sums) as SumName[]).filter(
    (name) => (sums[name] ?? 0) !== 0 && (isAuthorization || name !== 'authorized_amount'),
  )
  return html`<section aria-labelledby="money">
    <h2 id="money">${texts.money}</h2>
    <dl class="pairs sums">
      ${names.map((name) => {
        const sum = sums[name] ?? 0
        return html`<dt>${texts.sums[name]}</dt>
          <dd class="number">${formatAmount(NEGATIVE.has(name) ? -sum : sum, currency)}</dd>`
      })}
      ${sums.capture_before === undefined || sums.open_amount === 0 ? nothing : captureBefore(sums.capture_before)}
      <dt class="total">${texts.net}</dt>
      <dd class="number total">${formatAmount(net, currency)}</dd>
    </dl>
  </section>`
}

function captureBefore(at: string): TemplateResult {
  return html`<dt>${texts.captureBefore}</dt>
    <dd class="number"><time datetime=${at}>${formatMoment(at)}</time></dd>`
}
