import type { PostgresPoolClient } from 'kysely'
import type { PoolClient } from 'pg'

import { isUnknownName } from './database-errors.ts'
import type { StatementNames } from './statement-names.ts'

/** Not the server's own time-out: it has no voice where the line or the server is gone without a word. */
export class SilentDatabaseError extends Error {
  constructor() {
    super('the database did not answer')
    this.name = 'SilentDatabaseError'
  }
}

/**
 * Gives the connection up when an answer takes longer than the server itself would let it: the caller is told that the
 * database is away, and the pool opens another connection instead of keeping one that leads nowhere.
 *
 * @param names - under which the server keeps statements.
 */
export function answerInTime(
  client: PoolClient,
  deadlineMs: number,
  names: StatementNames,
): PostgresPoolClient {
  let lost: SilentDatabaseError | null = null
  const query = async (text: string, values: unknown[]): Promise<unknown> => {
    if (lost) throw lost
    const timer = setTimeout(() => {
      lost = new SilentDatabaseError()
      // With an error the pool does not keep it, and what waits for its answer fails.
      client.release(lost)
    }, deadlineMs)
    try {
      const name = names.find(text)
      return await client.query(name === undefined ? { text, values } : { name, text, values })
    } catch (error) {
      // The caller tries again, without names.
      if (isUnknownName(error)) names.forgo()
      throw lost ?? error
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: () => {
      if (!lost) client.release()
    },
  }
}
