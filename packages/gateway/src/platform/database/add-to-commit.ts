import type { Compilable } from 'kysely'

import type { CommitConnection, Expectation } from './commit-connection.ts'
import type { Connection } from './connection.ts'

/**
 * Adds a write to the commit under way. It is not waited for: PostgreSQL gets it together with what comes next, so that a
 * commit takes one round trip and not one for each of its statements. What fails, fails the commit.
 *
 * @param expects - for a write that may concern other rows than it must.
 */
export async function addToCommit(trx: Connection, query: Compilable, expects?: Expectation): Promise<void> {
  await trx.getExecutor().provideConnection(async (connection) => {
    // Both drivers are ours.
    await (connection as CommitConnection).add({ query: query.compile(), expects })
  })
}
