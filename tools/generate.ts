/**
 * Writes the sources that are made from others and not kept in git: the catalogue of texts, then the types of the contract, whose
 * schemas read the catalogue. Runs after each install, before each build, and by `npm run contract`. Files that are as they should be
 * are left alone, so that nothing is built again for them.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CATALOGUE_FOLDER, generateCatalogue } from './generate-catalogue.ts'

/** Writes files by their paths. */
export function writeChanged(files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

/** Removes the files of a folder that are not among those that were written. */
export function removeOthers(folder: string, files: ReadonlyMap<string, string>): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !files.has(path)) rmSync(path)
  }
}

if (import.meta.main) {
  const catalogue = await generateCatalogue()
  writeChanged(catalogue)
  removeOthers(CATALOGUE_FOLDER, catalogue)
  const { generateContract } = await import('./generate-contract.ts')
  writeChanged(await generateContract())
}
