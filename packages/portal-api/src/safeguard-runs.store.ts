import type { Kysely } from 'kysely'

import type { SafeguardRun } from './operator-records.ts'
import type { PortalTables } from './portal.tables.ts'

/** Placeholder for the time of a run that was claimed and has not ended yet. */
const NEVER_MS = 0

/** A hundred are enough to show that a safeguard is broken. */
const PROBLEMS_MAX = 100

interface ClaimTimes {
  readonly nowMs: number
  readonly intervalMs: number
}

export interface SafeguardRuns {
  /** Claims a check for one of several processes; false if one was claimed within the interval. */
  claim(safeguard: string, times: ClaimTimes): Promise<boolean>
  /** Resolves to whether a claim would succeed now. */
  isUnclaimed(safeguard: string, times: ClaimTimes): Promise<boolean>
  /** Stores the findings of a run, in place of the previous ones. */
  record(run: SafeguardRun): Promise<void>
  list(): Promise<readonly SafeguardRun[]>
}

export function createSafeguardRuns(db: Kysely<PortalTables>): SafeguardRuns {
  return {
    async claim(safeguard, { nowMs, intervalMs }) {
      const claimed = await db
        .insertInto('safeguard_runs')
        .values({ safeguard, checked_at: NEVER_MS, problems: '[]', claimed_at: nowMs })
        .onConflict((conflict) =>
          conflict
            .column('safeguard')
            .doUpdateSet({ claimed_at: nowMs })
            .where((where) =>
              where.or([
                where('safeguard_runs.claimed_at', 'is', null),
                where('safeguard_runs.claimed_at', '<=', nowMs - intervalMs),
              ]),
            ),
        )
        .returning('safeguard')
        .executeTakeFirst()
      return claimed !== undefined
    },

    async isUnclaimed(safeguard, { nowMs, intervalMs }) {
      const claimed = await db
        .selectFrom('safeguard_runs')
        .select('safeguard')
        .where('safeguard', '=', safeguard)
        .where('claimed_at', '>', nowMs - intervalMs)
        .executeTakeFirst()
      return claimed === undefined
    },

    async record({ safeguard, checkedAtMs, problems }) {
      const found = { checked_at: checkedAtMs, problems: JSON.stringify(problems.slice(0, PROBLEMS_MAX)) }
      await db
        .insertInto('safeguard_runs')
        .values({ safeguard, ...found })
        .onConflict((conflict) => conflict.column('safeguard').doUpdateSet(found))
        .execute()
    },

    async list() {
      const rows = await db
        .selectFrom('safeguard_runs')
        .selectAll()
        .where('checked_at', '>', NEVER_MS)
        .orderBy('safeguard')
        .execute()
      return rows.map(({ safeguard, checked_at: checkedAtMs, problems }) => ({
        safeguard,
        checkedAtMs,
        problems: JSON.parse(problems) as readonly string[],
      }))
    },
  }
}
