import { statSync } from 'node:fs'
import { resolve } from 'node:path'

import { Secret } from '@sluice/platform/kernel/secret'

import { readSecretFile } from '../config-secrets.ts'
import type { ConfigProblem } from '../config-values.ts'
import { digestOf, type GivenSecret, validateSecret, type SecretForm } from '../config-secret-rules.ts'

/** Reads the secret files of a configuration, each of them once. */
export interface SecretReader {
  /** The files that were read. */
  readonly files: readonly SecretFile[]
  /** Returns null if it is invalid, with the reason among the problems. */
  read(place: string, path: string, form?: SecretForm | GivenSecret): Secret<string> | null
}

/** A file with a secret, and its age. */
export interface SecretFile {
  /** The place in the configuration that names it. */
  readonly place: string
  readonly path: string
  /** The last change, epoch milliseconds; the secret is at least this old. */
  readonly writtenAtMs: number
}

export interface SecretReaderOptions {
  /** The directory of the configuration file. */
  readonly directory: string
  /** Whether only this process and its group may read the files, and each secret may have only one use. */
  readonly isProduction: boolean
  /** The secrets in the environment, by variable. */
  readonly used: Readonly<Record<string, string>>
  readonly problems: ConfigProblem[]
}

export function createSecretReader({
  directory,
  isProduction,
  used,
  problems,
}: SecretReaderOptions): SecretReader {
  const placeByDigest = new Map(Object.entries(used).map(([place, secret]) => [digestOf(secret), place]))
  const files: SecretFile[] = []
  return {
    files,
    read(place, path, form = 'random') {
      if (looksLikeSecret(path)) {
        const fix =
          'put it into a file and use the path of the file; and create a new secret, because this one has been exposed'
        problems.push({ name: place, got: 'a value that looks like the secret itself', fix })
        return null
      }
      const text = readSecretFile(place, resolve(directory, path), isProduction, problems)
      if (text === null) return null
      const file = resolve(directory, path)
      files.push({ place, path: file, writtenAtMs: Math.round(statSync(file).mtimeMs) })

      const fault = validateSecret(text, form)
      const twin = isProduction ? placeByDigest.get(digestOf(text)) : undefined
      placeByDigest.set(digestOf(text), place)
      if (fault) problems.push({ name: place, ...fault })
      else if (twin !== undefined)
        problems.push({ name: place, got: `the same secret as ${twin}`, fix: 'use a different one for each' })
      return fault || twin !== undefined ? null : new Secret(text)
    },
  }
}

/** Returns whether a text looks like a secret rather than a path: it has a secret's prefix, or is long and has no slash or dot. */
function looksLikeSecret(path: string): boolean {
  return /^whs(?:ec|k)_/.test(path) || (path.length >= 32 && !/[/\\.]/.test(path))
}
