import { parseJson } from '@sluice/platform/http/parse-json'

// A token has three levels; the rest is a margin for new members.
const RULES = {
  maxDepth: 8,
  maxMembers: 100,
  readNumber: (source: string): unknown => Number(source),
}

export type Members = Readonly<Record<string, unknown>>

/** Returns the members of a JSON object; null for anything else, and for a duplicate member. */
export function readJsonMembers(text: string): Members | null {
  const parsed = parseJson(text, RULES)
  return parsed.ok ? asMembers(parsed.value) : null
}

export function asMembers(value: unknown): Members | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null
}

/** Reports whether the object has exactly these members. */
export function hasExactly(members: Members, names: readonly string[]): boolean {
  return Object.keys(members).length === names.length && names.every((name) => Object.hasOwn(members, name))
}

// Fifteen digits reach beyond the year 33000; more would lose precision.
const EPOCH_MS = /^[0-9]{1,15}$/

/** Parses an instant from wallets: epoch milliseconds in a string; null for anything else. */
export function readInstant(value: unknown): number | null {
  return typeof value === 'string' && EPOCH_MS.test(value) ? Number(value) : null
}
