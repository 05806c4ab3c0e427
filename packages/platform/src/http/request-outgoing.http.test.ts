import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { isPublicAddress, isPublicOrPrivateAddress } from './public-address.ts'
import { createPublicLookup } from './public-lookup.ts'
import { requestOutgoing } from './request-outgoing.ts'

/** Counts requests that reached a machine of somebody else. */
let inside: Server
let reached = 0

beforeEach(async () => {
  reached = 0
  inside = createServer((_, response) => response.end('secret'))
  inside.on('connection', () => (reached += 1))
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  inside.closeAllConnections()
  inside.close()
})

const options = (ports: readonly number[]) => ({
  method: 'POST' as const,
  headers: {},
  body: '{}',
  signal: AbortSignal.timeout(10_000),
  mayBeLocal: false,
  maxChars: 256,
  ports,
})
const port = () => (inside.address() as AddressInfo).port

it('never connects to a name that resolves to an internal address', async () => {
  const lookup = createPublicLookup(() => Promise.resolve(['127.0.0.1']))
  const request = requestOutgoing(`https://shop.example:${port()}/`, { ...options([port()]), lookup })
  await expect(request).rejects.toThrow('shop.example resolves to an address that is not public')
  expect(reached).toBe(0)
})

it('resolves once, and connects to the validated address: a second answer changes nothing', async () => {
  let asked = 0
  const patience = new AbortController()
  const lookup = createPublicLookup(() => {
    asked += 1
    // Nothing responds at the checked address.
    setTimeout(() => patience.abort(), 200)
    // Public at the check; the second answer would be inside. 192.0.2.0/24 is not used, because it is not public.
    return Promise.resolve(asked === 1 ? ['93.184.216.34'] : ['127.0.0.1'])
  })
  const { signal } = patience
  const request = requestOutgoing(`https://shop.example:${port()}/`, { ...options([port()]), lookup, signal })
  await expect(request).rejects.toThrow()
  expect([asked, reached]).toEqual([1, 0])
})

it('sends nothing when the peer is not the validated address', async () => {
  let isAsked = false
  inside.on('request', () => (isAsked = true))
  // An attacker between us and the address redirects the connection.
  const request = requestOutgoing(`https://shop.example:${port()}/`, {
    ...options([port()]),
    lookup: (_, { all }, done) =>
      all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
  })
  await expect(request).rejects.toThrow('its address is not public')
  expect(isAsked).toBe(false)
})

it.each([
  ['10.1.2.3', 'erp.corp.example', 'ECONN'],
  ['10.1.2.3', 'shop.example', 'not public'],
  ['127.0.0.1', 'erp.corp.example', 'not public'],
  ['169.254.169.254', 'erp.corp.example', 'not public'],
])('lets only a listed host lead to a private network: %s by the name %s', async (address, host, outcome) => {
  const isAllowed = host === 'erp.corp.example' ? isPublicOrPrivateAddress : isPublicAddress
  const lookup = createPublicLookup(() => Promise.resolve([address]), isAllowed)
  const error = await requestOutgoing(`https://${host}/`, {
    ...options([443]),
    insideHosts: ['erp.corp.example'],
    signal: AbortSignal.timeout(300),
    lookup,
  }).catch(String)
  if (outcome === 'ECONN') expect(error).not.toContain('not public')
  else expect(error).toContain(outcome)
})

it('does not follow the proxies of the environment', async () => {
  const before = process.env['HTTPS_PROXY']
  process.env['HTTPS_PROXY'] = `http://127.0.0.1:${port()}`
  try {
    const lookup = createPublicLookup(() => Promise.resolve(['10.0.0.1']))
    await expect(requestOutgoing('https://shop.example/', { ...options([443]), lookup })).rejects.toThrow()
    expect(reached).toBe(0)
  } finally {
    if (before === undefined) delete process.env['HTTPS_PROXY']
    else process.env['HTTPS_PROXY'] = before
  }
})
