import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestGateway, TestClock, type TestGateway } from './test-gateway.ts'

describe('an identity provider of the operator', () => {
  let key: Awaited<ReturnType<typeof generateKeyPair>>
  let provider: Server
  let issuer: string
  /** The issuer in its discovery document. */
  let discovered: string
  let discoveries = 0
  let gateway: TestGateway
  const realTime = new TestClock()

  beforeAll(async () => {
    key = await generateKeyPair('PS256')
    const jwks = { keys: [{ ...(await exportJWK(key.publicKey)), kid: 'k1', alg: 'PS256', use: 'sig' }] }
    provider = createServer(({ url }, response) => {
      if (url?.endsWith('/openid-configuration')) discoveries += 1
      const document = url?.endsWith('/certs') ? jwks : { issuer: discovered, jwks_uri: `${issuer}/certs` }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(document))
    })
    provider.listen(0, '127.0.0.1')
    await once(provider, 'listening')
    issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/realms/shop`
    discovered = issuer
    gateway = await startTestGateway({
      env: {
        SLUICE_TRUSTED_ISSUER: issuer,
        SLUICE_TRUSTED_ISSUER_AUDIENCE: 'our-payments',
      },
      adapters: { realTime },
    })
  })
  afterAll(async () => {
    await gateway.close()
    provider.close()
  })

  const sign = (claims: JWTPayload = {}) =>
    new SignJWT({
      azp: 'console',
      merchant_id: gateway.ready.merchant_id,
      realm_access: { roles: ['transactions:read'] },
      ...claims,
    })
      .setProtectedHeader({ alg: 'PS256', kid: 'k1' })
      .setIssuer(issuer)
      .setAudience((claims.aud as string | undefined) ?? 'our-payments')
      .setExpirationTime('5m')
      .sign(key.privateKey)

  const askWith = async (token: string, path = '/api/transactions/nothing/status') =>
    (await gateway.send('GET', path, undefined, { authorization: `Bearer ${token}` })).status

  it('is found by its discovery document, whose issuer must match', async () => {
    discovered = 'https://login.example/realms/shop'
    expect(await askWith(await sign())).toBe(503)
    const asked = discoveries
    // Every caller can send a token in its name, so not each may cause a request.
    expect(await askWith(await sign({ jti: 'another' }))).toBe(503)
    expect(discoveries).toBe(asked)
    discovered = issuer
  })

  it('authenticates clients that only it has, for the merchant that it names', async () => {
    realTime.advance(5_000)
    expect(await askWith(await sign())).toBe(404)
    const { transaction } = await gateway.pay({ flow: 'NO_3DS' })
    expect(await askWith(await sign(), `/api/transactions/${transaction.id}/status`)).toBe(200)
  })

  it.each([
    ['for another audience', { aud: 'account' }, 401],
    ['of an unknown merchant', { merchant_id: 'm-unknown' }, 401],
    ['without a merchant', { merchant_id: undefined }, 401],
    ['without the role', { realm_access: { roles: ['sessions'] } }, 403],
  ])('gives nothing with a token %s', async (_, claims, status) => {
    expect(await askWith(await sign(claims as unknown as JWTPayload))).toBe(status)
  })

  it('is used in addition to the gateway’s own', async () => {
    expect(await askWith(await gateway.token())).toBe(404)
  })
})
