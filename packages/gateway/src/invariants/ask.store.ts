import { FINAL_STATUSES } from '@sluice/types/vocabulary'
import { type RawBuilder, sql } from 'kysely'

import { FINDINGS_MAX, type InvariantPorts } from './invariant.ts'

/** Builds the list inside `in ()`. */
export const finalStatuses = sql.join(FINAL_STATUSES.map((status) => sql.lit(status)))

/** The result of a query for invalid records. */
interface Finding {
  readonly id: string
  readonly what: string | null
}

/** Runs a query whose rows are invalid records, with `id` and details in `what`. */
export async function findViolations(
  { db }: Pick<InvariantPorts, 'db'>,
  problem: string,
  query: RawBuilder<unknown>,
): Promise<readonly string[]> {
  const { rows } = await sql<Finding>`select * from (${query}) as broken limit ${FINDINGS_MAX}`.execute(db)
  return rows.map(({ id, what }) => `${id}: ${problem}${what === null ? '' : ` (${what})`}`)
}

/** Reads a member of an event's payload as text. */
export function payloadMember(dialect: InvariantPorts['dialect'], member: string): RawBuilder<string> {
  return dialect === 'postgres'
    ? sql`events.payload::jsonb -> 'payload' ->> ${sql.lit(member)}`
    : sql`cast(events.payload -> 'payload' ->> ${sql.lit(member)} as text)`
}
