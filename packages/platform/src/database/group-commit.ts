import { DatabaseBusyError, DISK_IS_SLOW } from './database-errors.ts'
import type { Flushes } from './flushes.ts'
import { type End, promiseEnd } from './promise-end.ts'

/**
 * The connection serves this many transactions within a tenth of a second, unless one of them blocks it. Beyond that,
 * an immediate 503 is better than a longer queue; PostgreSQL's pool has the same order of magnitude.
 */
const WAITING_MAX = 512

/** More than this many wait for the next commit: the first must not wait long for the last. */
const WORKS_PER_COMMIT = 64

/** The one connection that writes. */
export interface WritingConnection {
  /** SQLite ends a transaction on its own when it cannot continue: a full disk, an error of reading or writing. */
  readonly inTransaction: boolean
  run(statement: string): void
}

/** One work in a transaction that it may share with others; it has the connection until it is committed or rolled back. */
export interface Work {
  /** Runs a statement of this work. @throws When the transaction that it belongs to is gone. */
  run<T>(statement: () => T): T
  /**
   * Passes the connection on. Resolves once the work is durable.
   *
   * @param isRelaxed - resolves once it is committed: it survives the process, and a power failure only with the next
   * durable commit.
   * @throws When the shared commit failed: none of it was stored. When its flush failed or takes too long, only a
   *   later read shows what was stored.
   */
  commit(isRelaxed?: boolean): Promise<void>
  /**
   * Undoes only this work and passes the connection on. Resolves once what it may have read of others is durable.
   *
   * @throws When the shared commit failed: what this work found was never true.
   */
  rollBack(): Promise<void>
}

/** Works that share a transaction, and so its commit. */
interface Group {
  size: number
  /** The time of the last turn of the event loop. */
  sizeBefore: number
  /** The event loop has turned, and no other work arrived in the meantime. */
  isDue: boolean
  /** A work of it waits for the disk. */
  isFlushed: boolean
  /** The reason why the transaction was lost. */
  lost: { readonly error: unknown } | null
  timer: NodeJS.Immediate
  readonly committed: End
  readonly durable: End
}

/**
 * Lets concurrent works share one durable commit, which costs as much as all of their statements. They run one after
 * the other, each behind its own savepoint, so that one that fails undoes nothing of another.
 *
 * A transaction is committed as soon as the event loop turns without another work: a single one does not wait, and
 * under load a group grows up to {@link WORKS_PER_COMMIT}. While the disk flushes the previous commit, the group
 * continues to grow, because its own flush could not start earlier.
 */
export class GroupCommit {
  readonly #connection: WritingConnection
  readonly #flushes: Flushes
  readonly #waiting: (() => void)[] = []
  #isTaken = false
  #group: Group | null = null

