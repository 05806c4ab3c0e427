import { Secret } from '@sluice/shared/secret'

/** A value of a form. Members without a value are omitted. */
export type FormValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | Secret<string>
  | readonly FormValue[]
  | { readonly [name: string]: FormValue }

/**
 * Encodes `application/x-www-form-urlencoded` with nested names: `card[number]=…`, `types[0]=…`. The text may hold card data, so it cannot be
 * printed.
 */
export function encodeForm(members: Readonly<Record<string, FormValue>>): Secret<string> {
  return new Secret(
    Object.entries(members)
      .flatMap(([name, value]) => listPairs(name, value))
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&'),
  )
}

function listPairs(name: string, value: FormValue): readonly (readonly [string, string])[] {
  if (value === null || value === undefined) return []
  if (value instanceof Secret) return [[name, value.reveal()]]
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries(value).flatMap(([member, nested]) => listPairs(`${name}[${member}]`, nested))
}
