import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

import { findFreePort } from '../../packages/platform/test/free-port.ts'
import type { Background } from './background.ts'
import type { NodePlace } from './cluster-network.ts'
import { listDescendants } from './list-descendants.ts'

export type Role = 'primary' | 'standby' | 'silent'

/** PostgreSQL and its Patroni. */
export interface ClusterNode {
  readonly name: string
  readonly address: string
  readonly postgresPort: number
  readonly restPort: number
  /** The state that Patroni reports: silent if it does not respond within two seconds. */
  role(): Promise<Role>
  /** The timeline that Patroni reports; null if it does not respond. Each failover begins another one. */
  timeline(): Promise<number | null>
  /** Returns whether Patroni says that a commit waits for this standby. */
  isSynchronous(): Promise<boolean>
  /** The numbers of Patroni's process and of PostgreSQL's first one, where they run. */
  processes(): { readonly patroni: number | undefined; readonly postgres: number | undefined }
  /** Sends a signal to Patroni and to every process of PostgreSQL. */
  signal(signal: NodeJS.Signals): void
  /** Has Patroni make a standby the primary in place of this one, as `patronictl switchover` does. */
  handOver(): Promise<void>
  /** Sends a signal to every process of PostgreSQL, and none to Patroni. */
  signalDatabase(signal: NodeJS.Signals): void
  /** Starts it again after it was killed. */
  start(): void
  /** Cuts it off from the others, and from etcd and HAProxy, or takes that back. Undefined where nodes share a network. */
  readonly setConnected: ((isConnected: boolean) => void) | undefined
  /** Fills the disk to its last byte, or makes room again. Undefined where nodes share a disk. */
  readonly setFull: ((isFull: boolean) => void) | undefined
}

/** The settings that all nodes of a cluster share. */
export interface NodeSettings {
  /** The address of etcd, with its port. */
  readonly etcd: string
  readonly configuration: string
  readonly certificate: string
  readonly password: string
  readonly patroni: readonly string[]
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string
}

/** Starts a node by the deployed files. */
export async function startNode(
  background: Background,
  { name, place, ...settings }: NodeSettings & { readonly name: string; readonly place: NodePlace },
): Promise<ClusterNode> {
  const { address, prefix, disk } = place
  const ports = { postgresPort: await findFreePort(), restPort: await findFreePort() }
  const data = join(disk ?? background.folder, name)
  const env = environmentOf({ ...settings, ...ports, address, name, data, folder: background.folder })
  const command = [...prefix, ...settings.patroni, settings.configuration]
  const start = () =>
    prefix.length === 0
      ? background.run(`patroni-${name}`, command, env)
      : background.runAsSelf(`patroni-${name}`, command, env)
  let patroni = start()
  const listDatabase = () => {
    const postmaster = readPostmaster(data)
    return postmaster === undefined ? [] : [postmaster, ...listDescendants(postmaster)]
  }
  const status = () => askPatroni(`http://${address}:${ports.restPort}/patroni`)
  return {
    name,
    address,
    ...ports,
    setConnected: place.setConnected,
    setFull: disk === undefined ? undefined : (isFull) => fillDisk(join(disk, 'filler'), isFull),
    async role() {
      const { role, state } = await status()
      if (state !== 'running') return 'silent'
      return role === 'master' || role === 'primary' ? 'primary' : 'standby'
    },
    async timeline() {
      const { timeline } = await status()
      return timeline ?? null
    },
    async isSynchronous() {
      const { sync_standby } = await status()
      return sync_standby === true
    },
    async handOver() {
      const answer = await fetch(`http://${address}:${ports.restPort}/switchover`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${RESTAPI_USER}:${settings.password}`)}` },
        body: JSON.stringify({ leader: name }),
      })
      if (!answer.ok) throw new Error(`no switchover: ${answer.status} ${await answer.text()}`)
    },
    start: () => void (patroni = start()),
    processes: () => ({ patroni: pidOf(patroni), postgres: readPostmaster(data) }),
    signal(signal) {
      const pid = pidOf(patroni)
      sendSignal([...(pid === undefined ? [] : [pid]), ...listDatabase()], signal)
    },
    signalDatabase: (signal) => sendSignal(listDatabase(), signal),
  }
}

const RESTAPI_USER = 'patroni'

const FILLER_BYTES = 1_048_576

function fillDisk(filler: string, isFull: boolean): void {
  if (!isFull) return rmSync(filler, { force: true })
  const file = openSync(filler, 'a')
  try {
    for (let bytes = FILLER_BYTES; bytes >= 1; bytes /= 2) writeUntilFull(file, Buffer.alloc(bytes))
  } finally {
    closeSync(file)
  }
}

function writeUntilFull(file: number, piece: Buffer): void {
  try {
    for (;;) writeSync(file, piece)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

interface PlacedNode extends NodeSettings {
  readonly name: string
  readonly address: string
  readonly data: string
  readonly folder: string
  readonly postgresPort: number
  readonly restPort: number
}

/** Returns the variables of `patroni.environment.example`. */
function environmentOf(place: PlacedNode): Readonly<Record<string, string>> {
  const users = { SUPERUSER: 'postgres', REPLICATION: 'replicator', REWIND: 'rewinder' }
  const logins = Object.entries(users).flatMap(([role, user]) => [
    [`PATRONI_${role}_USERNAME`, user],
    [`PATRONI_${role}_PASSWORD`, place.password],
    [`PATRONI_${role}_SSLMODE`, 'verify-ca'],
    [`PATRONI_${role}_SSLROOTCERT`, place.certificate],
  ])
  return {
    PATRONI_NAME: place.name,
    PATRONI_ETCD_HOSTS: place.etcd,
    PATRONI_RESTAPI_USERNAME: RESTAPI_USER,
    PATRONI_RESTAPI_PASSWORD: place.password,
    PATRONI_RESTAPI_LISTEN: `${place.address}:${place.restPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${place.address}:${place.restPort}`,
    PATRONI_POSTGRESQL_LISTEN: `${place.address}:${place.postgresPort}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${place.address}:${place.postgresPort}`,
    PATRONI_POSTGRESQL_DATA_DIR: place.data,
    PATRONI_POSTGRESQL_BIN_DIR: place.postgres,
    PATRONI_POSTGRESQL_PGPASS: join(place.folder, `${place.name}.pgpass`),
    ...Object.fromEntries(logins),
  }
}

/** Undefined once it has ended: another process may have its number then. */
function pidOf({ pid, exitCode, signalCode }: ChildProcess): number | undefined {
  return exitCode === null && signalCode === null ? pid : undefined
}

interface PatroniStatus {
  readonly role?: string
  readonly state?: string
  readonly sync_standby?: boolean
  readonly timeline?: number
}

async function askPatroni(url: string): Promise<PatroniStatus> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    return (await answer.json()) as PatroniStatus
  } catch {
    return {}
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

function sendSignal(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended.
    }
  }
}
