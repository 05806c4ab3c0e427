/** Three PostgreSQL nodes with Patroni, one etcd and HAProxy on this machine, by the files of deploy/high-availability. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

import { findFreePort } from '../../packages/platform/test/free-port.ts'
import { makeCertificate } from '../../packages/platform/test/make-certificate.ts'
import { NOBODY_ID } from '../../packages/platform/test/postgres.ts'
import { adaptDeployed } from '../adapt-deployed.ts'
import { listDescendants } from './list-descendants.ts'

const DEPLOYED = join(import.meta.dirname, '../../deploy/high-availability')
const NAMES = ['a', 'b', 'c'] as const
/** Three databases are made one after another, on a machine that does other things too. */
const START_MAX_MS = 120_000
const LAST_WORDS_CHARACTERS = 2_000
const DAY_MS = 86_400_000

/** @see ensureClusterPrograms */
export interface ClusterPrograms {
  readonly etcd: string
  readonly haproxy: string
  readonly patroni: readonly string[]
  readonly postgres: string
  readonly env: Readonly<Record<string, string>>
}

export type Role = 'primary' | 'standby' | 'silent'

/** PostgreSQL and its Patroni. */
export interface ClusterNode {
  readonly name: string
  /** As Patroni says: silent when it does not answer within two seconds. */
  role(): Promise<Role>
  /** Sends a signal to Patroni and to every process of PostgreSQL. */
  signal(signal: NodeJS.Signals): void
  /** Starts it again after it was killed. */
  start(): void
}

export interface Cluster {
  /** Through HAProxy, which follows the primary. */
  readonly databaseUrl: string
  readonly nodes: readonly ClusterNode[]
  stop(): Promise<void>
}

/** @throws When no node becomes primary, or no standby follows it, in time. */
export async function startCluster(programs: ClusterPrograms): Promise<Cluster> {
  // A separate folder: PostgreSQL runs as nobody, who cannot read root's folders.
  const folder = mkdtempSync(join(tmpdir(), 'sluice-cluster-'))
  const children = new Set<ChildProcess>()
  const env = { ...process.env, ...programs.env }
  const identity = process.getuid?.() === 0 ? { uid: NOBODY_ID, gid: NOBODY_ID } : {}
  const run = (name: string, [program = '', ...args]: readonly string[], own: Record<string, string>) => {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const child = spawn(program, args, {
      ...identity,
      env: { ...env, HOME: folder, ...own },
      stdio: ['ignore', log, log],
      cwd: folder,
    })
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.uid)
  const password = randomBytes(16).toString('hex')
  const { configuration, certificate } = configurePatroni(folder, identity.uid)

  const etcdPort = await findFreePort()
  const etcdUrl = `http://127.0.0.1:${etcdPort}`
  const peerUrl = `http://127.0.0.1:${await findFreePort()}`
  const etcd = [
    ...[programs.etcd, '--name', 'only', '--data-dir', join(folder, 'etcd')],
    ...['--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
    ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
    ...['--initial-cluster', `only=${peerUrl}`, '--heartbeat-interval', '500', '--election-timeout', '5000'],
  ]
  run('etcd', etcd, {})

  const nodes: (ClusterNode & { readonly postgresPort: number; readonly restPort: number })[] = []
  for (const name of NAMES) {
    const postgresPort = await findFreePort()
    const restPort = await findFreePort()
    const data = join(folder, name)
    const own = {
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcdPort}`,
      PATRONI_RESTAPI_USERNAME: 'patroni',
      PATRONI_RESTAPI_PASSWORD: password,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${restPort}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${postgresPort}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${postgresPort}`,
      PATRONI_POSTGRESQL_DATA_DIR: data,
      PATRONI_POSTGRESQL_BIN_DIR: programs.postgres,
      PATRONI_POSTGRESQL_PGPASS: join(folder, `${name}.pgpass`),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: password,
      PATRONI_REWIND_USERNAME: 'rewinder',
      PATRONI_REWIND_PASSWORD: password,
      ...Object.fromEntries(
        ['SUPERUSER', 'REPLICATION', 'REWIND'].flatMap((role) => [
          [`PATRONI_${role}_SSLMODE`, 'verify-ca'],
          [`PATRONI_${role}_SSLROOTCERT`, certificate],
        ]),
      ),
    }
    const start = () => run(`patroni-${name}`, [...programs.patroni, configuration], own)
    let patroni = start()
    nodes.push({
      name,
      postgresPort,
      restPort,
      role: () => readRole(restPort),
      start: () => void (patroni = start()),
      signal(signal) {
        const postmaster = readPostmaster(data)
        const all = [patroni.pid, postmaster, ...(postmaster ? listDescendants(postmaster) : [])]
        for (const pid of all) if (pid !== undefined) sendSignal(pid, signal)
      },
    })
  }

  const port = await findFreePort()
  const addressOf = (user: string, database: string) =>
    `postgres://${user}:${password}@localhost:${port}/${database}?sslmode=verify-full&sslrootcert=${certificate}`
  const places = nodes.flatMap(({ name, postgresPort, restPort }) => [
    [`SLUICE_NODE_${name.toUpperCase()}`, `127.0.0.1:${postgresPort}`],
    [`SLUICE_PATRONI_${name.toUpperCase()}`, String(restPort)],
  ])
  run('haproxy', [programs.haproxy, '-db', '-f', join(DEPLOYED, 'haproxy-databases.cfg')], {
    SLUICE_DATABASE_LISTEN: `127.0.0.1:${port}`,
    ...(Object.fromEntries(places) as Record<string, string>),
  })

  const stop = async () => {
    for (const node of nodes) node.signal('SIGKILL')
    for (const child of children) child.kill('SIGKILL')
    while (children.size > 0) await pause(50)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilTrue(START_MAX_MS, async () => {
      const roles = await Promise.all(nodes.map((node) => node.role()))
      return roles.filter((role) => role === 'standby').length === 2 && roles.includes('primary')
    })
    const superuser = addressOf('postgres', 'postgres')
    await promisify(execFile)(
      join(programs.postgres, 'psql'),
      [
        superuser,
        '-v',
        'ON_ERROR_STOP=1',
        '-c',
        `create role sluice login password '${password}'`,
        '-c',
        'create database sluice owner sluice',
      ],
      { env },
    )
  } catch (error) {
    const words = readFileSync(join(folder, 'patroni-a.log'), 'utf8').slice(-LAST_WORDS_CHARACTERS)
    await stop()
    throw new Error(`No cluster came up. Patroni says:\n${words}`, { cause: error })
  }
  return { databaseUrl: addressOf('sluice', 'sluice'), nodes, stop }
}

