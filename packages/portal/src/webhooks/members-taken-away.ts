import { isObject } from './is-object.ts'

/**
 * Members of a message that an edited one lacks, as paths: changes are merged into a message, so missing members would
 * stay. Lists are replaced as a whole.
 */
export function membersTakenAway(original: unknown, edited: unknown, path = ''): readonly string[] {
  if (!isObject(original) || !isObject(edited)) return []
  return Object.entries(original).flatMap(([name, value]) =>
    Object.hasOwn(edited, name)
      ? membersTakenAway(value, edited[name], `${path}${name}.`)
      : [`${path}${name}`],
  )
}
