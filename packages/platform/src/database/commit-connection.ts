import type { CompiledQuery, DatabaseConnection } from 'kysely'

/** A write of a commit. */
export interface Write {
  readonly query: CompiledQuery
  readonly expects?: Expectation | undefined
}

/** What is expected of a write, or done with its number of rows. */
export type Expectation =
  /** It concerns so many rows; any other number fails the commit. */
  | { readonly rows: number; readonly otherwise: () => Error }
  /** On PostgreSQL: the error to throw if the condition of a {@link refuseUnless} is false, which fails the commit. */
  | { readonly raises: () => Error }
  /** Told before the commit how many rows it concerned. */
  | { readonly onRows: (rows: number) => void }

/** A connection of either database. */
export interface CommitConnection extends DatabaseConnection {
  /** Whether a transaction is under way. */
  readonly isInTransaction: boolean
  /**
   * Adds a write to the transaction under way, in its order. It is done when the next statement that is waited for is, or
   * the commit; a failure of it is theirs. Outside a transaction it is done at once.
   */
  add(write: Write): Promise<void>
  /**
   * Takes locks for the transaction under way, before anything that it has not sent yet: work that wants one of these names
   * too runs before it or behind it. The embedded database has one writer, which is the same.
   */
  lock(names: readonly string[]): void
  /** The commit of the transaction under way is shared with no other, where one that waits would let all of them wait. */
  commitAlone(): void
}
