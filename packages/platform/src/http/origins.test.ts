import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { namesBelowLocalhost, ORIGIN_NAMES, resolveOrigins, sharedWithBase } from './origins.ts'

const NONE = { methods: null, portal: null, bank: null }
const LAPTOP = resolveOrigins({
  base: 'http://127.0.0.1:8080',
  listening: 'http://127.0.0.1:8080',
  urls: NONE,
  ports: {},
})
const SERVICE = resolveOrigins({
  base: 'https://pay.example.com',
  listening: null,
  urls: { methods: 'https://methods.example.com', portal: 'https://portal.example.com', bank: null },
  ports: {},
})

const namesAt = (origins: typeof LAPTOP, host: string | undefined) => [...(origins.at(host) ?? [])]

describe('resolveOrigins', () => {
  it('gives every origin a name below localhost on one port of this machine', () => {
    expect(LAPTOP.urls).toEqual({
      base: 'http://127.0.0.1:8080',
      methods: 'http://methods.localhost:8080',
      portal: 'http://portal.localhost:8080',
      bank: 'http://bank.localhost:8080',
    })
    expect(sharedWithBase(LAPTOP)).toEqual([])
  })

  it.each([
    ['127.0.0.1:8080', ['base']],
    ['localhost:8080', ['base']],
    ['LOCALHOST:8080', ['base']],
    ['[::1]:8080', ['base']],
    ['methods.localhost:8080', ['methods']],
    ['portal.localhost:8080', ['portal']],
    ['bank.localhost:8080', ['bank']],
  ])('recognizes %s', (host, names) => {
    expect(namesAt(LAPTOP, host)).toEqual(names)
  })

  it.each([
    undefined,
    '',
    'localhost',
    'localhost:8081',
    'evil.example',
    'evil.localhost:8080',
    'methods.localhost.evil.example:8080',
    'bank.localhost:8080@evil.example',
    'bank.localhost:8080/..',
    'bank.localhost:8080#',
    'bank.localhost:8080, methods.localhost:8080',
    'bank.localhost.:8080',
    '127.1:8080 ',
  ])('does not know %s', (host) => {
    expect(LAPTOP.at(host)).toBeNull()
  })

  it('recognizes configured names, with and without the port of the scheme, and no other', () => {
    expect(namesAt(SERVICE, 'pay.example.com')).toEqual(['base', 'bank'])
    expect(namesAt(SERVICE, 'PAY.example.com:443')).toEqual(['base', 'bank'])
    expect(namesAt(SERVICE, 'methods.example.com')).toEqual(['methods'])
    expect(namesAt(SERVICE, 'portal.example.com')).toEqual(['portal'])
    for (const host of ['127.0.0.1:8080', 'localhost', 'pay.example.com:80', '192.0.2.1'])
      expect(SERVICE.at(host)).toBeNull()
  })

  it('lets an origin without an address share the base elsewhere than on this machine', () => {
    const shared = resolveOrigins({
      base: 'https://pay.example.com',
      listening: 'http://127.0.0.1:8080',
      urls: NONE,
      ports: {},
    })
    expect(sharedWithBase(shared)).toEqual(['methods', 'portal', 'bank'])
    expect(namesAt(shared, 'pay.example.com')).toEqual(ORIGIN_NAMES)
    // A caller of the listener itself, on this machine, finds the same.
    expect(namesAt(shared, '127.0.0.1:8080')).toEqual(ORIGIN_NAMES)
  })

  it('takes ports of their own where names below localhost do not resolve', () => {
    const origins = resolveOrigins({
      base: 'http://127.0.0.1:8080',
      listening: 'http://127.0.0.1:8080',
      urls: NONE,
      ports: { methods: 8081, bank: 8083 },
    })
    expect(origins.urls).toMatchObject({
      methods: 'http://127.0.0.1:8081',
      portal: 'http://portal.localhost:8080',
      bank: 'http://127.0.0.1:8083',
    })
    expect(namesAt(origins, 'localhost:8081')).toEqual(['methods'])
    expect(namesAt(origins, 'methods.localhost:8080')).toEqual(['methods'])
    expect(namesAt(origins, '127.0.0.1:8080')).toEqual(['base'])
  })

  it('adds ports for browsers that do not resolve names below localhost, and only for such names', () => {
    const listening = 'http://127.0.0.1:8080'
    const fallbackPorts = { methods: 40_001, bank: 40_002 }
    const origins = resolveOrigins({ base: listening, listening, urls: NONE, ports: {}, fallbackPorts })
    expect(origins.urls).toEqual(LAPTOP.urls)
    expect(origins.fallbacks).toEqual({
      'http://methods.localhost:8080': 'http://127.0.0.1:40001',
      'http://bank.localhost:8080': 'http://127.0.0.1:40002',
    })
    expect(namesAt(origins, '127.0.0.1:40001')).toEqual(['methods'])
    expect(namesAt(origins, 'localhost:40002')).toEqual(['bank'])
    const elsewhere = { base: 'https://pay.example.com', listening: null, urls: NONE, ports: {} }
    expect(resolveOrigins({ ...elsewhere, fallbackPorts }).fallbacks).toEqual({})
    expect(namesBelowLocalhost(LAPTOP)).toEqual(Object.keys(origins.fallbacks))
    expect(namesBelowLocalhost(SERVICE)).toEqual([])
  })

  it('never gives two origins to one name where each has an address of its own', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(65_535), (label, port) => {
        const asked = LAPTOP.at(`${label}.localhost:${port}`)
        expect(asked === null || asked.size === 1).toBe(true)
      }),
    )
  })
})
