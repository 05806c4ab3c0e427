import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'

import { Secret } from '@sluice/platform/kernel/secret'

import { startTestGateway } from '../../test/test-gateway.ts'
import { startTwin } from '../../../connectors/twins/3dsecure-io/server/start-twin.ts'
import { examineOrigin, examineThreeDsServers } from './examine-origins.ts'

/** A proxy in front of a gateway, or without one. */
async function startProxy(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('an origin of the service', () => {
  it('is good if a gateway responds behind a proxy that does not forward /health/', async () => {
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

  it('is bad if the proxy answers itself, or does not forward the host name', async () => {
    const alone = await startProxy((_request, response) => response.writeHead(502).end())
    expect(await examineOrigin(alone)).toMatchObject({
      verdict: 'bad',
      found:
        '502 comes from the proxy, not from a gateway: start the gateway, and make the proxy forward this name to it.',
    })
    const renaming = await startProxy((_request, response) =>
      response.writeHead(421, { 'x-request-id': 'one' }).end(),
    )
    expect(await examineOrigin(renaming)).toMatchObject({
      verdict: 'bad',
      found: 'the gateway receives another host name: make the proxy forward the Host header unchanged.',
    })
  })
})

it('a 3DS server with a connector is good if it accepts the key, and the finding never contains the key', async () => {
  const [right, wrong] = ['5f0c2f9a-41d7-4c8e-9b36-0a7de2c41b58', 'c7b5a1de-0b8f-4d0b-8a39-5e1f6a2d9c04']
  const twin = await startTwin({ keys: [right] })
  onTestFinished(() => twin.close())
  const examine = (key: string) =>
    examineThreeDsServers({
      providers: [],
      threeDsServers: [
        {
          id: 'main',
          type: '3dsecure-io',
          url: twin.url,
          secret: new Secret(''),
          secrets: { api_key: [new Secret(key)] },
          hostedOrigins: () => [],
          threeRi: false,
        },
      ],
    })
  expect(await examine(right)).toMatchObject({ verdict: 'good' })
  const refused = await examine(wrong)
  expect(refused).toMatchObject({
    verdict: 'bad',
    found: expect.stringContaining('the API key was rejected'),
  })
  expect(JSON.stringify(refused)).not.toContain(wrong)
  expect(twin.witness.wrong).toEqual([])
})
