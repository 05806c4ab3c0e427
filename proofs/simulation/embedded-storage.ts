import { cpSync, mkdtempSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'

import { sha256Base64Url } from '@sluice/platform/crypto/aead'

import type { Config } from '../../packages/gateway/src/config.ts'
import type { NamedRandom } from './named-random.ts'
import { FaultyStatements } from './faulty-statements.ts'
import type { BooksReader, Storage } from './storage.ts'
import { configFor, RUNTIME } from './template.ts'
import type { Scheduler } from './scheduler.ts'

/**
 * The embedded database. A death is a copy of the disk: the next life begins with the copy, and the dead one writes
 * to a disk that is no longer read.
 */
export class EmbeddedStorage extends FaultyStatements implements Storage {
  readonly #folder: string
  #dataDir: string
  #copies = 0

  /**
   * @param folder - where disks are put.
   * @param template - a data directory to start with, which is not changed.
   */
  constructor(
    environment: { readonly scheduler: Scheduler; readonly randomness: NamedRandom; readonly folder: string },
    template: string,
  ) {
    super(environment.scheduler, environment.randomness)
    this.#folder = mkdtempSync(join(environment.folder, 'scenario-'))
    this.#dataDir = this.#copyDisk(template)
  }

  get config(): Config {
    return configFor({ dataDir: this.#dataDir })
  }

  beginLife(_name: string, logLevel: string): Config {
    return configFor({ dataDir: this.#dataDir, logLevel })
  }

  endLife(): void {
    this.#dataDir = this.#copyDisk(this.#dataDir)
  }

  async openBooks(): Promise<BooksReader> {
    const file = new SqliteDatabase(join(this.#dataDir, 'sluice.db'), { readonly: true })
    // Prepared once, because every step uses it.
    const statements = new Map<string, SqliteDatabase.Statement>()
    const prepare = (query: string): SqliteDatabase.Statement => {
      const known = statements.get(query) ?? file.prepare(query)
      statements.set(query, known)
      return known
    }
    const version = file.prepare('pragma data_version').pluck()
    let seen: unknown = null
    return {
      all: async (query) => prepare(query).all() as Record<string, unknown>[],
      listTables: async () =>
        file
          .prepare(`select name from sqlite_master where type = 'table' order by name`)
          .pluck()
          .all() as string[],
      haveChanged: () => {
        const before = seen
        seen = version.get()
        return seen !== before
      },
      close: async () => void file.close(),
    }
  }

  release(): void {
    this.errorShare = 0
  }

  async remove(): Promise<void> {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #copyDisk(from: string): string {
    const to = join(this.#folder, `life-${this.#copies}`)
    this.#copies += 1
    cpSync(from, to, { recursive: true })
    // The directory of secrets in memory is named after the data directory.
    const runtime = join(to, RUNTIME)
    for (const name of readdirSync(runtime)) renameSync(join(runtime, name), join(runtime, nameOfPlace(to)))
    return to
  }
}

const nameOfPlace = (dataDir: string): string =>
  `sluice-${sha256Base64Url(realpathSync(dataDir)).slice(0, 16)}`
