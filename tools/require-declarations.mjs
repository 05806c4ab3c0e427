/**
 * Run in the folder of a package before it is packed: refuses a build without types. `npm start` builds without them,
 * and a project that installed such a package would be told to look for `@types/sluice__…`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

/**
 * @param {string} folder
 * @returns {string[]} declarations that the manifest names and the folder lacks
 */
export function findMissingDeclarations(folder) {
  const { exports, types } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const named = [types, ...listTypes(exports)].filter((path) => path !== undefined)
  return [...new Set(named)].filter((path) => !existsSync(join(folder, path)))
}

/**
 * @param {unknown} target - of `exports`, or one of its conditions
 * @returns {string[]}
 */
function listTypes(target) {
  if (typeof target !== 'object' || target === null) return []
  return Object.entries(target).flatMap(([condition, value]) =>
    condition === 'types' ? [value] : listTypes(value),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const missing = findMissingDeclarations(process.cwd())
  if (missing.length > 0) {
    console.error(`The build lacks ${missing.join(', ')}: npm start builds without types.
Run "npm run pack -- --to <folder>" in the root of the repository, which builds with types and packs every package.`)
    process.exitCode = 1
  }
}
