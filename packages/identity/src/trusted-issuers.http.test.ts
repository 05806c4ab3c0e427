import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { RequestRefusal } from '@sluice/platform/http/request-refusal'
import { systemClock } from '@sluice/platform/system'

import { trustExternalIssuer } from './trusted-issuers.ts'
import { createAuthenticate } from './verify-access-token.ts'

const ISSUER = 'https://login.example/realms/shop'

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>

/** The key endpoint of a foreign provider. */
let provider: Server
let published: { readonly kid: string; readonly key: KeyPair }[]
let fetches: number

beforeEach(async () => {
  published = [{ kid: 'first', key: await generateKeyPair('ES256') }]
  fetches = 0
  provider = createServer((_, response) => {
    fetches += 1
    const keys = published.map(async ({ kid, key }) => ({
      ...(await exportJWK(key.publicKey)),
      kid,
      alg: 'ES256',
    }))
    void Promise.all(keys).then((jwks) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: jwks }))
    })
  })
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
})

afterEach(() => {
  provider.close()
})

function prepare() {
  const { port } = provider.address() as AddressInfo
  const trusted = trustExternalIssuer(
    { issuer: ISSUER, jwksUrl: `http://127.0.0.1:${port}/certs`, audience: null, allowedClients: ['shop'] },
    systemClock,
  )
  return createAuthenticate({
    issuers: () => [trusted],
    findClient: async (clientId) => ({
      clientId,
      merchantId: 'm-1',
      secretHash: new Uint8Array(32),
      roles: [],
      subject: 's',
      status: 'ACTIVE',
    }),
    isFamilyRevoked: async () => false,
    hasMerchant: async () => false,
    clock: systemClock,
  })
}

function sign(kid: string, key: KeyPair): Promise<string> {
  return new SignJWT({ azp: 'shop', scope: 'sessions', jti: randomUUID() })
    .setProtectedHeader({ alg: 'ES256', kid })
    .setIssuer(ISSUER)
    .setExpirationTime('5m')
    .sign(key.privateKey)
}

it('fetches the provider’s keys once for many tokens', async () => {
  const authenticate = prepare()
  const [first] = published
  for (let count = 0; count < 3; count += 1) {
    expect(await authenticate(await sign('first', first!.key))).toMatchObject({ clientId: 'shop' })
  }
  expect(fetches).toBe(1)
})

it('refuses unknown keys without asking the provider about each of them', async () => {
  const authenticate = prepare()
  const unknown = await generateKeyPair('ES256')
  await authenticate(await sign('first', published[0]!.key))
  for (let count = 0; count < 5; count += 1) {
    expect(await authenticate(await sign(`unknown-${count}`, unknown))).toBeNull()
  }
  // The keys were fetched a moment ago; asking again must wait.
  expect(fetches).toBe(1)
})

it('does not report an outage of the provider as a bad token', async () => {
  const authenticate = prepare()
  const token = await sign('first', published[0]!.key)
  const closed = once(provider, 'close')
  provider.close()
  await closed
  await expect(authenticate(token)).rejects.toThrow(RequestRefusal)
  await expect(authenticate(token)).rejects.toMatchObject({ status: 503 })
})
