/**
 * Returns whether a value that came from outside is an object with members, as opposed to a list, `null` or a scalar.
 */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
