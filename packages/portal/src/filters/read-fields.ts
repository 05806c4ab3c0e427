import { FILTER_TEXTS as texts } from '../texts/filter-texts.ts'
import type { FilterList, Filters, PanelReading } from './filter-list.ts'

/** Reads the fields of a panel; an empty one is no filter. */
export function readFields({ read }: Pick<FilterList, 'read'>, given: Filters): PanelReading {
  const { from = '', to = '' } = given
  const { filters, problems } = read?.(given) ?? { filters: given, problems: {} }
  // Days of a date field compare as texts.
  const areSwapped = from !== '' && to !== '' && from > to
  return { filters, problems: { ...problems, ...(areSwapped && { to: texts.order }) } }
}
