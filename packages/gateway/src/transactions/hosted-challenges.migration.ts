import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the way in which the 3DS server's own page shows a challenge. */
export function rememberHostedChallenges(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('attempt_authentications').addColumn('hosted_challenge', 'text').execute()
    },
  }
}
