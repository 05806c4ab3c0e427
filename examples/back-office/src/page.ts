import { randomUUID } from 'node:crypto'
import { fromMinorUnits, type Transaction } from '@sluice/server-sdk'
import type { FormOutcome } from './form-outcome.ts'
import type { Operation } from './operation.ts'
import type { SentForm } from './sent-form.ts'

const STYLE = `
:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{max-width:70rem;margin:2rem auto;padding:0 1rem}
table{width:100%;border-collapse:collapse}
th,td{padding:.5rem;text-align:left;border-bottom:1px solid light-dark(#ccd,#445)}
form{display:inline-flex;gap:.25rem}
input{width:6rem}
[role=status]{padding:.5rem 1rem;background:light-dark(#eef4fb,#1b3148)}
`

/** The table of payments, with the operations that each permits. */
export function paymentsPage(
  transactions: readonly Transaction[],
  { message, undecided }: FormOutcome,
): string {
  const rows = transactions.map(
    (transaction) => `<tr>
      <td>${escape(transaction.reference)}</td>
      <td>${escape(transaction.transaction_type)}</td>
      <td>${escape(transaction.status)} ${escape(transaction.processing_code ?? '')}</td>
      <td>${fromMinorUnits(transaction.amount, transaction.currency)} ${transaction.currency}</td>
      <td>${sums(transaction)}</td>
      <td>${
        // A form with a new key would do a second time what may be done already.
        transaction.id === undecided?.id
          ? 'undecided, see above'
          : permitted(transaction)
              .map((operation) => form(transaction, operation))
              .join(' ')
      }</td>
    </tr>`,
  )
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Payments</title><style>${STYLE}</style></head>
<body>
<h1>Payments</h1>
${message === '' ? '' : `<p role="status">${escape(message)}</p>`}
${undecided ? formAgain(undecided) : ''}
<table>
<thead><tr><th>Reference</th><th>Type</th><th>Status</th><th>Amount</th><th>Sums</th><th>Operations</th></tr></thead>
<tbody>${rows.join('')}</tbody>
</table>
</body>
</html>`
}

/** Returns the operations to offer; the gateway decides. */
function permitted({ status, transaction_type: type, data }: Transaction): readonly Operation[] {
  const { open_amount: open = 0, refunded_amount: refunded = 0 } = data?.operations ?? {}
  if (status !== 'APPROVED') return []
  if (type === 'AUTHORIZE') return open > 0 ? ['capture', 'void'] : []
  if (type === 'PURCHASE' || type === 'CAPTURE') return refunded > 0 ? ['refund'] : ['refund', 'void']
  return type === 'PAYMENT' ? ['refund'] : []
}

function sums({ data, currency }: Transaction): string {
  const {
    captured_amount: captured = 0,
    refunded_amount: refunded = 0,
    voided_amount: voided = 0,
  } = data?.operations ?? {}
  const parts = Object.entries({ captured, refunded, voided }).filter(([, amount]) => amount > 0)
  return parts.map(([name, amount]) => `${name} ${fromMinorUnits(amount, currency)}`).join(', ')
}

function form({ id, reference }: Transaction, operation: Operation): string {
  const amount =
    operation === 'void'
      ? ''
      : `<input name="amount" inputmode="decimal" placeholder="all" aria-label="Amount of the ${operation} of ${escape(reference)}">`
  return `<form method="post">
    <input type="hidden" name="id" value="${escape(id)}">
    <input type="hidden" name="key" value="${randomUUID()}">
    ${amount}<button name="operation" value="${operation}">${operation}</button>
  </form>`
}

/** The form that was sent, with its key and its amount, which cannot be changed. */
function formAgain({ operation, id, key, amount }: SentForm): string {
  const fields = Object.entries({ id, key, amount }).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`,
  )
  const what = operation === 'void' ? operation : `${operation} of ${amount || 'all'}`
  return `<form method="post">
    ${fields.join('')}<button name="operation" value="${operation}">Send the ${escape(what)} again</button>
  </form>`
}

function escape(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
