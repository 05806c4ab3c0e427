import { readFileSync, type Stats, statSync } from 'node:fs'

import { Secret } from '@sluice/platform/kernel/secret'
import { parseMasterKeys } from '@sluice/platform/secrets/parse-master-keys'

import { isPublished } from './config-secret-rules.ts'
import type { ConfigProblem } from './config-values.ts'

/**
 * Returns the latest master key in the file.
 *
 * @param isRequired - whether there is no other source.
 * @param isProduction - whether only this process may have access to the file.
 * @param problems - gets the problems of the file.
 */
export function readMasterKey(
  file: string | null,
  isRequired: boolean,
  isProduction: boolean,
  problems: ConfigProblem[],
): Secret<Buffer> | null {
  const name = 'SLUICE_MASTER_KEY_FILE'
  if (file === null) {
    if (isRequired) {
      problems.push({
        name,
        got: 'nothing',
        fix: 'use a file with 32 random bytes in Base64 (openssl rand -base64 32)',
      })
    }
    return null
  }
  const text = readSecretFile(name, file, isProduction, problems)
  if (text === null) return null

  const reading = parseMasterKeys(text)
  if (!reading.ok) {
    problems.push({ name, got: reading.got, fix: 'create one with openssl rand -base64 32' })
    return null
  }
  const isKnown = reading.keys.some(({ key }) => isPublished(Buffer.from(key).toString('base64')))
  if (isProduction && isKnown) {
    problems.push({
      name,
      got: 'a key that is published in a repository',
      fix: 'create one with openssl rand -base64 32',
    })
    return null
  }
  const [latest] = reading.keys.toSorted((a, b) => b.notBeforeMs - a.notBeforeMs)
  return latest === undefined ? null : new Secret(Buffer.from(latest.key))
}

/** Returns the file's text without the final line break of editors; `null` if it cannot be used. */
export function readSecretFile(
  name: string,
  file: string,
  mustBePrivate: boolean,
  problems: ConfigProblem[],
): string | null {
  try {
    const access = mustBePrivate ? findAccess(statSync(file), process.getuid?.()) : null
    if (access !== null) {
      problems.push({ name, got: `${file}, ${access.got}`, fix: `run chmod ${access.mode} ${file}` })
      return null
    }
    return readFileSync(file, 'utf8').trimEnd()
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown'
    problems.push({
      name,
      got: `${file}, which cannot be read (${reason})`,
      fix: 'use a file that this process can read',
    })
    return null
  }
}

/**
 * Returns the excess permissions of a file, and the mode that removes them. A file of another owner may be readable
 * by the group of this process, like a mounted Kubernetes secret and a file of root.
 */
export function findAccess(
  { mode, uid }: Pick<Stats, 'mode' | 'uid'>,
  ownUid: number | undefined,
): { readonly got: string; readonly mode: string } | null {
  if ((mode & 0o007) !== 0) return { got: 'which every user of this machine can read', mode: 'o=' }
  if ((mode & 0o020) !== 0) return { got: 'which its group can write to', mode: 'g-w' }
  // A command of root may read files of the gateway's group.
  const isOurs = uid !== 0 && uid === ownUid
  return isOurs && (mode & 0o040) !== 0
    ? { got: 'which belongs to this process and which its group can read', mode: 'g=' }
    : null
}
