import { mkdtempSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as openid from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { SecurityEvent } from '@sluice/platform/audit/security-log'
import { openDatabase, type OpenDatabase } from '@sluice/platform/database/open-database'
import { createTransact } from '@sluice/platform/database/transact'
import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import { type RunningEdge, startEdge } from '@sluice/platform/http/testing/start-edge'
import { createSealer } from '@sluice/platform/secrets/sealer'
import { createSystemRandom, systemClock, systemTimers } from '@sluice/platform/system'

import { createManualClock } from '../../platform/test/manual-clock.ts'
import { type Database, identityMigrations } from '../test/databases.ts'
import { createClientStore } from './client.store.ts'
import { createIdentity, type Identity } from './create-identity.ts'
import { openIdentityRecords } from './identity-records.store.ts'
import type { ProvidedClient } from './provide-client.ts'

const HALF_HOUR_MS = 1_800_000

const clock = createManualClock()
const random = createSystemRandom(systemClock)
let dataDir: string
let database: OpenDatabase<Database>
let identity: Identity
let edge: RunningEdge
let issuer: string
const warnings: object[] = []
const securityEvents: SecurityEvent[] = []
/** The callers that reached an endpoint of the API. */
const callers: string[] = []
let shop: ProvidedClient
/** Failures are counted by client, so that each test has one of its own. */
let clientCount = 0

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sluice-test-'))
  database = await openDatabase({ dataDir }, identityMigrations)
  const { db } = database
  const transact = createTransact({ db, random, timers: systemTimers })
  const sealer = createSealer(Buffer.alloc(32, 1), random)
  identity = createIdentity({
    records: await openIdentityRecords({ db, transact, sealer, clock }),
    random,
    logger: { warn: (fields: object) => void warnings.push(fields) },
    recordSecurityEvent: (event) => void securityEvents.push(event),
    clock,
    realm: 'demo',
    authUrl: () => new URL(issuer).origin,
  })
  edge = await startEdge(
    (server) => {
      identity.register(server)
      registerEndpoint(server, 'getCustomer', async ({ caller }) => {
        callers.push(caller.clientId)
        return { status: 404, body: { error: 'Not Found' } }
      })
    },
    { authenticate: (token) => identity.authenticate(token) },
  )
  issuer = `http://127.0.0.1:${edge.port}/realms/demo`
})

beforeEach(async () => {
  callers.length = 0
  clientCount += 1
  shop = await provide(`shop-${clientCount}`)
})

afterAll(async () => {
  await edge.server.close()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

function provide(name: string): Promise<ProvidedClient> {
  return identity.provideClient({
    merchantId: 'm-1',
    name,
    roles: ['merchant', 'transactions:payout'],
    dataDir,
  })
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

async function post(
  path: string,
  body: string | Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${issuer}/protocol/openid-connect/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'test', ...headers },
    body: new URLSearchParams(body).toString(),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  }
}

const proof = () => ({ client_id: shop.clientId, client_secret: shop.clientSecret })
const askForToken = (fields: Record<string, string> = {}) =>
  post('token', { grant_type: 'client_credentials', ...proof(), ...fields })
const renew = (refreshToken: unknown, fields: Record<string, string> = {}) =>
  post('token', { grant_type: 'refresh_token', refresh_token: String(refreshToken), ...proof(), ...fields })
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})

