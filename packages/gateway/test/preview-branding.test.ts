import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Preview, previewBranding } from '../src/operator-tools/preview-branding.ts'
import { listBrandingWarnings } from '../src/composition/configuration.ts'
import type { MerchantEntry } from '../src/configuration-file/index.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The server of the merchant's logo. */
const elsewhere = createServer((_, response) => response.end(PIXEL))
let entry: MerchantEntry
let preview: Preview

beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  entry = {
    label: 'shop',
    managedBy: null,
    merchant: {
      id: '019c0f00-0000-7000-8000-000000000001',
      name: 'Harbour <shop>',
      status: 'ACTIVE',
      locale: 'sv-SE',
      shoppersRemoveCards: false,
      webhookHosts: [],
      languages: ['pl'],
      branding: {
        merchant_name: 'Harbour <shop>',
        logo_url: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/logo.png`,
        font_family: null,
        font_url: null,
        colors: { accent: '#ffff00' },
      },
      business: null,
      risk: null,
      terminals: [],
      clientKeys: [],
    },
    clients: [],
    subscriptions: [],
  }
  preview = await previewBranding({ environment: 'test', localReceivers: true, outgoingPorts: [] }, entry, 0)
})
afterAll(async () => {
  await preview.close()
  await new Promise((resolve) => elsewhere.close(resolve))
})

const look = async (path: string) => {
  const response = await fetch(preview.url + path)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('the preview of a merchant’s page', () => {
  it('lists its samples, by default in the merchant’s language', async () => {
    const { text } = await look('')
    const samples = [...text.matchAll(/href="\/([a-z-]+)"/g)].map(([, path = '']) => path)
    expect(samples.length).toBeGreaterThanOrEqual(3)
    expect(text).toContain('Harbour &lt;shop&gt;')
    for (const sample of samples) {
      const page = await look(sample)
      expect([page.status, page.text.slice(0, 15).toLowerCase()]).toEqual([200, '<!doctype html>'])
      expect(page.text).toContain('lang="sv"')
      expect(page.headers.get('content-security-policy')).toContain("'strict-dynamic'")
    }
    expect((await look(`${samples[0]}?lang=ro`)).text).toContain('lang="ro"')
    expect((await look('nothing')).status).toBe(404)
  })

  it('serves the logo itself', async () => {
    const { text } = await look('card')
    const [path = ''] = /\/branding\/[0-9a-f]{64}/.exec(text) ?? []
    const response = await fetch(preview.url + path.slice(1))
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PIXEL)
  })

  it('warns about colors with low contrast', async () => {
    expect(await listBrandingWarnings([entry])).toEqual([
      expect.stringMatching(
        /^shop: branding\.colors\.accent #ffff00 has a contrast of 1\.\d:1 on #[0-9a-f]{6}/,
      ),
    ])
  })
})
