type FiltersOf<Name extends string> = Readonly<Partial<Record<Name, string>>>

/** Reads the filters of an address; unknown ones are omitted, and empty ones count as absent. */
export function readFilters<Name extends string>(
  names: readonly Name[],
  query: URLSearchParams,
): FiltersOf<Name> {
  return Object.fromEntries(
    names.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
  ) as FiltersOf<Name>
}

/** Returns the address of a list with these filters. */
export function addressOf(
  path: string,
  names: readonly string[],
  filters: Readonly<Record<string, string | undefined>>,
  cursor: string | null = null,
): string {
  const query = new URLSearchParams(names.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])))
  if (cursor !== null) query.set('cursor', cursor)
  return query.size === 0 ? path : `${path}?${query}`
}

/** Returns the gateway's query: days become the moments at which they begin and end in the browser's time zone. */
export function toQuery({ from, to, ...others }: Readonly<Partial<Record<string, string>>>): URLSearchParams {
  const query = new URLSearchParams(
    Object.entries(others).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
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
