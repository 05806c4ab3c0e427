import { join } from 'node:path'
import type { Vite } from 'vitest/node'

import type { PlantedBug } from './planted-bug.ts'
import { PLANTED_BUGS } from './planted-bugs.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Returns a loader that inserts a bug into the code of one file and leaves every other file unchanged, also on disk.
 *
 * @throws When there is no bug with this name.
 */
export function plantBug(name: string): (code: string, path: string) => string | undefined {
  const bug = findBug(name)
  return (code, path) => (isIn(bug, path) ? code.replace(bug.right, () => bug.wrong) : undefined)
}

/** Plants it in what the test runner loads, which caches every other file. */
export function plantInRunner(name: string): Vite.Plugin {
  const bug = findBug(name)
  return {
    name: 'plant-bug',
    enforce: 'pre',
    transform: plantBug(name),
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (isIn(bug, id) ? false : undefined)),
  }
}

function findBug(name: string): PlantedBug {
  const bug = PLANTED_BUGS.find((one) => one.name === name)
  if (!bug) throw new Error(`There is no planted bug "${name}"`)
  return bug
}

function isIn({ file }: PlantedBug, path: string): boolean {
  return path.split('?')[0] === join(ROOT, file)
}
