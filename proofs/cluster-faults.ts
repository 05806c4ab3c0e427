import type { ClusterNode } from '../tools/high-availability/cluster-node.ts'

/** A fault of a node, and how it recovers. */
export interface ClusterFault {
  readonly what: string
  /** The synchronous standby is the one for which commits wait. */
  readonly role: 'primary' | 'synchronous standby'
  /** Needs nodes with their own network. */
  readonly needsNetwork?: true
  readonly strike: (node: ClusterNode) => void
  readonly heal: (node: ClusterNode) => void
}

const killAndStart = (node: ClusterNode): void => {
  node.signal('SIGKILL')
  node.start()
}

export const CLUSTER_FAULTS: readonly ClusterFault[] = [
  {
    what: 'the primary and its Patroni are killed',
    role: 'primary',
    strike: (node) => node.signal('SIGKILL'),
    heal: (node) => node.start(),
  },
  {
    what: 'the primary and its Patroni freeze, and a watchdog restarts them',
    role: 'primary',
    strike: (node) => node.signal('SIGSTOP'),
    heal: killAndStart,
  },
  {
    what: 'the primary and its Patroni freeze, and thaw after the failover',
    role: 'primary',
    strike: (node) => node.signal('SIGSTOP'),
    heal: (node) => node.signal('SIGCONT'),
  },
  {
    what: 'the primary freezes without its Patroni, and thaws after the failover',
    role: 'primary',
    strike: (node) => node.signalDatabase('SIGSTOP'),
    heal: (node) => node.signalDatabase('SIGCONT'),
  },
  {
    what: 'the primary is cut off, and comes back after the failover',
    role: 'primary',
    needsNetwork: true,
    strike: (node) => node.setConnected?.(false),
    heal: (node) => node.setConnected?.(true),
  },
  {
    what: 'the synchronous standby and its Patroni freeze',
    role: 'synchronous standby',
    strike: (node) => node.signal('SIGSTOP'),
    heal: (node) => node.signal('SIGCONT'),
  },
  {
    what: 'the synchronous standby and its Patroni are killed',
    role: 'synchronous standby',
    strike: (node) => node.signal('SIGKILL'),
    heal: (node) => node.start(),
  },
]
