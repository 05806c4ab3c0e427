import { join } from 'node:path'
import type { Plugin } from 'vitest/config'

import { PLANTED_BUGS } from './planted-bugs.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Puts a bug into a file as it is loaded; the file on disk stays as it is.
 *
 * @throws When there is no bug of this name.
 */
export function plantBug(name: string): Plugin {
  const bug = PLANTED_BUGS.find((one) => one.name === name)
  if (!bug) throw new Error(`There is no planted bug "${name}"`)
  const file = join(ROOT, bug.file)
  return {
    name: 'plant-bug',
    enforce: 'pre',
    transform: (code, id) =>
      id.split('?')[0] === file ? code.replace(bug.right, () => bug.wrong) : undefined,
  }
}
