/** Has the scanners of `npm run prove:scanners` installed: programs of Debian's. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages } from './debian-packages.mjs'

/** Packages, named as the programs in them. */
const SCANNERS = ['sqlmap', 'wapiti', 'slowhttptest']

/** @returns {Promise<Record<string, string>>} what makes the proof run */
export async function ensureScanners() {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const missing = SCANNERS.filter((name) => !folders.some((folder) => existsSync(join(folder, name))))
  if (missing.length > 0) await installDebianPackages(missing, `The proof needs ${SCANNERS.join(', ')}.`)
  return { PROOF_SCANNERS: '1' }
}
