import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findFreePort } from './free-port.ts'
import { NOBODY_ID } from './postgres.ts'

/** Set by `npm run verify -- links`, which finds or fetches one. */
export const PGBOUNCER = process.env['SLUICE_PGBOUNCER']

/** A pooler in transaction mode: the statements of one transaction use one connection, and the next any. */
export interface Pgbouncer {
  /** The same database through the pooler. */
  through(url: string): string
  stop(): Promise<void>
}

/** Fewer than the gateway's own, so that sessions are shared. */
const CONNECTIONS = 4

/** The same value as in docs/operations/postgresql.md. */
const IGNORED = 'extra_float_digits,statement_timeout,lock_timeout,idle_in_transaction_session_timeout'

/** Starts a pooler in front of the server at this address, and waits until it takes connections. */
export async function startPgbouncer(program: string, serverUrl: string): Promise<Pgbouncer> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl)
  const folder = mkdtempSync(join(tmpdir(), 'sluice-pgbouncer-'))
  const port = await findFreePort()
  const file = join(folder, 'pgbouncer.ini')
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: CONNECTIONS,
    max_client_conn: 200,
    ignore_startup_parameters: IGNORED,
    unix_socket_dir: '',
  }
  const server = `host=${hostname} port=${serverPort} user=${username} password=${password}`
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(file, ['[databases]', `* = ${server}`, '[pgbouncer]', ...lines, ''].join('\n'))
  chmodSync(folder, 0o755)
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: NOBODY_ID, gid: NOBODY_ID } : {}
  const child = spawn(program, [file], { ...account, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  let log = ''
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error(log)))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (log.length < 10_000) log += text
      if (log.includes('process up')) resolve()
    })
  })
  return {
    through(url) {
      const address = new URL(url)
      address.host = `127.0.0.1:${port}`
      return address.href
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
