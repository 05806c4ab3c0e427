/** Finds what a cluster is made of (etcd, Patroni, HAProxy, PostgreSQL 15), and unpacks Debian's where it is missing. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE, unpack } from '../ensure-program.mjs'

const FOLDER = join(CACHE, 'high-availability')

const ARCHITECTURE = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'

/** The programs, the modules that Patroni imports, and the libraries of HAProxy and PostgreSQL. */
const PACKAGES = [
  ...['etcd-server', 'haproxy', 'libopentracing-c-wrapper0', 'libopentracing1', 'liblua5.3-0'],
  ...[
    'postgresql-15',
    'postgresql-client-15',
    'libicu72',
    'libldap-2.5-0',
    'libpq5',
    'libsasl2-2',
    'libxml2',
  ],
  ...[
    'patroni',
    'python3-cdiff',
    'python3-click',
    'python3-colorama',
    'python3-dateutil',
    'python3-dnspython',
  ],
  ...['python3-etcd', 'python3-prettytable', 'python3-psutil', 'python3-psycopg2', 'python3-six'],
  ...['python3-urllib3', 'python3-wcwidth', 'python3-yaml', 'libyaml-0-2', 'python3-pkg-resources'],
]

/**
 * Unpacked, not installed: installed ones would start serving the machine.
 *
 * @param {{ mayInstall?: boolean }} [how]
 * @returns {Promise<{ etcd: string, haproxy: string, patroni: readonly string[], postgres: string, env: Record<string, string> }>}
 *   `patroni` is its command line, `postgres` the folder of PostgreSQL's programs, `env` what all of them need
 */
export async function ensureClusterPrograms({ mayInstall = true } = {}) {
  const isUnpacked = existsSync(join(FOLDER, 'usr/bin/patroni'))
  if (!isUnpacked && !mayInstall) throw new Error('The proof needs Patroni, etcd, HAProxy and PostgreSQL 15.')
  if (!isUnpacked) await unpack('Patroni, etcd, HAProxy and PostgreSQL 15', PACKAGES, FOLDER)
  return {
    etcd: join(FOLDER, 'usr/bin/etcd'),
    haproxy: join(FOLDER, 'usr/sbin/haproxy'),
    // Debian's Python: its modules are made for that one.
    patroni: ['/usr/bin/python3', join(FOLDER, 'usr/bin/patroni')],
    postgres: join(FOLDER, 'usr/lib/postgresql/15/bin'),
    env: {
      PYTHONPATH: join(FOLDER, 'usr/lib/python3/dist-packages'),
      LD_LIBRARY_PATH: join(FOLDER, 'usr/lib', ARCHITECTURE),
    },
  }
}
