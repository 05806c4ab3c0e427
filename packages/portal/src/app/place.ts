/** What an address of the portal names. */
export type Place =
  | { readonly page: 'payments'; readonly query: URLSearchParams }
  | { readonly page: 'payment'; readonly id: string }
  | { readonly page: 'missing' }

/** Reads an address. */
export function readPlace({ pathname, search }: Pick<URL, 'pathname' | 'search'>): Place {
  const [page = '', id, ...rest] = pathname.split('/').slice(1).map(decodeURIComponent)
  if (rest.length > 0) return { page: 'missing' }
  if ((page === '' || page === 'payments') && id === undefined)
    return { page: 'payments', query: new URLSearchParams(search) }
  if (page === 'payments' && id !== undefined) return { page: 'payment', id }
  return { page: 'missing' }
}
