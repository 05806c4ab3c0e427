import type { Asked, LentConnection } from './answer-in-time.ts'
import {
  DatabaseBusyError,
  isDatabaseOutage,
  isTransactionConflict,
  UnreadableAnswerError,
} from './database-errors.ts'
import type { Answer } from './pipeline.ts'

/** So many wait for the same commit at most: one that fails costs each of them a round trip of its own. */
const LISTS_PER_COMMIT = 32

/**
 * Shared commits under way at once. Lists that come meanwhile wait for the next, which is what makes it a shared one; with
 * more than one, the gateway has work while the database writes its log.
 */
const COMMITS_AT_ONCE = 2

/** Waiting, as long as requests wait for a connection. */
const WAITING_MAX = 320
const WAITING_MAX_MS = 2_000

/** Where connections come from. */
export interface ConnectionPool {
  connect(): Promise<LentConnection>
  end(): Promise<void>
}

interface Waiting {
  readonly statements: readonly Asked[]
  readonly resolve: (answers: readonly Answer[]) => void
  readonly reject: (error: unknown) => void
  readonly timer: NodeJS.Timeout
}

/**
 * Transactions that are lists of writes, and wait for no answer before they commit, share one durable commit and one round
 * trip with others that come at the same time.
 *
 * When a statement of any of them fails, nothing of all was done, and each is sent once more, alone: the one that is to
 * blame fails by itself. An outage ends all of them, as it would have ended each: whether they were committed may not be known.
 */
export class SharedCommits {
  readonly #pool: ConnectionPool
  readonly #waiting = new Set<Waiting>()
  #underWay = 0
  #next: NodeJS.Immediate | null = null

  constructor(pool: ConnectionPool) {
    this.#pool = pool
  }

  /** Resolves with the answers to the statements once all of them are durable. */
  async commit(statements: readonly Asked[]): Promise<readonly Answer[]> {
    if (this.#waiting.size >= WAITING_MAX) throw new DatabaseBusyError()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(list)
        reject(new DatabaseBusyError())
      }, WAITING_MAX_MS)
      const list: Waiting = { statements, resolve, reject, timer }
      this.#waiting.add(list)
      this.#goOn()
    })
  }

  /** What comes until the event loop is round goes along. */
  #goOn(): void {
    if (this.#next !== null || this.#underWay >= COMMITS_AT_ONCE || this.#waiting.size === 0) return
    this.#next = setImmediate(() => {
      this.#next = null
      const lists = [...this.#waiting].slice(0, LISTS_PER_COMMIT)
      for (const list of lists) {
        clearTimeout(list.timer)
        this.#waiting.delete(list)
      }
      this.#underWay += 1
      void this.#send(lists).finally(() => {
        this.#underWay -= 1
        this.#goOn()
      })
      this.#goOn()
    })
  }

  async #send(lists: readonly Waiting[]): Promise<void> {
    try {
      const answers = await commitAlone(
        this.#pool,
        lists.flatMap(({ statements }) => statements),
      )
      let from = 0
      for (const { statements, resolve } of lists) resolve(answers.slice(from, (from += statements.length)))
    } catch (error) {
      // Done, or not known: to send it again could do it twice.
      const isOver =
        error instanceof UnreadableAnswerError || (isDatabaseOutage(error) && !isTransactionConflict(error))
      if (lists.length === 1 || isOver) for (const { reject } of lists) reject(error)
      else await Promise.all(lists.map(async (list) => this.#send([list])))
    }
  }
}

/** Statements as one transaction on a connection of their own. A single one is that by itself. */
async function commitAlone(pool: ConnectionPool, statements: readonly Asked[]): Promise<readonly Answer[]> {
  const lent = await pool.connect()
  let isSpoiled = false
  try {
    if (statements.length === 1) return await lent.run(statements)
    const answers = await lent.run([
      { text: 'begin', values: [] },
      ...statements,
      { text: 'commit', values: [] },
    ])
    if (answers.at(-1)?.command !== 'COMMIT')
      throw new Error('a statement failed, and with it the transaction')
    return answers.slice(1, -1)
  } catch (error) {
    // The end of the connection undoes it where this fails. Why the work failed is what its caller has to know.
    if (statements.length > 1) await lent.runText('rollback').catch(() => (isSpoiled = true))
    throw error
  } finally {
    lent.release(isSpoiled)
  }
}
