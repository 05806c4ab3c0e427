/** Has the scanners of `npm run verify -- scanners` installed: programs of Debian's. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages } from './debian-packages.mjs'
import { ensureProgram } from './ensure-program.mjs'

/** Programs, and the packages that they are in. */
const SCANNERS = Object.entries({
  sqlmap: 'sqlmap',
  wapiti: 'wapiti',
  slowhttptest: 'slowhttptest',
  testssl: 'testssl.sh',
})

/**
 * @param {{ mayInstall?: boolean }} [how]
 * @returns {Promise<Record<string, string>>} what makes the proof run
 */
export async function ensureScanners(how) {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const missing = SCANNERS.filter(([name]) => !folders.some((folder) => existsSync(join(folder, name))))
  if (missing.length > 0) {
    const packages = SCANNERS.map(([, name]) => name)
    await installDebianPackages(
      missing.map(([, name]) => name),
      `The proof needs ${packages.join(', ')}.`,
      how,
    )
  }
  return { PROOF_SCANNERS: '1', ...(await ensureProgram('nginx', 'SLUICE_NGINX', [], how)) }
}
