import { isCurrency, toMinorUnits } from '@sluice/types/vocabulary'

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

/** Reads the filters of an address; unknown ones are omitted, and empty ones count as absent. */
export function readFilters(query: URLSearchParams): Filters {
  return Object.fromEntries(
    FILTER_NAMES.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
  )
}

/** Returns the address of the list with these filters. */
export function toAddress(filters: Filters, cursor: string | null = null): string {
  const query = new URLSearchParams(
    FILTER_NAMES.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])),
  )
  if (cursor !== null) query.set('cursor', cursor)
  return query.size === 0 ? '/payments' : `/payments?${query}`
}

/** What the gateway is asked: days become the moments at which they begin and end where the person is. */
export function toQuery({ from, to, ...others }: Filters): URLSearchParams {
  const query = new URLSearchParams(others)
  if (from) query.set('from', startOfDay(from, 0))
  if (to) query.set('to', startOfDay(to, 1))
  return query
}

/** @param day - in the format of a date field, `2026-01-31`. */
function startOfDay(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const start = new Date(year, month - 1, date + later)
  return Number.isNaN(start.getTime()) ? day : start.toISOString()
}

/** What a text of the search field means. */
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
    /^(?:([a-z]{3}) ?)?([0-9]+(?:[.,][0-9]+)?)(?: ?([a-z]{3}))?$/i.exec(text) ?? []
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
