import {
  type CompiledQuery,
  type Driver,
  InsertQueryNode,
  type QueryResult,
  type TransactionSettings,
  ValuesNode,
} from 'kysely'

import type { BoundStatement, LentConnection } from './answer-in-time.ts'
import type { CommitConnection, Write } from './commit-connection.ts'
import type { StatementResult } from './pipeline.ts'
import { refuseUnless } from './refuse-unless.ts'
import { type ConnectionPool, SharedCommits } from './shared-commits.ts'
import { takeLocks } from './take-locks.ts'

/**
 * PostgreSQL with as few round trips as a transaction needs: its beginning is sent with its first statement, added
 * writes with the next awaited one, and the rest of them with the commit. A transaction that awaits nothing shares its
 * commit, and so does a new row outside a transaction: see {@link SharedCommits}.
 */
export class PipeliningPostgresDriver implements Driver {
  readonly #pool: ConnectionPool
  readonly #commits: SharedCommits

  constructor(pool: ConnectionPool) {
    this.#pool = pool
    this.#commits = new SharedCommits(pool)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(this.#pool, this.#commits)
  }

  async beginTransaction(connection: PostgresConnection, settings: TransactionSettings): Promise<void> {
    connection.begin(settings)
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.rollBack()
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

/** The unsent statements of a transaction. */
interface Unsent {
  /** Empty once it was sent. */
  readonly begin: readonly BoundStatement[]
  /** Names, to be locked before the writes. */
  readonly locks: readonly string[]
  readonly writes: Write[]
}

const NOTHING: Unsent = { begin: [], locks: [], writes: [] }

class PostgresConnection implements CommitConnection {
  readonly #pool: ConnectionPool
  readonly #commits: SharedCommits
  /** Null until the first statement is sent on it. */
  #lent: LentConnection | null = null
  /** The name of the open transaction; null outside one. */
  #unsent: Unsent | null = null
  /** The error after which this transaction sends nothing more. */
  #failure: { readonly error: unknown } | null = null
  #isSpoiled = false
  #isAlone = false

  constructor(pool: ConnectionPool, commits: SharedCommits) {
    this.#pool = pool
    this.#commits = commits
  }

  get isInTransaction(): boolean {
    return this.#unsent !== null
  }

  begin({ isolationLevel, accessMode }: TransactionSettings): void {
    const settings = [isolationLevel && `isolation level ${isolationLevel}`, accessMode]
    const text = ['begin', ...settings.filter(Boolean)].join(' ')
    this.#unsent = { begin: [{ text, values: [] }], locks: [], writes: [] }
  }

  async commit(): Promise<void> {
    const { begin, locks, writes } = this.#unsent ?? NOTHING
    const [first] = begin
    if (first !== undefined && (writes.length === 0 || first.text === 'begin')) {
      if (writes.length > 0) {
        const answers = await this.#commits.commit(writes.map(describe), { locks, isAlone: this.#isAlone })
        writes.forEach((write, at) => report(write, answers[at]))
      }
    } else {
      const [committed] = await this.#send([{ text: 'commit', values: [] }])
      // PostgreSQL has undone all of it.
      if (committed?.command !== 'COMMIT') throw new Error('a statement failed, and with it the transaction')
    }
    this.#unsent = null
  }

  async rollBack(): Promise<void> {
    const unsent = this.#unsent
    this.#unsent = null
    this.#failure = null
    if (unsent === null || unsent.begin.length > 0) return
    try {
      await this.#lent?.runText('rollback')
    } catch {
      // The end of the connection undoes it. The caller has to know why the work failed.
      this.#isSpoiled = true
    }
  }

  release(): void {
    this.#lent?.release(this.#isSpoiled)
    this.#lent = null
  }

  async add(write: Write): Promise<void> {
    if (this.#unsent) return void this.#unsent.writes.push(write)
    const [answer] = await this.#ask((lent) => lent.run([describe(write)]))
    report(write, answer)
  }

  lock(names: readonly string[]): void {
    if (this.#unsent) this.#unsent = { ...this.#unsent, locks: [...this.#unsent.locks, ...names] }
  }

  commitAlone(): void {
    this.#isAlone = true
  }

  async executeQuery<R>({ query, sql: text, parameters: values }: CompiledQuery): Promise<QueryResult<R>> {
    if (values.length === 0) {
      // It may be several statements in one text, which have to go alone.
      if (this.#unsent) await this.#send([])
      return { rows: ((await this.#ask((lent) => lent.runText(text))) ?? []) as R[] }
    }
    const asked = [{ text, values, reads: true }]
    const isAlone = this.#unsent === null && this.#lent === null
    const [answer] = isAlone && isNewRow(query) ? await this.#commits.commit(asked) : await this.#send(asked)
    const { command = '', count = null, rows = [] } = answer ?? {}
    const isWrite = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
    return { rows: rows as R[], ...(isWrite && { numAffectedRows: BigInt(count ?? 0) }) }
  }

  // eslint-disable-next-line require-yield -- the interface requires a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the PostgreSQL driver does not stream rows')
  }

  /**
   * If one fails, the transaction is over: with its `begin` unsent, later statements would run outside of it. Work
   * that continues nevertheless gets the first failure until the transaction is rolled back.
   */
  async #ask<T>(ask: (lent: LentConnection) => Promise<T>): Promise<T> {
    if (this.#failure) throw this.#failure.error
    try {
      return await ask(await this.#connect())
    } catch (error) {
      if (this.#unsent) this.#failure ??= { error }
      throw error
    }
  }

  /** Kysely runs one statement on a connection at a time. */
  async #connect(): Promise<LentConnection> {
    return (this.#lent ??= await this.#pool.connect())
  }

  /** Sends the pending statements, and these after them. Returns their answers. */
  async #send(asked: readonly BoundStatement[]): Promise<readonly StatementResult[]> {
    const { begin, locks, writes } = this.#unsent ?? NOTHING
    const first = [...begin, ...takeLocks(locks)]
    const all = [...first, ...writes.map(describe), ...asked]
    if (this.#unsent) this.#unsent = { ...NOTHING, writes: [] }
    if (all.length === 0) return []
    const answers = await this.#ask((lent) => lent.run(all))
    const reported = answers.slice(first.length)
    writes.forEach((write, at) => report(write, reported[at]))
    return reported.slice(writes.length)
  }
}

/**
 * Returns whether it only inserts rows. What changes rows holds their locks, and would hold them until the shared
 * commit.
 */
function isNewRow(query: CompiledQuery['query']): boolean {
  if (!InsertQueryNode.is(query) || query.values === undefined || query.with) return false
  return ValuesNode.is(query.values) && query.onConflict?.updates === undefined
}

/** Makes the server fail a write that changes another number of rows than expected, and skip everything sent after it. */
function describe({ query, expects }: Write): BoundStatement {
  const { sql, parameters: values } = query
  if (expects && 'raises' in expects) return { text: sql, values, otherwise: expects.raises }
  if (expects === undefined || !('rows' in expects)) return { text: sql, values }
  const { rows, otherwise } = expects
  return { text: expect(query, rows), values, otherwise }
}

/** Texts by what they were compiled from, which prepared writes have in common: their names are found by them. */
const expecting = new WeakMap<object, string>()

function expect({ query, sql }: CompiledQuery, rows: number): string {
  const known = expecting.get(query)
  if (known !== undefined) return known
  const check = refuseUnless(
    `count(*) = ${rows}`,
    'another commit changed these rows first',
    ' from "written"',
  )
  const text = `with "written" as (${sql} returning 1) ${check}`
  expecting.set(query, text)
  return text
}

function report({ expects }: Write, answer: StatementResult | undefined): void {
  if (expects && 'onRows' in expects) expects.onRows(answer?.count ?? 0)
}
