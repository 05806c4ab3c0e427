import { Secret } from '@sluice/shared/secret'

/** A value of a JSON document. Members without a value are omitted. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | Secret<string>
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue }

/** Encodes JSON. The text may hold card data, so it cannot be printed. */
export function encodeJson(members: Readonly<Record<string, JsonValue>>): Secret<string> {
  return new Secret(JSON.stringify(reveal(members)))
}

function reveal(value: JsonValue): unknown {
  if (value instanceof Secret) return value.reveal()
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: JsonValue) => reveal(item))
  return Object.fromEntries(Object.entries(value).map(([name, nested]) => [name, reveal(nested)]))
}
