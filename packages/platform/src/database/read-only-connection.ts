import type { BoundStatement, LentConnection } from './answer-in-time.ts'

const bare = (text: string): BoundStatement => ({ text, values: [] })

const BEGIN = bare('begin read only')
const COMMIT = bare('commit')
const ROLLBACK = bare('rollback')

/**
 * Restricts a connection to reads. Each statement is a separate transaction that says so: a pooler drops settings from
 * the start of a connection, and gives the next transaction to another session.
 *
 * @param statementTimeoutMs - of each statement, in place of the role's.
 */
export function readOnlyConnection(lent: LentConnection, statementTimeoutMs: number): LentConnection {
  const timeout = bare(`set local statement_timeout = ${statementTimeoutMs}`)
  const inTransaction = async <T>(read: () => Promise<T>): Promise<T> => {
    try {
      return await read()
    } catch (error) {
      // The server ends the transaction of a lost connection.
      await lent.run([ROLLBACK]).catch(() => undefined)
      throw error
    }
  }
  return {
    ...lent,
    run: (statements) =>
      inTransaction(async () => (await lent.run([BEGIN, timeout, ...statements, COMMIT])).slice(2, -1)),
    runText: (text) =>
      inTransaction(async () => {
        await lent.run([BEGIN, timeout])
        const rows = await lent.runText(text)
        await lent.run([COMMIT])
        return rows
      }),
  }
}
