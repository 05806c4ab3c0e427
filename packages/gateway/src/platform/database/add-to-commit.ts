import type { Compilable } from 'kysely'

import type { CommitConnection, Expectation } from './commit-connection.ts'
import type { Connection } from './connection.ts'

/** Of transactions under way: to ask Kysely for the connection of one takes longer than to write with it. */
const connections = new WeakMap<object, CommitConnection>()

/**
 * Adds a write to the commit under way. It is not waited for: PostgreSQL gets it together with what comes next, so that a
 * commit takes one round trip and not one for each of its statements. What fails, fails the commit.
 *
 * @param expects - for a write that may concern other rows than it must.
 */
export async function addToCommit(trx: Connection, query: Compilable, expects?: Expectation): Promise<void> {
  const write = { query: query.compile(), expects }
  const executor = trx.getExecutor()
  const known = connections.get(executor)
  if (known) {
    // Kysely refuses it, too, where it is asked for the connection.
    if (!known.isInTransaction) throw new Error('the transaction is over')
    return known.add(write)
  }
  await executor.provideConnection(async (lent) => {
    // Both drivers are ours.
    const connection = lent as CommitConnection
    if (connection.isInTransaction) connections.set(executor, connection)
    await connection.add(write)
  })
}
