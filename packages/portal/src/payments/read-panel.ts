import { fromMinorUnits, isCurrency } from '@sluice/types/vocabulary'

import type { Filters } from './filters.ts'
import { readAmount } from './read-amount.ts'

/** The filters that have a field in the panel. */
export const PANEL_FIELDS = [
  'status',
  'transaction_type',
  'payment_method_type',
  'amount',
  'currency',
  'from',
  'to',
  'reference',
  'email',
  'last4',
] as const

export type PanelField = (typeof PANEL_FIELDS)[number]

/** The errors of the typed values, by field. */
export type FilterProblem = 'amount' | 'last4' | 'order'

export type FilterProblems = Readonly<Partial<Record<PanelField, FilterProblem>>>

/** Amounts without a currency have two decimals, as most have. */
const USUAL_CURRENCY = 'EUR'

/** Reads what the fields of the panel say; an empty one is no filter. */
export function readPanel(given: Readonly<Record<string, string>>): {
  readonly filters: Filters | null
  readonly problems: FilterProblems
} {
  const { amount = '', currency = '', last4 = '', from = '', to = '' } = given
  const minor = amount === '' ? null : readAmount(amount, currency || USUAL_CURRENCY)
  const problems: FilterProblems = {
    ...(amount !== '' && minor === null && { amount: 'amount' }),
    ...(last4 !== '' && !/^[0-9]{4}$/.test(last4) && { last4: 'last4' }),
    // Days of a date field compare as texts.
    ...(from !== '' && to !== '' && from > to && { to: 'order' }),
  }
  if (Object.keys(problems).length > 0) return { filters: null, problems }
  return { filters: { ...given, amount: minor === null ? '' : String(minor) }, problems }
}

/** Returns the amount of a filter, as a person would type it. */
export function showAmount({ amount, currency = USUAL_CURRENCY }: Filters): string {
  if (amount === undefined) return ''
  return isCurrency(currency) ? fromMinorUnits(Number(amount), currency) : amount
}
