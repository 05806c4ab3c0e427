/**
 * Classifies errors by the codes of the two databases.
 *
 * PostgreSQL: appendix A of its manual (five characters). SQLite: the result codes, spelled as its C constants.
 */

import { FAILED_CONDITION } from './refuse-unless.ts'

/** A prepared statement that the server does not know, or knows already: another session than the one that we prepared it in. */
const NAME_CODES: ReadonlySet<string> = new Set(['26000', '42P05'])

/** Another transaction holds a row: deadlock, lock timeout. */
const LOCK_CODES: ReadonlySet<string> = new Set(['40P01', '55P03'])

/** Nothing was written and the same work may succeed: serialization failure, locks, names of statements. */
const CONFLICT_CODES: ReadonlySet<string> = new Set(['40001', ...LOCK_CODES, ...NAME_CODES])

/** The server of this connection has become read-only, as after a fail-over. */
const READ_ONLY_CODE = '25006'

/**
 * Connection exceptions, a server that only reads, too many connections, starting up or shutting down, and a query that was
 * cut off.
 */
const OUTAGE_CODE = /^(?:08|25006|53|57P0|57014|SQLITE_(?:BUSY|FULL|IOERR))/

/**
 * The connection to the server ended, or was never established. Its pending statements may have been executed and
 * must not be sent again.
 *
 * @decision 0280
 */
export class LostConnectionError extends Error {
  override readonly name: string = 'LostConnectionError'
  /** The message of the cause, for the log: the connection is lost in any case. */
  readonly code?: string

  /** @param cause - the last message of `pg`, the operating system or the server. */
  constructor(cause: unknown) {
    const code = ownCodeOf(cause)
    // A host with several addresses fails once for each, and has no common message.
    super((cause instanceof Error ? cause.message : String(cause)) || code, { cause })
    if (code !== '') this.code = code
  }
}

/** The statement was done; what it gave back cannot be read. */
export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError'

  constructor(cause: unknown) {
    super('the database returned a value that cannot be read', { cause })
  }
}

/** The message of the {@link DatabaseBusyError} that is thrown while a flush takes too long. */
export const DISK_IS_SLOW = 'a commit has been waiting for the disk for seconds'

/**
 * Thrown when the queue is full or the disk too slow. Nothing was executed, and a caller that is rejected at once can
 * try another process.
 */
export class DatabaseBusyError extends Error {
  constructor(why = 'too many queries are waiting for a database connection') {
    super(why)
    this.name = 'DatabaseBusyError'
  }
}

/** The disk rejected a commit. A restarted gateway finds there exactly what was stored. */
export class LostFlushError extends Error {
  constructor(cause: unknown) {
    super('the disk failed to store a commit; restart the gateway', { cause })
    this.name = 'LostFlushError'
  }
}

/** The disk has not flushed a commit in time, and may do so later: the outcome is unknown. */
export class SlowFlushError extends Error {
  constructor() {
    super('the disk takes longer to store a commit than clients wait')
    this.name = 'SlowFlushError'
  }
}

/**
 * A commit took something for granted that does not hold, and did nothing. The same work does not rely on the
 * assumption the next time.
 */
export class WrongAssumptionError extends Error {
  override readonly name = 'WrongAssumptionError'
}

/**
 * Returns whether the work of a transaction was undone, and may succeed when it runs again: mostly, another one was in
 * its way.
 */
export function isTransactionConflict(error: unknown): boolean {
  if (error instanceof WrongAssumptionError) return true
  const code = codeOf(error)
  return CONFLICT_CODES.has(code) || code.startsWith('SQLITE_BUSY')
}

/**
 * Returns whether work was undone because another transaction held a row: what waits for the same commit would wait,
 * too.
 */
export function isLockConflict(error: unknown): boolean {
  return LOCK_CODES.has(codeOf(error))
}

/** Returns whether a statement was not run because of its name. */
export function isUnknownName(error: unknown): boolean {
  return NAME_CODES.has(codeOf(error))
}

/** Returns whether a statement failed because the condition of its commit is false. */
export function isFailedCondition(error: unknown): boolean {
  return codeOf(error) === FAILED_CONDITION
}

/** Returns whether a write was refused because its connection leads to a server that only reads. */
export function isReadOnlyServer(error: unknown): boolean {
  return codeOf(error) === READ_ONLY_CODE
}

/** Returns whether the database is out of reach or overloaded, so that the same request may succeed later. */
export function isDatabaseOutage(error: unknown): boolean {
  return (
    error instanceof LostConnectionError ||
    error instanceof DatabaseBusyError ||
    error instanceof LostFlushError ||
    error instanceof SlowFlushError ||
    isTransactionConflict(error) ||
    OUTAGE_CODE.test(codeOf(error))
  )
}

/**
 * Returns whether a row was refused because another one has its key.
 *
 * @param table - the only table to consider; SQLite does not report which of its keys it was.
 */
export function isUniqueViolation(error: unknown, table?: string): boolean {
  switch (codeOf(error)) {
    case '23505':
      return table === undefined || (error as { table?: unknown }).table === table
    case 'SQLITE_CONSTRAINT_UNIQUE':
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
      // "UNIQUE constraint failed: table.column, table.column"
      return table === undefined || (error as Error).message.includes(` ${table}.`)
    default:
      return false
  }
}

/** The database's message about a statement; empty if the connection was lost instead. */
function codeOf(error: unknown): string {
  return error instanceof LostConnectionError ? '' : ownCodeOf(error)
}

function ownCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
