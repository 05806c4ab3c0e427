import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createShop } from '../src/shop.ts'
import { createStubGateway, TERMINAL_ID } from './stub-gateway.ts'

const gateway = createStubGateway()
const server = createServer()
let shopUrl = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  shopUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config = {
    gatewayUrl: 'https://gateway.example/v',
    methodsUrl: 'https://methods.example',
    methodsFallbackUrl: null,
    clientKey: 'ck_test_1',
    terminalId: TERMINAL_ID,
  }
  server.on('request', createShop({ client: gateway, config, shopUrl, log: () => {} }))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

describe('the shop over HTTP', () => {
  it('sells: basket, checkout, payment, receipt', async () => {
    const checkout = await fetch(`${shopUrl}/basket`, {
      method: 'POST',
      body: new URLSearchParams({ product: 'harbour-mug' }),
    })
    expect(checkout.url).toMatch(/\/checkout\/[\w-]{43}$/)
    const [created] = gateway.created
    expect(created?.reference).toMatch(/^TM-[2-9A-Z]{8}$/)
    expect(created?.return_url).toBe(checkout.url.replace('/checkout/', '/return/'))

    gateway.finish('session-1', {})
    const receipt = await fetch(created?.return_url ?? '')
    expect(await receipt.text()).toContain('Thank you')
  })

  it('allows the gateway’s origin its script and frames, and nothing else', async () => {
    for (const path of ['/', '/nowhere', '/assets/checkout.js']) {
      const { headers } = await fetch(shopUrl + path)
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self' https://gateway.example; style-src 'self'; img-src 'self'; connect-src 'self' https://gateway.example; frame-src https://gateway.example https://methods.example; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('serves its files with their types', async () => {
    for (const [path, type] of [
      ['style.css', 'text/css; charset=utf-8'],
      ['checkout.js', 'text/javascript; charset=utf-8'],
      ['pictures/harbour-mug.svg', 'image/svg+xml'],
    ]) {
      const file = await fetch(`${shopUrl}/assets/${path}`)
      expect([file.status, file.headers.get('content-type')]).toEqual([200, type])
    }
    const head = await fetch(`${shopUrl}/`, { method: 'HEAD' })
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(1_000)
  })

  it('rejects a form that is larger than its own', async () => {
    const body = new URLSearchParams({ product: 'x'.repeat(5_000) })
    expect((await fetch(`${shopUrl}/basket`, { method: 'POST', body })).status).toBe(413)
  })
})
