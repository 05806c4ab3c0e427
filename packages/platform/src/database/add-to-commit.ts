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
  await withConnection(trx, (connection) => connection.add({ query: query.compile(), expects }))
}

/**
 * Lets work that wants one of the same names run before this commit or behind it. Commits take their locks first, all in one
 * order, so none waits for another that waits for it.
 */
export async function lockForCommit(trx: Connection, names: readonly string[]): Promise<void> {
  await withConnection(trx, async (connection) => connection.lock(names))
}

async function withConnection(
  trx: Connection,
  act: (connection: CommitConnection) => Promise<void>,
): Promise<void> {
  const executor = trx.getExecutor()
  const known = connections.get(executor)
  if (known) {
    // Kysely refuses it, too, where it is asked for the connection.
    if (!known.isInTransaction) throw new Error('the transaction is over')
    return act(known)
  }
  await executor.provideConnection(async (lent) => {
    // Both drivers are ours.
    const connection = lent as CommitConnection
    if (connection.isInTransaction) connections.set(executor, connection)
    await act(connection)
  })
}
