import { mkdtempSync, rmSync } from 'node:fs'
import { request as requestHttp } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { expect, it, onTestFailed, onTestFinished, vi } from 'vitest'

import { findFreePort } from '../packages/platform/test/free-port.ts'
import { type GatewayProgram, startProgram } from '../packages/cli/test/gateway-program.ts'
import { MerchantAtGateway } from '../packages/gateway/test/merchant-at-gateway.ts'
import { startPostgres } from '../packages/platform/test/postgres.ts'
import { NGINX, startNginx } from './start-nginx.ts'

/** A restart with its drain takes longer than most tests. */
const TIMEOUT_MS = 120_000

it.skipIf(NGINX === undefined)(
  'two processes behind nginx are restarted one after the other, and no payment fails',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-nginx-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    const [tlsPort, plainPort, firstPort, secondPort] = [
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
    ]
    const baseUrl = `https://localhost:${tlsPort}`
    const databaseUrl = await postgres.createDatabase()
    const env = {
      SLUICE_BASE_URL: baseUrl,
      SLUICE_TRUSTED_PROXIES: '127.0.0.1/32',
      SLUICE_DRAIN_DELAY_MS: '5000',
      SLUICE_LOG_LEVEL: 'error',
    }
    const start = async (port: number): Promise<GatewayProgram> => {
      const program = await startProgram(
        { ...env, SLUICE_DATABASE_URL: databaseUrl },
        ...['--port', String(port), '--data', folder],
      )
      onTestFinished(() => void program.end('SIGKILL'))
      onTestFailed(() => void process.stderr.write(program.log()))
      return program
    }
    const first = await start(firstPort)
    const second = await start(secondPort)
    const certificate = startNginx(folder, { tlsPort, plainPort, firstPort, secondPort })
    setDefaultCACertificates([...getCACertificates('default'), certificate])
    await vi.waitFor(async () => expect((await fetch(`${baseUrl}/openapi.json`)).status).toBe(200), 10_000)

    expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(404)
    expect(await plainStatus(plainPort)).toBe(403)

    const merchant = new MerchantAtGateway({ ...first.ready, base_url: baseUrl, auth_url: baseUrl })
    await merchant.token()
    let isOver = false
    let approved = 0
    const buy = async (): Promise<void> => {
      while (!isOver) {
        const { result } = await merchant.authorize({ flow: 'NO_METHOD_FRICTIONLESS' })
        expect(result).toMatchObject({ status: 'APPROVED' })
        approved += 1
      }
    }
    const shoppers = Promise.all(Array.from({ length: 6 }, buy))
    const moreThan = (count: number) => vi.waitFor(() => expect(approved).toBeGreaterThan(count), 30_000)
    await moreThan(20)
    expect(await first.end('SIGTERM')).toEqual([0, null])
    const beforeRestart = approved
    await moreThan(beforeRestart + 20)
    await start(firstPort)
    // nginx tries it again after two seconds.
    const together = approved
    await moreThan(together + 200)
    expect(await second.end('SIGTERM')).toEqual([0, null])
    await moreThan(approved + 20)
    isOver = true
    await shoppers
  },
  TIMEOUT_MS,
)

function plainStatus(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    requestHttp({ port, path: '/api/customers' }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .once('error', reject)
      .end()
  })
}
