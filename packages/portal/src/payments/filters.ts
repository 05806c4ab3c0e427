import { isCurrency, toMinorUnits } from '@sluice/types/vocabulary'

import { addressOf, readFilters as readNamed } from '../filters/filter-address.ts'

/** The filters that an address may have, in the order in which they are shown. All but the days are the API's own. */
export const FILTER_NAMES = [
  'reference',
  'reference_or_last4',
  'email',
  'last4',
  'provider_reference',
  'amount',
  'currency',
  'status',
  'transaction_type',
  'payment_method_type',
  'terminal_id',
  'customer_id',
  'parent_id',
  'payment_link_id',
  'from',
  'to',
] as const

export type FilterName = (typeof FILTER_NAMES)[number]

export type Filters = Readonly<Partial<Record<FilterName, string>>>

/** Reads the filters of an address. */
export function readFilters(query: URLSearchParams): Filters {
  return readNamed(FILTER_NAMES, query)
}

/** Returns the address of the list with these filters. */
export function toAddress(filters: Filters): string {
  return addressOf('/payments', FILTER_NAMES, filters)
}

/** The meaning of a text in the search field. */
export type Search =
  | { readonly kind: 'filters'; readonly filters: Filters }
  | { readonly kind: 'payment'; readonly id: string }

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Recognizes ids, addresses, digits and amounts by their form; everything else is a reference. Four digits are the end of
 * a card or the number of an order, so both are searched.
 */
export function readSearch(given: string): Search {
  const text = given.trim()
  if (UUID.test(text)) return { kind: 'payment', id: text.toLowerCase() }
  return { kind: 'filters', filters: readFilter(text) }
}

function readFilter(text: string): Filters {
  if (text === '') return {}
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return { email: text }
  if (/^[0-9]{4}$/.test(text)) return { reference_or_last4: text }
  return readAmount(text) ?? { reference: text }
}

/** `12.50 EUR`, `EUR 12.50` or `12,50`; without a currency in one of two decimals, which most are. */
function readAmount(text: string): Filters | null {
  const [, before, digits = '', after] =
    /^(?:([a-z]{3})\s?)?([0-9]+(?:[.,][0-9]+)?)(?:\s?([a-z]{3}))?$/i.exec(text) ?? []
  const currency = (before ?? after)?.toUpperCase()
  const decimal = digits.replace(',', '.')
  if (digits === '' || (before && after)) return null
  if (currency === undefined)
    return /\.[0-9]{2}$/.test(decimal) ? { amount: String(toMinorUnits(decimal, 'EUR')) } : null
  if (!isCurrency(currency)) return null
  try {
    return { amount: String(toMinorUnits(decimal, currency)), currency }
  } catch {
    return null
  }
}
