import type { Kysely, Transaction } from 'kysely'

import type { Random } from '../kernel/random.ts'
import type { Timers } from '../kernel/timers.ts'
import { runAfterCommit } from './after-commit.ts'
import type { CommitConnection } from './commit-connection.ts'
import type { Connection } from './connection.ts'
import { isLockConflict, isTransactionConflict, WrongAssumptionError } from './database-errors.ts'

/** More often than that it is no accident but overload, and trying on would add to it. */
const MAX_RETRIES = 3

/** Two transactions that met once do not meet again when they wait differently long; doubled each time. */
const FIRST_RETRY_WAIT_MS = 20

/**
 * Runs work in one database transaction: all of it is committed, or nothing when it throws.
 *
 * The work must use the transaction it is given and no other access to the database: SQLite has one connection, and
 * waiting for it inside a transaction would never end. It may run again from the start, so what it does must be undone
 * by the roll-back; calls to other systems do not belong into it.
 *
 * A statement that failed has spoiled the transaction on PostgreSQL. A key that may be taken is therefore inserted with
 * `onConflict(… doNothing())`, not caught.
 */
export type Transact<DB> = <T>(work: (trx: Transaction<DB>) => Promise<T>) => Promise<T>

export interface TransactOptions<DB> {
  readonly db: Kysely<DB>
  readonly random: Random
  readonly timers: Timers
}

/**
 * Binds {@link Transact} to a database. Conflicts with other transactions, and work that took too much for granted, are tried
 * again, three times at most.
 */
export function createTransact<DB>({ db, random, timers }: TransactOptions<DB>): Transact<DB> {
  return async (work) => {
    let isAlone = false
    for (let retry = 0; ; retry += 1) {
      try {
        let committed: Transaction<DB> | null = null
        const result = await db.transaction().execute((trx) => {
          committed = trx
          return isAlone ? commitAlone(trx).then(() => work(trx)) : work(trx)
        })
        if (committed) runAfterCommit(committed)
        return result
      } catch (error) {
        if (retry === MAX_RETRIES || !isTransactionConflict(error)) throw error
        // It may have to wait for the row again.
        isAlone ||= isLockConflict(error)
        // Nothing was in the way that could go.
        if (error instanceof WrongAssumptionError) continue
        await timers.sleep(chooseWaitMs(retry, random))
      }
    }
  }
}

async function commitAlone(trx: Connection): Promise<void> {
  // Both drivers are ours.
  await trx.getExecutor().provideConnection(async (lent) => (lent as CommitConnection).commitAlone())
}

function chooseWaitMs(retry: number, random: Random): number {
  const [byte = 0] = random.bytes(1)
  return Math.round((FIRST_RETRY_WAIT_MS * 2 ** retry * (byte + 1)) / 256)
}
