import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

import type { EphemeralSecrets } from './ephemeral-secrets.ts'

const DIRECTORY_MODE = 0o700
const FILE_MODE = 0o600

/** Names become file names: ids, at most two, and nothing that leads to another directory. */
const NAME = /^[\w-]{1,80}$/

/**
 * Stores each secret in a file of a directory that only this process uses.
 *
 * Nothing is flushed to the disk: the operating system keeps what a killed process wrote, and a power failure must
 * erase it. The calls are synchronous, because a file of 32 bytes in memory costs less than waiting for a thread.
 *
 * @param directory - in memory (tmpfs). On a disk, blocks of erased files may be read until they are used again.
 * @throws When the directory cannot be written.
 */
export function openEphemeralFiles(directory: string): EphemeralSecrets {
  mkdirSync(directory, { recursive: true, mode: DIRECTORY_MODE })
  const fileOf = (name: string): string => {
    if (!NAME.test(name)) throw new TypeError('the name of an ephemeral secret must be an id')
    return join(directory, name)
  }
  return {
    async keep(name, secret) {
      const file = fileOf(name)
      if (!existsSync(file)) writeFileSync(file, secret, { flag: 'wx', mode: FILE_MODE })
    },
    async find(name) {
      return unlessMissing(() => readFileSync(fileOf(name)), null)
    },
    async erase(name) {
      unlessMissing(() => shred(fileOf(name)), undefined)
    },
    async listNames(untilMs) {
      return readdirSync(directory).filter((name) =>
        unlessMissing(() => statSync(join(directory, name)).mtimeMs <= untilMs, false),
      )
    },
    maintain: () => Promise.resolve(),
  }
}

/** Overwrites the file before it is removed: on a disk its block would keep the secret. */
function shred(file: string): void {
  const { size } = statSync(file)
  const descriptor = openSync(file, 'r+')
  try {
    writeSync(descriptor, Buffer.alloc(size), 0, size, 0)
  } finally {
    closeSync(descriptor)
  }
  unlinkSync(file)
}

function unlessMissing<T, Missing>(work: () => T, missing: Missing): T | Missing {
  try {
    return work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return missing
    throw error
  }
}
