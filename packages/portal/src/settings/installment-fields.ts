import {
  CARD_METHOD_TYPES,
  cardBrandName,
  CURRENCY_CODES,
  fromMinorUnits,
  isCurrency,
  LIMITS,
} from '@sluice/types/vocabulary'
import { html, type TemplateResult } from 'lit'

import { refuse } from '../app/action.ts'
import { Refusal } from '../app/ask.ts'
import { field } from '../design/field.ts'
import { readAmount } from '../payments/read-amount.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import { notAnAmount } from '../wording/not-an-amount.ts'
import { methodTypeName } from '../wording/method-type-name.ts'
import { choiceOf } from './form-parts.ts'
import type { InstallmentPlan, Terminal } from './settings.ts'

const { installments: texts } = SETTINGS_TEXTS

const CURRENCY = 'EUR'

/** Fields for a plan: those of an old one, or of a new one for all cards of the terminal. */
export function planFields(
  plan: InstallmentPlan | null,
  { brands }: Pick<Terminal, 'brands'>,
  problemOf: (member: string) => string | null,
): TemplateResult {
  const { currency = CURRENCY, min_count: min, max_count: max, min_amount: least = 1 } = plan ?? {}
  const count = (name: 'min_count' | 'max_count', label: string, value: number | undefined) =>
    field({
      id: `plan-${name}`,
      label,
      problem: problemOf(`plan.${name}`),
      control: ({ id, describedBy, invalid }) =>
        html`<input
          id=${id}
          name=${name}
          type="number"
          step="1"
          min=${LIMITS.INSTALLMENTS_MIN}
          max=${LIMITS.INSTALLMENTS_MAX}
          required
          value=${value ?? ''}
          aria-invalid=${invalid}
          aria-describedby=${describedBy}
        />`,
    })
  return html`${field({
      id: 'plan-currency',
      label: texts.currency,
      problem: problemOf('plan.currency'),
      control: ({ id, describedBy, invalid }) =>
        html`<select id=${id} name="currency" aria-invalid=${invalid} aria-describedby=${describedBy}>
          ${CURRENCY_CODES.map(
            (code) => html`<option value=${code} ?selected=${code === currency}>${code}</option>`,
          )}
        </select>`,
    })}
    ${count('min_count', texts.fewest, min ?? LIMITS.INSTALLMENTS_MIN)} ${count('max_count', texts.most, max)}
    ${field({
      id: 'plan-min_amount',
      label: texts.least,
      problem: problemOf('plan.min_amount'),
      control: ({ id, describedBy, invalid }) =>
        html`<input
          id=${id}
          name="min_amount"
          inputmode="decimal"
          autocomplete="off"
          value=${least > 1 && isCurrency(currency) ? fromMinorUnits(least, currency) : ''}
          aria-invalid=${invalid}
          aria-describedby=${describedBy}
        />`,
    })}
    ${choiceOf({
      legend: texts.brands,
      name: 'brand',
      options: brands,
      chosen: plan?.brands ?? brands,
      format: cardBrandName,
      problem: problemOf('plan.brands'),
    })}
    ${choiceOf({
      legend: texts.ways,
      name: 'way',
      options: CARD_METHOD_TYPES,
      chosen: plan?.payment_method_types ?? CARD_METHOD_TYPES,
      format: methodTypeName,
      problem: problemOf('plan.payment_method_types'),
    })}
    <p class="hint">${texts.gapsHint}</p>`
}

/** The typed values. @throws {Refusal} for an invalid amount. */
export function readPlan(form: FormData): InstallmentPlan {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const currency = text('currency')
  const least = text('min_amount') === '' ? 1 : readAmount(text('min_amount'), currency)
  if (least === null) refuse('plan.min_amount', notAnAmount(currency))
  return {
    currency,
    payment_method_types: form.getAll('way').map(String),
    brands: form.getAll('brand').map(String),
    min_count: Number(text('min_count')),
    max_count: Number(text('max_count')),
    min_amount: least,
  }
}

/** A refusal of a terminal's plans, whose problems with one of them are those of the form for it. */
export function refusalOfPlan(error: unknown, index: number): unknown {
  if (!(error instanceof Refusal)) return error
  const place = `installments[${index}].`
  const problems = error.problems.map(({ property, message }) => ({
    property: property.startsWith(place) ? `plan.${property.slice(place.length)}` : property,
    message,
  }))
  return new Refusal(error.kind, problems, { message: error.said, status: error.status })
}
