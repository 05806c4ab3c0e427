import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { fetchPublic } from './fetch-public.ts'

const LIMITS = { maxBytes: 10, deadlineMs: 10_000 }

let server: Server
let origin: string

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/silent') return
    if (request.url === '/moved') response.writeHead(302, { location: '/short' })
    response.end(request.url === '/long' ? 'x'.repeat(11) : 'x'.repeat(10))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it('returns the bytes', async () => {
  expect(String(await fetchPublic(`${origin}/short`, { ...LIMITS, mayBeLocal: true }))).toBe('xxxxxxxxxx')
})

it.each([
  ['/long', LIMITS, 'it is larger than 10 bytes'],
  ['/moved', LIMITS, 'its response was 302 instead of 200'],
  ['/silent', { ...LIMITS, deadlineMs: 50 }, 'it took longer than 50 ms'],
])('accepts only what it requested: %s', async (path, limits, reason) => {
  await expect(fetchPublic(origin + path, { ...limits, mayBeLocal: true })).rejects.toThrow(reason)
})

it.each([
  ['http', 'only https addresses are allowed'],
  ['https://127.0.0.1/', 'it has an IP address instead of a host name'],
  ['https://[::1]/', 'it has an IP address instead of a host name'],
  ['https://2130706433/', 'it has an IP address instead of a host name'],
  ['https://localhost/', 'its host name is not public'],
])('connects only to the internet: %s', async (url, reason) => {
  const address = url === 'http' ? `${origin}/short` : url
  await expect(fetchPublic(address, { ...LIMITS, mayBeLocal: false })).rejects.toThrow(reason)
})
