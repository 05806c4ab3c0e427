/** Two gateways behind HAProxy on a cluster of three databases, one provider that outlives them, and a shop with the SDK. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import type { AuthorizeRequest } from '@sluice/types'

import { type GatewayProgram, startProgram } from '../packages/cli/test/gateway-program.ts'
import { startSimulatorsProgram } from '../packages/cli/test/simulators-program.ts'
import { clientOf } from '../packages/gateway/test/client-of.ts'
import { MerchantAtGateway } from '../packages/gateway/test/merchant-at-gateway.ts'
import { findFreePort } from '../packages/platform/test/free-port.ts'
import { type Cluster, type ClusterPrograms, startCluster } from '../tools/high-availability/cluster.ts'
import { configureHaproxy } from './configure-haproxy.ts'
import { inspectBooks } from './inspect-books.ts'

const PAYMENTS_PER_SECOND = 3

export interface Payment {
  readonly id: string | null
  readonly status: string
  readonly begunAtMs: number
  readonly endedAtMs: number
}

export interface Load {
  /** Returns the first payment that began after a time and was approved. */
  approvedSince(sinceMs: number): Payment | undefined
  /** Stops making payments, and returns all of them once each has ended. */
  end(): Promise<readonly Payment[]>
}

export interface ClusterFixture {
  readonly cluster: Cluster
  /** Returns whether any gateway reports that it can accept payments. */
  isReady(): Promise<boolean>
  pay(): Promise<Payment>
  /** Makes several payments per second. */
  beginLoad(): Load
  /** Stops the gateways, and compares tables, acknowledged answers and the provider's ledger. */
  inspect(acknowledged: readonly Payment[]): Promise<readonly string[]>
  stop(): Promise<void>
}

export async function startClusterFixture(programs: ClusterPrograms): Promise<ClusterFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-availability-'))
  const ports = {
    tlsPort: await findFreePort(),
    plainPort: await findFreePort(),
    probePort: await findFreePort(),
    firstPort: await findFreePort(),
    secondPort: await findFreePort(),
  }
  const baseUrl = `https://localhost:${ports.tlsPort}`
  const cluster = await startCluster(programs)
  const simulators = await startSimulatorsProgram()
  const gateways: GatewayProgram[] = []
  for (const port of [ports.firstPort, ports.secondPort]) {
    const env = {
      SLUICE_BASE_URL: baseUrl,
      SLUICE_TRUSTED_PROXIES: '127.0.0.1/32',
      SLUICE_LOG_LEVEL: 'error',
      SLUICE_DATABASE_URL: cluster.databaseUrl,
      SLUICE_CONFIG_FILE: simulators.configFile,
    }
    gateways.push(await startProgram(env, '--port', String(port), '--data', folder))
  }
  const [first] = gateways
  if (first === undefined) throw new Error('no gateway')
  const front = configureHaproxy(folder, ports)
  const haproxy = front.start(programs.haproxy, programs.env)
  setDefaultCACertificates([...getCACertificates('default'), front.certificate])
  const pay = createShop({ ...first.ready, base_url: baseUrl, auth_url: baseUrl })
  const endGateways = () => Promise.all(gateways.map((gateway) => gateway.end('SIGKILL')))
  return {
    cluster,
    async isReady() {
      const answers = [ports.firstPort, ports.secondPort].map(async (port) => {
        const { ok } = await fetch(`http://127.0.0.1:${port}/health/ready`)
        return ok
      })
      return (await Promise.all(answers)).includes(true)
    },
    pay,
    beginLoad: () => beginLoad(pay),
    async inspect(acknowledged) {
      await endGateways()
      const flags = { data: folder, 'database-url': cluster.databaseUrl, config: simulators.configFile }
      const { discrepancies } = await inspectBooks(flags, {
        acknowledged: acknowledged.flatMap(({ id, status }) =>
          id === null ? [] : [{ transactionId: id, status: status as 'APPROVED' }],
        ),
        ledger: await simulators.readLedger(),
      })
      return discrepancies
    },
    async stop() {
      haproxy.kill('SIGKILL')
      await endGateways()
      await simulators.close()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Creates a shop that repeats interrupted requests with their key, as the guides recommend. */
function createShop(credentials: GatewayProgram['ready']): () => Promise<Payment> {
  const merchant = new MerchantAtGateway(credentials)
  const client = clientOf(credentials, { retryUnsafe: true })
  return async () => {
    const begunAtMs = performance.now()
    const request = await merchant.cardRequest({ flow: 'NO_METHOD_FRICTIONLESS' })
    const end = await client.transactions.authorize(request as unknown as AuthorizeRequest).then(
      ({ result }) => ({ id: result?.id ?? null, status: result?.status ?? 'PENDING' }),
      (error: unknown) => ({ id: null, status: error instanceof Error ? error.name : String(error) }),
    )
    return { ...end, begunAtMs, endedAtMs: performance.now() }
  }
}

function beginLoad(pay: () => Promise<Payment>): Load {
  const begun: Promise<unknown>[] = []
  const ended: Payment[] = []
  let isOver = false
  const beginning = (async () => {
    while (!isOver) {
      begun.push(pay().then((payment) => ended.push(payment)))
      await pause(1_000 / PAYMENTS_PER_SECOND)
    }
  })()
  return {
    approvedSince: (sinceMs) =>
      ended.find(({ status, begunAtMs }) => status === 'APPROVED' && begunAtMs >= sinceMs),
    async end() {
      isOver = true
      await beginning
      await Promise.all(begun)
      return ended
    },
  }
}
