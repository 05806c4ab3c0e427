import { readFileSync, statSync } from 'node:fs'
import { isPublished } from './config-secret-rules.ts'
import type { ConfigProblem } from './config-values.ts'
import { Secret } from './kernel/secret.ts'

const MASTER_KEY_BYTES = 32

// Random bytes repeat rarely: among 32 of them fewer than 16 different ones never happen, in a typed or filled key
// they do.
const DISTINCT_BYTES_MIN = 16

const OTHERS_MAY_READ = 0o007

/**
 * The master key.
 *
 * @param isProduction - where one must be given, in a file for this process alone.
 * @param problems - grows by what is wrong with it.
 */
export function readMasterKey(
  file: string | null,
  isProduction: boolean,
  problems: ConfigProblem[],
): Secret<Buffer> | null {
  const name = 'SLUICE_MASTER_KEY_FILE'
  if (file === null) {
    if (isProduction) {
      problems.push({
        name,
        got: 'nothing',
        fix: 'name a file with 32 random bytes in Base64 (openssl rand -base64 32)',
      })
    }
    return null
  }
  const text = readSecretFile(name, file, isProduction, problems)
  if (text === null) return null

  const key = Buffer.from(text, 'base64')
  if (key.length !== MASTER_KEY_BYTES || key.toString('base64') !== text) {
    problems.push({
      name,
      got: 'something else than 32 bytes in Base64',
      fix: 'make one with openssl rand -base64 32',
    })
    return null
  }
  if (isProduction && isPublished(text)) {
    problems.push({
      name,
      got: 'a key that is published in a repository',
      fix: 'make one with openssl rand -base64 32',
    })
    return null
  }
  if (new Set(key).size < DISTINCT_BYTES_MIN) {
    problems.push({
      name,
      got: 'bytes that repeat too often to be random',
      fix: 'make one with openssl rand -base64 32',
    })
    return null
  }
  return new Secret(key)
}

/** The file's text without the line end that editors add; `null` when it cannot be used. */
export function readSecretFile(
  name: string,
  file: string,
  mustBePrivate: boolean,
  problems: ConfigProblem[],
): string | null {
  try {
    if (mustBePrivate && (statSync(file).mode & OTHERS_MAY_READ) !== 0) {
      problems.push({
        name,
        got: `${file}, which everybody on this machine may read`,
        fix: `run chmod o= ${file}`,
      })
      return null
    }
    return readFileSync(file, 'utf8').trimEnd()
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown'
    problems.push({
      name,
      got: `${file}, which cannot be read (${reason})`,
      fix: 'name a file that this process may read',
    })
    return null
  }
}
