const LISTS = [
  'payments',
  'overview',
  'errors',
  'webhooks',
  'customers',
  'checkout-sessions',
  'payment-links',
  'devices',
  'users',
  'sessions',
  'trail',
  'settings',
  'merchants',
  'decisions',
  'accounts',
  'events',
  'service',
  'audit',
  'test-tools',
] as const
const RECORDS = ['payments', 'webhooks', 'customers', 'devices', 'settings', 'merchants'] as const

/** What an address of the portal names. */
export type Place =
  | { readonly list: (typeof LISTS)[number]; readonly query: URLSearchParams }
  | { readonly record: (typeof RECORDS)[number]; readonly id: string }
  | 'missing'

/** Reads an address. The first page is the list of payments. */
export function readPlace({ pathname, search }: Pick<URL, 'pathname' | 'search'>): Place {
  const [name = '', id, ...rest] = pathname.split('/').slice(1)
  if (rest.length > 0) return 'missing'
  if (id === undefined) {
    const list = LISTS.find((one) => one === (name === '' ? 'payments' : name))
    return list === undefined ? 'missing' : { list, query: new URLSearchParams(search) }
  }
  const record = RECORDS.find((one) => one === name)
  return record === undefined || id === '' ? 'missing' : { record, id: decode(id) }
}

/** A text that is not encoded stands for itself. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
