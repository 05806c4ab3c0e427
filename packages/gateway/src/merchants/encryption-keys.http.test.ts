import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { parseKeySet } from '@sluice/card-encryption/encrypt'
import { SHOP_CLIENT_KEY, type RunningEdge, startEdge } from '@sluice/platform/http/testing/start-edge'

import { createManualClock } from '../../../platform/test/manual-clock.ts'
import type { EncryptionKey } from './encryption-keys.ts'
import { registerEncryptionKeys } from './encryption-keys.routes.ts'

const clock = createManualClock()
const KEY: EncryptionKey = {
  alg: 'HPKE-7',
  generation: 1,
  // RFC 7515 appendix A.3: a point that is on the curve.
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  kid: 'oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U',
  notBeforeMs: clock.now() - 1000,
  expiresAtMs: clock.now() + 90 * 86_400_000,
}
let keys: readonly EncryptionKey[]
let edge: RunningEdge
const asked: string[] = []

beforeAll(async () => {
  keys = [KEY]
  const merchants = {
    listEncryptionKeys: async (merchantId: string) => {
      asked.push(merchantId)
      return keys
    },
  }
  edge = await startEdge((server) => registerEncryptionKeys(server, { merchants, clock }))
})

afterAll(() => edge.server.close())

function read(headers: Record<string, string>): Promise<Response> {
  return fetch(`http://127.0.0.1:${edge.port}/api/encryption-keys`, {
    headers: { 'user-agent': 'test', ...headers },
  })
}
const byBrowser = { 'x-client-key': SHOP_CLIENT_KEY, origin: 'https://shop.example' }
const byMerchant = { authorization: 'Bearer no-roles' }

describe('GET /api/encryption-keys', () => {
  it.each([
    ['a browser', byBrowser],
    ['a merchant', byMerchant],
  ])('returns %s the merchant’s key set, cacheable for an hour', async (_, headers) => {
    const answer = await read(headers)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/jwk-set+json')
    expect(answer.headers.get('cache-control')).toBe('private, max-age=3600')
    expect(answer.headers.get('vary')).toBe('Authorization, x-client-key')
    const set: unknown = await answer.json()
    expect(set).toEqual({
      keys: [
        {
          kty: 'EC',
          crv: 'P-256',
          x: KEY.x,
          y: KEY.y,
          use: 'enc',
          alg: 'HPKE-7',
          kid: KEY.kid,
          nbf: KEY.notBeforeMs / 1000,
          exp: KEY.expiresAtMs / 1000,
        },
      ],
    })
    expect(parseKeySet(set)).toHaveLength(1)
    expect(asked.at(-1)).toBe('m1')
  })

  it('allows pages of any origin to read it', async () => {
    const answer = await read({ ...byBrowser, origin: 'https://elsewhere.example' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('does not send a key set again that the caller has', async () => {
    const etag = (await read(byMerchant)).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[A-Za-z0-9_-]+"$/)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await read({ ...byMerchant, 'if-none-match': known })
      expect(answer.status).toBe(304)
      expect(answer.headers.get('etag')).toBe(etag)
      expect(answer.headers.get('cache-control')).toBe('private, max-age=3600')
      expect(await answer.text()).toBe('')
    }
    expect((await read({ ...byMerchant, 'if-none-match': '"other"' })).status).toBe(200)
    keys = [KEY, { ...KEY, generation: 2 }]
    expect((await read({ ...byMerchant, 'if-none-match': etag })).status).toBe(200)
  })

  it('returns nothing without credentials', async () => {
    expect((await read({})).status).toBe(401)
    expect((await read({ 'x-client-key': `ck_test_${'f'.repeat(32)}` })).status).toBe(401)
  })
})
