import { type Kysely, sql } from 'kysely'

import { DatabaseOpenError } from './database-open-error.ts'

/**
 * Every connection of the gateway sets them: without one, a statement or a hanging process would hold locks forever.
 */
const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const

/** PostgreSQL's value for a disabled time-out. */
const NONE = '0'

/**
 * Refuses connections without time-outs: a pooler that ignores the requested settings removes them silently.
 *
 * @param place - the name of the database in the message.
 * @throws When a time-out is missing; the message says how to set it. {@link DatabaseOpenError}
 * @decision 0004
 */
export async function refuseMissingLimits<DB>(db: Kysely<DB>, place: string): Promise<void> {
  const settings = LIMITS.map((name) => sql`current_setting(${sql.lit(name)}) as ${sql.ref(name)}`)
  const { rows } = await sql<Record<string, string>>`select ${sql.join(settings)}`.execute(db)
  const missing = LIMITS.filter((name) => rows[0]?.[name] === NONE)
  const [first] = missing
  if (first === undefined) return
  throw new DatabaseOpenError(
    `Connections to ${place} have no ${missing.join(' and no ')}: something in between drops the settings that the gateway requests. ` +
      `Set the time-outs on its role, as in "alter role sluice set ${first} = '3s'".`,
  )
}
