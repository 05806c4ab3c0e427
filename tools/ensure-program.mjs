/** Finds a third-party program for a proof, and unpacks Debian's if there is none. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isExecutable } from './is-executable.mjs'
import { ROOT, run } from './stage.mjs'

export const CACHE = join(ROOT, 'node_modules/.cache')

/**
 * Unpacked, not installed: an installed one would start serving the machine.
 *
 * @param {string} name - of the program, and of Debian's package
 * @param {string} variable - the environment variable that names its path
 * @param {readonly string[]} [libraries] - Debian's packages with what it is linked to
 * @param {{ mayInstall?: boolean }} [how]
 * @returns {Promise<Record<string, string>>} the variable, and where libraries are that were unpacked beside it
 */
export async function ensureProgram(name, variable, libraries = [], { mayInstall = true } = {}) {
  const unpacked = join(CACHE, name)
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const installed = [...folders, '/usr/sbin'].map((folder) => join(folder, name))
  const found = [process.env[variable], ...installed].find((path) => path && isExecutable(path))
  if (found) return { [variable]: found }
  const program = join(unpacked, 'usr/sbin', name)
  if (!isExecutable(program) && !mayInstall) throw new Error(`The proof needs ${name}.`)
  if (!isExecutable(program)) await unpack(name, [name, ...libraries], unpacked)
  if (libraries.length === 0) return { [variable]: program }
  const lib = join(unpacked, 'usr/lib')
  return {
    [variable]: program,
    LD_LIBRARY_PATH: readdirSync(lib)
      .map((folder) => join(lib, folder))
      .join(delimiter),
  }
}

/**
 * @param {string} name
 * @param {readonly string[]} packages
 * @param {string} folder
 */
export async function unpack(name, packages, folder) {
  if (!existsSync('/etc/debian_version')) {
    throw new Error(
      `The proof needs ${name} and found none in PATH. Install it, or name its path in the environment.`,
    )
  }
  console.log(`  no ${name} found: unpacking Debian’s`)
  mkdirSync(folder, { recursive: true })
  if (process.getuid?.() === 0) await run('apt-get', ['update'])
  await run('apt-get', ['download', ...packages], { cwd: folder })
  for (const file of readdirSync(folder).filter((one) => one.endsWith('.deb'))) {
    await run('dpkg', ['-x', join(folder, file), folder])
  }
}
