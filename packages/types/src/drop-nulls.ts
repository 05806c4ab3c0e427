import { holdsValue } from './holds-value.ts'
import { RawNumber } from './raw-number.ts'
import { LIMITS } from './vocabulary/index.ts'

/**
 * Returns `value` without the members that are `null`, at every depth, because `null` and absent mean the same on input.
 * Elements of arrays stay: their position has a meaning.
 *
 * Values that are nested deeper than {@link LIMITS.JSON_DEPTH_MAX_LEVELS} are not changed; no documented request has
 * any.
 *
 * @param kept - members of the outermost object that are kept although they are null.
 */
export function dropNulls(value: unknown, kept: ReadonlySet<string> = NONE): unknown {
  return holdsValue(value, isNull) ? dropNullsAt(value, 0, kept) : value
}

const NONE: ReadonlySet<string> = new Set()

function isNull(value: unknown): boolean {
  return value === null
}

function dropNullsAt(value: unknown, depth: number, kept = NONE): unknown {
  if (typeof value !== 'object' || value === null || value instanceof RawNumber) return value
  if (depth >= LIMITS.JSON_DEPTH_MAX_LEVELS) return value
  if (Array.isArray(value)) return value.map((element) => dropNullsAt(element, depth + 1))

  // fromEntries defines members, so a member called `__proto__` stays a member and is refused like any unknown one.
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => member !== null || kept.has(name))
      .map(([name, member]) => [name, dropNullsAt(member, depth + 1)]),
  )
}
