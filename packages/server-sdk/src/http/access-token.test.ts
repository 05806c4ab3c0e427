import { describe, expect, it } from 'vitest'
import { CANARIES, createFakeGateway, hold, json, tokenAnswer } from '../../test/fake-gateway.ts'
import { session, sessionRequest } from '../../test/records.ts'
import { createClient } from '../client.ts'

const found = () => json(200, { ...session, transaction_id: null })
const bearer = (request: { headers: Headers } | undefined) => request?.headers.get('authorization')

describe('access tokens', () => {
  it('requests one token for a hundred concurrent calls', async () => {
    const answer = hold<Response>()
    const gateway = createFakeGateway({ token: () => answer.promise, api: found })
    const client = createClient(gateway.options)

    const calls = Array.from({ length: 100 }, () => client.sessions.get('s'))
    answer.release(tokenAnswer(1))
    await Promise.all(calls)

    expect(gateway.tokenForms).toHaveLength(1)
    expect(gateway.apiRequests).toHaveLength(100)
    expect(Object.fromEntries(gateway.tokenForms[0] ?? [])).toEqual({
      grant_type: 'client_credentials',
      client_id: 'shop',
      client_secret: CANARIES.clientSecret,
    })
    expect(gateway.tokenRequests[0]?.url).toBe(
      'https://id.example/realms/payments/protocol/openid-connect/token',
    )
    expect(gateway.tokenRequests[0]?.headers.get('content-type')).toBe('application/x-www-form-urlencoded')
  })

  it('counts expires_in in seconds and renews 30 s early, with the refresh token', async () => {
    const gateway = createFakeGateway({ api: found })
    const client = createClient(gateway.options)

    await client.sessions.get('s')
    gateway.clock.ms += 269_999
    await client.sessions.get('s')
    expect(gateway.tokenForms).toHaveLength(1)

    gateway.clock.ms += 1
    await client.sessions.get('s')
    expect(gateway.tokenForms).toHaveLength(2)
    expect(gateway.tokenForms[1]?.get('grant_type')).toBe('refresh_token')
    expect(gateway.tokenForms[1]?.get('refresh_token')).toBe(`${CANARIES.refreshToken}-1`)
    expect(gateway.tokenForms[1]?.get('client_secret')).toBe(CANARIES.clientSecret)
    expect(bearer(gateway.apiRequests[2])).toBe(`Bearer ${CANARIES.accessToken}-2`)
  })

  it('uses half the life of a token that lives under a minute', async () => {
    const gateway = createFakeGateway({
      token: (_, count) => tokenAnswer(count, { expires_in: 20 }),
      api: found,
    })
    const client = createClient(gateway.options)

    await client.sessions.get('s')
    gateway.clock.ms += 9_999
    await client.sessions.get('s')
    expect(gateway.tokenForms).toHaveLength(1)
    gateway.clock.ms += 1
    await client.sessions.get('s')
    expect(gateway.tokenForms).toHaveLength(2)
  })

  it.each(['invalid_grant', 'unauthorized_client'])(
    'falls back to client credentials when the refresh token is refused with %s',
    async (error) => {
      const gateway = createFakeGateway({
        token: (form, count) =>
          form.get('grant_type') === 'refresh_token' ? json(400, { error }) : tokenAnswer(count),
        api: found,
      })
      const client = createClient(gateway.options)

      await client.sessions.get('s')
      gateway.clock.ms += 300_000
      await client.sessions.get('s')

      expect(gateway.tokenForms.map((form) => form.get('grant_type'))).toEqual([
        'client_credentials',
        'refresh_token',
        'client_credentials',
      ])
      expect(bearer(gateway.apiRequests[1])).toBe(`Bearer ${CANARIES.accessToken}-3`)
    },
  )

  it('works without a refresh token', async () => {
    const gateway = createFakeGateway({
      token: (_, count) => tokenAnswer(count, { refresh_token: undefined, refresh_expires_in: undefined }),
      api: found,
    })
    const client = createClient(gateway.options)

    await client.sessions.get('s')
    gateway.clock.ms += 300_000
    await client.sessions.get('s')

    expect(gateway.tokenForms.map((form) => form.get('grant_type'))).toEqual([
      'client_credentials',
      'client_credentials',
    ])
  })

  it('never sends a refresh token twice, because an unanswered one may have been used', async () => {
    const gateway = createFakeGateway({
      token: (form, count) =>
        form.get('grant_type') === 'refresh_token'
          ? Promise.reject(new TypeError('fetch failed'))
          : tokenAnswer(count),
      api: found,
    })
    const client = createClient(gateway.options)

    await client.sessions.get('s')
    gateway.clock.ms += 300_000
    await client.sessions.get('s')

    expect(gateway.tokenForms.map((form) => form.get('grant_type'))).toEqual([
      'client_credentials',
      'refresh_token',
      'client_credentials',
    ])
  })

  it('repeats a call once after a 401, with a new token and the same idempotency key', async () => {
    const gateway = createFakeGateway({
      api: (_, count) => (count === 1 ? json(401, { error: 'Unauthorized' }) : json(200, session)),
    })
    const client = createClient(gateway.options)

    await client.sessions.create(sessionRequest)

    const [first, second] = gateway.apiRequests
    expect(gateway.apiRequests).toHaveLength(2)
    expect(bearer(first)).toBe(`Bearer ${CANARIES.accessToken}-1`)
    expect(bearer(second)).toBe(`Bearer ${CANARIES.accessToken}-2`)
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'))
    expect(second?.body).toBe(first?.body)
  })

  it('fails after the second 401', async () => {
    const gateway = createFakeGateway({ api: () => json(401, { error: 'Unauthorized' }) })
    const client = createClient(gateway.options)

    await expect(client.sessions.get('s')).rejects.toMatchObject({
      code: 'authentication_failed',
      refusedBy: 'gateway',
      status: 401,
    })
    expect(gateway.apiRequests).toHaveLength(2)
  })

  it('keeps a newer token when a slow call comes back with a 401 for the old one', async () => {
    const slow = hold<Response>()
    const gateway = createFakeGateway({
      api: ({ headers, url }) => {
        const isOld = headers.get('authorization') === `Bearer ${CANARIES.accessToken}-1`
        if (url.endsWith('/slow') && isOld) return slow.promise
        return isOld ? json(401, { error: 'Unauthorized' }) : found()
      },
    })
    const client = createClient(gateway.options)

    const slowCall = client.sessions.get('slow')
    await client.sessions.get('quick')
    expect(gateway.tokenForms).toHaveLength(2)

    slow.release(json(401, { error: 'Unauthorized' }))
    await slowCall
    expect(gateway.tokenForms).toHaveLength(2)
  })

  it('fails every waiting call if the client is refused, and tries again with the next', async () => {
    const gateway = createFakeGateway({
      token: (_, count) => (count === 1 ? json(401, { error: 'invalid_client' }) : tokenAnswer(count)),
      api: found,
    })
    const client = createClient(gateway.options)

    const outcomes = await Promise.allSettled([client.sessions.get('a'), client.sessions.get('b')])
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        reason: {
          code: 'authentication_failed',
          refusedBy: 'identity_provider',
          oauthError: 'invalid_client',
        },
      })
    }
    expect(gateway.apiRequests).toHaveLength(0)
    await expect(client.sessions.get('c')).resolves.toMatchObject({ id: session.id })
  })

  it.each([
    ['no access_token', { access_token: undefined }],
    ['an access_token that is no header value', { access_token: 'two\nlines' }],
    ['another token_type', { token_type: 'mac' }],
  ])('refuses a token answer with %s', async (_, members) => {
    const gateway = createFakeGateway({ token: (__, count) => tokenAnswer(count, members), api: found })

    await expect(createClient(gateway.options).sessions.get('s')).rejects.toMatchObject({
      code: 'contract_violated',
    })
    expect(gateway.apiRequests).toHaveLength(0)
  })

  it.each([
    [400, 'invalid_request', 'invalid_request'],
    [401, 'invalid_client', 'invalid_client'],
    [400, undefined, undefined],
    // Keycloak's word for a client, with a status of its own.
    [403, 'unauthorized_client', 'unauthorized_client'],
    // No code of OAuth, and of unknown content.
    [401, 'Bearer invalid_client', undefined],
    [401, 'invalid_client Bearer', undefined],
  ])('reports after %d %s that the client was refused', async (status, error, oauthError) => {
    const gateway = createFakeGateway({ token: () => json(status, { error }) })
    await expect(createClient(gateway.options).sessions.get('s')).rejects.toMatchObject({
      code: 'authentication_failed',
      refusedBy: 'identity_provider',
      status,
      oauthError,
    })
    expect(gateway.tokenForms).toHaveLength(1)
  })

  it('accepts no token from an unsuccessful response', async () => {
    const token = (_: URLSearchParams, count: number) =>
      new Response(tokenAnswer(count).body, { status: 300, headers: { 'content-type': 'application/json' } })
    const gateway = createFakeGateway({ token, api: found })
    await expect(createClient(gateway.options).sessions.get('s')).rejects.toMatchObject({ status: 300 })
    expect(gateway.apiRequests).toHaveLength(0)
  })

  it('leaves no timer behind', async () => {
    const gateway = createFakeGateway()
    const running = new Set<object>()
    const client = createClient({
      ...gateway.options,
      startTimer() {
        const timer = {}
        running.add(timer)
        return () => void running.delete(timer)
      },
    })
    await client.ready()
    expect(gateway.tokenForms).toHaveLength(1)
    expect(running.size).toBe(0)
  })

  it('passes on that the token endpoint is busy or broken, and that nothing was executed', async () => {
    const busy = createFakeGateway({ token: () => json(429, { error: 'slow_down' }, { 'retry-after': '7' }) })
    await expect(createClient(busy.options).sessions.create(sessionRequest)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 7,
    })
    const broken = createFakeGateway({ token: () => new Response('<h1>Bad gateway</h1>', { status: 502 }) })
    await expect(createClient(broken.options).sessions.create(sessionRequest)).rejects.toMatchObject({
      code: 'server_failed',
      outcomeUnknown: false,
    })
    for (const { tokenForms, apiRequests } of [busy, broken]) {
      expect(tokenForms).toHaveLength(4)
      expect(apiRequests).toHaveLength(0)
    }
    expect(busy.clock.ms - broken.clock.ms).toBe(3 * 7_000)
  })
})