/** Writes the deployed file with a certificate of this folder. There is no watchdog to be had. */
function configurePatroni(
  folder: string,
  owner: number | undefined,
): { readonly configuration: string; readonly certificate: string } {
  const [configuration, certificate, keyFile] = ['patroni.yaml', 'node.pem', 'node.key'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  const nowMs = Date.now()
  const { cert, key } = makeCertificate({ fromMs: nowMs - DAY_MS, untilMs: nowMs + DAY_MS })
  const text = adaptDeployed('high-availability/patroni.yaml', [
    ['/etc/patroni/tls/node.pem', certificate],
    ['/etc/patroni/tls/node.key', keyFile],
    ['mode: required', 'mode: off'],
  ])
  writeFileSync(configuration, text)
  writeFileSync(certificate, cert)
  writeFileSync(keyFile, key, { mode: 0o600 })
  if (owner !== undefined) chownSync(keyFile, owner, owner)
  return { configuration, certificate }
}

async function readRole(restPort: number): Promise<Role> {
  try {
    const answer = await fetch(`http://127.0.0.1:${restPort}/patroni`, { signal: AbortSignal.timeout(2_000) })
    const { role, state } = (await answer.json()) as { role?: string; state?: string }
    if (state !== 'running') return 'silent'
    return role === 'master' || role === 'primary' ? 'primary' : 'standby'
  } catch {
    return 'silent'
  }
}

/** PostgreSQL leads a session of its own, so it is found by its file. */
function readPostmaster(data: string): number | undefined {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}

async function untilTrue(maxMs: number, isTrue: () => Promise<boolean>): Promise<void> {
  for (const endsAtMs = performance.now() + maxMs; performance.now() < endsAtMs; await pause(250))
    if (await isTrue()) return
  throw new Error(`The cluster was not complete within ${maxMs / 1_000} s`)
}
