import { expect, it } from 'vitest'
import { createFakeGateway, json } from '../../test/fake-gateway.ts'
import { createClient } from '../client.ts'
import { ValidationError } from '../errors/validation-error.ts'

const REQUEST = {
  terminal_id: 'T00000000001',
  currency: 'EUR',
  amount: 1850,
  transaction_type: 'PURCHASE',
  description: 'Evening course',
} as const

const LINK = {
  ...REQUEST,
  id: 'link-1',
  status: 'ACTIVE',
  url: 'https://gateway.example/hpp/link/ck/token',
  qr_svg: '<svg></svg>',
  amount_range: null,
  reference_prefix: null,
  max_uses: null,
  uses: 0,
  uses_in_progress: 0,
  expires_at: '2026-12-21T10:04:07.120Z',
  customer_id: null,
  tokenization: null,
  return_url: null,
  languages: null,
  metadata: null,
  options: null,
  created_at: '2026-11-21T10:04:07.120Z',
  updated_at: '2026-11-21T10:04:07.120Z',
  deactivated_at: null,
} as const

it('creates payment links, also with null for any number of uses', async () => {
  const gateway = createFakeGateway({ api: () => json(201, LINK) })
  const { paymentLinks } = createClient(gateway.options)
  expect(await paymentLinks.create({ ...REQUEST, max_uses: null }, { idempotencyKey: 'k' })).toEqual(LINK)
  const [request] = gateway.apiRequests
  expect(request).toMatchObject({ method: 'POST', url: 'https://gateway.example/api/payment-links' })
  expect(JSON.parse(String(request?.body))).toEqual({ ...REQUEST, max_uses: null })
})

it('refuses a link without an amount before anything is sent', async () => {
  const gateway = createFakeGateway()
  const { amount: _, ...rest } = REQUEST
  const asked = createClient(gateway.options).paymentLinks.create(rest)
  await expect(asked).rejects.toThrow(ValidationError)
  await expect(asked).rejects.toMatchObject({ errors: [{ property: 'amount', message: 'is required' }] })
  expect(gateway.apiRequests).toEqual([])
})

it('lists, reads and deactivates', async () => {
  const gateway = createFakeGateway({
    api: (_, count) => json(200, count === 1 ? { data: [LINK], next_cursor: null } : LINK),
  })
  const { paymentLinks } = createClient(gateway.options)
  for await (const link of paymentLinks.list({ status: 'ACTIVE', limit: 5 })) expect(link.id).toBe('link-1')
  await paymentLinks.get('link/1')
  await paymentLinks.deactivate('link/1')
  expect(gateway.apiRequests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET https://gateway.example/api/payment-links?status=ACTIVE&limit=5',
    'GET https://gateway.example/api/payment-links/link%2F1',
    'POST https://gateway.example/api/payment-links/link%2F1/deactivate',
  ])
})
