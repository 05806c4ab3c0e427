import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { startProgram } from './gateway-program.ts'
import { MerchantAtGateway } from '../../gateway/test/merchant-at-gateway.ts'
import { startPostgres } from '../../platform/test/postgres.ts'

async function start(env: Readonly<Record<string, string>>, ...options: readonly string[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-process-'))
  const program = await startProgram(env, '--port', '0', '--data', dataDir, ...options)
  onTestFinished(async () => {
    await program.end('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })
  return program
}

async function look(baseUrl: string, path: string) {
  const answer = await fetch(baseUrl + path)
  return { status: answer.status, connection: answer.headers.get('connection'), text: await answer.text() }
}

describe('a gateway that receives a stop signal', () => {
  it('reports that it is not ready, closes connections as it answers, finishes its work, and exits with 0', async () => {
    const { ready, end } = await start({ SLUICE_DRAIN_DELAY_MS: '1500', SLUICE_LOG_LEVEL: 'error' })
    expect(await look(ready.base_url, '/health/ready')).toMatchObject({
      status: 200,
      connection: 'keep-alive',
    })
    const merchant = new MerchantAtGateway(ready)
    await merchant.token()
    const paid = merchant.authorize({
      flow: 'NO_METHOD_FRICTIONLESS',
      metadata: { simulated_delay_ms: 3_000 },
    })
    const ended = end('SIGTERM')
    await vi.waitFor(async () => {
      expect(await look(ready.base_url, '/health/ready')).toMatchObject({ status: 503, connection: 'close' })
    })
    // A client that did not notice yet is served.
    expect(await look(ready.base_url, '/')).toMatchObject({ status: 200, connection: 'close' })
    expect((await paid).result).toMatchObject({ status: 'APPROVED' })
    expect(await ended).toEqual([0, null])
  })

  it('exits at once on a second signal', async () => {
    const { ready, log, end } = await start({ SLUICE_DRAIN_DELAY_MS: '60000', SLUICE_LOG_LEVEL: 'info' })
    void end('SIGTERM')
    await vi.waitFor(async () => expect((await look(ready.base_url, '/health/ready')).status).toBe(503))
    expect(await end('SIGINT')).toEqual([1, null])
    expect(log()).toContain('forced to stop')
  })
})

describe('a process without the role api', () => {
  it('serves its health and nothing else', async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    const databaseUrl = await postgres.createDatabase()
    const { ready } = await start(
      { SLUICE_LOG_LEVEL: 'error', SLUICE_DATABASE_URL: databaseUrl },
      '--roles',
      'janitor,dispatcher',
    )
    expect(Object.keys(ready).sort()).toEqual([
      'auth_url',
      'bank_url',
      'base_url',
      'fallback_origins',
      'methods_url',
      'portal_url',
    ])
    expect(ready.auth_url).toBe(ready.base_url)
    expect(await look(ready.base_url, '/health/ready')).toMatchObject({ status: 200 })
    const paths = ['/', '/api/customers', '/openapi.json', '/realms/sluice/protocol/openid-connect/certs']
    for (const path of paths) expect((await look(ready.base_url, path)).status, path).toBe(404)
  })
})
