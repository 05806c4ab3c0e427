import { describe, expect, it } from 'vitest'

import { messageOrigin, requireOrigins } from './require-origins.wire.ts'

const SHOP = 'https://shop.example'
const refuse = (origins: readonly string[], urls: Record<string, string | null>) =>
  requireOrigins({ listOrigins: async () => origins }, 'm1', 'T00000000001', urls)

describe('requireOrigins', () => {
  it('accepts addresses of registered origins, and missing addresses', async () => {
    await refuse([SHOP, 'https://app.example:8443'], {
      return_url: `${SHOP}/done`,
      error_url: 'https://APP.example:8443/failed?x=1',
      cancel_url: null,
    })
  })

  it('accepts every address if no origin is registered', async () => {
    await refuse([], { return_url: 'https://elsewhere.example/' })
  })

  it.each([
    'https://evil.example/r',
    'https://shop.example.evil.example/r',
    'https://shop.example:8443/r',
    'http://shop.example/r',
  ])('refuses %s', async (url) => {
    await expect(refuse([SHOP], { return_url: url })).rejects.toMatchObject({ status: 422 })
  })

  it('names every refused member', async () => {
    const refused = (await refuse([SHOP], {
      return_url: 'https://a.example',
      error_url: SHOP,
      'options.three_ds.notification_url': 'https://b.example',
    }).catch((error: unknown) => error)) as { bodyFor(method: string): unknown }
    expect(refused.bodyFor('POST')).toMatchObject({
      errors: [
        { property: 'return_url', message: 'origin is not registered', params: ['return_url'] },
        { property: 'options.three_ds.notification_url' },
      ],
    })
  })
})

describe('messageOrigin', () => {
  it.each([
    [[SHOP, 'https://app.example'], 'https://app.example/back', 'https://app.example'],
    [[SHOP, 'https://app.example'], 'https://other.example/', SHOP],
    [[SHOP], null, SHOP],
    [[], `${SHOP}/`, '*'],
  ])('the origin of %j for %j is %s', (origins, returnUrl, expected) => {
    expect(messageOrigin(origins, returnUrl)).toBe(expected)
  })
})
