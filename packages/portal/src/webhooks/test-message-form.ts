import type { TransactionList } from '@sluice/types'
import { isFinalStatus } from '@sluice/types/vocabulary'
import { html, type TemplateResult } from 'lit'

import type { DeedForm } from '../app/deed-dialog.ts'
import { TEXTS } from '../texts/texts.ts'
import { formatAmount } from '../wording/format.ts'
import { sayStatus, sayType } from '../wording/status-mark.ts'

const { webhooks: texts } = TEXTS

/** The member beside whose field a problem is shown. */
export const TEST_MESSAGE_MEMBER = 'transaction_id'

/** Asks which payment's event shall be sent: one of the newest, or any by its id. */
export function testMessageForm(
  url: string,
  { data }: TransactionList,
  { reason, cancel, problemOf }: DeedForm,
  submit: (event: SubmitEvent) => void,
): TemplateResult {
  const ended = data.filter(({ status }) => isFinalStatus(status))
  const problem = problemOf(TEST_MESSAGE_MEMBER)
  return html`<form @submit=${submit}>
    <h2 id="subscription-title">${texts.testTitle}</h2>
    <p><code>${url}</code></p>
    <p class="hint">${texts.testHint}</p>
    ${
      ended.length === 0
        ? html`<p class="notice">${texts.testNone}</p>`
        : html`<label for="test-payment">${texts.testPayment}</label>
            <select id="test-payment" name="newest">
              ${ended.map(
                ({ id, reference, status, transaction_type: type, amount, currency }) =>
                  html`<option value=${id}>
                    ${reference} · ${sayType(type)} · ${sayStatus(status)} · ${formatAmount(amount, currency)}
                  </option>`,
              )}
            </select>`
    }
    <label for="test-id">${texts.testId}</label>
    <input
      id="test-id"
      name="id"
      autocomplete="off"
      spellcheck="false"
      ?required=${ended.length === 0}
      aria-describedby="test-problem"
      aria-invalid=${problem === null ? 'false' : 'true'}
    />
    <p class="hint" id="test-problem">${problem === null ? '' : TEXTS.problem(texts.testPayment, problem)}</p>
    ${reason}
    <p class="buttons">${cancel}<button class="main">${texts.testConfirm}</button></p>
  </form>`
}

/** The payment that was chosen; an id that was typed counts first. */
export function readTestPayment(event: SubmitEvent): string {
  const form = new FormData(event.currentTarget as HTMLFormElement)
  const typed = String(form.get('id')).trim()
  return typed === '' ? String(form.get('newest')) : typed
}
