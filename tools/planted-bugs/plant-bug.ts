import { join } from 'node:path'

import { PLANTED_BUGS } from './planted-bugs.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Gives what puts a bug into the code of a file as that is loaded, and leaves every other file as it is; the file on disk stays.
 *
 * @throws When there is no bug of this name.
 */
export function plantBug(name: string): (code: string, path: string) => string | undefined {
  const bug = PLANTED_BUGS.find((one) => one.name === name)
  if (!bug) throw new Error(`There is no planted bug "${name}"`)
  const file = join(ROOT, bug.file)
  return (code, path) => (path.split('?')[0] === file ? code.replace(bug.right, () => bug.wrong) : undefined)
}
