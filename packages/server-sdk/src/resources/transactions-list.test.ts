import { describe, expect, it } from 'vitest'

import { createFakeGateway, json } from '../../test/fake-gateway.ts'
import { transaction } from '../../test/records.ts'
import { createClient } from '../client.ts'
import { GatewayError } from '../errors/gateway-error.ts'

const page = (ids: readonly string[], next: string | null) =>
  json(200, { data: ids.map((id) => ({ ...transaction, id })), next_cursor: next })

describe('a list of transactions', () => {
  it('awaited is its first page', async () => {
    const gateway = createFakeGateway({ api: () => page(['t3', 't2'], 't2') })
    const { transactions } = createClient(gateway.options)
    expect(await transactions.list({ last4: '4242', amount: 100 })).toEqual({
      data: [
        { ...transaction, id: 't3' },
        { ...transaction, id: 't2' },
      ],
      next_cursor: 't2',
    })
    expect(gateway.apiRequests.map(({ url }) => url)).toEqual([
      'https://gateway.example/api/transactions?last4=4242&amount=100',
    ])
  })

  it('yields every transaction of every page with for await, across empty pages, and requests each page once', async () => {
    const pages = [page(['t5', 't4'], 't4'), page([], 't3'), page(['t2'], null)]
    const gateway = createFakeGateway({ api: (_, count) => pages[count - 1] ?? json(500, {}) })
    const { transactions } = createClient(gateway.options)
    const ids: string[] = []
    for await (const { id } of transactions.list({ status: 'DECLINED', limit: 2 })) ids.push(id)
    expect(ids).toEqual(['t5', 't4', 't2'])
    expect(gateway.apiRequests.map(({ url }) => new URL(url).search)).toEqual([
      '?status=DECLINED&limit=2',
      '?status=DECLINED&limit=2&cursor=t4',
      '?status=DECLINED&limit=2&cursor=t3',
    ])
  })

  it('requests no further page when the reader stops', async () => {
    const gateway = createFakeGateway({ api: () => page(['t5', 't4'], 't4') })
    for await (const { id } of createClient(gateway.options).transactions.list()) if (id === 't5') break
    expect(gateway.apiRequests).toHaveLength(1)
  })

  it('throws the error of a page at the place where it is read', async () => {
    const gateway = createFakeGateway({
      api: (_, count) => (count === 1 ? page(['t5'], 't5') : json(403, { error: 'Forbidden' })),
    })
    const ids: string[] = []
    const reading = (async () => {
      for await (const { id } of createClient(gateway.options).transactions.list()) ids.push(id)
    })()
    await expect(reading).rejects.toThrow(GatewayError)
    expect(ids).toEqual(['t5'])
  })
})