  constructor(connection: WritingConnection, flushes: Flushes) {
    this.#connection = connection
    this.#flushes = flushes
    flushes.attend({
      onEnd: () => {
        if (!this.#isTaken) this.#commitDue()
      },
      // The disk has nothing of the collected works, so they end for certain.
      onSlow: () => {
        if (this.#group) this.#abandon(this.#group, new DatabaseBusyError(DISK_IS_SLOW))
      },
    })
  }

  /**
   * Begins a work when it has the connection.
   *
   * @throws When nothing was done and others go first: {@link DatabaseBusyError}
   */
  async begin(): Promise<Work> {
    if (this.#waiting.length >= WAITING_MAX) throw new DatabaseBusyError()
    await this.#take()
    try {
      return this.#join()
    } catch (error) {
      this.#pass()
      throw error
    }
  }

  /** Waits for the connection and commits open work: the connection is outside any transaction until it is released. */
  async takeAlone(): Promise<() => void> {
    await this.#take()
    if (this.#group) this.#commit(this.#group)
    return () => this.#pass()
  }

  #join(): Work {
    this.#flushes.refuseWork()
    const shared = this.#group
    // The first work has its own transaction, so undoing it undoes nothing else.
    this.#connection.run(shared ? 'savepoint work' : 'begin immediate')
    const group = shared ?? this.#open()
    return {
      run: (statement) => this.#run(group, statement),
      commit: (isRelaxed = false) =>
        this.#leave(group, isRelaxed ? group.committed : group.durable, () => {
          if (shared) this.#connection.run('release work')
          group.size += 1
          group.isFlushed ||= !isRelaxed
        }),
      rollBack: async () => {
        // Nothing is left to be undone.
        if (group.lost) this.#pass()
        else if (shared) {
          await this.#leave(group, group.durable, () => {
            this.#connection.run('rollback to work')
            this.#connection.run('release work')
          })
        } else {
          this.#dissolve(group)
          await this.#flushes.ended()
        }
      },
    }
  }

  #open(): Group {
    const [committed, durable] = [promiseEnd(), promiseEnd()]
    const commitRound = (): void => {
      const { size, sizeBefore } = group
      group.sizeBefore = size
      // Others have joined since, so more may be on their way, which would otherwise wait for the next commit.
      if (size > sizeBefore) group.timer = setImmediate(commitRound)
      else {
        group.isDue = true
        if (!this.#isTaken) this.#commitDue()
      }
    }
    const timer = setImmediate(commitRound)
    // The first does not count as one that has joined.
    const group: Group = {
      ...{ size: 0, sizeBefore: 1, isDue: false, isFlushed: false, lost: null },
      ...{ timer, committed, durable },
    }
    this.#group = group
    return group
  }

  #run<T>(group: Group, statement: () => T): T {
    // Outside the transaction each statement would be committed for itself.
    if (group.lost) throw group.lost.error
    try {
      return statement()
    } catch (error) {
      if (!this.#connection.inTransaction) this.#lose(group, error)
      throw error
    }
  }

  /**
   * Passes the connection on after the last statements of a transaction, and waits until everything that it read is
   * durable.
   */
  async #leave(group: Group, { promise }: End, end: () => void): Promise<void> {
    try {
      this.#run(group, end)
    } catch (error) {
      this.#abandon(group, error)
      throw error
    } finally {
      this.#pass()
    }
    await promise
  }

  /** Undoes the first work, which the others would have joined. */
  #dissolve(group: Group): void {
    try {
      this.#connection.run('rollback')
      this.#forget(group)
    } catch (error) {
      this.#lose(group, error)
      throw error
    } finally {
      this.#pass()
    }
  }

  /** Commits the due group, unless it would only wait for the current flush. */
  #commitDue(): void {
    const group = this.#group
    if (group?.isDue && !(group.isFlushed && this.#flushes.isUnderWay)) this.#commit(group)
  }

  #commit(group: Group): void {
    const { committed, durable, isFlushed } = group
    try {
      this.#connection.run('commit')
    } catch (error) {
      this.#abandon(group, error)
      return
    }
    this.#forget(group)
    committed.resolve()
    // Commits that this group has read may not be flushed yet.
    durable.resolve(isFlushed ? this.#flushes.begin() : this.#flushes.ended())
  }

  #abandon(group: Group, error: unknown): void {
    try {
      if (this.#connection.inTransaction) this.#connection.run('rollback')
    } finally {
      this.#lose(group, error)
    }
  }

  #lose(group: Group, error: unknown): void {
    group.lost ??= { error }
    this.#forget(group)
    group.committed.reject(group.lost.error)
    group.durable.reject(group.lost.error)
  }

  #forget(group: Group): void {
    clearImmediate(group.timer)
    if (this.#group === group) this.#group = null
  }

  async #take(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isTaken = true
  }

  #pass(): void {
    if (this.#group && this.#group.size >= WORKS_PER_COMMIT) this.#commit(this.#group)
    else this.#commitDue()
    const next = this.#waiting.shift()
    // It stays taken for the next, or another would be faster.
    if (next) next()
    else this.#isTaken = false
  }
}
