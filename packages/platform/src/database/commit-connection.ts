import type { CompiledQuery, DatabaseConnection } from 'kysely'

/** A write of a commit. */
export interface Write {
  readonly query: CompiledQuery
  readonly expects?: Expectation | undefined
}

/** The expected result of a write, or a use of its number of rows. */
export type Expectation =
  /** The expected number of affected rows; any other number fails the commit. */
  | { readonly rows: number; readonly otherwise: () => Error }
  /** On PostgreSQL: the error to throw if the condition of a {@link refuseUnless} is false, which fails the commit. */
  | { readonly raises: () => Error }
  /** Called before the commit with the number of affected rows. */
  | { readonly onRows: (rows: number) => void }

/** A connection of either database. */
export interface CommitConnection extends DatabaseConnection {
  /** Whether a transaction is open. */
  readonly isInTransaction: boolean
  /**
   * Adds a write to the open transaction, in order. It completes with the next awaited statement or the commit, which
   * also reports its failure. Outside a transaction it is executed at once.
   */
  add(write: Write): Promise<void>
  /**
   * Takes locks for the open transaction, before all statements that it has not sent yet: transactions with a lock of
   * the same name run one after the other. The embedded database has a single writer, which has the same effect.
   */
  lock(names: readonly string[]): void
  /** Excludes the open transaction from shared commits, because one that waits would make all of them wait. */
  commitAlone(): void
}
