import { afterEach, describe, expect, it, vi } from 'vitest'

import { createManualClock } from '../../platform/test/manual-clock.ts'
import { createKeyDiscovery } from './discover-keys.ts'

const ISSUER = 'https://login.example/realms/shop'
const KEYS = 'https://login.example/realms/shop/certs'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** An issuer whose document is what the test says. */
function prepare(issuer = ISSUER) {
  const provider = { document: { issuer, jwks_uri: KEYS } as unknown, status: 200 }
  const ask = vi.fn((_url: string, _options: RequestInit) =>
    Promise.resolve(new Response(JSON.stringify(provider.document), { status: provider.status })),
  )
  vi.stubGlobal('fetch', ask)
  const clock = createManualClock()
  return { provider, ask, clock, discover: createKeyDiscovery(issuer, clock) }
}

describe('the keys of an issuer', () => {
  it('are at the address in its document, which is requested once and without redirects', async () => {
    const { ask, discover } = prepare()
    expect((await discover()).href).toBe(KEYS)
    expect((await discover()).href).toBe(KEYS)
    expect(ask.mock.calls.map(([url, { redirect }]) => [url, redirect])).toEqual([
      [`${ISSUER}/.well-known/openid-configuration`, 'error'],
    ])
  })

  it('are requested below an issuer that ends in a slash', async () => {
    const { ask, discover } = prepare(`${ISSUER}/`)
    await discover()
    expect(ask.mock.calls[0]?.[0]).toBe(`${ISSUER}/.well-known/openid-configuration`)
  })

  it('may come over http from an issuer with an http address', async () => {
    const { provider, discover } = prepare('http://localhost:8080')
    provider.document = { issuer: 'http://localhost:8080', jwks_uri: 'http://localhost:8080/certs' }
    expect((await discover()).href).toBe('http://localhost:8080/certs')
  })

  it.each<[string, unknown, string]>([
    ['another issuer’s', { issuer: 'https://elsewhere.example', jwks_uri: KEYS }, 'names another issuer'],
    ['empty', null, 'names another issuer'],
    ['without keys', { issuer: ISSUER }, 'has no usable jwks_uri'],
    ['with keys at no address', { issuer: ISSUER, jwks_uri: 'certs' }, 'has no usable jwks_uri'],
    [
      'with keys that come without encryption',
      { issuer: ISSUER, jwks_uri: 'http://login.example/certs' },
      'has no usable jwks_uri',
    ],
  ])('are not taken from a document that is %s', async (_, document, message) => {
    const { provider, discover } = prepare()
    provider.document = document
    await expect(discover()).rejects.toThrow(`The discovery document of ${ISSUER} ${message}`)
  })

  it('are requested again five seconds after a failure, and not before', async () => {
    const { provider, ask, clock, discover } = prepare()
    provider.status = 503
    await expect(discover()).rejects.toThrow(`The discovery document of ${ISSUER} cannot be read: HTTP 503`)
    provider.status = 200
    clock.advance(4_999)
    await expect(discover()).rejects.toThrow('cannot be read: HTTP 503')
    expect(ask).toHaveBeenCalledTimes(1)
    clock.advance(1)
    expect((await discover()).href).toBe(KEYS)
  })
})
