/**
 * Requests every address of a gateway with different request headers. A response that a cache may store names in `Vary` each header that
 * changes it; otherwise a visitor would receive what was chosen for another.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { SandboxCredentials } from '@sluice/types'

import { NO_ASSETS } from './no-assets.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'

const SHOP = 'https://shop.example'
const ELSEWHERE = 'https://elsewhere.example'

let gateway: TestGateway
let shop: SandboxCredentials

beforeAll(async () => {
  const assets = { ...NO_ASSETS, frameTexts: (_: string, [wish = '']: readonly string[]) => wish }
  const frame = { ...NO_ASSETS.cardFrame, html: '<!doctype html><body></body>' }
  gateway = await startTestGateway({
    adapters: { assets: { ...assets, cardFrame: frame, methodsFrame: frame, threeDsFrame: frame } },
  })
  const made = await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', { origins: [SHOP] })
  expect(made.status, made.text).toBe(201)
  shop = made.body
})
afterAll(() => gateway.close())

const USUAL = { accept: 'text/html', 'accept-language': 'en', referer: `${SHOP}/` }

/** One header changes at a time. */
const changes = (): Readonly<Record<string, string>> => ({
  accept: 'application/json',
  'accept-encoding': 'br',
  'accept-language': 'sv',
  cookie: 'session=x',
  origin: ELSEWHERE,
  referer: `${ELSEWHERE}/`,
  'sec-fetch-dest': 'iframe',
  'user-agent': 'Another/1',
  'x-client-key': shop.client_key,
})

type Answer = Awaited<ReturnType<typeof ask>>

/** Bytes, because a compressed response is no text. */
async function ask(url: string, headers: Readonly<Record<string, string>>) {
  return gateway.app.server.inject({ url, headers: { ...USUAL, ...headers }, remoteAddress: '127.0.0.1' })
}

const isStorable = ({ headers }: Answer) => headers['cache-control'] !== 'no-store'

/** Returns what a browser receives, apart from the times and ids of the response. */
const contentOf = ({ statusCode, rawPayload, headers }: Answer) =>
  JSON.stringify([
    statusCode,
    rawPayload.toString('base64'),
    headers.location,
    headers['content-encoding'],
    headers['content-security-policy'],
    headers['access-control-allow-origin'],
  ])

const variesBy = ({ headers }: Answer) =>
  String(headers.vary ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())

it('a response that a cache may store names the request headers that change it', async () => {
  const { routes, origins } = gateway.app.server.edge
  const faults: string[] = []
  const found = new Set<string>()
  for (const { method, template, origin } of routes.all) {
    if (method !== 'GET') continue
    const path = template
      .replace(':client_key', shop.client_key)
      .replaceAll(/:\w+/g, 'x')
      .replace('*', 'index.html')
    const url = origins().urls[origin === 'every' ? 'base' : origin] + path
    const usual = await ask(url, {})
    for (const [name, value] of Object.entries(changes())) {
      const changed = await ask(url, { [name]: value })
      if (contentOf(changed) === contentOf(usual)) continue
      const storable = [usual, changed].filter(isStorable)
      if (storable.length > 0) found.add(`${template} ${name}`)
      if (!storable.every((answer) => variesBy(answer).includes(name)))
        faults.push(`${method} ${template} changes with ${name} and does not name it in Vary`)
    }
  }
  expect(faults).toEqual([])
  // Otherwise nothing would have been compared.
  const frames = ['/embedded-fields/card-frame', '/embedded-fields/methods-frame', '/three-ds/frame']
  expect([...found]).toEqual(
    expect.arrayContaining([
      '/embedded-fields.js accept-encoding',
      '/embedded-fields/find/methods-frame/:client_key referer',
      '/api/encryption-keys x-client-key',
      ...frames.flatMap((path) =>
        ['accept-language', 'referer'].map((name) => `${path}/:client_key ${name}`),
      ),
    ]),
  )
})

it('a frame that its page asks for in a language does not depend on those of the browser', async () => {
  const url = `${gateway.app.addresses().baseUrl}/embedded-fields/card-frame/${shop.client_key}?locale=ro-RO`
  const [english, swedish] = await Promise.all([ask(url, {}), ask(url, { 'accept-language': 'sv' })])
  expect(swedish.body).toBe(english.body)
  expect(english.headers.vary).toBe('Accept-Encoding, Referer')
})
