import {
  CURRENCY_CODES,
  RISK_EFFECTS,
  RISK_MEASURES,
  RISK_SUBJECTS,
  type RiskMeasure,
} from '@sluice/types/vocabulary'
import { html, nothing, type TemplateResult } from 'lit'

import { refuse } from '../app/action.ts'
import { field } from '../design/field.ts'
import { readAmount } from '../payments/read-amount.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import { notAnAmount } from '../wording/not-an-amount.ts'
import type { Rule } from './settings.ts'

const { rules: texts } = SETTINGS_TEXTS

/** The measure of a new rule, and the currency of a limit for amounts. Other fields depend on both. */
export interface RuleChoice {
  readonly counts: RiskMeasure
  readonly currency: string
}

export const FIRST_CHOICE: RuleChoice = { counts: 'PAYMENTS', currency: 'EUR' }

interface RuleForm {
  readonly choice: RuleChoice
  /** Called when a value changes on which other fields depend. */
  readonly choose: (changes: Partial<RuleChoice>) => void
  readonly problemOf: (member: string) => string | null
}

/** Fields of a new rule. Only a limit for amounts has a currency, and is typed in it. */
export function ruleFields({ choice, choose, problemOf }: RuleForm): TemplateResult {
  const isAmount = choice.counts === 'AMOUNT'
  return html`${nameField(problemOf)}
  ${list('subject', { options: RISK_SUBJECTS, words: texts.subjectChoices, problemOf })}
  ${list('counts', {
    options: RISK_MEASURES,
    words: texts.measureChoices,
    problemOf,
    chosen: choice.counts,
    choose: (value) => choose({ counts: value as RiskMeasure }),
  })}
  ${
    isAmount
      ? list('currency', {
          options: CURRENCY_CODES,
          problemOf,
          chosen: choice.currency,
          choose: (currency) => choose({ currency }),
        })
      : nothing
  }
  ${isAmount ? amountField(choice.currency, problemOf) : number('most', { member: 'most', problemOf })}
  ${number('within', { member: 'within_minutes', value: '60', problemOf })}
  ${list('effect', { options: RISK_EFFECTS, words: texts.effects, problemOf })}`
}

/** The typed values. @throws {Refusal} for a limit that is no amount in its currency. */
export function readRule(form: FormData): Rule {
  const text = (name: string) => String(form.get(name) ?? '')
  const counts = text('counts')
  return {
    id: text('id'),
    subject: text('subject'),
    counts,
    ...(counts === 'AMOUNT' ? readLimit(text) : { most: Number(text('most')) }),
    within_minutes: Number(text('within')),
    effect: text('effect'),
  }
}

function readLimit(text: (name: string) => string): Pick<Rule, 'most' | 'currency'> {
  const currency = text('currency')
  const most = readAmount(text('most'), currency)
  if (most === null || most === 0) refuse('most', notAnAmount(currency))
  return { most, currency }
}

type ProblemOf = RuleForm['problemOf']

function nameField(problemOf: ProblemOf): TemplateResult {
  return field({
    id: 'id',
    label: texts.id,
    hint: texts.idHint,
    problem: problemOf('id'),
    control: ({ id, describedBy, invalid }) =>
      html`<input
        id=${id}
        name="id"
        required
        pattern="[a-z0-9][a-z0-9\\-]{0,39}"
        autocomplete="off"
        aria-describedby=${describedBy}
        aria-invalid=${invalid}
      />`,
  })
}

function list(
  name: 'subject' | 'counts' | 'currency' | 'effect',
  {
    options,
    words = {},
    chosen = '',
    choose = () => {},
    problemOf,
  }: {
    readonly options: readonly string[]
    /** A code without words stands for itself. */
    readonly words?: Readonly<Record<string, string>>
    readonly chosen?: string
    readonly choose?: (value: string) => void
    readonly problemOf: ProblemOf
  },
): TemplateResult {
  return field({
    id: name,
    label: texts[name],
    problem: problemOf(name),
    control: ({ id, describedBy, invalid }) =>
      html`<select
        id=${id}
        name=${name}
        aria-describedby=${describedBy}
        aria-invalid=${invalid}
        @input=${(event: Event) => choose((event.currentTarget as HTMLSelectElement).value)}
      >
        ${options.map(
          (one) => html`<option value=${one} ?selected=${one === chosen}>${words[one] ?? one}</option>`,
        )}
      </select>`,
  })
}

function amountField(currency: string, problemOf: ProblemOf): TemplateResult {
  return field({
    id: 'most',
    label: texts.mostIn(currency),
    problem: problemOf('most'),
    control: ({ id, describedBy, invalid }) =>
      html`<input
        id=${id}
        name="most"
        inputmode="decimal"
        required
        autocomplete="off"
        aria-describedby=${describedBy}
        aria-invalid=${invalid}
      />`,
  })
}

function number(
  name: 'most' | 'within',
  {
    member,
    value = '',
    problemOf,
  }: { readonly member: string; readonly value?: string; readonly problemOf: ProblemOf },
): TemplateResult {
  return field({
    id: name,
    label: texts[name],
    problem: problemOf(member),
    control: ({ id, describedBy, invalid }) =>
      html`<input
        id=${id}
        name=${name}
        type="number"
        min="1"
        step="1"
        required
        value=${value}
        aria-describedby=${describedBy}
        aria-invalid=${invalid}
      />`,
  })
}
