import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

import { syncDirectory } from '../files/sync-directory.ts'

/** A file with a secret in it cannot be used. The message names the file and the way to correct it, never its contents. */
export class SecretFileError extends Error {
  override readonly name = 'SecretFileError'
}

const DIRECTORY_MODE = 0o700
const FILE_MODE = 0o600
const OTHERS_MAY = 0o007

/**
 * Reads the secret of this name from `<dataDir>/secrets/`, or makes it and keeps it there for the next start. When
 * several processes make it at once, all get the one that came first.
 *
 * @throws When the file is empty, cannot be read or written, or everybody on the machine can. {@link SecretFileError}
 */
export function loadOrCreateSecret(dataDir: string, name: string, make: () => string): string {
  const path = secretPath(dataDir, name)
  if (!existsSync(path)) createSecret(dataDir, name, make())
  return readSecretFile(path)
}

/** The secret with this name; null if there is none yet. */
export function findSecret(dataDir: string, name: string): string | null {
  const path = secretPath(dataDir, name)
  return existsSync(path) ? readSecretFile(path) : null
}

/** Writes a secret in place of the one that may be there. */
export function replaceSecret(dataDir: string, name: string, secret: string): void {
  rmSync(secretPath(dataDir, name), { force: true })
  createSecret(dataDir, name, secret)
}

function createSecret(dataDir: string, name: string, secret: string): void {
  const directory = join(dataDir, 'secrets')
  const temporary = join(directory, `.${name}.${randomUUID()}`)
  try {
    mkdirSync(directory, { recursive: true, mode: DIRECTORY_MODE })
    writeDurably(temporary, `${secret}\n`)
    moveUnlessThere(temporary, secretPath(dataDir, name))
    // Sealed rows survive a power failure, so their key has to as well.
    syncDirectory(directory)
  } catch (error) {
    throw new SecretFileError(
      `The secret ${name} cannot be written into ${directory}: ${(error as Error).message}. ` +
        'It must be a directory that this process can write to.',
      { cause: error },
    )
  }
}

/** Unlike renaming, a link does not replace what another process has created in the meantime. */
function moveUnlessThere(temporary: string, path: string): void {
  try {
    linkSync(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(temporary)
  }
}

function secretPath(dataDir: string, name: string): string {
  return join(dataDir, 'secrets', name)
}

function readSecretFile(path: string): string {
  const secret = readFile(path).trim()
  if (secret === '')
    throw new SecretFileError(
      `The secret file ${path} is empty. Delete it, and the next start creates a new one.`,
    )
  return secret
}

function readFile(path: string): string {
  try {
    const { mode } = statSync(path)
    if (process.platform !== 'win32' && (mode & OTHERS_MAY) !== 0) {
      throw new SecretFileError(
        `Every user of this machine can access the secret file ${path}. Run: chmod 600 ${path}`,
      )
    }
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof SecretFileError) throw error
    throw new SecretFileError(`The secret file ${path} cannot be read: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}

function writeDurably(path: string, text: string): void {
  const descriptor = openSync(path, 'wx', FILE_MODE)
  try {
    writeSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
