import type { BoundStatement } from './answer-in-time.ts'

/** One statement for any number: the server prepares it, and takes the locks one by one in their order. */
const TAKE_LOCKS =
  'select pg_advisory_xact_lock(hashtextextended(name, 0)) from json_array_elements_text(cast($1 as json)) as name'

/**
 * The statement that takes locks on PostgreSQL until the transaction ends, in an order that every process finds alike; none for
 * no names.
 */
export function takeLocks(names: readonly string[]): readonly BoundStatement[] {
  if (names.length === 0) return []
  return [{ text: TAKE_LOCKS, values: [JSON.stringify([...new Set(names)].toSorted())] }]
}
