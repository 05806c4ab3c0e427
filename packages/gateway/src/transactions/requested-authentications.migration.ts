import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the challenge preference and the exemption that attempts request, and the exemption that was applied. */
export function keepRequestedAuthentications(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const column of ['challenge_preference', 'exemption', 'exemption_applied'])
        await db.schema.alterTable('attempts').addColumn(column, 'text').execute()
    },
  }
}
