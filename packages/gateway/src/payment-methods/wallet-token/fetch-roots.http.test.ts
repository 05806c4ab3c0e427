import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { FetchRefusal } from '@sluice/platform/http/fetch-public'

import { fetchRoots } from './fetch-roots.http.ts'

const clock = { now: () => Date.UTC(2026, 0, 15) }

describe('the wallet’s file of root keys', () => {
  let server: Server
  let url: string

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: '/keys.json' }).end()
      else if (request.url === '/long') response.end('x'.repeat(70_000))
      else response.writeHead(200, { 'cache-control': 'public, max-age=600', age: '60' }).end('{"keys":[]}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  it('has the time for which it is fresh', async () => {
    const roots = await fetchRoots(`${url}/keys.json`, { clock, mayBeLocal: true, ports: [443] })
    expect(roots).toEqual({ text: '{"keys":[]}', freshForMs: 540_000 })
  })

  it.each([
    ['another address', '/moved', true],
    ['more than 64 KiB', '/long', true],
    ['this machine, in production', '/keys.json', false],
  ])('is not accepted from %s', async (_, path, mayBeLocal) => {
    await expect(fetchRoots(url + path, { clock, mayBeLocal, ports: [443] })).rejects.toThrow(FetchRefusal)
  })
})
