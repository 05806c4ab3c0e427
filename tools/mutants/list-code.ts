import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { ROOT } from '../stage.mjs'

/** Tests are no code that is tested; tables of types and lists of exports run nothing. */
const OMITTED = /\.(?:test|tables|migration)\.ts$|(?:^|\/)index\.ts$/

/** The files of code that paths name: themselves, or all in their folder (not in folders below). */
export function listCode(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (path.endsWith('.ts')) return [path]
    return readdirSync(join(ROOT, path))
      .filter((name) => name.endsWith('.ts') && !OMITTED.test(name))
      .map((name) => `${path}/${name}`)
      .toSorted()
  })
}
