import { type ErrorItem, LIMITS, RawNumber } from '@sluice/types'
import { type JsonProblem, parseJson } from './parse-json.ts'

/** The result of reading a body: its JSON value, or the one reason why it cannot be read. */
export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ErrorItem }

const RULES = { maxDepth: LIMITS.JSON_DEPTH_MAX_LEVELS, readNumber: keepNumberText }

// RFC 8259 §8.1 lets a reader ignore a byte order mark. We keep it, so that it is refused like any other junk.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

// Long enough to recognise the member; a body is never sent back.
const NAME_MAX_CHARS = 100

/**
 * Reads a request body as JSON, more strictly than `JSON.parse`: UTF-8 without a byte order mark, each member once,
 * at most {@link LIMITS.JSON_DEPTH_MAX_LEVELS} levels and `maxMembers` members.
 *
 * Numbers that JavaScript cannot hold arrive as {@link RawNumber}, and so does an `amount` that is not written as a
 * plain integer: `100.00` would otherwise be read as 100 and charge a hundredth of the intended amount.
 */
export function readJson(body: Uint8Array, maxMembers: number = LIMITS.JSON_MAX_KEYS): JsonReading {
  let text: string
  try {
    text = decoder.decode(body)
  } catch {
    return refused('Malformed JSON')
  }

  const parsed = parseJson(text, { ...RULES, maxMembers })
  return parsed.ok ? parsed : refused(describe(parsed.problem, maxMembers))
}

function keepNumberText(source: string, name: string | undefined): number | RawNumber {
  const value = Number(source)
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return new RawNumber(source)
  return name !== 'amount' || isPlainInteger(source) ? value : new RawNumber(source)
}

function isPlainInteger(source: string): boolean {
  return /^-?[0-9]+$/.test(source)
}

function describe(problem: JsonProblem, maxMembers: number): string {
  switch (problem.kind) {
    case 'malformed':
      return 'Malformed JSON'
    case 'duplicate-member':
      return `Duplicate member: ${shorten(problem.name)}`
    case 'poisoned-member':
      return `Forbidden member: ${problem.name}`
    case 'too-deep':
      return `Nested deeper than ${LIMITS.JSON_DEPTH_MAX_LEVELS} levels`
    case 'too-many-members':
      return `More than ${maxMembers} members`
  }
}

function shorten(name: string): string {
  // A character has at most two code units, so text beyond this length is never shown.
  const characters = [...name.slice(0, 2 * NAME_MAX_CHARS + 2)]
  return characters.length <= NAME_MAX_CHARS ? name : `${characters.slice(0, NAME_MAX_CHARS).join('')}…`
}

function refused(message: string): JsonReading {
  return { ok: false, error: { property: 'body', message, params: ['body'] } }
}
