import { html, nothing, type TemplateResult } from 'lit'

import { FILTER_TEXTS as texts } from '../texts/filter-texts.ts'
import { formatDate } from '../wording/format.ts'
import { formatAmount } from '../wording/format.ts'
import { CHOICES } from './filter-panel.ts'
import { FILTER_NAMES, type FilterName, type Filters, toAddress } from './filters.ts'
import { showAmount } from './read-panel.ts'

/** Returns the filters that hold, each with a way to remove it. */
export function activeFilters(filters: Filters): TemplateResult | typeof nothing {
  const active = FILTER_NAMES.filter((name) => filters[name])
  if (active.length === 0) return nothing
  return html`<ul class="chips" aria-label=${texts.list}>
    ${active.map((name) => {
      const { [name]: value = '', ...others } = filters
      return html`<li>
        <span>${texts.fields[name]}: ${sayValue(name, value, filters)}</span>
        <a href=${toAddress(others)} aria-label=${texts.remove(texts.fields[name])}>×</a>
      </li>`
    })}
    <li class="clear"><a href="/payments">${texts.clear}</a></li>
  </ul>`
}

function sayValue(name: FilterName, value: string, filters: Filters): string {
  if (name in CHOICES) return CHOICES[name as keyof typeof CHOICES].say(value)
  if (name === 'amount')
    return filters.currency ? formatAmount(Number(value), filters.currency) : showAmount(filters)
  // A day that was typed into the address may be invalid.
  if (name === 'from' || name === 'to') return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDate(value) : value
  return value
}
