import { RawNumber } from './raw-number.ts'

// Long enough to recognize the value, short enough not to send a body back.
const GIVEN_MAX_CHARS = 100

/**
 * Returns the sent value as error items show it: text and numbers as they were written, of everything else only the
 * kind.
 */
export function requestedText(given: unknown): string {
  if (given instanceof RawNumber) return shorten(given.source)
  if (typeof given === 'string') return shorten(given)
  if (typeof given === 'number' || typeof given === 'boolean') return String(given)
  return Array.isArray(given) ? 'array' : 'object'
}

function shorten(text: string): string {
  // A character has at most two code units, so text beyond this length is never shown.
  const characters = Array.from(text.slice(0, 2 * GIVEN_MAX_CHARS + 2))
  return characters.length <= GIVEN_MAX_CHARS ? text : `${characters.slice(0, GIVEN_MAX_CHARS).join('')}…`
}
