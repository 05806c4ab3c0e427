import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { expect, it, onTestFailed, onTestFinished, vi } from 'vitest'

import type { AuthorizeRequest } from '@sluice/types'

import { type GatewayProgram, startProgram } from '../packages/cli/test/gateway-program.ts'
import { clientOf } from '../packages/gateway/test/client-of.ts'
import { MerchantAtGateway } from '../packages/gateway/test/merchant-at-gateway.ts'
import { findFreePort } from '../packages/platform/test/free-port.ts'
import { startPostgres } from '../packages/platform/test/postgres.ts'
import { HAPROXY, startHaproxy } from './start-haproxy.ts'

const TIMEOUT_MS = 240_000
const FAULT_MS = 20_000
const PAYMENTS_PER_SECOND = 3
/** A shopper waits no longer, whatever happens to one of the processes. */
const SHOPPER_WAITS_MS = 10_000

interface Payment {
  readonly status: string
  readonly tookMs: number
}

it.skipIf(HAPROXY === undefined)(
  'two processes behind HAProxy: one is frozen, then killed, and payments continue with the other',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-haproxy-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    const ports = {
      tlsPort: await findFreePort(),
      plainPort: await findFreePort(),
      probePort: await findFreePort(),
      firstPort: await findFreePort(),
      secondPort: await findFreePort(),
    }
    const baseUrl = `https://localhost:${ports.tlsPort}`
    const databaseUrl = await postgres.createDatabase()
    const start = async (port: number): Promise<GatewayProgram> => {
      const program = await startProgram(
        {
          SLUICE_BASE_URL: baseUrl,
          SLUICE_TRUSTED_PROXIES: '127.0.0.1/32',
          SLUICE_DRAIN_DELAY_MS: '5000',
          SLUICE_LOG_LEVEL: 'error',
          SLUICE_DATABASE_URL: databaseUrl,
        },
        ...['--port', String(port), '--data', folder],
      )
      onTestFinished(() => void program.end('SIGKILL'))
      onTestFailed(() => void process.stderr.write(program.log()))
      return program
    }
    const first = await start(ports.firstPort)
    const second = await start(ports.secondPort)
    setDefaultCACertificates([...getCACertificates('default'), startHaproxy(folder, ports)])
    await vi.waitFor(async () => expect((await fetch(`${baseUrl}/openapi.json`)).status).toBe(200), 10_000)
    expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(404)
    const probe = () => fetch(`http://127.0.0.1:${ports.probePort}/ready`)
    expect((await probe()).status).toBe(200)

    const credentials = { ...first.ready, base_url: baseUrl, auth_url: baseUrl }
    const merchant = new MerchantAtGateway(credentials)
    // As the guides say: a call that was cut off is repeated with its key. The shop says how long it waits for what
    // a frozen process has begun: another one takes that over after half a minute.
    const client = clientOf(credentials, { retryUnsafe: true, deadlineMs: SHOPPER_WAITS_MS - 500 })
    const pay = async (): Promise<Payment> => {
      const begunAtMs = performance.now()
      const request = await merchant.cardRequest({ flow: 'NO_METHOD_FRICTIONLESS' })
      const status = await client.transactions
        .authorize(request as unknown as AuthorizeRequest)
        .then(({ result }) => result?.status ?? 'PENDING', String)
      return { status, tookMs: performance.now() - begunAtMs }
    }
    const payFor = async (ms: number): Promise<readonly Payment[]> => {
      const payments: Promise<Payment>[] = []
      for (const endsAtMs = performance.now() + ms; performance.now() < endsAtMs;) {
        payments.push(pay())
        await pause(1_000 / PAYMENTS_PER_SECOND)
      }
      return Promise.all(payments)
    }
    const judge = (fault: string, payments: readonly Payment[]): void => {
      const finished = payments.filter(({ status }) => status === 'APPROVED')
      const slowestMs = Math.max(...payments.map(({ tookMs }) => tookMs))
      const others = payments.filter(({ status }) => status !== 'APPROVED').map(({ status }) => status)
      process.stdout.write(
        `${fault}: ${finished.length} of ${payments.length} finished, slowest ${Math.round(slowestMs)} ms ${others.join(' ')}\n`,
      )
      expect(finished.length / payments.length).toBeGreaterThanOrEqual(0.95)
      expect(slowestMs).toBeLessThan(SHOPPER_WAITS_MS)
    }

    judge('no fault', await payFor(5_000))
    const whileFrozen = payFor(FAULT_MS)
    await pause(2_000)
    first.process.kill('SIGSTOP')
    judge('frozen', await whileFrozen)
    first.process.kill('SIGCONT')
    judge('thawed', await payFor(5_000))
    const whileDead = payFor(FAULT_MS)
    await pause(2_000)
    await second.end('SIGKILL')
    judge('killed', await whileDead)
    await first.end('SIGKILL')
    await vi.waitFor(async () => expect((await probe()).status).toBe(503), 10_000)
  },
  TIMEOUT_MS,
)
