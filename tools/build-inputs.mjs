/** The inputs of the builds: */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from './stage.mjs'

/** Files outside a package that every build reads. */
export const COMMON_INPUTS = [
  'tsconfig.base.json',
  'pnpm-lock.yaml',
  'packages/types/src/contract.ts',
  'packages/types/src/merchant-contract.ts',
  'tools/flatten-contract.ts',
  'tools/finish-package.ts',
  'tools/http-without-fetch.ts',
  'tools/ship-references.ts',
  'tools/third-party.ts',
  'tools/trim-source-maps.ts',
  'tools/write-declarations.ts',
  'tools/zod-in-english.ts',
].map((name) => join(ROOT, name))

/** Files that each build writes from others, so watching them reveals nothing. */
const GENERATED = [
  'packages/texts/src/catalogue/',
  'packages/types/src/contract.ts',
  'packages/types/src/merchant-contract.ts',
].map((name) => join(ROOT, name))

/** Folders of a package that no build reads. */
const NOT_INPUTS = new Set(['node_modules', 'dist', 'test'])

/** Tests, what editors leave behind, databases of running shops, and the copy of a configuration that tsup writes while it builds. */
const NOT_INPUT = /\.test\.ts$|~$|\.sw[a-z]$|\.db(-\w+)?$|\.config\.bundled_\w+\.mjs$/

/**
 * @param {string} folder
 * @returns {string[]} the folder and those below it that hold inputs
 */
export function listInputFolders(folder) {
  const below = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !NOT_INPUTS.has(entry.name),
  )
  return [folder, ...below.flatMap(({ name }) => listInputFolders(join(folder, name)))]
}

/**
 * @param {string} folder
 * @returns {string[]} files, always in the same order
 */
export function listInputs(folder) {
  return listInputFolders(folder)
    .flatMap((below) =>
      readdirSync(below, { withFileTypes: true })
        .filter((entry) => entry.isFile() && !NOT_INPUT.test(entry.name))
        .map(({ name }) => join(below, name)),
    )
    .sort()
}

/** @param {string} path */
export function isGenerated(path) {
  return GENERATED.some((own) => path.startsWith(own))
}

/**
 * @param {readonly string[]} files
 * @param {readonly string[]} [others] - fingerprints of what they depend on
 */
export function fingerprint(files, others = []) {
  const hash = createHash('sha256').update(others.join())
  for (const file of files.filter((path) => existsSync(path))) {
    // A checkout may be moved.
    hash.update(`\0${relative(ROOT, file)}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}
