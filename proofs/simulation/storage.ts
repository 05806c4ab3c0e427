import type { KyselyPlugin } from 'kysely'

import type { Config } from '../../packages/gateway/src/config.ts'

type Row = Readonly<Record<string, unknown>>

/** The books of a gateway, as somebody reads them who stands beside it. */
export interface BooksReader {
  /** What was committed; a query means the same on both databases. */
  all(query: string): Promise<readonly Row[]>
  /** Names of all tables, in the order of their names. */
  listTables(): Promise<readonly string[]>
  /** Whether anything was written since this was asked last. */
  haveChanged(): boolean
  close(): Promise<void>
}

/** Where the gateway of a scenario keeps everything, of all its lives, with what befalls that. */
export interface Storage {
  /** The share of statements behind which others have their turn; from 0 to 1. */
  pauseShare: number
  /** The share of writes that fail; from 0 to 1. */
  errorShare: number
  /** Makes a place for the next life, with all that the one before had kept. */
  beginLife(name: string, logLevel: string): Config
  /** Stands behind the statements of a life. */
  watch(name: string): KyselyPlugin
  /** Takes from a life that has died everything that it was about to write. */
  endLife(name: string): void
  /** The configuration of the last life, for those who look at its books. */
  readonly config: Config
  openBooks(): Promise<BooksReader>
  /** The scenario is over: what waits here goes on. */
  release(): void
  /** Removes everything. All lives must have ended. */
  remove(): Promise<void>
}
