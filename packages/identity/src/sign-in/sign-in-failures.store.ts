import type { Kysely } from 'kysely'

import { createWorkQueue } from '@sluice/platform/kernel/work-queue'
import { hashSecret } from '@sluice/platform/crypto/secret-hash'
import { deleteOld } from '@sluice/platform/database/delete-old'

import type { IdentityTables } from '../identity.tables.ts'
import { LOCKOUT_MS, type SignInFailures } from './sign-in-failures.ts'

/**
 * A count takes about a millisecond, so the last in the queue waits for a second. More concurrent attempts are
 * refused: they come from many networks, and their passwords would not be compared soon.
 */
const COUNTS_WAITING_MAX = 1024

/**
 * Counts where all processes see it, so that a guesser is locked out of each. One count runs at a time: a crowd of
 * guesses that write at once would delay the payments that share the database.
 */
export function createSignInFailures(db: Kysely<IdentityTables>): SignInFailures {
  const inTurn = createWorkQueue({ atOnce: 1, waitingMax: COUNTS_WAITING_MAX })
  const hashOf = (subject: readonly string[]) => hashSecret(JSON.stringify(subject))
  return {
    async countTry(subject, max, nowMs) {
      const query = db
        .insertInto('sign_in_failures')
        .values({ subject_hash: hashOf(subject), failures: 1, counts_until: nowMs + LOCKOUT_MS })
        .onConflict((conflict) =>
          conflict.column('subject_hash').doUpdateSet((known) => {
            const isOver = known('sign_in_failures.counts_until', '<=', nowMs)
            const isLast = known('sign_in_failures.failures', '=', max)
            return {
              failures: known
                .case()
                .when(isOver)
                .then(1)
                .else(known('sign_in_failures.failures', '+', 1))
                .end(),
              // Locked for the whole time from the first try that was too many, and no longer however many follow.
              counts_until: known
                .case()
                .when(known.or([isOver, isLast]))
                .then(nowMs + LOCKOUT_MS)
                .else(known.ref('sign_in_failures.counts_until'))
                .end(),
            }
          }),
        )
        .returning(['failures', 'counts_until'])
      const { failures, counts_until: countsUntilMs } = await inTurn(() => query.executeTakeFirstOrThrow(), {
        hasPriority: false,
        signal: null,
      })
      return failures > max ? Math.max(1, Math.ceil((countsUntilMs - nowMs) / 1000)) : null
    },

    async forget(subject) {
      await db.deleteFrom('sign_in_failures').where('subject_hash', '=', hashOf(subject)).execute()
    },

    async takeBack(subject) {
      await db
        .updateTable('sign_in_failures')
        .set((known) => ({ failures: known('failures', '-', 1) }))
        .where('subject_hash', '=', hashOf(subject))
        .where('failures', '>', 0)
        .execute()
    },

    deleteExpired: (nowMs) =>
      deleteOld(db, {
        table: 'sign_in_failures',
        key: ['subject_hash'],
        column: 'counts_until',
        untilMs: nowMs,
      }),
  }
}
