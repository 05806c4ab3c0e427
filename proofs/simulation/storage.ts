import type { KyselyPlugin } from 'kysely'

import type { Config } from '../../packages/gateway/src/config.ts'

type Row = Readonly<Record<string, unknown>>

/** The database of a gateway, as an outside observer reads it. */
export interface BooksReader {
  /** Queries the committed data. A query means the same in both databases. */
  all(query: string): Promise<readonly Row[]>
  /** The names of all tables, sorted. */
  listTables(): Promise<readonly string[]>
  /** Returns whether anything was written since the last call. */
  haveChanged(): boolean
  close(): Promise<void>
}

/** The storage of a scenario's gateway over all its lives, with its faults. */
export interface Storage {
  /** The share of statements after which other tasks run; from 0 to 1. */
  pauseShare: number
  /** The share of writes that fail; from 0 to 1. */
  errorShare: number
  /** Creates the storage of the next life, with everything that the previous one stored. */
  beginLife(name: string, logLevel: string): Config
  /** Wraps the statements of a life. */
  watch(name: string): KyselyPlugin
  /** Discards the pending writes of a dead life. */
  endLife(name: string): void
  /** The configuration of the last life, for those who read its database. */
  readonly config: Config
  openBooks(): Promise<BooksReader>
  /** The scenario is over, so everything that waits here continues. */
  release(): void
  /** Removes everything. All lives must have ended. */
  remove(): Promise<void>
}
