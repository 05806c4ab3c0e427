import type { SessionState } from '@sluice/types'
import { fromMinorUnits, isCurrency, LIMITS } from '@sluice/types/vocabulary'
import { html, type TemplateResult } from 'lit'

import { refuse } from '../app/action.ts'
import { field } from '../design/field.ts'
import { readAmount } from '../payments/read-amount.ts'
import { CHECKOUT_TEXTS as texts } from '../texts/checkout-texts.ts'
import { notAnAmount } from '../wording/not-an-amount.ts'

/** The requested changes; unchanged members are omitted. */
interface SessionChange {
  readonly amount?: number
  readonly description?: string | null
}

/** Fields for the amount and the description. */
export function sessionFields(
  { amount, currency, description }: SessionState,
  problemOf: (member: string) => string | null,
): TemplateResult {
  return html`${field({
    id: 'session-amount',
    label: texts.amount(currency),
    hint: texts.changeHint,
    problem: problemOf('amount'),
    control: ({ id, describedBy, invalid }) =>
      html`<input
        id=${id}
        name="amount"
        inputmode="decimal"
        autocomplete="off"
        value=${isCurrency(currency) ? fromMinorUnits(amount, currency) : ''}
        aria-describedby=${describedBy}
        aria-invalid=${invalid}
      />`,
  })}
  ${field({
    id: 'session-description',
    label: texts.members.description,
    problem: problemOf('description'),
    control: ({ id, describedBy, invalid }) =>
      html`<input
        id=${id}
        name="description"
        autocomplete="off"
        maxlength=${LIMITS.DESCRIPTION_MAX_CHARS}
        value=${description ?? ''}
        aria-describedby=${describedBy}
        aria-invalid=${invalid}
      />`,
  })}`
}

/**
 * The typed values.
 *
 * @throws {Refusal} for an invalid amount.
 */
export function readSessionChange(
  form: FormData,
  { amount, currency, description }: SessionState,
): SessionChange {
  const typedAmount = readAmount(String(form.get('amount')), currency)
  const typed = String(form.get('description')).trim() || null
  if (typedAmount === null) refuse('amount', notAnAmount(currency))
  return {
    ...(typedAmount === amount ? {} : { amount: typedAmount }),
    ...(typed === description ? {} : { description: typed }),
  }
}