describe('the token endpoint', () => {
  it('answers in the shape of Keycloak, with no-store', async () => {
    const { status, headers, body } = await askForToken()
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.any(String),
      expires_in: 300,
      refresh_expires_in: 1800,
      refresh_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      token_type: 'Bearer',
      'not-before-policy': 0,
      session_state: expect.stringMatching(/^[0-9a-f-]{36}$/),
      scope: 'profile email',
    })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('pragma')).toBe('no-cache')
  })

  it('writes the claims that a resource server expects', async () => {
    const { body } = await askForToken()
    const claims = decodeJwt(String(body['access_token']))
    expect(claims).toEqual({
      iss: issuer,
      sub: expect.stringMatching(/^[0-9a-f-]{36}$/),
      aud: 'payment-gateway',
      azp: shop.clientId,
      client_id: shop.clientId,
      typ: 'Bearer',
      iat: expect.any(Number),
      exp: (claims.iat ?? 0) + 300,
      jti: expect.any(String),
      sid: body['session_state'],
      scope: 'profile email',
      realm_access: { roles: ['merchant', 'transactions:payout'] },
      merchant_id: 'm-1',
    })
  })

  it('accepts the client by HTTP Basic as well', async () => {
    const form = { grant_type: 'client_credentials' }
    expect((await post('token', form, basic(shop.clientId, shop.clientSecret))).status).toBe(200)
  })

  it('narrows the roles to the requested scope', async () => {
    const { body } = await askForToken({ scope: 'sessions' })
    expect(body['scope']).toBe('profile email sessions')
    expect(decodeJwt(String(body['access_token']))['realm_access']).toEqual({ roles: ['sessions'] })
    const renewed = await renew(body['refresh_token'])
    expect(decodeJwt(String(renewed.body['access_token']))['realm_access']).toEqual({ roles: ['sessions'] })
  })

  it('uses the service’s clock for stored deadlines and real time for a token’s own times', async () => {
    clock.advance(400 * 86_400_000)
    const { body } = await askForToken()
    const { iat = 0 } = decodeJwt(String(body['access_token']))
    expect(Math.abs(iat * 1000 - Date.now())).toBeLessThan(60_000)
    expect(await identity.authenticate(String(body['access_token']))).not.toBeNull()
  })

  it('logs no secret that a shop sends in the place of its id', async () => {
    warnings.length = 0
    securityEvents.length = 0
    const swapped = { client_id: shop.clientSecret, client_secret: shop.clientId }
    const byHeader = basic(shop.clientSecret, shop.clientId)
    expect((await askForToken(swapped)).status).toBe(401)
    expect((await post('token', { grant_type: 'client_credentials' }, byHeader)).status).toBe(401)
    expect((await post('revoke', { token: 'none', ...swapped })).status).toBe(401)
    // Without `:` the header has no credentials, so only the form counts.
    const halfHeader = { authorization: `Basic ${Buffer.from('half').toString('base64')}` }
    const half = { grant_type: 'client_credentials', client_id: shop.clientSecret }
    expect((await post('token', half, halfHeader)).status).toBe(401)
    expect((await askForToken({ client_secret: 'wrong' })).status).toBe(401)

    const subjects = ['?', '?', '?', '?', shop.clientId]
    expect(securityEvents.map(({ subject }) => subject)).toEqual(subjects)
    expect(warnings).toEqual(subjects.map((id) => ({ client_id: id, reason: 'client_refused' })))
  })

  it('records no secret when guesses are rate limited', async () => {
    warnings.length = 0
    securityEvents.length = 0
    const swapped = { client_id: shop.clientSecret, client_secret: shop.clientId }
    for (let guesses = 0; guesses < 11; guesses += 1) await askForToken(swapped)
    expect(warnings.at(-1)).toEqual({ client_id: '?', reason: 'slow_down' })
    expect(JSON.stringify([warnings, securityEvents])).not.toContain(shop.clientSecret)
  })

  const CLIENT_REFUSED = {
    error: 'invalid_client',
    error_description: 'Invalid client or Invalid client credentials',
  }

  it.each<[string, () => Promise<Answer>, number, Record<string, string>]>([
    [
      'no grant type',
      () => post('token', proof()),
      400,
      { error: 'invalid_request', error_description: 'Missing form parameter: grant_type' },
    ],
    [
      'an empty grant type',
      () => askForToken({ grant_type: '' }),
      400,
      { error: 'invalid_request', error_description: 'Missing form parameter: grant_type' },
    ],
    [
      'a grant type that is not served',
      () => askForToken({ grant_type: 'password' }),
      400,
      { error: 'unsupported_grant_type', error_description: 'Unsupported grant_type' },
    ],
    [
      'a grant type that is a property of every object',
      () => askForToken({ grant_type: 'constructor' }),
      400,
      { error: 'unsupported_grant_type', error_description: 'Unsupported grant_type' },
    ],
    [
      'a parameter twice',
      () => post('token', `grant_type=client_credentials&client_id=a&client_id=b&client_secret=c`),
      400,
      { error: 'invalid_request', error_description: 'duplicated parameter' },
    ],
    [
      'no client id',
      () => post('token', { grant_type: 'client_credentials' }),
      400,
      { error: 'invalid_client', error_description: 'Missing client_id parameter' },
    ],
    [
      'a code of people, where nobody signs in',
      () => askForToken({ grant_type: 'authorization_code' }),
      400,
      {
        error: 'unsupported_grant_type',
        error_description: 'Unsupported grant_type',
      },
    ],
    ['a wrong secret', () => askForToken({ client_secret: 'wrong' }), 401, CLIENT_REFUSED],
    [
      'no secret',
      () => post('token', { grant_type: 'client_credentials', client_id: shop.clientId }),
      401,
      CLIENT_REFUSED,
    ],
    ['an unknown client', () => askForToken({ client_id: 'unknown' }), 401, CLIENT_REFUSED],
    [
      'different clients in header and form',
      () =>
        post(
          'token',
          { grant_type: 'client_credentials', client_id: 'other' },
          basic(shop.clientId, shop.clientSecret),
        ),
      400,
      {
        error: 'invalid_request',
        error_description: 'Client credentials of the header and of the form differ',
      },
    ],
    [
      'a scope that cannot be had',
      () => askForToken({ scope: 'profile admin' }),
      400,
      { error: 'invalid_scope', error_description: 'Invalid scopes: admin' },
    ],
    [
      'a scope of characters that a description may not have',
      () => askForToken({ scope: 'a"b\\c\0d\u202ee' }),
      400,
      { error: 'invalid_scope', error_description: 'Invalid scopes: a?b?c?d?e' },
    ],
    [
      'a scope that is longer than a description needs to be',
      () => askForToken({ scope: 'x'.repeat(60_000) }),
      400,
      { error: 'invalid_scope', error_description: `Invalid scopes: ${'x'.repeat(100)}...` },
    ],
    [
      'no refresh token',
      () => post('token', { grant_type: 'refresh_token', ...proof() }),
      400,
      { error: 'invalid_request', error_description: 'No refresh token' },
    ],
    [
      'an unknown refresh token',
      () => renew('made-up'),
      400,
      { error: 'invalid_grant', error_description: 'Invalid refresh token' },
    ],
  ])('refuses %s', async (_, ask, status, body) => {
    const answer = await ask()
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual(body)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Basic realm="demo"' : null)
  })

  it('refuses a body that is not a form', async () => {
    const json = { 'content-type': 'application/json' }
    const { status, body } = await post('token', '', json)
    expect(status).toBe(415)
    expect(body).toEqual({ error: 'Unsupported Media Type' })
  })

  it('refuses refresh tokens that were used, have expired, or belong to a family that ended', async () => {
    const { body } = await askForToken()
    const second = await renew(body['refresh_token'])
    expect(second.status).toBe(200)
    expect(second.body['session_state']).toBe(body['session_state'])
    expect((await renew(body['refresh_token'])).body).toEqual({
      error: 'invalid_grant',
      error_description: 'Maximum allowed refresh token reuse exceeded',
    })
    expect((await renew(second.body['refresh_token'])).body).toEqual({
      error: 'invalid_grant',
      error_description: 'Session not active',
    })

    expect(warnings).toContainEqual({ client_id: shop.clientId, reason: 'refresh_token_reused' })

    const late = await askForToken()
    clock.advance(HALF_HOUR_MS)
    expect((await renew(late.body['refresh_token'])).body).toEqual({
      error: 'invalid_grant',
      error_description: 'Token is not active',
    })
  })

  it('makes a client wait after ten wrong secrets, except with the right one', async () => {
    const guess = () => askForToken({ client_secret: 'guess' })
    for (let count = 0; count < 10; count += 1) expect((await guess()).status).toBe(401)
    const { status, headers, body } = await guess()
    expect(status).toBe(429)
    expect(body).toEqual({ error: 'slow_down', error_description: 'Too many requests' })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    // A client with the right secret is served, even from the same address.
    expect((await askForToken()).status).toBe(200)
    expect((await guess()).status).toBe(429)

    shop = await provide(`elsewhere-${clientCount}`)
    expect((await askForToken()).status).toBe(200)
  })
})

