import { afterAll, describe, expect, it } from 'vitest'

import { send } from '@sluice/platform/http/testing/send'
import {
  SHOP_CLIENT_KEY,
  type RunningEdge,
  SHOP_ORIGIN,
  startEdge,
} from '@sluice/platform/http/testing/start-edge'

import { NO_ASSETS } from '../../test/no-assets.ts'
import { registerBrowserAssets } from './index.ts'

const REFUSAL_FRAME = { html: '<html><body></body></html>', scriptHash: 'sha256-a', styleHash: 'sha256-b' }
const FRAME = { html: '<!doctype html><body>', scriptHash: 'sha256-script', styleHash: 'sha256-style' }

const edges: RunningEdge[] = []
afterAll(() => Promise.all(edges.map((edge) => edge.server.close())))

describe('the methods frame', () => {
  it('can be framed by its merchant’s pages, and runs the wallet’s scripts and the gateway’s', async () => {
    const { policy, headers, base, text } = await load(['https://wallet.example/gp/pay.js'])
    expect(policy).toContain("script-src 'sha256-script' https://wallet.example;")
    const { port } = new URL(base)
    // The page checks whether the names resolve.
    const names = ['methods', 'bank'].map((name) => `http://${name}.localhost:${port}`).join(' ')
    expect(policy).toContain(`connect-src ${base} ${names} https://wallet.example;`)
    expect(policy).toContain('frame-src https://wallet.example;')
    expect(policy).toContain(`frame-ancestors ${base} http://localhost:${port} ${SHOP_ORIGIN}`)
    expect(text).toContain(`<body data-base="${base}">`)
    expect(policy).not.toContain('unsafe')
    // Documents of such a wallet have no embedder policy.
    expect(headers['cross-origin-embedder-policy']).toBeUndefined()
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  })

  it('allows no third-party content without a wallet, and fits into isolated pages', async () => {
    const { policy, headers } = await load([])
    expect(policy).toContain("script-src 'sha256-script';")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toContain('frame-src')
    expect(headers['cross-origin-embedder-policy']).toBe('require-corp')
  })

  it('is reached from the base origin by pages that may frame it', async () => {
    const { base, edge } = await load([])
    const path = `/embedded-fields/find/methods-frame/${SHOP_CLIENT_KEY}`
    const { status, headers } = await send(edge.port, { path })
    const methods = `http://methods.localhost:${new URL(base).port}`
    expect([status, headers.location]).toEqual([
      307,
      `${methods}/embedded-fields/methods-frame/${SHOP_CLIENT_KEY}`,
    ])
    const inSwedish = await send(edge.port, { path: `${path}?locale=sv-SE%2C%22` })
    expect(inSwedish.headers.location).toMatch(/\?locale=sv-SE%2C%22$/)
    const refused = await send(edge.port, { path, headers: { referer: 'https://evil.example/' } })
    expect([refused.status, refused.headers.location]).toEqual([403, undefined])
  })

  it('does not exist for an unknown key', async () => {
    const { status, text } = await load([], 'ck_test_unknown')
    expect(status).toBe(404)
    expect(text).toContain('data-refusal="unknown_client_key"')
  })

  it.each([
    ['a page of its merchant', `${SHOP_ORIGIN}/`, 200],
    ['our own page', 'own', 200],
    ['a page that sends no Referer', undefined, 200],
    ['a page of another site', 'https://elsewhere.example/', 403],
  ])('answers a request by %s', async (_page, referer, expected) => {
    const { status, text, policy, base } = await load([], SHOP_CLIENT_KEY, referer)
    expect(status).toBe(expected)
    expect(text.includes('data-refusal="origin_not_allowed"')).toBe(expected === 403)
    // The page must be able to read the reason.
    expect(policy).toContain(expected === 403 ? 'frame-ancestors *' : `frame-ancestors ${base} `)
  })
})

async function load(walletScripts: readonly string[], clientKey: string = SHOP_CLIENT_KEY, referer?: string) {
  const edge = await startEdge((server) => {
    registerBrowserAssets(server, {
      assets: { ...NO_ASSETS, methodsFrame: FRAME, refusalFrame: REFUSAL_FRAME },
      resolveClientKey: server.edge.options.resolveClientKey,
      listLanguages: async () => [],
      walletScripts: () => walletScripts,
    })
  })
  edges.push(edge)
  const base = `http://127.0.0.1:${edge.port}`
  const { status, headers, text } = await send(edge.port, {
    path: `/embedded-fields/methods-frame/${clientKey}`,
    headers: {
      host: `methods.localhost:${edge.port}`,
      ...(referer !== undefined && { referer: referer === 'own' ? `${base}/` : referer }),
    },
  })
  return { edge, base, status, headers, text, policy: String(headers['content-security-policy']) }
}
