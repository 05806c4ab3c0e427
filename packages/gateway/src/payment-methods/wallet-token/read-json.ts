import { parseJson } from '@sluice/platform/http/parse-json'

// Three levels are what a token has; the rest is air for members that are new to us.
const RULES = {
  maxDepth: 8,
  maxMembers: 100,
  readNumber: (source: string): unknown => Number(source),
}

export type Members = Readonly<Record<string, unknown>>

/** The members of a JSON object; null for anything else, and for a text with a member twice. */
export function readJsonMembers(text: string): Members | null {
  const parsed = parseJson(text, RULES)
  return parsed.ok ? asMembers(parsed.value) : null
}

export function asMembers(value: unknown): Members | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null
}

/** Whether the object has these members and no other. */
export function hasExactly(members: Members, names: readonly string[]): boolean {
  return Object.keys(members).length === names.length && names.every((name) => Object.hasOwn(members, name))
}

// Fifteen digits reach past the year 33000; more would not all be exact.
const EPOCH_MS = /^[0-9]{1,15}$/

/** An instant as wallets write it: epoch milliseconds in a string. Null for anything else. */
export function readInstant(value: unknown): number | null {
  return typeof value === 'string' && EPOCH_MS.test(value) ? Number(value) : null
}