describe('a client that signs instead of sending a secret (RFC 7523)', () => {
  it('gets tokens, each assertion once, from whichever address it was given', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const clientId = `signer-${clientCount}`
    const { db } = database
    const transact = createTransact({ db, random, timers: systemTimers })
    await createClientStore({ db, transact, clock }).add({
      clientId,
      merchantId: 'm-1',
      secretHash: new Uint8Array(32),
      publicKeys: [await exportJWK(publicKey)],
      roles: ['merchant'],
      subject: clientId,
      status: 'ACTIVE',
    })
    const assertionOf = (audience: string) =>
      new SignJWT({ iss: clientId, sub: clientId, aud: audience, jti: randomUUID() })
        .setProtectedHeader({ alg: 'ES256' })
        .setExpirationTime('1m')
        .sign(privateKey)
    const ask = (assertion: string, fields: Record<string, string> = {}) =>
      post('token', {
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
        ...fields,
      })
    const assertion = await assertionOf(issuer)
    expect((await ask(assertion)).status).toBe(200)
    expect((await ask(assertion)).status).toBe(401)
    expect((await ask(await assertionOf(`${issuer}/protocol/openid-connect/token`))).status).toBe(200)
    expect((await ask(await assertionOf('https://elsewhere.example'))).status).toBe(401)
    expect((await ask(await assertionOf(issuer), { client_secret: 'x' })).status).toBe(400)
    expect((await ask(await assertionOf(issuer), { client_id: shop.clientId })).status).toBe(401)
    expect((await ask(await assertionOf(issuer), { client_assertion_type: 'x' })).status).toBe(401)
    // The hash of no secret opens nothing.
    expect((await askForToken({ client_id: clientId, client_secret: '' })).status).toBe(401)
  })
})

