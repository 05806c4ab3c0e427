import { setTimeout as pause } from 'node:timers/promises'

import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFailed, onTestFinished } from 'vitest'

import { isWhole } from '../tools/high-availability/cluster.ts'
import type { ClusterNode } from '../tools/high-availability/cluster-node.ts'
import { CLUSTER_FAULTS, type ClusterFault } from './cluster-faults.ts'
import { CLUSTER_PROGRAMS } from './cluster-programs.ts'
import { type ClusterFixture, type Payment, startClusterFixture } from './cluster-fixture.ts'

/** Repetitions of each fault. */
const TIMES = Number(process.env['PROOF_FAULTS'] ?? 1)
/** The time from the fault to the next acknowledged payment. */
const OUTAGE_MAX_MS = 60_000
/** The time that Patroni needs to make a node a standby again, on a machine that does other things too. */
const HEALED_MAX_MS = 120_000

/** Nodes can be cut off only where each has a network of its own, for which the proof needs the rights of root. */
const HAS_OWN_NETWORK = process.env['SLUICE_OWN_NETWORK'] === '1'
const FAULTS = CLUSTER_FAULTS.filter(({ needsNetwork }) => needsNetwork !== true || HAS_OWN_NETWORK)
/** Long enough for an alert and a person's first look. */
const FULL_MS = 45_000
/** The lease of a call whose answer could not be stored, and the question after it. */
const SETTLED_MAX_MS = 180_000
const FULL_DISK_MENDS = [
  ['there is room', (node: ClusterNode) => Promise.resolve(node.setFull?.(false))],
  ['a standby takes over', (node: ClusterNode) => node.handOver()],
] as const
/** A gateway that cannot pay says so within this time. */
const NOT_READY_MAX_MS = 10_000
/** The default pool of each of two gateways, and the one connection with which each checks its abandoned sessions. */
const CONNECTIONS_MAX = 2 * (8 + 1)
/** A commit is abandoned after five seconds; then there is time for more attempts than the pool has connections. */
const STANDSTILL_MS = 25_000

