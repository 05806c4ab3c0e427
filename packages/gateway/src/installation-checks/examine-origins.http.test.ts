import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'

import { startTestGateway } from '../../test/test-gateway.ts'
import { examineOrigin } from './examine-origins.ts'

/** A proxy in front of a gateway, or of nothing. */
async function startProxy(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('an origin of the service', () => {
  it('is good where a gateway answers behind a proxy that keeps /health/ to itself', async () => {
    const gateway = await startTestGateway()
    onTestFinished(() => gateway.close())
    const { base_url: baseUrl } = gateway.ready
    const origin = await startProxy(async ({ url = '' }, response) => {
      if (url.startsWith('/health/')) return response.writeHead(404).end()
      const { status, headers } = await fetch(baseUrl + url, { redirect: 'manual' })
      return response.writeHead(status, Object.fromEntries(headers)).end()
    })
    expect(await examineOrigin(origin)).toMatchObject({ verdict: 'good' })
  })

  it('is bad where the proxy answers itself, or loses the name', async () => {
    const alone = await startProxy((_request, response) => response.writeHead(502).end())
    expect(await examineOrigin(alone)).toMatchObject({
      verdict: 'bad',
      found:
        '502 comes from the proxy, not from a gateway: start the gateway, and let the proxy forward this name to it.',
    })
    const renaming = await startProxy((_request, response) =>
      response.writeHead(421, { 'x-request-id': 'one' }).end(),
    )
    expect(await examineOrigin(renaming)).toMatchObject({
      verdict: 'bad',
      found: 'the gateway receives another host name: let the proxy forward the Host header unchanged.',
    })
  })
})
