/** Finds Prometheus, promtool and Alertmanager, and unpacks Debian's where they are missing. */
import { join } from 'node:path'
import { CACHE, unpack } from './ensure-program.mjs'
import { isExecutable } from './is-executable.mjs'

const FOLDER = join(CACHE, 'monitoring')
const PROGRAMS = ['prometheus', 'promtool', 'prometheus-alertmanager']

/**
 * Unpacked, not installed: installed ones would start serving the machine.
 *
 * @param {{ mayInstall?: boolean }} [how]
 * @returns {Promise<{ prometheus: string, promtool: string, alertmanager: string }>}
 */
export async function ensureMonitoring({ mayInstall = true } = {}) {
  const [prometheus = '', promtool = '', alertmanager = ''] = PROGRAMS.map((name) =>
    join(FOLDER, 'usr/bin', name),
  )
  const isThere = [prometheus, promtool, alertmanager].every(isExecutable)
  if (!isThere && !mayInstall) throw new Error('The proof needs Prometheus and Alertmanager.')
  if (!isThere) await unpack('Prometheus and Alertmanager', ['prometheus', 'prometheus-alertmanager'], FOLDER)
  return { prometheus, promtool, alertmanager }
}
