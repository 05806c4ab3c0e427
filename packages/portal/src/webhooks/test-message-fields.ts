import type { TransactionList } from '@sluice/types'
import { isFinalStatus } from '@sluice/types/vocabulary'
import { html, type TemplateResult } from 'lit'

import { field } from '../design/field.ts'
import { WEBHOOKS_TEXTS as texts } from '../texts/webhooks-texts.ts'
import { formatAmount } from '../wording/format.ts'
import { describeProblem } from '../wording/describe-problem.ts'
import { stateLabel, typeLabel } from '../wording/status-mark.ts'

/** Asks which payment's event shall be sent: one of the newest, or any by its id. */
export function testMessageFields(
  url: string,
  { data }: TransactionList,
  problemOf: (member: string) => string | null,
): TemplateResult {
  const problem = problemOf('transaction_id')
  const ended = data.filter(({ status }) => isFinalStatus(status))
  return html`<p><code>${url}</code></p>
    <p class="hint">${texts.testHint}</p>
    ${
      ended.length === 0
        ? html`<p class="notice">${texts.testNone}</p>`
        : field({
            id: 'test-payment',
            label: texts.testPayment,
            control: ({ id }) =>
              html`<select id=${id} name="newest">
                ${ended.map(
                  ({ id: payment, reference, status, transaction_type: type, amount, currency }) =>
                    html`<option value=${payment}>
                      ${reference} · ${typeLabel(type)} · ${stateLabel(type, status)} ·
                      ${formatAmount(amount, currency)}
                    </option>`,
                )}
              </select>`,
          })
    }
    ${field({
      id: 'test-id',
      label: texts.testId,
      problem: problem === null ? null : describeProblem(texts.testPayment, problem),
      control: ({ id, describedBy, invalid }) =>
        html`<input
          id=${id}
          name="id"
          autocomplete="off"
          spellcheck="false"
          ?required=${ended.length === 0}
          aria-describedby=${describedBy}
          aria-invalid=${invalid}
        />`,
    })}`
}

/** Returns the payment that was chosen; an id that was typed counts first. */
export function readTestPayment(data: FormData): string {
  const typed = String(data.get('id')).trim()
  return typed === '' ? String(data.get('newest')) : typed
}
