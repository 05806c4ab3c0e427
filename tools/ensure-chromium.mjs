/** Finds the browsers of the browser tests, and installs Debian's where it may. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages } from './debian-packages.mjs'
import { isExecutable } from './is-executable.mjs'
import { run } from './stage.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The fonts make texts on screenshots readable; without any, Chromium draws boxes. */
const DEBIAN_PACKAGES = ['chromium', 'fonts-dejavu-core']

/** The path of Debian's package `chromium`. */
const DEBIANS_CHROMIUM = '/usr/bin/chromium'

/**
 * The path in Debian's package of the engine alone, without windows, address bar and autofill: the program that its
 * start script runs.
 */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell'

/** The time limits for a connection to Debian's mirror, and for another program that installs packages. */
const APT_PATIENCE_SECONDS = { connection: 20, lock: 120 }

/**
 * Finds Chromium where `SLUICE_CHROMIUM` points, else in PATH.
 *
 * @returns {string | undefined} the browser's path
 */
export function findChromium() {
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)]
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [process.env['SLUICE_CHROMIUM'], ...candidates].find((path) => path && isExecutable(path))
}

/**
 * Debian's shell works only with Debian's Chromium of the same version: both need the same files. If `SLUICE_CHROMIUM`
 * names a browser, the tests use that one.
 *
 * @returns {string | undefined} the shell's path
 */
export function findHeadlessShell() {
  return mayUseShell() && isExecutable(HEADLESS_SHELL) ? HEADLESS_SHELL : undefined
}

/** @returns {Promise<string>} a note for the stage's line */
export async function ensureChromium() {
  if (!findChromium()) {
    await installDebianPackages(
      DEBIAN_PACKAGES,
      'The browser tests need Chromium and found none in PATH; SLUICE_CHROMIUM names another.',
    )
  }
  const chromium = findChromium()
  if (!chromium) throw new Error('apt-get installed Chromium, but it is not in PATH.')
  if (!mayUseShell()) return chromium
  if (findHeadlessShell() || (await installHeadlessShell())) return `${chromium} and its headless shell`
  return `${chromium}, slower without chromium-headless-shell of its version`
}

function mayUseShell() {
  return !process.env['SLUICE_CHROMIUM'] && findChromium() === DEBIANS_CHROMIUM
}

/**
 * All tests run without the shell, too, so nothing fails where a machine or its mirror has none. The version is named,
 * because a newer shell would also install a newer Chromium.
 *
 * @returns {Promise<boolean>} whether the shell is there
 */
async function installHeadlessShell() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  const { connection, lock } = APT_PATIENCE_SECONDS
  const options = [
    `Acquire::http::Timeout=${connection}`,
    'Acquire::Retries=1',
    `DPkg::Lock::Timeout=${lock}`,
  ]
  const aptGet = (/** @type {readonly string[]} */ ...args) =>
    run('apt-get', [...options.flatMap((option) => ['-o', option]), ...args], {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    })
  try {
    const version = await run('dpkg-query', ['--show', '--showformat=${Version}', 'chromium'])
    const install = ['install', '-y', '--no-install-recommends', '--no-remove']
    const shell = `chromium-headless-shell=${version.trim()}`
    console.log(`  installing Debian’s ${shell} with apt-get`)
    // The lists of a fresh machine are missing or old; fetching new ones takes longer than the package.
    await aptGet(...install, shell).catch(async () => {
      await aptGet('update')
      await aptGet(...install, shell)
    })
  } catch {
    return false
  }
  return findHeadlessShell() !== undefined
}
