import type { Compilable } from 'kysely'

import type { CommitConnection, Expectation } from './commit-connection.ts'
import type { Connection } from './connection.ts'

/** The connections of open transactions: obtaining one from Kysely takes longer than the write. */
const connections = new WeakMap<object, CommitConnection>()

/**
 * Adds a write to the current commit without waiting for it: it is sent to PostgreSQL together with the next
 * statement, so that a commit takes one round trip instead of one per statement. A failure fails the commit.
 *
 * @param expects - the expected number of rows, for a write that might affect another number.
 */
export async function addToCommit(trx: Connection, query: Compilable, expects?: Expectation): Promise<void> {
  await withConnection(trx, (connection) => connection.add({ query: query.compile(), expects }))
}

/**
 * Lets work that requests one of the same names run before or after this commit. Commits take their locks first, all in
 * one order, so none waits for another that waits for it.
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
    // Kysely also refuses it when the connection is requested.
    if (!known.isInTransaction) throw new Error('the transaction has ended')
    return act(known)
  }
  await executor.provideConnection(async (lent) => {
    // Both drivers are ours.
    const connection = lent as CommitConnection
    if (connection.isInTransaction) connections.set(executor, connection)
    await act(connection)
  })
}
