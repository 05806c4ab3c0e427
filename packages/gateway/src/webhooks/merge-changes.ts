/** JSON as an edited message holds it. */
type Members = Readonly<Record<string, unknown>>

/**
 * Merges changes into a message: objects member by member; every other value replaces the existing one. Nothing can
 * be removed. The members keep their order, so that an edited message resembles a real one.
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
