import type BetterSqlite3 from 'better-sqlite3'
import type { CompiledQuery, Driver, QueryResult, SqliteDatabase } from 'kysely'

import type { CommitConnection, Write } from './commit-connection.ts'
import type { LostFlushError } from './database-errors.ts'
import { Flushes } from './flushes.ts'
import { GroupCommit, type Work } from './group-commit.ts'
import type { LogFile } from './log-file.ts'
import { isRelaxed } from './relaxed-writes.ts'
import { cacheStatements } from './statement-cache.ts'

export interface SqliteDriverOptions {
  /** The one connection that writes. */
  readonly writer: BetterSqlite3.Database
  /** Opens a connection that reads committed data. */
  readonly openReader: () => BetterSqlite3.Database
  /** The log that holds commits until they reach the database file. */
  readonly log: LogFile
  /** Called when the disk did not store a commit: all later transactions and reads fail. */
  readonly onLost: (failure: LostFlushError) => void
  /** Runs after both were closed. */
  readonly onClosed: () => void
}

/**
 * A SQLite driver for concurrent work. Transactions and single writes share commits: see {@link GroupCommit}. SQLite
 * itself waits for the disk only when it moves the log into the database: another thread flushes the log, and then
 * the driver reports the commit. Reads outside a transaction have their own connection: they wait for no transaction,
 * and return nothing that is not durable.
 */
export class GroupingSqliteDriver implements Driver {
  readonly #options: SqliteDriverOptions
  readonly #shared: Shared
  #reader: BetterSqlite3.Database | null = null

  constructor(options: SqliteDriverOptions) {
    this.#options = options
    const { writer, openReader, log, onLost } = options
    const cached = cacheStatements(writer)
    const flushes = new Flushes({ flush: () => log.flush(), onFailure: onLost })
    let reader: SqliteDatabase | null = null
    const connection = {
      get inTransaction() {
        return writer.inTransaction
      },
      run: (statement: string) => void cached.prepare(statement).run([]),
    }
    this.#shared = {
      writer: cached,
      flushes,
      commits: new GroupCommit(connection, flushes),
      // Once there is a database: it cannot be made by one that only reads.
      reader: () => (reader ??= cacheStatements((this.#reader = openReader()))),
    }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SharingConnection> {
    return new SharingConnection(this.#shared)
  }

  async beginTransaction(connection: SharingConnection): Promise<void> {
    await connection.begin()
  }

  async commitTransaction(connection: SharingConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: SharingConnection): Promise<void> {
    await connection.rollBack()
  }

  async releaseConnection(connection: SharingConnection): Promise<void> {
    await connection.release()
  }

  async destroy(): Promise<void> {
    const { commits, flushes } = this.#shared
    const release = await commits.takeAlone()
    // The flush itself informs waiting callers, and a file must not be closed during a flush.
    await flushes.finished()
    this.#options.log.close()
    this.#reader?.close()
    this.#options.writer.close()
    this.#options.onClosed()
    release()
  }
}

interface Shared {
  readonly writer: SqliteDatabase
  readonly commits: GroupCommit
  readonly flushes: Flushes
  reader(): SqliteDatabase
}

const READS = /^\s*select\b/i
const WRITES = /^\s*(?:insert|update|delete|with)\b/i

/** A connection as Kysely sees it; all of them share the two real ones. */
class SharingConnection implements CommitConnection {
  readonly #shared: Shared
  #work: Work | null = null
  #giveBack: (() => void) | null = null

  constructor(shared: Shared) {
    this.#shared = shared
  }

  get isInTransaction(): boolean {
    return this.#work !== null
  }

  async begin(): Promise<void> {
    this.#work = await this.#shared.commits.begin()
  }

  async commit(): Promise<void> {
    const work = this.#work
    // Cleared first, because the work ends either way: Kysely rolls back a failed commit.
    this.#work = null
    await work?.commit()
  }

  async rollBack(): Promise<void> {
    const work = this.#work
    this.#work = null
    await work?.rollBack()
  }

  async release(): Promise<void> {
    const giveBack = this.#giveBack
    this.#giveBack = null
    if (giveBack === null) return
    try {
      // Each statement was a commit of its own.
      await this.#shared.flushes.begin()
    } finally {
      giveBack()
    }
  }

  /** There is no way to be saved: it is done at once. */
  async add({ query, expects }: Write): Promise<void> {
    const { numAffectedRows } = this.#work
      ? this.#work.run(() => execute(this.#shared.writer, query))
      : await this.executeQuery(query)
    const rows = Number(numAffectedRows)
    if (expects === undefined) return
    if ('raises' in expects)
      throw new Error('SQLite has no function that raises an error: count the rows instead')
    if ('onRows' in expects) expects.onRows(rows)
    else if (rows !== expects.rows) throw expects.otherwise()
  }

  /** There is one writer. */
  lock(): void {}

  /** No work waits for a row here, and one that fails undoes nothing of another. */
  commitAlone(): void {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { writer, commits, flushes, reader } = this.#shared
    if (this.#work) return this.#work.run(() => execute<R>(writer, query))
    if (this.#giveBack) return execute<R>(writer, query)
    if (READS.test(query.sql)) {
      flushes.refuseWork()
      const read = execute<R>(reader(), query)
      await flushes.ended()
      return read
    }
    if (WRITES.test(query.sql)) return writeAlone<R>(commits, writer, query)
    // Settings and tables of the database; the connection is kept for what follows.
    this.#giveBack = await commits.takeAlone()
    return execute<R>(writer, query)
  }

  // eslint-disable-next-line require-yield -- the interface requires a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the SQLite driver does not stream rows')
  }
}

async function writeAlone<R>(
  commits: GroupCommit,
  writer: SqliteDatabase,
  query: CompiledQuery,
): Promise<QueryResult<R>> {
  const work = await commits.begin()
  let result: QueryResult<R>
  try {
    result = work.run(() => execute<R>(writer, query))
  } catch (error) {
    await work.rollBack()
    throw error
  }
  await work.commit(isRelaxed(query))
  return result
}

function execute<R>(database: SqliteDatabase, { sql, parameters }: CompiledQuery): QueryResult<R> {
  const statement = database.prepare(sql)
  if (statement.reader) return { rows: statement.all(parameters) as R[] }
  const { changes, lastInsertRowid } = statement.run(parameters)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}
