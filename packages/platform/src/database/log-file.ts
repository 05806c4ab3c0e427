import { closeSync, fdatasync, openSync } from 'node:fs'

/** The write-ahead log of a database file, up to the position that has to reach the disk. */
export interface LogFile {
  /** Resolves when all that was written into the log before is on the disk. Another thread waits for the disk. */
  flush(): Promise<void>
  /** Call it after the last flush has ended. */
  close(): void
}

/** A second descriptor suffices: unwritten data belongs to the file, not to a descriptor. */
export function createLogFile(databaseFile: string): LogFile {
  let descriptor: number | null = null
  return {
    async flush() {
      descriptor ??= openIfThere(`${databaseFile}-wal`)
      if (descriptor !== null) await flushFile(descriptor)
    },
    close() {
      if (descriptor !== null) closeSync(descriptor)
      descriptor = null
    },
  }
}

function flushFile(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(descriptor, (error) => (error ? reject(error) : resolve()))
  })
}

/** The log does not exist before the first commit. */
function openIfThere(file: string): number | null {
  try {
    // On Windows, flushing requires write access.
    return openSync(file, 'r+')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
