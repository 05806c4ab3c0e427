import { invalidOption } from './payment-component-error.ts'

export type Members = Readonly<Record<string, unknown>>

/**
 * Reads an object of a merchant's page that may have these members. One that is not known is a typing error, and would
 * otherwise be ignored in silence.
 *
 * @throws When it is no object, or has another member. {@link PaymentComponentError}
 */
export function membersOf(name: string, value: unknown, known: readonly string[]): Members {
  const members = objectOf(name, value)
  const stranger = Object.keys(members).find((member) => !known.includes(member))
  if (stranger === undefined) return members
  const expected = known.length === 0 ? 'left out' : `one of ${known.join(', ')}`
  throw invalidOption(`${name}.${stranger}`, expected)
}

export function objectOf(name: string, value: unknown): Members {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object') throw invalidOption(name, 'an object')
  return value as Members
}
