import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sessionRequest } from '../../test/records.ts'
import { createClient } from '../client.ts'
import { gatewayHandlers } from './msw.ts'
import { sampleAuthorize } from './sample-requests.ts'
import { TEST_CARDS } from './test-cards.ts'

const addresses = { baseUrl: 'https://gateway.example', authUrl: 'https://id.example', realm: 'payments' }
const server = setupServer()

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const client = () => createClient({ ...addresses, clientId: 'shop', clientSecret: 'secret' })

describe('gatewayHandlers', () => {
  it('return the requested values', async () => {
    server.use(...gatewayHandlers(addresses))
    await expect(
      client().sessions.create({ ...sessionRequest, amount: 4_200, reference: 'order-7' }),
    ).resolves.toMatchObject({ amount: 4_200, reference: 'order-7' })
    await expect(client().transactions.status('any')).resolves.toMatchObject({ found: true })
  })

  it('seal a card, and approve what is paid with it', async () => {
    server.use(...gatewayHandlers(addresses))
    const data = await client().encryptCard(TEST_CARDS.approved)
    expect(data.encrypted_card_number).not.toContain(TEST_CARDS.approved.number)
    const order = { terminal_id: 'T00000000001', reference: 'order-8' }
    await expect(client().transactions.authorize(sampleAuthorize(order, data))).resolves.toMatchObject({
      result: { reference: 'order-8', status: 'APPROVED' },
    })
  })

  it('refuse what the gateway refuses', async () => {
    server.use(...gatewayHandlers(addresses))
    const post = (headers: Record<string, string>) =>
      fetch(`${addresses.baseUrl}/api/sessions`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...sessionRequest, amount: 0 }),
      })
    expect((await post({})).status).toBe(401)
    const refused = await post({ authorization: 'Bearer token' })
    expect(refused.status).toBe(422)
    await expect(refused.json()).resolves.toMatchObject({ errors: [{ property: 'amount' }], status: 422 })
  })

  it('return what a test chooses instead: a body, a response, or a function of the call', async () => {
    server.use(
      ...gatewayHandlers({
        ...addresses,
        answers: {
          manage: HttpResponse.json({ error: 'Conflict', message: 'busy' }, { status: 409 }),
          getStatus: ({ params }) =>
            params['id'] === 'unknown'
              ? HttpResponse.json({ found: false, transaction: null }, { status: 404 })
              : HttpResponse.error(),
        },
      }),
    )
    await expect(client().transactions.status('unknown')).resolves.toMatchObject({ found: false })
    await expect(
      client().transactions.manage({
        transaction_type: 'REFUND',
        reference: 'r',
        terminal_id: 'T00000000001',
        currency: 'EUR',
        amount: 1,
      }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })
})
