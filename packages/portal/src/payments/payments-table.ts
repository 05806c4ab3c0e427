import type { Transaction } from '@sluice/types'
import { cardBrandName } from '@sluice/types/vocabulary'
import { html, nothing, type TemplateResult } from 'lit'

import { dataTable } from '../design/data-table.ts'
import { PAYMENTS_TEXTS as texts } from '../texts/payment-texts.ts'
import { TEXTS } from '../texts/texts.ts'
import { createdAt } from '../wording/created-at.ts'
import { formatRecent } from '../wording/format-day.ts'
import { formatAmount, formatMoment } from '../wording/format.ts'
import { methodTypeName } from '../wording/method-type-name.ts'
import { typeLabel } from '../wording/status-mark.ts'
import { moneyStateOf, netMinor, signedAmount } from './money-state.ts'
import { paymentMark } from './payment-mark.ts'
import { type PendingReasons, describeOutcome } from './describe-outcome.ts'

const { columns } = texts

/** Payments in rows; narrow windows show the moment and the status below the reference and the amount. */
export function paymentsTable(
  payments: readonly Transaction[],
  reasons: PendingReasons,
  caption: string,
): TemplateResult {
  return dataTable({
    caption,
    rows: payments,
    key: ({ id }) => id,
    columns: [
      { heading: columns.reference, cell: referenceCell },
      { heading: columns.created, cell: ({ id }) => moment(id), style: 'wide' },
      { heading: columns.method, cell: methodCell, style: 'wide' },
      { heading: columns.customer, cell: ({ customer }) => customer.email ?? TEXTS.none, style: 'wider' },
      {
        heading: columns.status,
        cell: (payment) =>
          html`${paymentMark(payment)}<span class="below">${describeOutcome(payment, reasons)}</span>`,
        style: 'wide',
      },
      { heading: columns.amount, cell: amountCell, style: 'number' },
    ],
  })
}

function referenceCell({ id, reference, transaction_type: type }: Transaction): TemplateResult {
  return html`<a class="id" href="/payments/${id}">${reference}</a>
    <span class="below">${typeLabel(type)}<span class="narrow"> · ${moment(id)}</span></span>`
}

function amountCell(payment: Transaction): TemplateResult {
  const net = moneyStateOf(payment) === null ? null : netMinor(payment)
  const { amount, currency } = payment
  return html`${formatAmount(signedAmount(payment), currency)}
    ${net === null || net === amount ? nothing : html`<span class="below">${texts.net(formatAmount(net, currency))}</span>`}
    <span class="narrow block">${paymentMark(payment)}</span>`
}

function methodCell(payment: Transaction): TemplateResult {
  const count = payment.data?.installments?.count
  return html`${describeMethod(payment)}
  ${count === undefined ? nothing : html`<span class="below">${texts.installments(count)}</span>`}`
}

function moment(id: string): TemplateResult {
  const at = createdAt(id)
  return html`<time datetime=${at.toISOString()} title=${formatMoment(at)}
    >${formatRecent(at, new Date())}</time
  >`
}

/** Returns the brand and the last digits of a card, the name of everything else. */
export function describeMethod({ payment_method: { type, brand, masked, method } }: Transaction): string {
  const digits = /[0-9]{4}$/.exec(masked ?? method)?.[0]
  return brand !== null && digits ? `${cardBrandName(brand)} ···· ${digits}` : methodTypeName(type)
}
