/** Finds Prometheus, promtool, Alertmanager and amtool, and unpacks Debian's where they are missing. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { CACHE, unpack } from './ensure-program.mjs'
import { isExecutable } from './is-executable.mjs'

const FOLDER = join(CACHE, 'monitoring')

/** Debian's Alertmanager reads its templates from /usr/share: a view of the machine that has what was unpacked there, too. */
const IN_VIEW = ['unshare', '--map-root-user', '--mount', 'sh', '-c']
const ADD_TO_VIEW = 'mount -t overlay overlay -o lowerdir="$0/usr/share:/usr/share" /usr/share && exec "$@"'

/**
 * Unpacked, not installed: an installed one would start serving the machine.
 *
 * @param {{ mayInstall?: boolean }} [how]
 * @returns {Promise<{ prometheus: string, promtool: string, amtool: string, alertmanager: readonly string[] | null }>} `alertmanager` is its
 *   command line, null where this process may not change its view of the machine
 */
export async function ensureMonitoring({ mayInstall = true } = {}) {
  const programs = {
    prometheus: join(FOLDER, 'usr/bin/prometheus'),
    promtool: join(FOLDER, 'usr/bin/promtool'),
    amtool: join(FOLDER, 'usr/bin/amtool'),
  }
  const isThere = Object.values(programs).every(isExecutable)
  if (!isThere && !mayInstall)
    throw new Error('The proof needs promtool and amtool, which come with Prometheus and Alertmanager.')
  if (!isThere) await unpack('Prometheus and Alertmanager', ['prometheus', 'prometheus-alertmanager'], FOLDER)
  const alertmanager = [...IN_VIEW, ADD_TO_VIEW, FOLDER, join(FOLDER, 'usr/bin/prometheus-alertmanager')]
  const [program = '', ...args] = alertmanager
  const { status } = spawnSync(program, [...args, '--version'])
  return { ...programs, alertmanager: status === 0 ? alertmanager : null }
}
