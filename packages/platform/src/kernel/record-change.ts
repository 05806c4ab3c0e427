/** A change that made one record match the configuration. */
export interface RecordChange {
  readonly action: 'created' | 'changed' | 'deactivated' | 'deleted'
  /** The kind of record: `terminal`. */
  readonly kind: string
  readonly id: string
  /** The changed members. */
  readonly members: readonly string[]
}

/** Returns the names of the members in which two records differ. The order in sets and maps does not count. */
export function listDifferences<T extends object>(
  wanted: T,
  present: { readonly [Name in keyof T]: unknown },
): string[] {
  return (Object.keys(wanted) as (keyof T & string)[]).filter(
    (name) => writeComparable(wanted[name]) !== writeComparable(present[name]),
  )
}

function writeComparable(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => {
    if (part instanceof Set) return [...(part as Set<unknown>)].sort()
    if (part instanceof Map) return [...(part as Map<unknown, unknown>)].sort()
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
  })
}
