/** An object from a provider. Nothing is known about its members. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Parses a JSON object; returns null for every other text. */
export function parseJsonObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

/** Returns whether a value is an object with members, not a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a member that is a non-empty text, else null. */
export function textOf(object: JsonObject | null, name: string): string | null {
  const value = object?.[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** Returns a member that is an object, else null. */
export function objectOf(object: JsonObject | null, name: string): JsonObject | null {
  const value = object?.[name]
  return isJsonObject(value) ? value : null
}