describe('the revocation endpoint', () => {
  it('ends the family of a refresh token', async () => {
    const { body } = await askForToken()
    const answer = await post('revoke', { token: String(body['refresh_token']), ...proof() })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({})
    expect((await renew(body['refresh_token'])).body['error_description']).toBe('Session not active')
  })

  it('ends the access tokens of the family at once, and no others', async () => {
    const [one, other] = [await askForToken(), await askForToken()]
    const call = async (token: unknown) =>
      (
        await fetch(`http://127.0.0.1:${edge.port}/api/customers/c`, {
          headers: { 'user-agent': 'test', authorization: `Bearer ${String(token)}` },
        })
      ).status
    expect(await call(one.body['access_token'])).toBe(404)
    await post('revoke', { token: String(one.body['refresh_token']), ...proof() })
    expect(await call(one.body['access_token'])).toBe(401)
    expect(await call(other.body['access_token'])).toBe(404)
  })

  it('answers alike for tokens that it does not know (RFC 7009 §2.2), but only to clients', async () => {
    expect((await post('revoke', { token: 'made-up', ...proof() })).status).toBe(200)
    expect((await post('revoke', { token: 'made-up', ...proof(), client_secret: 'wrong' })).status).toBe(401)
  })

  it('reports that access tokens cannot be revoked', async () => {
    const { body } = await askForToken()
    const answer = await post('revoke', { token: String(body['access_token']), ...proof() })
    expect(answer.status).toBe(400)
    expect(answer.body['error']).toBe('unsupported_token_type')
  })
})

describe('an access token of the provider', () => {
  const readCustomer = (token: string) =>
    fetch(`http://127.0.0.1:${edge.port}/api/customers/c-1`, {
      headers: { 'user-agent': 'test', authorization: `Bearer ${token}` },
    })

  it('opens the API', async () => {
    const { body } = await askForToken()
    await readCustomer(String(body['access_token']))
    expect(callers).toEqual([shop.clientId])
  })

  it('opens no endpoint whose role it does not name', async () => {
    const { body } = await askForToken({ scope: 'sessions' })
    expect((await readCustomer(String(body['access_token']))).status).toBe(403)
  })
})

describe('openid-client', () => {
  async function discover(): Promise<openid.Configuration> {
    return openid.discovery(new URL(issuer), shop.clientId, shop.clientSecret, openid.ClientSecretPost(), {
      execute: [openid.allowInsecureRequests],
    })
  }

  it('finds exactly the endpoints that are served', async () => {
    const metadata = (await discover()).serverMetadata()
    expect(metadata).toMatchObject({
      issuer,
      token_endpoint: `${issuer}/protocol/openid-connect/token`,
      revocation_endpoint: `${issuer}/protocol/openid-connect/revoke`,
      jwks_uri: `${issuer}/protocol/openid-connect/certs`,
      grant_types_supported: ['client_credentials', 'refresh_token'],
      response_types_supported: [],
    })
    expect(metadata.authorization_endpoint).toBeUndefined()
    expect(metadata.userinfo_endpoint).toBeUndefined()
  })

  it('gets, renews and revokes tokens', async () => {
    const configuration = await discover()
    const first = await openid.clientCredentialsGrant(configuration, { scope: 'sessions customers' })
    expect(first.scope).toBe('profile email sessions customers')
    const second = await openid.refreshTokenGrant(configuration, first.refresh_token ?? '')
    expect(await identity.authenticate(second.access_token)).toMatchObject({
      clientId: shop.clientId,
      roles: new Set(['sessions', 'customers']),
    })
    await openid.tokenRevocation(configuration, second.refresh_token ?? '')
    await expect(openid.refreshTokenGrant(configuration, second.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  it('proves itself by HTTP Basic', async () => {
    const configuration = await openid.discovery(
      new URL(issuer),
      shop.clientId,
      undefined,
      openid.ClientSecretBasic(shop.clientSecret),
      { execute: [openid.allowInsecureRequests] },
    )
    const { access_token: token } = await openid.clientCredentialsGrant(configuration)
    expect(await identity.authenticate(token)).not.toBeNull()
  })
})
