import { FINAL_STATUSES } from '@sluice/types/vocabulary'
import { type RawBuilder, sql } from 'kysely'

import { FINDINGS_MAX, type InvariantPorts } from './invariant.ts'

/** What stands between the brackets of `in ()`. */
export const finalStatuses = sql.join(FINAL_STATUSES.map((status) => sql.lit(status)))

/** What a query for broken records gives. */
interface Finding {
  readonly id: string
  readonly what: string | null
}

/** Runs a query whose rows are broken records: `id`, and in `what` more of them. */
export async function findViolations(
  { db }: Pick<InvariantPorts, 'db'>,
  problem: string,
  query: RawBuilder<unknown>,
): Promise<readonly string[]> {
  const { rows } = await sql<Finding>`select * from (${query}) as broken limit ${FINDINGS_MAX}`.execute(db)
  return rows.map(({ id, what }) => `${id}: ${problem}${what === null ? '' : ` (${what})`}`)
}

/** A member of the payload of an event, as text. */
export function payloadMember(dialect: InvariantPorts['dialect'], member: string): RawBuilder<string> {
  return dialect === 'postgres'
    ? sql`events.payload::jsonb -> 'payload' ->> ${sql.lit(member)}`
    : sql`cast(events.payload -> 'payload' ->> ${sql.lit(member)} as text)`
}
