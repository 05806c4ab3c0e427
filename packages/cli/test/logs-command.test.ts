import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { FailedRequest, SandboxCredentials } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { clientOf } from '../../gateway/test/client-of.ts'
import { runCommand } from './run-command.ts'
import { startTestGateway, type TestGateway } from '../../gateway/test/test-gateway.ts'

const WAIT = { timeout: 60_000 }

describe('requests that failed', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    gateway = await startTestGateway()
    writeFileSync(join(gateway.dataDir, 'demo.env'), gateway.ready.env)
    await gateway.send('POST', '/api/transactions/manage', { amount: 1 })
    await gateway.send('GET', '/api/customers/nobody')
    await gateway.send('GET', '/api/transactions/nothing/timeline')
    await vi.waitFor(async () => {
      const asked = (await listed()).map(({ request_id: id }) => id)
      expect(new Set(asked).size).toBe(3)
    }, WAIT)
  })
  afterAll(() => gateway.close())

  const run = (...argv: readonly string[]) => runCommand(['logs', ...argv, '--data', gateway.dataDir])
  const listed = async (...argv: readonly string[]) =>
    (await run('--ndjson', '--limit', '100', ...argv)).stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as FailedRequest)

  it('are printed with what was wrong, the newest last, and by filters', async () => {
    const all = await listed()
    expect(all.at(-1)).toMatchObject({
      endpoint: 'getTimeline',
      method: 'GET',
      path: '/api/transactions/{id}/timeline',
      status: 404,
      caller: 'SERVER',
    })
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort())
    const invalid = await listed('--status', '422')
    expect(new Set(invalid.map(({ endpoint }) => endpoint))).toEqual(new Set(['manage']))
    expect((await listed('--endpoint', 'getCustomer')).map(({ status }) => status)).toEqual([404])
    expect(await listed('--payment', 'another')).toEqual([])
    expect(await listed('--from', new Date(Date.now() + 60_000).toISOString())).toEqual([])
    const { stdout } = await run('--endpoint', 'getCustomer')
    expect(stdout).toMatch(/^\S+Z {2}404 {2}getCustomer {2}.*\n$/)
    expect((await run('--limit', '1')).stdout.split('\n')).toHaveLength(2)
    for (const options of [
      ['--limit', 'some'],
      ['--status', '200'],
    ])
      expect((await run(...options)).code).toBe(2)
  })

  it('are paged in the SDK, without those of another merchant', async () => {
    const client = clientOf(gateway.ready)
    const ids: string[] = []
    for await (const { id } of client.failedRequests.list({ limit: 1 })) ids.push(id)
    expect(ids).toEqual((await listed()).map(({ id }) => id).reverse())
    const other = (await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {})).body
    expect((await clientOf(other).failedRequests.list()).data).toEqual([])
    await expect(client.failedRequests.list({ cursor: 'none' })).rejects.toMatchObject({ status: 422 })
  })

  it('are followed once each until the command is ended', async () => {
    const following = run('--follow', '--limit', '0', '--endpoint', 'getStatus', '--ndjson')
    await vi.waitFor(async () => {
      await gateway.send('GET', '/api/transactions/gone/status')
      expect(vi.mocked(process.stdout.write).mock.calls.flat().join('')).toContain('getStatus')
    }, WAIT)
    process.emit('SIGINT')
    const { code, stdout } = await following
    const ids = stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as FailedRequest).id)
    expect([code, new Set(ids).size]).toEqual([0, ids.length])
  })

  it('are reported when they failed between the first list and the next', async () => {
    const client = clientOf(gateway.ready)
    const { fetch } = globalThis
    let lists = 0
    const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const isList = (input instanceof Request ? input.url : String(input)).includes('failed-requests')
      if (isList) lists += 1
      if (!isList || lists !== 2) return fetch(input, init)
      lists += 1
      await gateway.send('GET', '/api/payment-methods/gone')
      await vi.waitFor(async () => {
        expect((await client.failedRequests.list({ endpoint: 'getPaymentMethod' })).data).toHaveLength(1)
      }, WAIT)
      return fetch(input, init)
    })
    const following = run('--follow', '--limit', '1', '--endpoint', 'getPaymentMethod', '--ndjson')
    await vi.waitFor(() => {
      expect(vi.mocked(process.stdout.write).mock.calls.flat().join('')).toContain('getPaymentMethod')
    }, WAIT)
    process.emit('SIGINT')
    expect((await following).stdout.trimEnd().split('\n')).toHaveLength(1)
    asked.mockRestore()
  })
})
