/** Finds the binaries of the oldest PostgreSQL that a gateway works with, and unpacks Debian 12's if there are none. */
import { join } from 'node:path'
import { CACHE, unpack } from './ensure-program.mjs'
import { isExecutable } from './is-executable.mjs'

/** `OLDEST_VERSION` of packages/platform/src/database/refuse-unsuitable-server.ts. */
const PLACE = 'usr/lib/postgresql/15'

/** The libraries that the server and `initdb` are linked to. */
const LIBRARIES = ['libicu72', 'libldap-2.5-0', 'libpq5', 'libsasl2-2', 'libxml2']

/**
 * Unpacked, not installed: an installed server would start.
 *
 * @param {{ mayInstall?: boolean }} [how]
 * @returns {Promise<Record<string, string>>} the variable that names the folder of `bin`, and where libraries are
 */
export async function ensureOldestPostgres({ mayInstall = true } = {}) {
  const unpacked = join(CACHE, 'postgresql-15')
  const isThere = (/** @type {string | undefined} */ folder) =>
    folder && isExecutable(join(folder, 'bin/postgres'))
  const found = [process.env['SLUICE_TEST_POSTGRES'], join('/', PLACE)].find(isThere)
  if (found) return { SLUICE_TEST_POSTGRES: found }
  const folder = join(unpacked, PLACE)
  if (!isThere(folder)) {
    if (!mayInstall) throw new Error('The proof needs PostgreSQL 15.')
    await unpack('PostgreSQL 15', ['postgresql-15', ...LIBRARIES], unpacked)
  }
  return {
    SLUICE_TEST_POSTGRES: folder,
    LD_LIBRARY_PATH: join(
      unpacked,
      'usr/lib',
      `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`,
    ),
  }
}
