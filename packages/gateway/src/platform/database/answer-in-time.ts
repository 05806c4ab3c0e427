import type { PoolClient } from 'pg'

import { isDivisionByZero, isUnknownName } from './database-errors.ts'
import { type Answer, Pipeline, type PipelineOptions, toWire } from './pipeline.ts'
import type { StatementNames } from './statement-names.ts'

/** Not the server's own time-out: it has no voice where the line or the server is gone without a word. */
export class SilentDatabaseError extends Error {
  constructor() {
    super('the database did not answer')
    this.name = 'SilentDatabaseError'
  }
}

/** A statement with values as they are known here. */
export interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
  /** Whether rows are wanted back. */
  readonly reads?: boolean
  /** What it means when it divides by zero. */
  readonly otherwise?: (() => Error) | undefined
}

/** A connection to the server, as long as it is lent by the pool. */
export interface LentConnection {
  /** Sends statements together: when one fails, none behind it is done. */
  run(statements: readonly Asked[]): Promise<readonly Answer[]>
  /** Sends what may be several statements in one text. Gives the rows where it is one. */
  runText(text: string): Promise<readonly Record<string, unknown>[] | undefined>
  /** @param isSpoiled - it is closed instead of being lent again. */
  release(isSpoiled: boolean): void
}

export interface LendOptions extends Pick<PipelineOptions, 'prepared' | 'findParser'> {
  /** The server itself gives a statement up before. */
  readonly deadlineMs: number
  /** Under which the server keeps statements. */
  readonly names: StatementNames
}

/**
 * Gives the connection up when nothing is heard for longer than the server itself would let one statement take: the
 * caller is told that the database is away, and the pool opens another connection instead of keeping one that leads nowhere.
 */
export function answerInTime(
  client: PoolClient,
  { deadlineMs, names, prepared, findParser }: LendOptions,
): LentConnection {
  let lost: SilentDatabaseError | null = null

  const inTime = async <T>(ask: (onHeard: () => void) => Promise<T>): Promise<T> => {
    if (lost) throw lost
    const timer = setTimeout(() => {
      lost = new SilentDatabaseError()
      // With an error the pool does not keep it, and what waits for its answer fails.
      client.release(lost)
    }, deadlineMs)
    try {
      return await ask(() => timer.refresh())
    } catch (error) {
      throw lost ?? error
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    run: (asked) =>
      inTime(async (onHeard) => {
        const statements = asked.map(({ text, values, reads = false }) => ({
          text,
          values: values.map(toWire),
          name: names.find(text),
          reads,
        }))
        const pipeline = client.query(new Pipeline(statements, { prepared, findParser, onHeard }))
        try {
          return await pipeline.answers
        } catch (error) {
          // The caller tries again, without names.
          if (isUnknownName(error)) names.forgo()
          const otherwise = isDivisionByZero(error) ? asked[pipeline.answered]?.otherwise : undefined
          throw otherwise ? otherwise() : error
        }
      }),

    runText: (text) =>
      inTime(async () => {
        const { rows } = await client.query<Record<string, unknown>>(text)
        return rows
      }),

    release(isSpoiled) {
      if (!lost) client.release(isSpoiled)
    },
  }
}
