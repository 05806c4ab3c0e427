/** Three PostgreSQL nodes with Patroni, one etcd and HAProxy on this machine, by the files of deploy/high-availability. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

import { findFreePort } from '../../packages/platform/test/free-port.ts'
import { makeCertificate } from '../../packages/platform/test/make-certificate.ts'
import { adaptDeployed } from '../adapt-deployed.ts'
import { Background } from './background.ts'
import { type ClusterNetwork, createBridge, LOOPBACK } from './cluster-network.ts'
import { type ClusterNode, startNode } from './cluster-node.ts'

const DEPLOYED = join(import.meta.dirname, '../../deploy/high-availability')
const NAMES = ['a', 'b', 'c'] as const
/** Three databases are made one after another, on a machine that does other things too. */
const START_MAX_MS = 120_000
const DAY_MS = 86_400_000

/** @see ensureClusterPrograms */
export interface ClusterPrograms {
  readonly etcd: string
  readonly haproxy: string
  readonly patroni: readonly string[]
  readonly postgres: string
  readonly env: Readonly<Record<string, string>>
}

export interface Cluster {
  /** Through HAProxy, which follows the primary. */
  readonly databaseUrl: string
  /** The same as PostgreSQL's superuser. */
  readonly superuserUrl: string
  readonly nodes: readonly ClusterNode[]
  /** Returns the last log lines of each Patroni. */
  lastWords(): string
  stop(): Promise<void>
}

/** Set where the whole process has a network of its own, in which nodes can be cut off. */
const HAS_OWN_NETWORK = process.env['SLUICE_OWN_NETWORK'] === '1'

/** @throws When no node becomes primary, or no standby follows it, in time. */
export async function startCluster(programs: ClusterPrograms): Promise<Cluster> {
  const background = new Background(programs.env)
  const nodes: ClusterNode[] = []
  const lastWords = () =>
    nodes.map(({ name }) => `Patroni ${name}:\n${background.lastWordsOf(`patroni-${name}`)}`).join('\n')
  const stop = async () => {
    for (const node of nodes) node.signal('SIGKILL')
    await background.stop()
  }
  try {
    const password = randomBytes(16).toString('hex')
    const network = HAS_OWN_NETWORK ? createBridge(background) : LOOPBACK
    const { configuration, certificate } = configurePatroni(background, network)
    const etcd = await startEtcd(background, programs.etcd, network)
    const settings = { ...programs, etcd, configuration, certificate, password }
    for (const [at, name] of NAMES.entries()) {
      const place = await network.placeNode(name, at)
      nodes.push(await startNode(background, { ...settings, name, place }))
    }
    const port = await startProxy(background, programs.haproxy, nodes)
    const addressOf = (user: string, database: string) =>
      `postgres://${user}:${password}@localhost:${port}/${database}?sslmode=verify-full&sslrootcert=${certificate}`
    await untilWhole(nodes)
    const superuserUrl = addressOf('postgres', 'postgres')
    await createDatabase(programs, superuserUrl, password)
    return { databaseUrl: addressOf('sluice', 'sluice'), superuserUrl, nodes, lastWords, stop }
  } catch (error) {
    const words = lastWords()
    await stop()
    throw new Error(`No cluster came up.\n${words}`, { cause: error })
  }
}

/** One member, without TLS. Its election time-out is longer than the pauses of a busy machine. */
async function startEtcd(
  background: Background,
  program: string,
  { address }: ClusterNetwork,
): Promise<string> {
  const place = `${address}:${await findFreePort()}`
  const url = `http://${place}`
  const peerUrl = `http://127.0.0.1:${await findFreePort()}`
  background.run('etcd', [
    ...[program, '--name', 'only', '--data-dir', join(background.folder, 'etcd'), '--enable-v2'],
    ...['--listen-client-urls', url, '--advertise-client-urls', url],
    ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
    ...['--initial-cluster', `only=${peerUrl}`, '--heartbeat-interval', '500', '--election-timeout', '5000'],
  ])
  return place
}

/** @returns the port that leads to the primary. */
async function startProxy(
  background: Background,
  program: string,
  nodes: readonly ClusterNode[],
): Promise<number> {
  const port = await findFreePort()
  const places = nodes.flatMap(({ name, address, postgresPort, restPort }) => [
    [`SLUICE_NODE_${name.toUpperCase()}`, `${address}:${postgresPort}`],
    [`SLUICE_PATRONI_${name.toUpperCase()}`, String(restPort)],
  ])
  background.run('haproxy', [program, '-db', '-f', join(DEPLOYED, 'haproxy-databases.cfg')], {
    SLUICE_DATABASE_LISTEN: `127.0.0.1:${port}`,
    ...(Object.fromEntries(places) as Record<string, string>),
  })
  return port
}

/** Writes the deployed file with a certificate of this folder. There is no watchdog to be had. */
function configurePatroni(
  background: Background,
  network: ClusterNetwork,
): { readonly configuration: string; readonly certificate: string } {
  const [configuration, certificate, keyFile] = ['patroni.yaml', 'node.pem', 'node.key'].map((name) =>
    join(background.folder, name),
  ) as [string, string, string]
  const nowMs = Date.now()
  const { cert, key } = makeCertificate({ fromMs: nowMs - DAY_MS, untilMs: nowMs + DAY_MS })
  const text = adaptDeployed('high-availability/patroni.yaml', [
    ['/etc/patroni/tls/node.pem', certificate],
    ['/etc/patroni/tls/node.key', keyFile],
    ['mode: required', 'mode: off'],
    ['replication replicator 10.0.0.0/24', `replication replicator ${network.nodes}`],
    ['all postgres,rewinder 10.0.0.0/24', `all postgres,rewinder ${network.nodes}`],
    ['sluice sluice 10.0.1.0/24', `sluice sluice ${network.address}/32`],
  ])
  writeFileSync(configuration, text)
  writeFileSync(certificate, cert)
  writeFileSync(keyFile, key, { mode: 0o600 })
  background.give(keyFile)
  return { configuration, certificate }
}

async function createDatabase(
  { postgres, env }: ClusterPrograms,
  superuserUrl: string,
  password: string,
): Promise<void> {
  const statements = [
    `create role sluice login password '${password}'`,
    'create database sluice owner sluice',
  ].flatMap((statement) => ['-c', statement])
  await promisify(execFile)(join(postgres, 'psql'), [superuserUrl, '-v', 'ON_ERROR_STOP=1', ...statements], {
    env: { ...process.env, ...env },
  })
}

/**
 * Returns whether one node is primary, all others follow it on its timeline, and one of them may take over. A former
 * primary runs as a standby for a moment before it is rewound: then it follows nobody.
 */
export async function isWhole(nodes: readonly ClusterNode[]): Promise<boolean> {
  const roles = await Promise.all(nodes.map((node) => node.role()))
  const timelines = new Set(await Promise.all(nodes.map((node) => node.timeline())))
  const areSynchronous = await Promise.all(nodes.map((node) => node.isSynchronous()))
  const standbys = roles.filter((role) => role === 'standby').length
  const areTogether = timelines.size === 1 && !timelines.has(null)
  return (
    standbys === nodes.length - 1 && roles.includes('primary') && areTogether && areSynchronous.includes(true)
  )
}

async function untilWhole(nodes: readonly ClusterNode[]): Promise<void> {
  for (const endsAtMs = performance.now() + START_MAX_MS; performance.now() < endsAtMs; await pause(250))
    if (await isWhole(nodes)) return
  throw new Error(`The cluster was not complete within ${START_MAX_MS / 1_000} s`)
}
