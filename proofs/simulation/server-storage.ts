import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { Client } from 'pg'

import type { Config } from '../../packages/gateway/src/config.ts'
import type { TestPostgres } from '../../packages/platform/test/postgres.ts'
import type { NamedRandom } from './named-random.ts'
import { FaultyStatements } from './faulty-statements.ts'
import { ServerLine } from './server-line.ts'
import type { BooksReader, Storage } from './storage.ts'
import { configFor } from './template.ts'
import type { Scheduler } from './scheduler.ts'
import { lay } from './watch-servers.ts'

/** The connections of a process. In a scenario, many transactions wait at once. */
const CONNECTIONS = 40

/** A database of a PostgreSQL server. A death closes all connections of a process, and its committed data remains. */
export class ServerStorage implements Storage {
  readonly #postgres: TestPostgres
  readonly #statements: FaultyStatements
  readonly #line: ServerLine
  readonly #observer: Client
  /** Removes the line. */
  readonly #takeUp: () => void
  readonly #databaseUrl: string
  readonly #dataDir: string

  private constructor(
    environment: { readonly scheduler: Scheduler; readonly randomness: NamedRandom },
    place: {
      readonly postgres: TestPostgres
      readonly observer: Client
      readonly databaseUrl: string
      readonly dataDir: string
    },
  ) {
    this.#postgres = place.postgres
    this.#observer = place.observer
    this.#databaseUrl = place.databaseUrl
    this.#dataDir = place.dataDir
    this.#statements = new FaultyStatements(environment.scheduler, environment.randomness)
    this.#line = new ServerLine(environment, place.observer)
    this.#takeUp = lay(this.#line, place.observer.database ?? '')
  }

  /** @param template - a database and a directory of keys to begin with; both stay as they are. */
  static async open(
    environment: { readonly scheduler: Scheduler; readonly randomness: NamedRandom; readonly folder: string },
    template: { readonly dataDir: string; readonly databaseUrl: string },
    postgres: TestPostgres,
  ): Promise<ServerStorage> {
    const dataDir = mkdtempSync(join(environment.folder, 'scenario-'))
    cpSync(template.dataDir, dataDir, { recursive: true })
    const databaseUrl = await postgres.createDatabase(template.databaseUrl)
    const observer = new Client({ connectionString: databaseUrl })
    await observer.connect()
    return new ServerStorage(environment, { postgres, observer, databaseUrl, dataDir })
  }

  get pauseShare(): number {
    return this.#statements.pauseShare
  }

  set pauseShare(share: number) {
    this.#statements.pauseShare = share
  }

  get errorShare(): number {
    return this.#line.errorShare
  }

  set errorShare(share: number) {
    this.#line.errorShare = share
  }

  get config(): Config {
    return configFor({ dataDir: this.#dataDir, databaseUrl: this.#databaseUrl })
  }

  beginLife(name: string, logLevel: string): Config {
    this.#line.begin(name)
    const url = new URL(this.#databaseUrl)
    url.searchParams.set('application_name', name)
    return configFor({ dataDir: this.#dataDir, databaseUrl: url.href, connections: CONNECTIONS, logLevel })
  }

  watch(name: string) {
    return this.#statements.watch(name)
  }

  endLife(name: string): void {
    this.#line.end(name)
  }

  async openBooks(): Promise<BooksReader> {
    this.#line.hasWritten = true
    return {
      all: async (query) => (await this.#observer.query<Record<string, unknown>>(query)).rows,
      listTables: async () => {
        const { rows } = await this.#observer.query<{ readonly name: string }>(
          `select tablename as name from pg_tables where schemaname = 'public' order by name`,
        )
        return rows.map(({ name }) => name)
      },
      haveChanged: () => {
        const hasChanged = this.#line.hasWritten
        this.#line.hasWritten = false
        return hasChanged
      },
      close: async () => undefined,
    }
  }

  release(): void {
    this.#line.release()
  }

  async remove(): Promise<void> {
    await this.#line.untilIdle()
    this.#takeUp()
    await this.#observer.end()
    await this.#postgres.dropDatabase(this.#databaseUrl)
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}
