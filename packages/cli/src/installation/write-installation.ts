import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { InstallationFile } from './describe-installation.ts'

const DIRECTORY_MODE = 0o700
const FILE_MODE = 0o600

/** Thrown if the directory is not empty, or cannot be written. The message says what to do. */
export class InstallationError extends Error {
  override readonly name = 'InstallationError'
}

/**
 * Writes files into a directory that is empty or does not exist yet, because nothing could be decrypted after a key
 * was overwritten.
 *
 * @throws {@link InstallationError}
 */
export function writeInstallation(directory: string, files: readonly InstallationFile[]): void {
  try {
    mkdirSync(directory, { recursive: true, mode: DIRECTORY_MODE })
    const [found] = readdirSync(directory)
    if (found !== undefined) {
      throw new InstallationError(
        `${directory} holds ${found} already, and nothing is overwritten. Name an empty directory with --dir.`,
      )
    }
    for (const { path, text } of files) {
      mkdirSync(dirname(join(directory, path)), { recursive: true, mode: DIRECTORY_MODE })
      writeFileSync(join(directory, path), text, { flag: 'wx', mode: FILE_MODE })
    }
  } catch (error) {
    if (error instanceof InstallationError) throw error
    throw new InstallationError(`${directory} cannot be written: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}
