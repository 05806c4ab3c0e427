import type { Customer, CustomerList } from '@sluice/types'
import { expect, it } from 'vitest'

import { describeAtBothGateways, otherMerchant } from '../../test/both-gateways.ts'
import type { TestGateway } from '../../test/test-gateway.ts'

const CUSTOMERS = '/api/customers'

/** Has the form of a cursor, with a character that PostgreSQL rejects in text. */
const NUL_CURSOR = Buffer.from('1.\0').toString('base64url')

function create(gateway: TestGateway, body: Record<string, unknown> = {}) {
  return gateway.send<Customer>('POST', CUSTOMERS, { email: 'ada@example.com', ...body })
}

describeAtBothGateways('Customers', (current) => {
  it('a customer is created with 201 and a Location, and read back', async () => {
    const { gateway } = current()
    const created = await create(gateway, {
      first_name: 'Ada',
      last_name: 'Lovelace',
      phone: '+46701740605',
      description: 'regular',
      type: 'COMPANY',
      address: {
        country: 'SE',
        address: 'Storgatan 1',
        city: 'Umeå',
        postal_code: '903 26',
        region: 'Västerbotten',
      },
    })
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(`/api/customers/${created.body.id}`)
    expect(created.body).toEqual({
      id: expect.stringMatching(/^\S+$/) as unknown,
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.com',
      phone: '+46701740605',
      address: 'Storgatan 1',
      city: 'Umeå',
      country: 'SE',
      postal_code: '903 26',
      description: 'regular',
      type: 'COMPANY',
      region: 'Västerbotten',
    })
    expect(await gateway.get(`${CUSTOMERS}/${created.body.id}`)).toEqual(created.body)
  })

  it('requires only the e-mail address, which need not be unique; absent members are null', async () => {
    const { gateway } = current()
    const [first, second] = await Promise.all([create(gateway), create(gateway)])
    expect(first.body).toMatchObject({ first_name: null, phone: null, address: null, country: null })
    expect(first.body.id).not.toBe(second.body.id)
  })

  it('changes the given members, clears those that are null, and keeps the rest', async () => {
    const { gateway } = current()
    const { body: before } = await create(gateway, {
      first_name: 'Ada',
      phone: '+46701740605',
      description: 'regular',
      type: 'COMPANY',
      address: { country: 'SE', city: 'Umeå', region: 'AC' },
    })
    const path = `${CUSTOMERS}/${before.id}`
    const change = (body: unknown) => gateway.send<Customer>('PATCH', path, body)
    const moved = await change({
      email: 'ada@lovelace.example',
      phone: null,
      address: { city: 'Uppsala', region: null },
    })
    expect(moved.status, moved.text).toBe(200)
    const after = { ...before, email: 'ada@lovelace.example', phone: null, city: 'Uppsala', region: null }
    expect(moved.body).toEqual(after)
    expect((await change({})).body).toEqual(after)
    const cleared = await change({ description: null, type: null, address: null })
    expect(cleared.body).toEqual({
      ...after,
      description: null,
      type: 'INDIVIDUAL',
      city: null,
      country: null,
    })
    expect(await gateway.get(path)).toEqual(cleared.body)
    expect((await gateway.get<CustomerList>(`${CUSTOMERS}?email=ada@lovelace.example`)).data).toEqual([
      cleared.body,
    ])
  })

  it.each([
    ['email', { email: null }, 'is required'],
    ['email', { email: 'ada' }, 'has an invalid format'],
    ['type', { type: 'ROBOT' }, 'must be one of INDIVIDUAL, COMPANY'],
    ['address.country', { address: { country: 'SWE' } }, 'has an invalid format'],
    ['id', { id: 'x' }, 'is not a documented field'],
  ])('refuses to change %s to %j', async (property, body, message) => {
    const { gateway } = current()
    const { id } = (await create(gateway)).body
    const answer = await gateway.send('PATCH', `${CUSTOMERS}/${id}`, body)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ errors: [{ property, message }] })
  })

  it('changes neither erased customers nor customers of another merchant', async () => {
    const { gateway } = current()
    const { id } = (await create(gateway)).body
    const stranger = await otherMerchant(gateway)
    expect((await stranger.send('PATCH', `${CUSTOMERS}/${id}`, { phone: null })).status).toBe(404)
    await gateway.send('DELETE', `${CUSTOMERS}/${id}`)
    expect((await gateway.send('PATCH', `${CUSTOMERS}/${id}`, { first_name: 'Ada' })).status).toBe(404)
  })

  it('all errors in a customer are reported together, by property', async () => {
    const { gateway } = current()
    const answer = await gateway.send<{ errors: { property: string }[] }>('POST', CUSTOMERS, {
      first_name: 'x'.repeat(256),
      phone: '123',
      type: 'ROBOT',
      address: { country: 'SWE' },
    })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map(({ property }) => property)).toEqual([
      'email',
      'first_name',
      'phone',
      'type',
      'address.country',
    ])
  })

  it.each(['GET /api/customers/unknown', 'GET /api/customers/unknown/payment-methods'])(
    '%s answers 404',
    async (request) => {
      const [method = '', path = ''] = request.split(' ')
      const answer = await current().gateway.send(method, path)
      expect([answer.status, answer.body]).toEqual([404, { error: 'Not Found' }])
    },
  )

  it('customers are listed newest first, page by page, and pages do not shift when more are created', async () => {
    const { gateway } = current()
    const email = 'pages@example.com'
    const ids: string[] = []
    for (let i = 0; i < 5; i += 1) ids.unshift((await create(gateway, { email })).body.id)
    const first = await gateway.get<CustomerList>(`${CUSTOMERS}?email=${email}&limit=2`)
    await create(gateway, { email })

    const seen = [...first.data]
    let cursor = first.next_cursor
    while (cursor !== null) {
      const page = await gateway.get<CustomerList>(`${CUSTOMERS}?email=${email}&limit=2&cursor=${cursor}`)
      seen.push(...page.data)
      cursor = page.next_cursor
    }
    expect(seen.map(({ id }) => id)).toEqual(ids)
  })

  it('a page has 20 customers by default, and the last page is marked', async () => {
    const { gateway } = current()
    const email = 'many@example.com'
    await Promise.all(Array.from({ length: 21 }, () => create(gateway, { email })))
    const page = await gateway.get<CustomerList>(`${CUSTOMERS}?email=${email}`)
    expect(page.data).toHaveLength(20)
    expect(page.next_cursor).not.toBeNull()
    const all = await gateway.get<CustomerList>(`${CUSTOMERS}?email=${email}&limit=100`)
    expect(all.data).toHaveLength(21)
    expect(all.next_cursor).toBeNull()
    expect((await gateway.get<CustomerList>(`${CUSTOMERS}?email=none@example.com`)).data).toEqual([])
  })

  it.each(['limit=0', 'limit=101', 'limit=ten', 'cursor=nonsense', `cursor=${NUL_CURSOR}`, 'page=2'])(
    '?%s answers 422',
    async (query) => {
      const answer = await current().gateway.send<{ errors: { property: string }[] }>(
        'GET',
        `${CUSTOMERS}?${query}`,
      )
      expect(answer.status).toBe(422)
      expect(answer.body.errors.map(({ property }) => property)).toEqual([query.split('=')[0]])
    },
  )

  it('a merchant cannot see another merchant’s customer', async () => {
    const { gateway } = current()
    const { body } = await create(gateway)
    const other = await otherMerchant(gateway)
    expect((await other.send('GET', `${CUSTOMERS}/${body.id}`)).status).toBe(404)
    expect((await other.get<CustomerList>(CUSTOMERS)).data).toEqual([])
    const session = other.sessionRequest({ customer: { id: body.id } })
    const answer = await other.send('POST', '/api/sessions', session)
    expect([answer.status, answer.body]).toEqual([
      422,
      {
        status: 'INVALID',
        errors: [{ property: 'customer.id', message: `Customer with id ${body.id} not found` }],
        processing_code: '2000',
      },
    ])
  })

  it('a session may name an existing customer', async () => {
    const { gateway } = current()
    const { body } = await create(gateway)
    const customer = { id: body.id, first_name: 'Ada' }
    const session = gateway.sessionRequest({ customer })
    expect(await gateway.post('/api/sessions', session)).toMatchObject({ status: 'CREATED', customer })
  })
})
