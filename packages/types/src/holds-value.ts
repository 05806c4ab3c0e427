import { RawNumber } from './raw-number.ts'
import { LIMITS } from './vocabulary/index.ts'

/**
 * Returns whether `test` accepts a value or anything in it, down to {@link LIMITS.JSON_DEPTH_MAX_LEVELS}. Most
 * requests need none of the changes that require a copy, and searching costs less than copying.
 */
export function holdsValue(value: unknown, test: (value: unknown) => boolean, depth = 0): boolean {
  if (test(value)) return true
  if (typeof value !== 'object' || value === null || value instanceof RawNumber) return false
  if (depth >= LIMITS.JSON_DEPTH_MAX_LEVELS) return false
  return Object.values(value).some((member) => holdsValue(member, test, depth + 1))
}
