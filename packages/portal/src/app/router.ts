/** An address that was found among the routes. */
export interface Match<Route> {
  readonly route: Route
  /** The value of `:id`; empty in an address without one. */
  readonly id: string
  readonly query: URLSearchParams
}

/**
 * Finds the route of an address.
 *
 * @param routes - of paths such as `/payments` and `/payments/:id`. A literal path takes precedence over a pattern.
 */
export function findRoute<Route extends { readonly path: string }>(
  routes: readonly Route[],
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
): Match<Route> | null {
  const query = new URLSearchParams(search)
  const own = routes.find(({ path }) => path === pathname)
  if (own !== undefined) return { route: own, id: '', query }
  const [, folder = '', id = ''] = /^(\/[^/]+)\/([^/]+)$/.exec(pathname) ?? []
  const route = routes.find(({ path }) => path === `${folder}/:id`)
  return route === undefined ? null : { route, id: decode(id), query }
}

/** Returns text that is not validly encoded unchanged. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
