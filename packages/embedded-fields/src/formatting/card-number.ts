import { digitsOf } from './digits.ts'

/** ISO/IEC 7812-1: no card number is longer. */
const MAX_DIGITS = 19

const DEFAULT_GROUPS = [4, 4, 4, 4, 3]

/** The grouping of the digits, for the ranges that differ from groups of four. */
const GROUPINGS = [
  { prefix: /^3[47]/, groups: [4, 6, 5], maxDigits: 15 },
  { prefix: /^3(?:0[0-5]|6|8)/, groups: [4, 6, 4], maxDigits: MAX_DIGITS },
]

/**
 * Formats a card number in the groups of its range, without a trailing space.
 *
 * @param text - Anything typed or pasted; what is not a digit is dropped.
 */
export function formatCardNumber(text: string): string {
  const digits = digitsOf(text)
  const { groups, maxDigits } = GROUPINGS.find(({ prefix }) => prefix.test(digits)) ?? {
    groups: DEFAULT_GROUPS,
    maxDigits: MAX_DIGITS,
  }
  return inGroups(digits.slice(0, maxDigits), groups)
}

function inGroups(digits: string, groups: readonly number[]): string {
  const capacity = groups.reduce((sum, size) => sum + size, 0)
  // A number longer than the usual format of its range (Diners with 16 digits) is grouped like any other.
  const sizes = digits.length > capacity ? DEFAULT_GROUPS : groups
  const parts: string[] = []
  let start = 0
  for (const size of sizes) {
    if (start >= digits.length) break
    parts.push(digits.slice(start, start + size))
    start += size
  }
  return parts.join(' ')
}
