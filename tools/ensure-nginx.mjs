/** Finds an nginx for the proof of the documented set-up, and unpacks Debian's where there is none. */
import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './stage.mjs'

/** Unpacked, not installed: an installed one would start serving the machine. */
const UNPACKED = join(import.meta.dirname, '../node_modules/.cache/nginx')

/** @returns {Promise<string>} the program's path */
export async function ensureNginx() {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', join(UNPACKED, 'usr/sbin')]
  const candidates = [process.env['SLUICE_NGINX'], ...folders.map((folder) => join(folder, 'nginx'))]
  const found = candidates.find((path) => path && isExecutable(path))
  if (found) return found
  if (!existsSync('/etc/debian_version')) {
    throw new Error(
      'The proof needs nginx and found none in PATH. Install it or set SLUICE_NGINX to its path.',
    )
  }
  console.log('  no nginx found: unpacking Debian’s')
  mkdirSync(UNPACKED, { recursive: true })
  if (process.getuid?.() === 0) await run('apt-get', ['update'])
  await run('apt-get', ['download', 'nginx'], { cwd: UNPACKED })
  for (const file of readdirSync(UNPACKED).filter((name) => name.endsWith('.deb'))) {
    await run('dpkg', ['-x', join(UNPACKED, file), UNPACKED])
  }
  return join(UNPACKED, 'usr/sbin/nginx')
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
