import { FILTER_TEXTS as texts } from '../texts/filter-texts.ts'
import type { Filter } from './filter-list.ts'

/** The filters of lists that have times: whole days where the person is. */
export const DAY_FILTERS = {
  from: { label: texts.from, type: 'date' },
  to: { label: texts.to, type: 'date' },
} as const satisfies Readonly<Record<string, Filter>>

export const DAY_GROUP = { name: texts.days, fields: ['from', 'to'] } as const
