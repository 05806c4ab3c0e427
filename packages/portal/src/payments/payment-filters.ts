import {
  CURRENCY_CODES,
  RESULT_METHOD_TYPES,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '@sluice/types/vocabulary'

import { DAY_FILTERS, DAY_GROUP } from '../filters/day-filters.ts'
import { choicesOf, type Filter, type FilterList, type Filters } from '../filters/filter-list.ts'
import { PAYMENT_FILTER_TEXTS as texts } from '../texts/filter-texts.ts'
import { formatAmount } from '../wording/format.ts'
import { methodTypeName } from '../wording/method-type-name.ts'
import { statusLabel, typeLabel } from '../wording/status-mark.ts'
import { FILTER_NAMES, type FilterName } from './filters.ts'
import { readPanel, showAmount } from './read-panel.ts'

/** The members of each filter besides its label. */
const PARTS: Readonly<Partial<Record<FilterName, Omit<Filter, 'label'>>>> = {
  status: { choices: choicesOf(TRANSACTION_STATUSES, statusLabel) },
  transaction_type: { choices: choicesOf(TRANSACTION_TYPES, typeLabel) },
  payment_method_type: { choices: choicesOf(RESULT_METHOD_TYPES, methodTypeName) },
  currency: { choices: choicesOf(CURRENCY_CODES, (code) => code) },
  amount: { inputMode: 'decimal', format: formatAmountFilter },
  last4: { inputMode: 'numeric' },
  email: { type: 'email' },
}

const LABELS = { ...texts.fields, from: DAY_FILTERS.from.label, to: DAY_FILTERS.to.label }

/** The filters of payments. */
export const PAYMENT_FILTERS: FilterList = {
  path: '/payments',
  title: texts.title,
  filters: {
    ...Object.fromEntries(FILTER_NAMES.map((name) => [name, { label: LABELS[name], ...PARTS[name] }])),
    ...DAY_FILTERS,
  },
  groups: [
    { name: texts.groups.outcome, fields: ['status', 'transaction_type', 'payment_method_type'] },
    { name: texts.groups.amount, fields: ['amount', 'currency'] },
    DAY_GROUP,
    { name: texts.groups.order, fields: ['reference', 'email', 'last4'] },
  ],
  read: readPanel,
  show: (filters) => ({ ...filters, amount: showAmount(filters) }),
}

function formatAmountFilter(value: string, filters: Filters): string {
  return filters['currency'] ? formatAmount(Number(value), filters['currency']) : showAmount(filters)
}
