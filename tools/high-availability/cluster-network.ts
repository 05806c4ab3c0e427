/** The addresses of a cluster's nodes: all on this machine's loopback, or each in its own network namespace. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import type { Background } from './background.ts'

export interface NodePlace {
  readonly address: string
  /** Words before a command that runs there. */
  readonly prefix: readonly string[]
  /** Cuts the node off: messages to and from it get lost. Undefined at the loopback. */
  readonly setConnected?: (isConnected: boolean) => void
  /** A disk of its own for the node's data, mounted here; undefined at the loopback. */
  readonly disk?: string
}

/** A node of a proof writes some hundred megabytes. */
const DISK_BYTES = 1_073_741_824

export interface ClusterNetwork {
  /** The addresses of etcd and HAProxy. */
  readonly address: string
  /** The network of the nodes, in the notation of `pg_hba.conf`. */
  readonly nodes: string
  /** @param place - 0 for the first node. */
  placeNode(name: string, place: number): Promise<NodePlace>
}

export const LOOPBACK: ClusterNetwork = {
  address: '127.0.0.1',
  nodes: '127.0.0.1/32',
  placeNode: () => Promise.resolve({ address: '127.0.0.1', prefix: [] }),
}

/** Addresses for documentation (RFC 5737), which are unassigned. */
const NETWORK = '192.0.2'
const BRIDGE = 'sluice'
const FIRST_NODE = 11

/**
 * Creates a bridge and connects each node to it. It needs a network namespace of its own: `npm run verify` starts one (`SLUICE_OWN_NETWORK`).
 */
export function createBridge(background: Background): ClusterNetwork {
  const address = `${NETWORK}.1`
  ip('link', 'add', BRIDGE, 'type', 'bridge')
  // The next cluster in this namespace makes one of the same name.
  background.atTheEnd(() => ip('link', 'delete', BRIDGE))
  ip('addr', 'add', `${address}/24`, 'dev', BRIDGE)
  ip('link', 'set', BRIDGE, 'up')
  return {
    address,
    nodes: `${NETWORK}.0/24`,
    async placeNode(name, place) {
      const own = `${NETWORK}.${FIRST_NODE + place}`
      const plug = `${BRIDGE}-${name}`
      // The namespace lasts as long as a process in it.
      const keeper = background.runAsSelf(`network-${name}`, ['unshare', '--net', 'sleep', 'infinity'])
      const pid = String(keeper.pid)
      while (namespaceOf(pid) === namespaceOf('self')) await pause(10)
      const inside = ['nsenter', `--net=/proc/${pid}/ns/net`]
      ip('link', 'add', plug, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pid)
      ip('link', 'set', plug, 'master', BRIDGE, 'up')
      const [enter = '', ...there] = inside
      execFileSync(enter, [...there, 'ip', 'link', 'set', 'lo', 'up'])
      execFileSync(enter, [...there, 'ip', 'addr', 'add', `${own}/24`, 'dev', 'eth0'])
      execFileSync(enter, [...there, 'ip', 'link', 'set', 'eth0', 'up'])
      const { owner } = background
      const disk = mountDisk(background, name)
      return {
        address: own,
        disk,
        prefix: owner === undefined ? inside : [...inside, `--setuid=${owner}`, `--setgid=${owner}`],
        setConnected: (isConnected) => ip('link', 'set', plug, isConnected ? 'up' : 'down'),
      }
    },
  }
}

/** The folder, in memory. */
function mountDisk(background: Background, name: string): string {
  const folder = join(background.folder, `disk-${name}`)
  mkdirSync(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', folder])
  background.atTheEnd(() => void execFileSync('umount', [folder]))
  background.give(folder)
  return folder
}

function namespaceOf(pid: string): string {
  return readlinkSync(`/proc/${pid}/ns/net`)
}

function ip(...words: readonly string[]): void {
  execFileSync('ip', words)
}