describe.skipIf(CLUSTER_PROGRAMS === null)(
  'three databases with Patroni, two gateways, HAProxy before both',
  () => {
    let fixture: ClusterFixture
    const acknowledged: Payment[] = []

    beforeAll(async () => {
      if (CLUSTER_PROGRAMS !== null) fixture = await startClusterFixture(CLUSTER_PROGRAMS)
    }, 240_000)

    afterAll(() => fixture.stop())

    const findNode = async ({ role }: Pick<ClusterFault, 'role'>): Promise<ClusterNode> => {
      for (const node of fixture.cluster.nodes)
        if (role === 'primary' ? (await node.role()) === 'primary' : await node.isSynchronous()) return node
      throw new Error(`no ${role}`)
    }

    // `it.each` cuts the titles of objects off.
    it.each(FAULTS.map((fault) => [fault.what, fault] as const))(
      '%s: payments continue, and none is lost or made twice',
      async (_, fault) => {
        onTestFailed(() => void process.stdout.write(fixture.cluster.lastWords()))
        for (let time = 0; time < TIMES; time += 1) {
          const load = fixture.beginLoad()
          onTestFinished(() => void load.end())
          await expect.poll(() => load.approvedSince(0)).toBeDefined()
          const struck = await findNode(fault)
          fault.strike(struck)
          const struckAtMs = performance.now()
          const nextApproved = () => load.approvedSince(struckAtMs)
          await expect.poll(nextApproved, { timeout: OUTAGE_MAX_MS, interval: 100 }).toBeDefined()
          const outageMs = (nextApproved()?.endedAtMs ?? Infinity) - struckAtMs
          fault.heal(struck)
          // A node that rejoins drops connections again, and one that returns too late may replace the others.
          const isHealed = async () => (await struck.role()) === 'standby' && isWhole(fixture.cluster.nodes)
          await expect.poll(isHealed, { timeout: HEALED_MAX_MS }).toBe(true)
          const ended = await load.end()
          const known = ended.filter(({ id }) => id !== null)
          const stored = await readStatuses(fixture.cluster.databaseUrl)
          expect(known.filter(({ id, status }) => stored.get(id ?? '') !== status)).toEqual([])
          acknowledged.push(...known)
          report(fault, outageMs, ended)
          expect(outageMs).toBeLessThan(OUTAGE_MAX_MS)
        }
      },
      TIMES * 400_000,
    )

    it(
      'both standbys freeze: the gateways are not ready, leave room for an administrator, and recover without help',
      async () => {
        onTestFailed(() => void process.stdout.write(fixture.cluster.lastWords()))
        for (let time = 0; time < TIMES; time += 1) {
          const load = fixture.beginLoad()
          onTestFinished(() => void load.end())
          await expect.poll(() => load.approvedSince(0)).toBeDefined()
          const standbys = await findStandbys(fixture.cluster.nodes)
          for (const node of standbys) node.signal('SIGSTOP')
          const struckAtMs = performance.now()
          await expect.poll(() => fixture.isReady(), { timeout: NOT_READY_MAX_MS, interval: 200 }).toBe(false)
          const notReadyMs = performance.now() - struckAtMs
          // Long enough for every connection to be abandoned.
          await pause(STANDSTILL_MS)
          const connections = await countConnections(fixture.cluster.superuserUrl)
          expect(connections).toBeLessThanOrEqual(CONNECTIONS_MAX)
          for (const node of standbys) node.signal('SIGCONT')
          const thawedAtMs = performance.now()
          const nextApproved = () => load.approvedSince(thawedAtMs)
          await expect.poll(nextApproved, { timeout: OUTAGE_MAX_MS, interval: 100 }).toBeDefined()
          await expect.poll(() => isWhole(fixture.cluster.nodes), { timeout: HEALED_MAX_MS }).toBe(true)
          const ended = await load.end()
          acknowledged.push(...ended.filter(({ id }) => id !== null))
          process.stdout.write(
            `both standbys freeze for ${STANDSTILL_MS / 1_000} s: not ready after ${seconds(notReadyMs)}, ` +
              `${connections} connections, next payment ${seconds((nextApproved()?.endedAtMs ?? Infinity) - thawedAtMs)} after the thaw\n`,
          )
        }
      },
      TIMES * 300_000,
    )

    it.skipIf(!HAS_OWN_NETWORK).each(FULL_DISK_MENDS)(
      'the disk of the primary is full until %s: payments continue, and none is lost',
      async (what, mend) => {
        onTestFailed(() => void process.stdout.write(fixture.cluster.lastWords()))
        for (let time = 0; time < TIMES; time += 1) {
          const load = fixture.beginLoad()
          onTestFinished(() => void load.end())
          await expect.poll(() => load.approvedSince(0)).toBeDefined()
          const struck = await findNode({ role: 'primary' })
          struck.setFull?.(true)
          await pause(FULL_MS)
          const mendedAtMs = performance.now()
          await mend(struck)
          const nextApproved = () => load.approvedSince(mendedAtMs)
          await expect.poll(nextApproved, { timeout: OUTAGE_MAX_MS, interval: 100 }).toBeDefined()
          const nextMs = (nextApproved()?.endedAtMs ?? Infinity) - mendedAtMs
          struck.setFull?.(false)
          await expect.poll(() => isWhole(fixture.cluster.nodes), { timeout: HEALED_MAX_MS }).toBe(true)
          const ended = await load.end()
          acknowledged.push(...ended.filter(({ id }) => id !== null))
          // Payments whose outcome could not be stored are queried.
          await expect
            .poll(() => listOpen(fixture.cluster.databaseUrl), { timeout: SETTLED_MAX_MS })
            .toEqual([])
          const settledMs = performance.now() - mendedAtMs
          const approved = ended.filter(({ status }) => status === 'APPROVED').length
          process.stdout.write(
            `full for ${FULL_MS / 1_000} s until ${what}: next payment ${seconds(nextMs)} after that, all settled ` +
              `${seconds(settledMs)} after that; ${approved} of ${ended.length} approved\n`,
          )
        }
      },
      TIMES * 500_000,
    )

    it('in the end the tables, the invariants and the provider’s ledger agree', async () => {
      expect(await fixture.inspect(acknowledged)).toEqual([])
    }, 120_000)
  },
)

async function readStatuses(databaseUrl: string): Promise<ReadonlyMap<string, string>> {
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  try {
    const { rows } = await database.query<{ id: string; status: string }>(
      'select id, status from transactions',
    )
    return new Map(rows.map(({ id, status }) => [id, status]))
  } finally {
    await database.end()
  }
}

async function listOpen(databaseUrl: string): Promise<readonly string[]> {
  const stored = await readStatuses(databaseUrl)
  return [...stored].filter(([, status]) => status === 'PENDING').map(([id]) => id)
}

async function findStandbys(nodes: readonly ClusterNode[]): Promise<readonly ClusterNode[]> {
  const roles = await Promise.all(nodes.map(async (node) => ({ node, role: await node.role() })))
  return roles.filter(({ role }) => role === 'standby').map(({ node }) => node)
}

/** Counts the connections as an administrator, who must be able to connect. */
async function countConnections(superuserUrl: string): Promise<number> {
  const administrator = new Client({ connectionString: superuserUrl })
  await administrator.connect()
  try {
    const { rows } = await administrator.query<{ count: string }>(
      "select count(*) from pg_stat_activity where usename = 'sluice'",
    )
    return Number(rows[0]?.count)
  } finally {
    await administrator.end()
  }
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}

function report({ what }: ClusterFault, outageMs: number, ended: readonly Payment[]): void {
  const others = ended.filter(({ status }) => status !== 'APPROVED').map(({ status }) => status)
  process.stdout.write(
    `${what}: next payment after ${seconds(outageMs)}; ${ended.length} payments, ` +
      `${others.length} not approved ${[...new Set(others)].join(' ')}\n`,
  )
}
