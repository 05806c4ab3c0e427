import {
  CURRENCY_CODES,
  RESULT_METHOD_TYPES,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '@sluice/types/vocabulary'
import { html, nothing, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'

import { TEXTS } from '../texts/texts.ts'
import { formatAmount } from '../wording/format.ts'
import { sayMethodType } from '../wording/say-method-type.ts'
import { sayStatus, sayType } from '../wording/status-mark.ts'
import { FILTER_NAMES, type FilterName, type Filters, toAddress } from './filters.ts'

/** Filters that are chosen from a list. */
const CHOICES = {
  status: { values: TRANSACTION_STATUSES, say: sayStatus },
  transaction_type: { values: TRANSACTION_TYPES, say: sayType },
  payment_method_type: { values: RESULT_METHOD_TYPES, say: sayMethodType },
  currency: { values: CURRENCY_CODES, say: (code: string) => code },
} as const

const { payments: texts, filters: names } = TEXTS

/** The filters behind their button. */
export function filterForm(filters: Filters, apply: (filters: Filters) => void): TemplateResult {
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const given = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
    form.closest<HTMLElement>('[popover]')?.hidePopover()
    apply({ ...filters, ...given })
  }
  return html`<div id="filters" popover>
    <form class="fields" @submit=${submit}>
      ${(Object.keys(CHOICES) as (keyof typeof CHOICES)[]).map((name) => choice(name, filters[name] ?? ''))}
      ${day('from', texts.from, filters.from ?? '')} ${day('to', texts.to, filters.to ?? '')}
      <p class="buttons"><button class="main">${texts.apply}</button></p>
    </form>
  </div>`
}

function choice(name: keyof typeof CHOICES, value: string): TemplateResult {
  const { values, say } = CHOICES[name]
  return html`<label>
    ${names[name]}
    <select name=${name} .value=${live(value)}>
      <option value="">${texts.any}</option>
      ${values.map((one) => html`<option value=${one} ?selected=${one === value}>${say(one)}</option>`)}
    </select>
  </label>`
}

function day(name: FilterName, label: string, value: string): TemplateResult {
  return html`<label>${label}<input type="date" name=${name} .value=${live(value)} /></label>`
}

/** The filters that hold, each with a way to take it off. */
export function activeFilters(filters: Filters): TemplateResult | typeof nothing {
  const active = FILTER_NAMES.filter((name) => filters[name])
  if (active.length === 0) return nothing
  return html`<ul class="chips" aria-label=${texts.active}>
    ${active.map((name) => {
      const { [name]: value = '', ...others } = filters
      return html`<li>
        <span>${names[name]}: ${sayValue(name, value, filters)}</span>
        <a href=${toAddress(others)} aria-label=${texts.remove(names[name])}>×</a>
      </li>`
    })}
    <li class="clear"><a href="/payments">${texts.clear}</a></li>
  </ul>`
}

function sayValue(name: FilterName, value: string, { currency }: Filters): string {
  if (name in CHOICES) return CHOICES[name as keyof typeof CHOICES].say(value)
  // Without a currency it was written in one of two decimals.
  if (name === 'amount')
    return currency ? formatAmount(Number(value), currency) : (Number(value) / 100).toFixed(2)
  return value
}
