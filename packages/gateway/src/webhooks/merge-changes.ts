/** JSON as an edited message holds it. */
type Members = Readonly<Record<string, unknown>>

/**
 * Puts changes into a message: objects are merged member by member, everything else takes the place of what was there.
 * Nothing can be removed. The members keep their order, so that an edited message looks like a real one.
 */
export function mergeChanges(message: Members, changes: Members): Members {
  const merged = new Map(Object.entries(message))
  for (const [name, change] of Object.entries(changes)) {
    const before = merged.get(name)
    merged.set(name, isObject(before) && isObject(change) ? mergeChanges(before, change) : change)
  }
  return Object.fromEntries(merged)
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
