import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { promisify } from 'node:util'

import { formatMasterKey, parseMasterKeys } from './parse-master-keys.ts'
import type { MasterKey } from './keyring.ts'
import { SecretFileError } from './secret-file.ts'

/** The source of the master keys. */
export interface KeyProvider {
  /**
   * Returns all master keys.
   *
   * @throws When they cannot be had; the message says what to do and shows no key. {@link SecretFileError}
   */
  load(): Promise<readonly MasterKey[]>
  /** Adds a key; null where another system does, a KMS for example. */
  readonly add: ((key: MasterKey) => Promise<void>) | null
}

/** A KMS on another continent answers within seconds; one that does not is down. */
const COMMAND_TIMEOUT_MS = 15_000
/** The mode of the new file until its owner is that of the old one. */
const OWNER_ONLY = 0o600
const PERMISSIONS = 0o777

/** Master keys in a file, a line each. */
export function createFileKeyProvider(file: string): KeyProvider {
  const load = async () => read(await readFile(file, 'utf8'), `The file ${file}`)
  return {
    load,
    async add(key) {
      const lines = [...(await load()), key].map(formatMasterKey)
      // Other processes may read the file at any time, so it is replaced atomically.
      const next = `${file}.${randomUUID()}`
      const handle = await open(next, 'wx', OWNER_ONLY)
      try {
        // Gateways often run as another user than the one who rotates, and must read the new file as they read the old.
        await takeAfter(handle, file)
        await handle.writeFile(`${lines.join('\n')}\n`)
        await handle.sync()
        await rename(next, file)
      } catch (error) {
        await rm(next, { force: true })
        throw error
      } finally {
        await handle.close()
      }
    },
  }
}

/** Sets a file's owner, group and mode to those of another, before anything is written to it. */
async function takeAfter(handle: FileHandle, file: string): Promise<void> {
  const { uid, gid, mode } = await stat(file)
  const made = await handle.stat()
  try {
    if (made.uid !== uid || made.gid !== gid) await handle.chown(uid, gid)
    await handle.chmod(mode & PERMISSIONS)
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new SecretFileError(
      `No key was added: the new ${file} could not be assigned to user ${uid} and group ${gid}, the owners of the current one (${code}). ` +
        'Run this as root or as that user.',
      { cause: error },
    )
  }
}

/**
 * Master keys from the standard output of a program, which asks a KMS or an HSM for them.
 *
 * @param command - the program and its arguments, separated by blanks; no shell reads it.
 */
export function createCommandKeyProvider(command: string): KeyProvider {
  const [program = '', ...args] = command.trim().split(/\s+/)
  return {
    async load() {
      const { stdout } = await promisify(execFile)(program, args, { timeout: COMMAND_TIMEOUT_MS }).catch(
        (error: NodeJS.ErrnoException) => {
          throw new SecretFileError(`${program} returned no master keys (${error.code ?? 'it timed out'}).`)
        },
      )
      return read(stdout, `The output of ${program}`)
    },
    add: null,
  }
}

function read(text: string, place: string): readonly MasterKey[] {
  const reading = parseMasterKeys(text)
  if (reading.ok) return reading.keys
  throw new SecretFileError(
    `${place} must contain one master key per line, 32 bytes in Base64 and the time from which it is used, but contains ${reading.got}.`,
  )
}
