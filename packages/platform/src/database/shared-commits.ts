import type { BoundStatement, LentConnection } from './answer-in-time.ts'
import {
  DatabaseBusyError,
  isDatabaseOutage,
  isTransactionConflict,
  UnreadableAnswerError,
} from './database-errors.ts'
import type { StatementResult } from './pipeline.ts'
import { takeLocks } from './take-locks.ts'

/** The maximum number of lists in one commit: a failing one costs each of them a round trip of its own. */
const LISTS_PER_COMMIT = 32

/**
 * The number of concurrent shared commits. Lists that arrive in the meantime wait for the next one, and so share it;
 * with more than one, the gateway has work while the database writes its log.
 */
const COMMITS_AT_ONCE = 2

/**
 * The lists in progress, shared or separate: none needs more than one connection of its own, which a failed shared
 * list needs in the end.
 */
const LISTS_AT_ONCE = COMMITS_AT_ONCE * LISTS_PER_COMMIT

/** Waiting, as long as requests wait for a connection. */
const WAITING_MAX = 320
const WAITING_MAX_MS = 2_000

/** The source of connections. */
export interface ConnectionPool {
  connect(): Promise<LentConnection>
  end(): Promise<void>
}

interface List {
  readonly statements: readonly BoundStatement[]
  /** Names, which the commit locks before any statement. */
  readonly locks: readonly string[]
  readonly resolve: (answers: readonly StatementResult[]) => void
  readonly reject: (error: unknown) => void
}

interface Waiting extends List {
  readonly timer: NodeJS.Timeout
}

/**
 * Transactions that are lists of writes, and need no result before they commit, share one durable commit and one
 * round trip with concurrent ones.
 *
 * If any statement fails, none of the lists is executed, and each is sent again separately: the faulty one fails
 * alone, and the next shared commit does not wait for it. An outage ends all of them, as it would have ended each:
 * whether they were committed may be unknown.
 *
 * @decision 0280
 */
export class SharedCommits {
  readonly #pool: ConnectionPool
  readonly #waiting = new Set<Waiting>()
  #commitsUnderWay = 0
  #listsUnderWay = 0
  #next: NodeJS.Immediate | null = null

  constructor(pool: ConnectionPool) {
    this.#pool = pool
  }

  /**
   * Resolves with the answers to the statements once all of them are durable.
   *
   * @param options.locks - names; all of a shared commit are taken first, in one order.
   * @param options.isAlone - the list shares its commit with no other, because it may have to wait for a row that
   * another transaction holds.
   */
  async commit(
    statements: readonly BoundStatement[],
    { locks = [], isAlone = false }: { readonly locks?: readonly string[]; readonly isAlone?: boolean } = {},
  ): Promise<readonly StatementResult[]> {
    const isFull = isAlone ? this.#listsUnderWay >= LISTS_AT_ONCE : this.#waiting.size >= WAITING_MAX
    if (isFull) throw new DatabaseBusyError()
    return new Promise((resolve, reject) => {
      if (isAlone) {
        this.#listsUnderWay += 1
        void this.#sendAlone({ statements, locks, resolve, reject })
        return
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(list)
        reject(new DatabaseBusyError())
      }, WAITING_MAX_MS)
      const list: Waiting = { statements, locks, resolve, reject, timer }
      this.#waiting.add(list)
      this.#proceed()
    })
  }

  get #room(): number {
    return Math.min(LISTS_AT_ONCE - this.#listsUnderWay, LISTS_PER_COMMIT)
  }

  /** Lists that arrive until the event loop has turned join it. */
  #proceed(): void {
    if (this.#next !== null || this.#commitsUnderWay >= COMMITS_AT_ONCE) return
    if (this.#waiting.size === 0 || this.#room <= 0) return
    this.#next = setImmediate(() => {
      this.#next = null
      const lists = [...this.#waiting].slice(0, Math.max(this.#room, 0)).toSorted(byFirstStatement)
      for (const list of lists) {
        clearTimeout(list.timer)
        this.#waiting.delete(list)
      }
      if (lists.length > 0) void this.#send(lists)
      this.#proceed()
    })
  }

  async #send(lists: readonly List[]): Promise<void> {
    this.#commitsUnderWay += 1
    this.#listsUnderWay += lists.length
    let again: readonly List[] = []
    try {
      const answers = await commitAlone(
        this.#pool,
        lists.flatMap(({ statements }) => statements),
        lists.flatMap(({ locks }) => locks),
      )
      let from = 0
      for (const { statements, resolve } of lists) resolve(answers.slice(from, (from += statements.length)))
    } catch (error) {
      // Done, or not known: to send it again could do it twice.
      const isOver =
        error instanceof UnreadableAnswerError || (isDatabaseOutage(error) && !isTransactionConflict(error))
      if (lists.length === 1 || isOver) for (const { reject } of lists) reject(error)
      else again = lists
    }
    this.#commitsUnderWay -= 1
    this.#listsUnderWay -= lists.length - again.length
    for (const list of again) void this.#sendAlone(list)
    this.#proceed()
  }

  /** Ends the count of a list in progress. */
  async #sendAlone({ statements, locks, resolve, reject }: List): Promise<void> {
    await commitAlone(this.#pool, statements, locks).then(resolve, reject)
    this.#listsUnderWay -= 1
    this.#proceed()
  }
}

/**
 * Returns the same order in every process. Copies of a request take the same row first, a name of a stored answer or a reference: two
 * shared commits with the copies of two requests in opposite orders would wait for each other until the server ends one.
 */
function byFirstStatement({ statements: [one] }: List, { statements: [other] }: List): number {
  if (one === undefined || other === undefined) return 0
  if (one.text !== other.text) return one.text < other.text ? -1 : 1
  for (const [place, value] of one.values.entries()) {
    const [here, there] = [String(value), String(other.values[place])]
    if (here !== there) return here < there ? -1 : 1
  }
  return 0
}

/** Statements as one transaction on a connection of their own. A single statement is a transaction anyway. */
async function commitAlone(
  pool: ConnectionPool,
  statements: readonly BoundStatement[],
  locks: readonly string[],
): Promise<readonly StatementResult[]> {
  const first = [{ text: 'begin', values: [] }, ...takeLocks(locks)]
  const lent = await pool.connect()
  let isSpoiled = false
  try {
    if (statements.length === 1 && locks.length === 0) return await lent.run(statements)
    const answers = await lent.run([...first, ...statements, { text: 'commit', values: [] }])
    if (answers.at(-1)?.command !== 'COMMIT')
      throw new Error('a statement failed, and with it the transaction')
    return answers.slice(first.length, -1)
  } catch (error) {
    // The end of the connection undoes it where this fails. The caller has to know why the work failed.
    if (statements.length > 1 || locks.length > 0)
      await lent.runText('rollback').catch(() => (isSpoiled = true))
    throw error
  } finally {
    lent.release(isSpoiled)
  }
}
