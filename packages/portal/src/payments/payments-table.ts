import type { Transaction } from '@sluice/types'
import { html, type TemplateResult } from 'lit'

import { TEXTS } from '../texts/texts.ts'
import { createdAt } from '../wording/created-at.ts'
import { formatAmount, formatMoment, sayWord } from '../wording/format.ts'
import { sayMethodType } from '../wording/say-method-type.ts'
import { sayType, statusMark } from '../wording/status-mark.ts'
import { sayRecordSums } from './records-view.ts'

const { columns } = TEXTS.payments

/** Payments in rows; narrow windows show the moment and the method below the reference. */
export function paymentsTable(payments: readonly Transaction[], caption: string): TemplateResult {
  return html`<table class="payments">
    <caption class="unseen">
      ${caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">${columns.reference}</th>
        <th scope="col" class="wide">${columns.created}</th>
        <th scope="col" class="wide">${columns.method}</th>
        <th scope="col" class="wider">${columns.customer}</th>
        <th scope="col" class="wide">${columns.status}</th>
        <th scope="col" class="number">${columns.amount}</th>
      </tr>
    </thead>
    <tbody>
      ${payments.map(row)}
    </tbody>
  </table>`
}

function row(payment: Transaction): TemplateResult {
  const { id, reference, transaction_type: type, status, amount, currency, customer, data } = payment
  const at = createdAt(id)
  const moment = html`<time datetime=${at.toISOString()}>${formatMoment(at)}</time>`
  const reason = status === 'APPROVED' ? '' : payment.response_message
  return html`<tr>
    <th scope="row">
      <a href="/payments/${id}">${reference}</a>
      <span class="below">${sayType(type)}<span class="narrow"> · ${moment}</span></span>
    </th>
    <td class="wide">${moment}</td>
    <td class="wide">${sayMethod(payment)}</td>
    <td class="wider">${customer.email ?? TEXTS.none}</td>
    <td class="wide">${statusMark(status)}<span class="below">${reason}</span></td>
    <td class="number">
      ${formatAmount(amount, currency)}
      ${sayRecordSums(data?.operations, currency).map((sum) => html`<span class="below">${sum}</span>`)}
      <span class="narrow block">${statusMark(status)}</span>
    </td>
  </tr>`
}

/** The brand and the last digits of a card, the name of everything else. */
export function sayMethod({ payment_method: { type, brand, masked, method } }: Transaction): string {
  const digits = /[0-9]{4}$/.exec(masked ?? method)?.[0]
  return brand !== null && digits ? `${sayWord(brand)} ···· ${digits}` : sayMethodType(type)
}
