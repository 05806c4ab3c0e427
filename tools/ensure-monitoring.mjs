/** Finds Prometheus and promtool, and unpacks Debian's where they are missing. */
import { join } from 'node:path'
import { CACHE, unpack } from './ensure-program.mjs'
import { isExecutable } from './is-executable.mjs'

const FOLDER = join(CACHE, 'monitoring')

/**
 * Unpacked, not installed: an installed one would start serving the machine.
 *
 * @param {{ mayInstall?: boolean }} [how]
 * @returns {Promise<{ prometheus: string, promtool: string }>}
 */
export async function ensureMonitoring({ mayInstall = true } = {}) {
  const programs = {
    prometheus: join(FOLDER, 'usr/bin/prometheus'),
    promtool: join(FOLDER, 'usr/bin/promtool'),
  }
  const isThere = Object.values(programs).every(isExecutable)
  if (!isThere && !mayInstall) throw new Error('The proof needs promtool, which comes with Prometheus.')
  if (!isThere) await unpack('Prometheus', ['prometheus'], FOLDER)
  return programs
}
