/** Finds a Firefox for the second engine's proof, and installs Debian's where it may. */
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './stage.mjs'

const NAMES = ['firefox-esr', 'firefox']

/** @returns {string | undefined} the browser's path */
function findFirefox() {
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)]
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [process.env['SLUICE_FIREFOX'], ...candidates].find((path) => path && isExecutable(path))
}

/** @returns {Promise<string>} the browser's path */
export async function ensureFirefox() {
  const found = findFirefox()
  if (found) return found
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    throw new Error(
      'The proof needs Firefox and found none in PATH.\n' +
        'Install it (on Debian: apt-get install firefox-esr) or set SLUICE_FIREFOX to its path.',
    )
  }
  console.log('  no Firefox found: installing Debian’s package firefox-esr with apt-get')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { env })
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'firefox-esr'], { env })
  const installed = findFirefox()
  if (!installed) throw new Error('apt-get installed Firefox, but it is not in PATH.')
  return installed
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
