import BetterSqlite3 from 'better-sqlite3'
import { chmodSync, closeSync, existsSync, fchmodSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { syncDirectory } from '../files/sync-directory.ts'
import { DatabaseOpenError, DataDirectoryInUseError } from './database-open-error.ts'

/** Readable only by the owner: the directory contains every secret of a test environment. */
const DIRECTORY_MODE = 0o700
const FILE_MODE = 0o600

const DATABASE_FILE = 'sluice.db'
const LOCK_FILE = 'lock.db'

/** A data directory that belongs to this process until it is released or the process ends, however it ends. */
export interface DataDirectory {
  readonly databaseFile: string
  release(): void
}

/**
 * Creates the directory if it is missing and locks it for this process: two processes on one directory would each
 * acknowledge payments that the other does not know.
 *
 * The lock is a transaction on a database of its own. The operating system ends it with the process, so that nothing
 * stale is left after a kill, and nothing has to be cleaned up by hand.
 *
 * @throws When the directory cannot be written, or another process holds it. {@link DatabaseOpenError}
 */
export function takeDataDirectory(dataDir: string): DataDirectory {
  const directory = resolve(dataDir)
  try {
    makeDirectory(directory)
    const lock = lockDirectory(directory)
    const databaseFile = join(directory, DATABASE_FILE)
    try {
      makeFile(databaseFile)
    } catch (error) {
      lock.close()
      throw error
    }
    return { databaseFile, release: () => lock.close() }
  } catch (error) {
    if (error instanceof DatabaseOpenError) throw error
    throw new DatabaseOpenError(
      `The data directory ${directory} cannot be used: ${(error as Error).message}. ` +
        'It must be a directory that this process can write to.',
      { cause: error },
    )
  }
}

/** The database of a directory that may belong to another process; null if there is none. */
export function findDatabaseFile(dataDir: string): string | null {
  const file = join(resolve(dataDir), DATABASE_FILE)
  return existsSync(file) ? file : null
}

function makeDirectory(directory: string): void {
  // A directory that was there before keeps its mode: it may be shared on purpose, and its files are closed anyway.
  if (existsSync(directory)) return
  mkdirSync(directory, { recursive: true })
  chmodSync(directory, DIRECTORY_MODE)
}

function lockDirectory(directory: string): BetterSqlite3.Database {
  const file = join(directory, LOCK_FILE)
  makeFile(file)
  const lock = new BetterSqlite3(file, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if ((error as { code?: unknown }).code !== 'SQLITE_BUSY') throw error
    throw new DataDirectoryInUseError(directory, { cause: error })
  }
}

/**
 * Created before SQLite opens it, because SQLite would make it readable for everybody; its side files copy the mode. A
 * file that is there is never opened here: when this process closes any descriptor of a file, the operating system ends
 * every lock that SQLite has on it in this process.
 */
function makeFile(file: string): void {
  const descriptor = openNew(file)
  if (descriptor === null) return chmodSync(file, FILE_MODE)
  try {
    // This also works if the umask removes permissions from new files.
    fchmodSync(descriptor, FILE_MODE)
  } finally {
    closeSync(descriptor)
  }
  syncDirectory(dirname(file))
}

/** Returns null if the file exists. */
function openNew(file: string): number | null {
  try {
    return openSync(file, 'wx', FILE_MODE)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return null
    throw error
  }
}
