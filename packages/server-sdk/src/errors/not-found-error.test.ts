import { ENDPOINTS } from '@sluice/types'
import { describe, expect, it } from 'vitest'
import { createFakeGateway, json } from '../../test/fake-gateway.ts'
import { createClient } from '../client.ts'
import { NotFoundError } from './not-found-error.ts'

const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as Error & { readonly docPath: string },
  )
/** The paths of the merchant's API that identify a record. */
const paths = Object.values(ENDPOINTS)
  .map(({ path }) => path)
  .filter((path) => /^\/api\/(?!client\/|providers\/|operator\/).*\{/.test(path))
const gatewayWith404 = (body: unknown) => createFakeGateway({ api: () => json(404, body) }).options

describe('a 404 says what is missing:', () => {
  it.each([
    ['session', (client: ReturnType<typeof createClient>) => client.sessions.get('x')],
    ['customer', (client: ReturnType<typeof createClient>) => client.customers.get('x')],
    ['payment link', (client: ReturnType<typeof createClient>) => client.paymentLinks.get('x')],
    ['transaction', (client: ReturnType<typeof createClient>) => client.transactions.timeline('x')],
    ['saved card', (client: ReturnType<typeof createClient>) => client.paymentMethods.get('x')],
  ])('the %s', async (record, call) => {
    const error = await errorOf(call(createClient(gatewayWith404({ error: 'Not Found' }))))
    expect(error?.message).toContain('at https://gateway.example returned 404')
    expect(error?.message).toContain(`This merchant has no such ${record}`)
    expect(error?.docPath).toBe('node_modules/@sluice/server-sdk/dist/docs/errors.md#not_found')
  })

  it.each(paths)('the record of %s', (path) => {
    expect(new NotFoundError({ call: { method: 'GET', path } }).message).toContain(
      'This merchant has no such',
    )
  })

  it('the route', async () => {
    const client = createClient(gatewayWith404({ error: 'Not Found' }))
    const error = await errorOf(client.request({ method: 'GET', path: '/api/of-tomorrow' }))
    expect(error?.message).toContain('does not have this route')
  })

  it('the gateway', async () => {
    const error = await errorOf(createClient(gatewayWith404({ page: 'of a proxy' })).sessions.get('x'))
    expect(error?.message).toContain('No gateway responds there: check baseUrl')
  })

  it('the realm', async () => {
    const { options } = createFakeGateway({ token: () => json(404, { error: 'Realm does not exist' }) })
    const error = await errorOf(createClient(options).sessions.get('x'))
    expect(error?.message).toMatch(/at https:\/\/id\.example returned 404\. The realm does not exist/)
  })
})
