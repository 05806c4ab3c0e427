import { html, nothing, type TemplateResult } from 'lit'

import { FILTER_TEXTS as texts } from '../texts/filter-texts.ts'
import { formatDate } from '../wording/format.ts'
import { addressOf } from './filter-address.ts'
import type { Filter, FilterList, Filters } from './filter-list.ts'

/** Returns the filters that hold, each with a way to remove it. */
export function filterChips(list: FilterList, filters: Filters): TemplateResult | typeof nothing {
  const names = Object.keys(list.filters)
  const active = Object.entries(list.filters).filter(([name]) => filters[name])
  if (active.length === 0) return nothing
  return html`<ul class="chips" aria-label=${texts.list}>
    ${active.map(([name, filter]) => {
      const { [name]: value = '', ...others } = filters
      return html`<li>
        <span>${filter.label}: ${formatValue(filter, value, filters)}</span>
        <a href=${addressOf(list.path, names, others)} aria-label=${texts.remove(filter.label)}>×</a>
      </li>`
    })}
    <li class="clear"><a href=${list.path}>${texts.clear}</a></li>
  </ul>`
}

/** Returns what people call a filter's value. */
export function formatValue({ choices = [], type, format }: Filter, value: string, filters: Filters): string {
  const chosen = choices.find((choice) => choice.value === value)
  if (chosen !== undefined) return chosen.label
  // A day that was typed into the address may be invalid.
  if (type === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDate(value) : value
  return format?.(value, filters) ?? value
}
