import { type Connection, DatabaseError, type PoolClient } from 'pg'

import {
  isFailedCondition,
  isReadOnlyServer,
  isUnknownName,
  LostConnectionError,
  UnreadableAnswerError,
} from './database-errors.ts'
import { type StatementResult, Pipeline, type PipelineOptions } from './pipeline.ts'
import { isSendable } from './statement-bytes.ts'
import type { StatementNames } from './statement-names.ts'

/** The server's own time-out cannot report anything if the network or the server fails silently. */
export class DatabaseTimeoutError extends LostConnectionError {
  override readonly name = 'DatabaseTimeoutError'

  constructor() {
    super(new Error('the database did not respond'))
  }
}

/** A statement with values as they are known here. */
export interface BoundStatement {
  readonly text: string
  readonly values: readonly unknown[]
  /** Whether the query returns rows. */
  readonly reads?: boolean
  /** The error to throw if the condition of the statement is false. */
  readonly otherwise?: (() => Error) | undefined
}

/** A connection to the server, as long as it is lent by the pool. */
export interface LentConnection {
  /** Sends statements together: when one fails, none behind it is done. */
  run(statements: readonly BoundStatement[]): Promise<readonly StatementResult[]>
  /** Sends what may be several statements in one text. Returns the rows if it is one. */
  runText(text: string): Promise<readonly Record<string, unknown>[] | undefined>
  /** @param isSpoiled - it is closed instead of being lent again. */
  release(isSpoiled: boolean): void
}

export interface LendOptions extends Pick<PipelineOptions, 'prepared' | 'findParser'> {
  /** The server itself ends a statement earlier. */
  readonly deadlineMs: number
  /** The names of the statements that the server has prepared. */
  readonly names: StatementNames
  /** Called when the client abandons the connection while the server may still be working. */
  readonly onFailedCall?: () => void
}

const SENDABLE = 'A statement parameter must be text, a number, a boolean, bytes or null'

/** Members of a `pg` connection beyond its published types. */
type Wire = PoolClient & {
  readonly connection: Connection
  /** Whether the server is ready for the next statement: it has sent its complete response to the last one. */
  readonly readyForQuery: boolean
}

/**
 * Messages after which the server closes the connection. In other languages they differ; then the client waits for
 * the close.
 */
const ENDING: ReadonlySet<string | undefined> = new Set(['FATAL', 'PANIC'])

/**
 * A statement has certainly failed if the server reports so and is ready for the next one, or if it was never sent.
 * In all other cases it may have been executed: the client abandons the connection, reports an outage to the caller,
 * and the pool opens another connection. The same applies if the server stays silent for longer than its own
 * statement time-out.
 *
 * @decision 0280
 */
export function answerInTime(
  client: PoolClient,
  { deadlineMs, names, prepared, findParser, onFailedCall }: LendOptions,
): LentConnection {
  const wire = client as Wire
  let lost: LostConnectionError | null = null
  let isUnfit = false

  const giveUp = (error: LostConnectionError): LostConnectionError => {
    if (lost) return lost
    lost = error
    // `end` alone could wait behind a network that accepts no data.
    wire.connection.stream.destroy()
    // The pool discards a connection that is released with an error.
    client.release(error)
    if (error instanceof DatabaseTimeoutError) onFailedCall?.()
    return lost
  }

  const inTime = async <T>(ask: (onHeard: () => void) => Promise<T>): Promise<T> => {
    if (lost) throw lost
    return new Promise<T>((resolve, reject) => {
      // The statement may be in a queue that nothing processes.
      const timer = setTimeout(() => reject(giveUp(new DatabaseTimeoutError())), deadlineMs)
      ask(() => timer.refresh())
        .then(resolve, reject)
        .finally(() => clearTimeout(timer))
    })
  }

  const send = async <T>(sending: () => Promise<T>): Promise<T> => {
    try {
      return await sending()
    } catch (error) {
      if (error instanceof UnreadableAnswerError) throw error
      const isVerdict = error instanceof DatabaseError && !ENDING.has(error.severity)
      if (!isVerdict || !(await isReadyAgain(wire))) throw giveUp(new LostConnectionError(error))
      isUnfit ||= isReadOnlyServer(error)
      throw error
    }
  }

  return {
    run: (asked) =>
      inTime(async (onHeard) => {
        const statements = asked.map(({ text, values, reads = false }) => {
          if (!values.every(isSendable)) throw new TypeError(SENDABLE)
          return { text, values, name: names.find(text), reads }
        })
        const pipeline = new Pipeline(statements, { prepared, findParser, onHeard })
        try {
          return await send(() => client.query(pipeline).answers)
        } catch (error) {
          // The caller tries again, without names.
          if (isUnknownName(error)) names.forgo()
          const otherwise = isFailedCondition(error) ? asked[pipeline.answered]?.otherwise : undefined
          throw otherwise ? otherwise() : error
        }
      }),

    runText: (text) =>
      inTime(async () => {
        const { rows } = await send(() => client.query<Record<string, unknown>>(text))
        return rows
      }),

    release(isSpoiled) {
      if (!lost) client.release(isSpoiled || isUnfit)
    },
  }
}

/** Waits until the server is ready for the next statement; false if the connection ends before. */
function isReadyAgain({ connection, readyForQuery }: Wire): Promise<boolean> | boolean {
  if (connection.stream.destroyed) return false
  if (readyForQuery) return true
  return new Promise((resolve) => {
    const settle = (isReady: boolean) => (): void => {
      connection.off('readyForQuery', ready).off('end', ended)
      resolve(isReady)
    }
    const [ready, ended] = [settle(true), settle(false)]
    connection.on('readyForQuery', ready).on('end', ended)
  })
}
