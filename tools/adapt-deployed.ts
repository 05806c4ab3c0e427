import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A text of a deployed file, and what takes its place. */
export type Change = readonly [from: string, to: string]

/**
 * Reads a file of `deploy/` with the ports, paths and accounts of a test machine in place of the documented ones.
 *
 * @param name - below `deploy/`.
 * @throws When the file does not contain a text that has to be changed.
 */
export function adaptDeployed(name: string, changes: readonly Change[]): string {
  let text = readFileSync(join(import.meta.dirname, '../deploy', name), 'utf8')
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/${name} has no ${from}`)
    text = text.replace(from, to)
  }
  return text
}
