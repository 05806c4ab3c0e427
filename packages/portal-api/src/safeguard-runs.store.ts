import type { Kysely } from 'kysely'

import type { SafeguardRun } from './operator-records.ts'
import type { PortalTables } from './portal.tables.ts'

/** Whoever sees a hundred has seen that a safeguard is broken. */
const PROBLEMS_MAX = 100

export interface SafeguardRuns {
  /** Keeps what a look found, in place of the one before. */
  record(run: SafeguardRun): Promise<void>
  list(): Promise<readonly SafeguardRun[]>
}

export function createSafeguardRuns(db: Kysely<PortalTables>): SafeguardRuns {
  return {
    async record({ safeguard, checkedAtMs, problems }) {
      const found = { checked_at: checkedAtMs, problems: JSON.stringify(problems.slice(0, PROBLEMS_MAX)) }
      await db
        .insertInto('safeguard_runs')
        .values({ safeguard, ...found })
        .onConflict((conflict) => conflict.column('safeguard').doUpdateSet(found))
        .execute()
    },

    async list() {
      const rows = await db.selectFrom('safeguard_runs').selectAll().orderBy('safeguard').execute()
      return rows.map(({ safeguard, checked_at: checkedAtMs, problems }) => ({
        safeguard,
        checkedAtMs,
        problems: JSON.parse(problems) as readonly string[],
      }))
    },
  }
}
