/** Finds a Chromium for the browser tests, and installs Debian's where it may. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isExecutable } from './is-executable.mjs'
import { run } from './stage.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The fonts make texts on screenshots readable; without any, Chromium draws boxes. */
const DEBIAN_PACKAGES = ['chromium', 'fonts-dejavu-core']

/**
 * Looks where `SLUICE_CHROMIUM` points, else in PATH.
 *
 * @returns {string | undefined} the browser's path
 */
export function findChromium() {
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)]
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [process.env['SLUICE_CHROMIUM'], ...candidates].find((path) => path && isExecutable(path))
}

/** @returns {Promise<string>} a note for the stage's line */
export async function ensureChromium() {
  const found = findChromium()
  if (found) return found
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    throw new Error(
      'The browser tests need Chromium and found none in PATH.\n' +
        `Install it (on Debian: apt-get install ${DEBIAN_PACKAGES.join(' ')}) or set SLUICE_CHROMIUM to its path.`,
    )
  }
  console.log(`  no Chromium found: installing Debian's packages ${DEBIAN_PACKAGES.join(', ')} with apt-get`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { env })
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...DEBIAN_PACKAGES], { env })
  const installed = findChromium()
  if (!installed) throw new Error('apt-get installed Chromium, but it is not in PATH.')
  return installed
}
