import { describe, expect, it } from 'vitest'
import { createFakeGateway, json } from '../../test/fake-gateway.ts'
import { createClient } from '../client.ts'
import { NotFoundError } from '../errors/not-found-error.ts'
import { ValidationError } from '../errors/validation-error.ts'

const EMPTY_PAGE = { data: [], next_cursor: null }

describe('customers', () => {
  it('are listed only by the given filters', async () => {
    const gateway = createFakeGateway({ api: () => json(200, EMPTY_PAGE) })
    const { customers } = createClient(gateway.options)
    expect(await customers.list()).toEqual(EMPTY_PAGE)
    await customers.list({ email: 'ada+shop@example.com', limit: 5, cursor: undefined })
    expect(gateway.apiRequests.map(({ url }) => url)).toEqual([
      'https://gateway.example/api/customers',
      'https://gateway.example/api/customers?email=ada%2Bshop%40example.com&limit=5',
    ])
  })

  it('are validated before anything is sent', async () => {
    const gateway = createFakeGateway()
    const asked = createClient(gateway.options).customers.list({ limit: 101 })
    await expect(asked).rejects.toThrow(ValidationError)
    await expect(asked).rejects.toMatchObject({ errors: [{ property: 'limit' }] })
    expect(gateway.apiRequests).toEqual([])
  })
})

describe('a customer', () => {
  it('is changed only in the given members, null included', async () => {
    const gateway = createFakeGateway({ api: () => json(200, { id: 'c-1', email: 'ada@example.com' }) })
    const { customers } = createClient(gateway.options)
    await customers.update('c-1', { phone: null, address: { region: null, city: 'Uppsala' } })
    const [request] = gateway.apiRequests
    expect(request).toMatchObject({ method: 'PATCH', url: 'https://gateway.example/api/customers/c-1' })
    expect(JSON.parse(String(request?.body))).toEqual({
      phone: null,
      address: { region: null, city: 'Uppsala' },
    })
  })

  it('is erased, with an empty response', async () => {
    const gateway = createFakeGateway({ api: () => new Response(null, { status: 204 }) })
    expect(await createClient(gateway.options).customers.delete('c/1')).toBeUndefined()
    expect(gateway.apiRequests).toMatchObject([
      { method: 'DELETE', url: 'https://gateway.example/api/customers/c%2F1' },
    ])
  })
})

describe('saved cards', () => {
  it('are deleted with an empty response, or are not found', async () => {
    const gateway = createFakeGateway({
      api: (_, count) =>
        count === 1 ? new Response(null, { status: 204 }) : json(404, { error: 'Not Found' }),
    })
    const { paymentMethods } = createClient(gateway.options)
    expect(await paymentMethods.delete('pm/1')).toBeUndefined()
    await expect(paymentMethods.delete('pm/1')).rejects.toThrow(NotFoundError)
    expect(gateway.apiRequests[0]).toMatchObject({
      method: 'DELETE',
      url: 'https://gateway.example/api/payment-methods/pm%2F1',
    })
  })
})
