import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { CANARIES, tokenAnswer } from '../../test/fake-gateway.ts'
import { session, sessionRequest } from '../../test/records.ts'
import { createClient } from '../client.ts'

interface PlannedAnswer {
  readonly status: number
  readonly body: string
  readonly location?: string
}

async function listen(answer: (url: string) => PlannedAnswer) {
  const seen: { url: string; headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const { url = '', headers } = request
      seen.push({ url, headers, body: Buffer.concat(chunks).toString() })
      const { status, body, location } = answer(url)
      if (location !== undefined) response.setHeader('location', location)
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { address, seen, close: () => new Promise((resolve) => server.close(resolve)) }
}

const optionsFor = (address: string) => ({
  baseUrl: address,
  authUrl: address,
  realm: 'payments',
  clientId: 'shop',
  clientSecret: CANARIES.clientSecret,
})

describe('with the runtime’s own fetch', () => {
  it('sends the headers that the contract names', async () => {
    const token = await tokenAnswer(1).text()
    const server = await listen((url) => ({
      status: 200,
      body: url.includes('/token') ? token : JSON.stringify(session),
    }))
    try {
      await expect(createClient(optionsFor(server.address)).sessions.create(sessionRequest)).resolves.toEqual(
        session,
      )
    } finally {
      await server.close()
    }

    const [tokenRequest, apiRequest] = server.seen
    expect(tokenRequest).toMatchObject({
      url: '/realms/payments/protocol/openid-connect/token',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': expect.stringMatching(/^sluice/),
      },
    })
    expect(apiRequest?.headers).toMatchObject({
      authorization: `Bearer ${CANARIES.accessToken}-1`,
      accept: 'application/json',
      'content-type': 'application/json; charset=utf-8',
      'user-agent': expect.stringMatching(/^sluice-server-sdk\//),
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  it('sends neither token nor secret to the target of a redirect', async () => {
    const elsewhere = await listen(() => ({ status: 200, body: '{}' }))
    const token = await tokenAnswer(1).text()
    for (const redirectsToken of [true, false]) {
      const server = await listen((url) =>
        url.includes('/token') && !redirectsToken
          ? { status: 200, body: token }
          : { status: 307, body: '', location: elsewhere.address },
      )
      await expect(
        createClient(optionsFor(server.address)).sessions.create(sessionRequest),
      ).rejects.toMatchObject({
        code: 'contract_violated',
        status: 307,
      })
      await server.close()
    }
    await elsewhere.close()
    expect(elsewhere.seen).toEqual([])
  })

  it('reports that a refused connection did nothing', async () => {
    const server = await listen(() => ({ status: 200, body: '' }))
    await server.close()
    await expect(
      createClient(optionsFor(server.address)).sessions.create(sessionRequest),
    ).rejects.toMatchObject({
      code: 'connection_failed',
      outcomeUnknown: false,
      message: expect.stringContaining('ECONNREFUSED'),
    })
  })
})
